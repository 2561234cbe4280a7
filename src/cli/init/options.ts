/** Options of `assay init`, derived from the table of settings: the name of a setting, with or without the prefix of its interface. */
import { type Command, Option } from 'commander';
import { InputError } from '../../files/input.ts';
import { SETTINGS_TABLE } from '../../run/installed/settings-table.ts';
import type { Setting } from '../../settings/types.ts';

/** Secrets are left out: other users of the machine can see the arguments of a process. */
const SETTINGS: readonly Setting[] = SETTINGS_TABLE.settings.filter(
  ({ secret, name }) => !secret && name !== 'ASSAY_INTERFACES',
);

/** Settings by each of their names as an option, without `--`. */
const BY_OPTION = new Map<string, Setting[]>();
for (const setting of SETTINGS) {
  const prefix = SETTINGS_TABLE.prefixes.find((one) => setting.name.startsWith(one)) ?? '';
  for (const name of new Set([
    ...[setting.name.slice(prefix.length), setting.name].map(optionName),
    ...(setting.option === undefined ? [] : [setting.option]),
  ]))
    BY_OPTION.set(name, [...(BY_OPTION.get(name) ?? []), setting]);
}

function optionName(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

/** An option; help shows those with short names only. */
function optionFor(name: string, settings: readonly Setting[]): Option {
  const option = new Option(`--${name} <value>`, settings.map((setting) => setting.name).join(', '));
  return settings.some((setting) => optionName(setting.name) === name) ? option.hideHelp() : option;
}

/** Adds an option per name of a setting. */
export function addSettingOptions(command: Command): void {
  for (const [name, settings] of BY_OPTION) command.addOption(optionFor(name, settings));
}

/** Interfaces whose settings the options name in full. */
export function interfacesIn(options: Readonly<Record<string, unknown>>): string[] {
  const known = SETTINGS_TABLE.interfaces.map((one) => one.interface);
  const named = given(options).flatMap(({ settings }) =>
    settings.length === 1 ? settings.map((setting) => setting.interface) : [],
  );
  return known.filter((name) => named.includes(name));
}

/** Values of settings by name. Throws InputError if an option belongs to none or several of the interfaces. */
export function settingsIn(
  options: Readonly<Record<string, unknown>>,
  interfaces: readonly string[],
): Map<string, string> {
  const values = new Map<string, string>();
  for (const { name, settings, value } of given(options)) {
    const own = settings.filter(
      ({ interface: of }) => interfaces.includes(of) || !SETTINGS_TABLE.interfaces.some((one) => one.interface === of),
    );
    const [setting, other] = own;
    if (setting === undefined)
      throw new InputError(
        `--${name} is not a setting of ${interfaces.join(', ')}, but of ${settings.map((one) => one.interface).join(', ')}.`,
      );
    if (other !== undefined)
      throw new InputError(
        `--${name} may mean several settings. Write ${own.map((one) => `--${optionName(one.name)}`).join(' or ')}.`,
      );
    values.set(setting.name, value);
  }
  return values;
}

function given(
  options: Readonly<Record<string, unknown>>,
): { name: string; settings: readonly Setting[]; value: string }[] {
  return [...BY_OPTION].flatMap(([name, settings]) => {
    const value = options[optionFor(name, settings).attributeName()];
    return typeof value === 'string' ? [{ name, settings, value }] : [];
  });
}
