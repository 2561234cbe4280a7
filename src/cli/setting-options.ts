/**
 * Settings as options of commands, derived from the table of settings: the name of a setting, with or without the
 * prefix of its interface.
 */
import { type Command, Option } from 'commander';
import { shellWord } from '../engine/repeat/shell.ts';
import { InputError, readInput } from '../files/read-file.ts';
import { SETTINGS_TABLE } from '../run/installed/settings-table.ts';
import type { GivenOptions } from '../run/settings-source.ts';
import { ASSAY, prefixOf } from '../settings/table.ts';
import type { Setting } from '../settings/types.ts';
import { meaningAndForm } from '../settings/values.ts';
import { brief, isShort, SUGGESTED } from './program/command.ts';
import { idsOf } from './program/options.ts';

/** A setting by the name of an option, without `--`. */
interface SettingOption {
  readonly setting: Setting;
  /**
   * The option's unambiguous name. It begins with the prefix of the interface; settings of Assay itself have no prefix.
   */
  readonly full: string;
  /** The option names a file with the value. */
  readonly inFile: boolean;
}

/**
 * Options by each of their names. Secrets are read from files: other users of the machine can see the arguments of a
 * process.
 */
const BY_OPTION = new Map<string, [SettingOption, ...SettingOption[]]>();
for (const setting of SETTINGS_TABLE.settings) {
  const { name, option, secret } = setting;
  // The options themselves name the interfaces; a secret may have a setting for its file already.
  if (name === 'ASSAY_INTERFACES' || (secret && SETTINGS_TABLE.named(`${name}_FILE`) !== undefined)) continue;
  const suffix = secret ? '-file' : '';
  const unprefixed = name.slice(prefixOf(setting.interface).length);
  const [short, long] = [`${optionName(unprefixed)}${suffix}`, `${optionName(name)}${suffix}`];
  const full = setting.interface === ASSAY ? short : long;
  for (const one of new Set([short, long, option ?? short]))
    BY_OPTION.set(one, [...(BY_OPTION.get(one) ?? []), { setting, full, inFile: secret }] as [SettingOption]);
}

const KNOWN = SETTINGS_TABLE.interfaces.map((one) => one.interface);

/** Options of settings that the help of these commands lists. */
const FREQUENT: Readonly<Record<string, readonly string[]>> = {
  'allow-create': ['plan', 'run'],
  'not-offered': ['doctor', 'plan', 'run'],
  profile: ['doctor', 'plan', 'run', 'clean'],
  'run-timeout-ms': ['run'],
};

/** Returns a setting as the help of an option: without a capital and the last full stop. */
const phraseOf = ({ setting, inFile }: SettingOption) =>
  `${inFile ? 'file with the ' : ''}${(inFile ? setting.meaning : meaningAndForm(setting)).replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase()).replace(/\.$/, '')}`;

function optionName(name: string) {
  return name.toLowerCase().replaceAll('_', '-');
}

/** Kept apart from the other options of a command, which may have the same names. */
class OptionOfSetting extends Option {
  override attributeName(): string {
    return keyOf(this.long?.slice(2) ?? '');
  }
}

function keyOf(name: string) {
  return `setting:${name}`;
}

/**
 * Adds an option for each name of each setting. `shown`: the help lists the full name of each setting of the interfaces
 * that `words` name, and those of Assay itself.
 */
export function addSettingOptions(command: Command, shown: boolean, words: readonly string[]): void {
  const named = words.flatMap((word) => word.split(/[=,]/));
  const isCommon = ([{ setting }]: readonly [SettingOption, ...unknown[]]) => Number(setting.interface === ASSAY);
  for (const [name, all] of [...BY_OPTION].sort(([, one], [, other]) => isCommon(one) - isCommon(other))) {
    if (command.options.some(({ long }) => long === `--${name}`)) continue;
    const [{ setting, full, inFile }] = all;
    const { interface: of } = setting;
    const value = inFile ? 'file' : setting.kind.is;
    const option = new OptionOfSetting(`--${name} <${value}>`, `${brief(phraseOf(all[0]))} (${setting.name})`);
    const { kind } = setting;
    if (setting.name === 'ASSAY_PROFILE') SUGGESTED.set(option, idsOf('profiles'));
    if (kind.is === 'list') SUGGESTED.set(option, () => [kind.of ?? [], kind.all ? 'all' : []].flat());
    option.helpGroup((SETTINGS_TABLE.interfaces.find((one) => one.interface === of)?.title ?? 'Assay').concat(':'));
    if (!shown && FREQUENT[name]?.includes(command.name()))
      option.helpGroup(isShort ? 'Options:' : 'Frequent settings:');
    else if (!shown || name !== full || !(of === ASSAY ? KNOWN : [of]).some((one) => named.includes(one)))
      option.hideHelp();
    command.addOption(option);
  }
}

