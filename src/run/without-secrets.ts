/** Texts freed of the secrets that stand in settings, for what is told where no run has a redactor. */
import { SETTINGS } from '../settings/settings.ts';
import { createRedactor } from '../wire/redaction.ts';

/** Shorter parts of a value are words that may stand anywhere. */
const SHORTEST = 6;

/** The text with a placeholder for each secret setting's value, and for each word of it. */
export function withoutSecretSettings(text: string, env: Readonly<Record<string, string | undefined>>): string {
  const redactor = createRedactor();
  for (const { name, secret } of SETTINGS) {
    const value = env[name];
    if (secret && value) for (const part of [value, value.trim(), ...value.split(/[\s"]+/)].filter((one) => one.length >= SHORTEST)) redactor.add(part, name);
  }
  return redactor.text(text);
}
