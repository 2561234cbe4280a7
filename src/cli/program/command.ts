/** Commands as data, and how they are added to the program. */
import { basename, dirname } from 'node:path';
import type { Argument, Command, Option } from 'commander';
import { ORDER_OF_EXIT_CODES } from '../../engine/account/exit-codes.ts';
import type { Context } from '../context.ts';
import {
  examplesOf,
  exitCodesOf,
  firstSentence,
  longOf,
  type OptionRow,
  optionsOf,
  purposeOf,
  type Row,
  tableIn,
} from '../pages.ts';
import { idsOf } from './options.ts';

/** Words that shells complete for an option or an argument. */
export const SUGGESTED = new WeakMap<Option | Argument, () => readonly string[] | Promise<readonly string[]>>();

/**
 * A command. The page of all commands has its purpose, examples, options and arguments. Its code is loaded when it
 * runs, so that a command which sends no request starts quickly.
 */
export interface CommandRow {
  readonly name: string;
  /** Further help: paragraphs after the options. */
  readonly about?: string;
  /** A table of the help: its title, its page, and the heading of its first column. */
  readonly table?: readonly [title: string, page: string, column: string];
  /** Headings in the help, each with its options. */
  readonly groups?: Readonly<Record<string, string>>;
  /** Options that `-h` lists; by default, those without a heading. */
  readonly usual?: string;
  /** Words that shells complete, by the name of an option or argument. */
  readonly suggested?: Readonly<Record<string, () => readonly string[] | Promise<readonly string[]>>>;
  /** Options of other commands are arguments. */
  readonly takesOptions?: true;
  /** Loads the command's function: it takes arguments, options and the command, and returns the exit code. */
  readonly load?: () => Promise<(context: Context, ...args: never[]) => number | Promise<number>>;
  readonly commands?: readonly CommandRow[];
}

/** Words that shells complete for options of several commands. */
const IDS: Readonly<Record<string, readonly string[]>> = {
  '--only': ['requirements', 'gaps'],
  '--plan': ['plans'],
  '--profile': ['profiles'],
  '--fault': ['faults'],
  '--variant': ['variants'],
};

/** Meanings of the values that the help lists in a table: conditions of the gate, and formats of reports. */
const meaningsOfValues = (): ReadonlyMap<string, string> =>
  new Map([
    ...tableIn('docs/nightly.md', 'condition').map(([word, meaning]) => [word, firstSentence(meaning)] as const),
    ...tableIn('docs/lookup/reports.md', 'format'),
  ]);

/** Runs the action of a command, and ends the process with its exit code. */
export type Act = (command: () => Promise<number>) => Promise<void>;

/** Description of the command `help`. */
export const HELP_OF_COMMAND = 'print the options, exit codes and examples of a command';

/** Whether the short help is requested: usual options and examples. */
export const isShort: boolean = process.argv.includes('-h');

/** Returns the meaning of an option; for the short help, its first words, and a default of one word. */
export const brief = (meaning = ''): string => {
  const [, usual] = /\((default: [^;) ]+)[;)]/.exec(meaning) ?? [];
  return isShort ? `${meaning.split(/; |: |\. | \(/)[0] ?? ''}${usual ? ` (${usual})` : ''}` : meaning;
};

