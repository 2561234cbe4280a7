/** Commands as data, and how they are added to the program. */
import { Argument, type Command, Option } from 'commander';
import type { Context } from '../context.ts';

/** An option: its flags and description, and its default or a function that collects its values. */
export type OptionRow =
  | Option
  | readonly [flags: string, description: string, usual?: string | ((value: string, before?: never) => unknown)];

/** A command with its help. Its code is loaded when it runs, so that a command which sends nothing starts quickly. */
export interface CommandRow {
  readonly name: string;
  readonly description: string;
  readonly examples: readonly string[];
  /** Further help, above the examples. */
  readonly about?: string;
  readonly arguments?: readonly (Argument | readonly [form: string, description: string, usual?: string])[];
  readonly options?: readonly OptionRow[];
  /** The function of the command: it gets the arguments and the options, and returns the exit code. */
  readonly load?: () => Promise<(context: Context, ...given: never[]) => number | Promise<number>>;
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
  for (const argument of row.arguments ?? []) {
    if (argument instanceof Argument) command.addArgument(argument);
    else command.argument(...argument);
  }
  for (const option of options) {
    if (option instanceof Option) command.addOption(option);
    else command.option(...(option as [string, string, string?]));
  }
  for (const below of row.commands ?? []) addCommand(command, below, context, act);
  if (load) command.action((...given) => act(async () => (await load())(context, ...(given.slice(0, -1) as never[]))));
  return command;
}
