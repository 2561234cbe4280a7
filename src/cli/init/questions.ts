/** The questions of `assay init`: addresses, what they need, and credentials. */
import { SETTINGS_TABLE } from '../../run/installed/settings-table.ts';
import { describeKind } from '../../settings/env-example.ts';
import { notKnown } from '../../settings/nearest.ts';
import { readTarget } from '../../settings/read.ts';
import { isMet } from '../../settings/table.ts';
import type { Setting } from '../../settings/types.ts';
import { readValue } from '../../settings/values.ts';

/** Asks for one line. `hidden`: it is not shown. */
export type Ask = (question: string, hidden?: boolean) => Promise<string>;
type Tell = (text: string) => void;

/** Removes a value that was given before. */
const NONE = '-';
const CREDENTIALS: ReadonlySet<string> = new Set(['file', 'directory', 'file-or-directory']);

/** Asks for interfaces until all names are known. */
export async function askInterfaces(ask: Ask, tell: Tell): Promise<string[]> {
  const known = SETTINGS_TABLE.interfaces.map((one) => one.interface);
  for (;;) {
    const names = (await ask(`Interfaces to test (${known.join(', ')}; comma-separated): `))
      .split(/[\s,]+/)
      .filter((name) => name !== '');
    const unknown = names.find((name) => !known.includes(name));
    if (names.length > 0 && unknown === undefined) return known.filter((name) => names.includes(name));
    if (unknown !== undefined) tell(unknownInterface(unknown));
  }
}

/** A sentence about an unknown name. */
export function unknownInterface(name: string): string {
  const known = SETTINGS_TABLE.interfaces.map((one) => one.interface);
  return notKnown('interface', name, known);
}

/** Asks for the settings of the interfaces, and again while they have problems; an answer that was given is then the default. */
export async function askSettings(interfaces: readonly string[], ask: Ask, tell: Tell): Promise<Map<string, string>> {
  const values = new Map<string, string>();
  const named = new Set<string>();
  for (;;) {
    for (const setting of SETTINGS_TABLE.settings.filter((one) => interfaces.includes(one.interface)))
      if (named.has(setting.name) || isAsked(setting, values)) await askSetting(setting, values, ask, tell);
    const read = readTarget(SETTINGS_TABLE, Object.fromEntries(values));
    if (read.ok && read.target.configured.length > 0) return values;
    for (const { setting, message } of read.ok ? [] : read.problems) {
      named.add(setting);
      tell(message);
    }
    tell('Enter keeps a value, - removes it.');
  }
}

/** Addresses, the settings that these need, and credentials; a secret only if no file can hold it. */
function isAsked({ name, kind, secret, needs }: Setting, values: ReadonlyMap<string, string>): boolean {
  const names = [...values.keys()];
  if (SETTINGS_TABLE.interfaces.some(({ configuredBy }) => configuredBy.includes(name))) return true;
  if (!needs.every((need) => isMet(need, names))) return false;
  const needed = names.some((set) => SETTINGS_TABLE.named(set)?.needs.flat().includes(name));
  return (
    needed ||
    CREDENTIALS.has(kind.is) ||
    (secret && kind.is !== 'json-strings' && SETTINGS_TABLE.named(`${name}_FILE`) === undefined)
  );
}

async function askSetting(setting: Setting, values: Map<string, string>, ask: Ask, tell: Tell): Promise<void> {
  const { name, meaning, secret, example } = setting;
  const before = values.get(name);
  const hint = secret ? 'not shown while you type' : `${describeKind(setting)}, such as ${example}`;
  tell(`${meaning} (${hint}; Enter: ${before === undefined ? 'not set' : 'keep'})`);
  for (;;) {
    const answer = (await ask(`${name}${before === undefined || secret ? '' : ` [${before}]`}: `, secret)).trim();
    if (answer === '') return;
    if (answer === NONE) {
      values.delete(name);
      return;
    }
    const read = readValue(setting, answer);
    if ('value' in read) {
      values.set(name, answer);
      return;
    }
    tell(`${name} ${read.wrong}`);
  }
}