/** Adds a command, and those below it. */
export function addCommand(parent: Command, row: CommandRow, context: Context, act: Act): Command {
  const { name, load, groups = {}, suggested = {} } = row;
  const command = parent.command(name);
  command.allowUnknownOption(row.takesOptions === true);
  const full = nameOf(command);
  const purpose = purposeOf(full);
  // The first screen of a long help shows the examples.
  const examples = ['Examples:', ...examplesOf(full).map((line) => `  ${line}`)].join('\n');
  command.summary(purpose).description(`${purpose[0]?.toUpperCase()}${purpose.slice(1)}.\n\n${examples}`);
  command.addHelpText('after', () => further(command, row));
  const place = ({ form }: OptionRow) => (isShort ? (row.usual?.split(' ') ?? []).indexOf(longOf(form)) : 0);
  const rows = optionsOf(full).sort((one, other) => place(one) - place(other));
  for (const { form, meaning, isRequired, isRepeatable, usual, values = [], conflicts } of rows) {
    const long = longOf(form);
    const listed = listedIn(values);
    // A value such as FORMAT=FILE continues after the word.
    const words =
      suggested[long || form] ??
      (listed.length > 0 ? () => values.map((word) => (/<\w+=/.test(form) ? `${word}=` : word)) : undefined) ??
      (IDS[long] && idsOf(...IDS[long]));
    const toRun = /[<[]run[>\]]/.test(form);
    if (long === '') {
      const argument = command.createArgument(form, meaning).default(usual, usual);
      if (words) SUGGESTED.set(argument, words);
      if (toRun) argument.argParser(directoryOfRun);
      command.addArgument(values.length > 0 ? argument.choices(values) : argument);
      continue;
    }
    const option = command
      .createOption(
        form,
        [
          isRequired ? `required: ${brief(meaning)}` : brief(meaning),
          ...(isShort
            ? []
            : [...(isRepeatable ? ['repeatable'] : []), ...conflicts.map((other) => `not with ${other}`)]),
        ].join('; '),
      )
      .default(usual, usual)
      .conflicts(conflicts.map((other) => other.slice('--'.length)));
    if (values.length > 0 && listed.length === 0) option.choices(values);
    if (words) SUGGESTED.set(option, words);
    if (toRun) option.argParser(directoryOfRun);
    // The page is written besides the reports of --report.
    if (long === '--no-report') option.attributeName = () => 'page';
    if (isRepeatable) option.argParser(collected);
    else if (long === '--fault')
      option.argParser((value, before?: string) =>
        before === undefined
          ? value
          : command.error('error: --fault is given twice. Give one fault; variants can be combined.'),
      );
    const [heading] = Object.entries(groups).find(([, names]) => names.split(' ').includes(long)) ?? [];
    if (heading && !isShort) option.helpGroup(`${heading}:`);
    if (isShort && !(row.usual?.split(' ').includes(long) ?? !heading)) option.hideHelp();
    command.addOption(option.makeOptionMandatory(isRequired));
  }
  for (const below of row.commands ?? []) addCommand(command, below, context, act);
  if (row.commands) command.helpCommand('help [command]', HELP_OF_COMMAND);
  if (load) command.action((...args) => act(async () => (await load())(context, ...(args as never[]))));
  return command;
}

/** Returns the values that have meanings, each with its meaning. */
function listedIn(values: readonly string[]) {
  const meanings = values.length > 0 ? meaningsOfValues() : new Map<string, string>();
  return values.flatMap((word): Row[] => {
    const meaning = meanings.get(word);
    return meaning === undefined ? [] : [[word, meaning]];
  });
}

/** Returns the help after the options: paragraphs, tables of values, exit codes. */
function further(command: Command, { about, load, table: known }: CommandRow) {
  const full = nameOf(command);
  const more = command.options.some(({ hidden }) => hidden) ? 'All options, and exit codes' : 'Details, and exit codes';
  if (!load) return `\nOptions and exit codes: assay help ${full} COMMAND`;
  if (isShort) return `\n${more}: assay ${full} --help`;
  const help = command.createHelp();
  help.prepareContext({ helpWidth: command.configureOutput().getOutHelpWidth?.() ?? 80 });
  const table = (title: string, rows: readonly Row[]) => {
    const wide = Math.max(...rows.map(([word]) => word.length));
    return [title, ...rows.map(([word, meaning]) => help.formatItem(word, wide, meaning, help))].join('\n');
  };
  const codes = exitCodesOf(full);
  const severe = codes.some(([code]) => code === '3')
    ? ` (if several apply, the first in this order: ${orderOf(codes)})`
    : '';
  return [
    ...(about === undefined ? [] : [help.boxWrap(about, help.helpWidth ?? 80)]),
    ...(known === undefined ? [] : [table(known[0], tableIn(known[1], known[2]))]),
    ...optionsOf(full).flatMap(({ form, values = [] }) => {
      const listed = listedIn(values);
      return listed.length > 0 ? [table(`Values of ${form}:`, listed)] : [];
    }),
    ...(codes.length > 0 ? [table(`Exit codes${severe}:`, codes)] : []),
  ]
    .map((part) => `\n${part}`)
    .join('\n');
}

/** Returns those of the exit codes that have an order, in it. */
const orderOf = (codes: readonly Row[]) =>
  ORDER_OF_EXIT_CODES.split(', ')
    .filter((code) => codes.some(([own]) => own === code))
    .join(', ');

/** Returns the name of a command, with those above it: `baseline init`. */
export function nameOf(command: Command): string {
  return command.parent === null ? '' : `${nameOf(command.parent)} ${command.name()}`.trim();
}

const directoryOfRun = (path: string) => (basename(path) === 'results.json' ? dirname(path) : path);

/** The values of an option that may be repeated. */
const collected = (value: string, before: string[] = []) => [...before, value];