/** Returns the options for a setting, with their dashes: the longest name, which is unambiguous, first. */
export function optionsOf(name: string): string[] {
  const forms = [...BY_OPTION].flatMap(([option, meant]) =>
    meant.flatMap(({ setting, inFile }) => (setting.name === name ? [`--${option}${inFile ? ' FILE' : ''}`] : [])),
  );
  return forms.sort((one, other) => other.length - one.length);
}

/**
 * Returns the interfaces that the options are about. An option that only one interface has means that interface. The
 * remaining options belong to an interface that has all of them; the result may contain several such.
 */
export function interfacesIn(options: object): string[] {
  const meant = given(options)
    .map(({ settings }) => settings.map(({ setting }) => setting.interface))
    .filter((of) => of.some((name) => name !== ASSAY));
  const named = meant.flatMap((of) => (of.length === 1 ? of : []));
  const open = meant.filter((of) => !of.some((name) => named.includes(name)));
  return KNOWN.filter((name) => named.includes(name) || (open.length > 0 && open.every((of) => of.includes(name))));
}

/**
 * Returns values of settings, and the options that repeat them. Throws InputError if an option belongs to none or
 * several of the interfaces, or if the file of a secret cannot be read.
 */
export function settingsIn(options: object, interfaces: readonly string[] = interfacesIn(options)): GivenOptions {
  const values: Record<string, string> = {};
  const repeated: Record<string, Record<string, string>> = {};
  const places = new Map<string, string>();
  for (const { name, settings, value } of given(options)) {
    const own = settings.filter(
      ({ setting: { interface: of } }) => interfaces.length === 0 || interfaces.includes(of) || of === ASSAY,
    );
    const [one, other] = own;
    if (one === undefined)
      throw new InputError(
        `--${name} is not a setting of ${interfaces.join(', ')}, but of ${settings.map(({ setting }) => setting.interface).join(', ')}.`,
      );
    if (other !== undefined)
      throw new InputError(
        `--${name} can mean ${own.map(({ setting }) => setting.name).join(' or ')}: write ${own.map(({ full }) => `--${full}`).join(' or ')}.`,
      );
    const { setting, full, inFile } = one;
    const text = inFile ? readInput(value, 'credential', `--${name} ${JSON.stringify(value)}`).toString('utf8') : value;
    if (inFile && text.trim() === '')
      throw new InputError(
        `--${name} names ${JSON.stringify(value)}, which is empty. Write the value into it, or name another file.`,
      );
    const before = places.get(setting.name);
    if (before !== undefined)
      throw new InputError(`${before} and --${name} both set ${setting.name}: give one of them.`);
    values[setting.name] = inFile ? text.replace(/\r?\n$/, '') : text;
    places.set(setting.name, `--${name}`);
    repeated[setting.interface] = { ...repeated[setting.interface], [full]: value };
  }
  return { values, options: repeated, places };
}

/**
 * Reads the settings for a command that sends. Throws InputError if `--reference` and the settings of a deployment are
 * given together.
 */
export function settingsOfCommand(options: { readonly reference?: true }): GivenOptions {
  const other = given(options).find(({ settings }) => settings.every(({ setting }) => setting.interface !== ASSAY));
  if (options.reference && other !== undefined)
    throw new InputError(
      `--reference tests the embedded references, but --${other.name} is about a deployment. Give only one of them.`,
    );
  return settingsIn(options);
}

/** Returns the words that give a command the same settings, for a shell: ` --env-file staging.env`. */
export function optionWords(options: { readonly envFile?: string; readonly reference?: true }): string {
  const { envFile, reference } = options;
  const words = [
    reference ? '--reference' : [],
    envFile === undefined ? [] : ['--env-file', envFile],
    given(options).flatMap(({ name, value }) => [`--${name}`, value]),
  ];
  return words
    .flat()
    .map((word) => ` ${shellWord(word)}`)
    .join('');
}

function given(options: object) {
  const all: Readonly<Record<string, unknown>> = { ...options };
  // Some commands declare this one setting as an option.
  const values = { ...all, [keyOf('depth')]: all.depth ?? all[keyOf('depth')] };
  return [...BY_OPTION].flatMap(([name, settings]) => {
    const value = values[keyOf(name)];
    return typeof value === 'string' ? [{ name, settings, value }] : [];
  });
}
