/** Redacts the secrets of settings in messages outside a run. */
import type { Environment } from '../settings/types.ts';
import { createRedactor } from '../wire/secrets/redaction.ts';
import { SETTINGS_TABLE } from './installed/settings-table.ts';

/** Minimum length of a redacted part of a value; shorter ones may be ordinary words. */
const SHORTEST = 6;

/** Replaces the value of each secret setting, and each word of it, by a placeholder. */
export function withoutSecretSettings(text: string, env: Environment): string {
  const redactor = createRedactor();
  for (const { name, secret } of SETTINGS_TABLE.settings) {
    const value = env[name];
    if (secret && value)
      for (const part of [value, value.trim(), ...value.split(/[\s"]+/)].filter((one) => one.length >= SHORTEST))
        redactor.add(part, name);
  }
  return redactor.text(text);
}
