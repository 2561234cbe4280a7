/** The places of settings, and problems with settings in words. */
import type { SettingProblem } from './types.ts';

/** The place of each setting that a file or an option gives; every other one is from the environment. */
export type Places = ReadonlyMap<string, string>;

/**
 * `.env:7: TRANSFER_URL must be … Example: …`. Without places, if the caller gave the settings as values, the message
 * alone.
 */
export function inWords(
  { setting, because = [setting], message, example }: SettingProblem,
  places: Places | undefined,
): string {
  const read = because.map((name) => places?.get(name) ?? 'environment');
  const place = places === undefined ? '' : `${[...new Set(read)].join(', ')}: `;
  const option = places?.get(setting) ?? '';
  const like = /^--(?!.*-file$)/.test(option) ? example?.replace(`${setting}=`, `${option} `) : example;
  return `${place}${message}${like === undefined ? '' : ` Example: ${like}`}`;
}
