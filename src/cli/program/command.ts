/** Commands as data, and how they are added to the program. */
import { basename, dirname } from 'node:path';
import type { Command } from 'commander';
import type { Context } from '../context.ts';

/** An option or an argument: its form and description, and what else there is to know of it. */
export type OptionRow = readonly [form: string, description: string, more?: OptionDetails];

interface OptionDetails {
  /** Its default. */
  readonly usual?: string;
  readonly choices?: readonly string[];
  /** Its values are collected. */
  readonly repeated?: true;
  /** Names of options that cannot be given with it. */
  readonly conflicts?: string[];
  readonly mandatory?: true;
  /** It names the directory of a run: its results.json is taken, too. */
  readonly run?: true;
  /** The heading below which the help lists it. */
  readonly heading?: string;
}

/** A command with its help. Its code is loaded when it runs, so that a command which sends no request starts quickly. */
export interface CommandRow {
  readonly name: string;
  readonly description: string;
  readonly examples: readonly string[];
  /** Further help, above the examples. */
  readonly about?: string;
  readonly arguments?: readonly OptionRow[];
  readonly options?: readonly OptionRow[];
  /** The function of the command: it gets the arguments and the options, and returns the exit code. */
  readonly load?: () => Promise<(context: Context, ...args: never[]) => number | Promise<number>>;
  readonly commands?: readonly CommandRow[];
}

/** Runs the action of a command, and ends the process with its exit code. */
export type Act = (command: () => Promise<number>) => Promise<void>;

/** Adds a command, and those below it. */
export function addCommand(parent: Command, row: CommandRow, context: Context, act: Act): Command {
  const { name, description, examples, about, load, options = [] } = row;
  const command = parent.command(name).description(description);
  if (about !== undefined) command.addHelpText('after', `\n${about}`);
  if (examples.length > 0)
    command.addHelpText('after', `\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}`);
  for (const [form, meaning, { usual, choices, run } = {}] of row.arguments ?? []) {
    const argument = command.createArgument(form, meaning).default(usual, usual);
    if (run) argument.argParser(directoryOfRun);
    command.addArgument(choices ? argument.choices(choices) : argument);
  }
  for (const [
    flags,
    meaning,
    { usual, choices, repeated, run, conflicts = [], mandatory = false, heading } = {},
  ] of options) {
    const option = command.createOption(flags, meaning).default(usual, usual).conflicts(conflicts);
    if (choices) option.choices(choices);
    if (repeated) option.argParser(collected);
    if (run) option.argParser(directoryOfRun);
    if (heading) option.helpGroup(heading);
    command.addOption(option.makeOptionMandatory(mandatory));
  }
  for (const below of row.commands ?? []) addCommand(command, below, context, act);
  if (load) command.action((...args) => act(async () => (await load())(context, ...(args.slice(0, -1) as never[]))));
  return command;
}

const directoryOfRun = (path: string): string => (basename(path) === 'results.json' ? dirname(path) : path);

/** The values of an option that may be repeated; `before` is false after the option's negation. */
const collected = (value: string, before: string[] | false = []): string[] => [...(before || []), value];
