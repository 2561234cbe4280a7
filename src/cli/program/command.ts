/** Commands as data, and how they are added to the program. */
import { basename, dirname } from 'node:path';
import type { Argument, Command, Option } from 'commander';
import { ORDER_OF_EXIT_CODES } from '../../engine/account/exit-codes.ts';
import type { Context } from '../context.ts';
import { exitCodesOf, meaningsOf, purposeOf, type Row } from '../pages.ts';

/** An option or an argument: its form, by itself or with details. The page of all commands has its meaning. */
export type OptionRow = string | readonly [form: string, details: OptionDetails];

/** Returns an option or an argument with its details. */
export const detailed = (row: OptionRow): readonly [form: string, details: OptionDetails] =>
  typeof row === 'string' ? [row, {}] : row;

type Suggested = () => readonly string[] | Promise<readonly string[]>;

/** Words that shells complete for an option or an argument. */
export const SUGGESTED = new WeakMap<Option | Argument, Suggested>();

interface OptionDetails {
  /** Its default. */
  readonly usual?: string;
  readonly choices?: readonly string[];
  /** Its values are collected. */
  readonly repeated?: true;
  /** Reported if it is given twice. */
  readonly once?: string;
  /** Names of options that cannot be given with it. */
  readonly conflicts?: string[];
  readonly mandatory?: true;
  /** The value names the directory of a run. The path of its results.json is accepted too. */
  readonly run?: true;
  /** The heading below which the help lists it. */
  readonly heading?: string;
  /** Its possible values, each with its meaning: a table below the options. */
  readonly values?: () => readonly Row[];
  /** Words that shells complete, if it has neither choices nor a table of values. */
  readonly suggested?: Suggested;
}

/**
 * A command with its help. Its code is loaded when it runs, so that a command which sends no request starts quickly.
 */
export interface CommandRow {
  readonly name: string;
  /** Its purpose; by default, the one on the page of all commands. */
  readonly description?: string;
  readonly examples: readonly string[];
  /** Further help: paragraphs after the options. */
  readonly about?: string;
  readonly arguments?: readonly OptionRow[];
  readonly options?: readonly OptionRow[];
  /** Options that `-h` lists; by default, those without a heading. */
  readonly usual?: readonly string[];
  /** Options of other commands are arguments. */
  readonly takesOptions?: true;
  /** Loads the command's function: it takes arguments, options and the command, and returns the exit code. */
  readonly load?: () => Promise<(context: Context, ...args: never[]) => number | Promise<number>>;
  readonly commands?: readonly CommandRow[];
}

/** Runs the action of a command, and ends the process with its exit code. */
export type Act = (command: () => Promise<number>) => Promise<void>;

/** Description of the command `help`. */
export const HELP_OF_COMMAND = 'print the options, exit codes and examples of a command';

/** Whether the short help is requested: usual options and examples. */
export const isShort: boolean = process.argv.includes('-h');

/** Returns the meaning of an option, or for the short help its first words. */
export const brief = (meaning = ''): string => (isShort ? (meaning.split(/; |: |\. | \(/)[0] ?? '') : meaning);

/** Adds a command, and those below it. */
export function addCommand(parent: Command, row: CommandRow, context: Context, act: Act): Command {
  const { name, description, load, options = [] } = row;
  const command = parent.command(name);
  command.allowUnknownOption(row.takesOptions === true);
  const full = nameOf(command);
  const purpose = description ?? purposeOf(full);
  const meanings = meaningsOf(full);
  // The first screen of a long help shows the examples.
  const examples = ['Examples:', ...row.examples.map((line) => `  ${line}`)].join('\n');
  command.summary(purpose).description(`${purpose[0]?.toUpperCase()}${purpose.slice(1)}.\n\n${examples}`);
  command.addHelpText('after', () => further(command, row));
  for (const [form, { usual, choices, run, suggested }] of (row.arguments ?? []).map(detailed)) {
    const argument = command.createArgument(form, meanings.get(form)).default(usual, usual);
    if (run) argument.argParser(directoryOfRun);
    if (suggested) SUGGESTED.set(argument, suggested);
    command.addArgument(choices ? argument.choices(choices) : argument);
  }
  for (const [flags, details] of options.map(detailed)) {
    const { usual, choices, repeated, once, run, conflicts = [], mandatory = false, heading, values } = details;
    // A value such as FORMAT=FILE continues after the word.
    const suggested = values
      ? () => values().map(([word]) => (/<\w+=/.test(flags) ? `${word}=` : word))
      : details.suggested;
    const option = command
      .createOption(flags, `${mandatory ? 'required: ' : ''}${brief(meanings.get(flags))}`)
      .default(usual, usual)
      .conflicts(conflicts);
    if (choices) option.choices(choices);
    if (suggested) SUGGESTED.set(option, suggested);
    if (repeated) option.argParser(collected);
    if (once)
      option.argParser((value, before?: string) =>
        before === undefined ? value : command.error(`error: ${option.long} is given twice. ${once}`),
      );
    if (run) option.argParser(directoryOfRun);
    if (heading && !isShort) option.helpGroup(heading);
    if (isShort && !(row.usual?.includes(option.long ?? '') ?? !heading)) option.hideHelp();
    command.addOption(option.makeOptionMandatory(mandatory));
  }
  for (const below of row.commands ?? []) addCommand(command, below, context, act);
  if (row.commands) command.helpCommand('help [command]', HELP_OF_COMMAND);
  if (load) command.action((...args) => act(async () => (await load())(context, ...(args as never[]))));
  return command;
}

/** Returns the help after the options: paragraphs, tables of values, exit codes. */
function further(command: Command, { about, options = [], load }: CommandRow) {
  if (isShort) return `\nAll options, and exit codes: assay ${nameOf(command)} --help`;
  const help = command.createHelp();
  help.prepareContext({ helpWidth: command.configureOutput().getOutHelpWidth?.() ?? 80 });
  const table = (title: string, rows: readonly Row[]) => {
    const wide = Math.max(...rows.map(([word]) => word.length));
    return [title, ...rows.map(([word, meaning]) => help.formatItem(word, wide, meaning, help))].join('\n');
  };
  const codes = load ? exitCodesOf(nameOf(command)) : [];
  const severe = codes.some(([code]) => code === '3') ? ` (if several apply, the first of ${ORDER_OF_EXIT_CODES})` : '';
  return [
    ...(about === undefined ? [] : [help.boxWrap(about, help.helpWidth ?? 80)]),
    ...options.map(detailed).flatMap(([form, { values }]) => (values ? [table(`Values of ${form}:`, values())] : [])),
    ...(codes.length > 0 ? [table(`Exit codes${severe}:`, codes)] : []),
  ]
    .map((part) => `\n${part}`)
    .join('\n');
}

/** Returns the name of a command, with those above it: `baseline init`. */
export function nameOf(command: Command): string {
  return command.parent === null ? '' : `${nameOf(command.parent)} ${command.name()}`.trim();
}

const directoryOfRun = (path: string) => (basename(path) === 'results.json' ? dirname(path) : path);

/** The values of an option that may be repeated; `before` is false after the option's negation. */
const collected = (value: string, before: string[] | false = []) => [...(before || []), value];
