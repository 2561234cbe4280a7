/** Adds commands to the program. */
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { type Act, addCommand, HELP_OF_COMMAND } from './command.ts';
import { DEPLOYMENT_COMMANDS, GROUPS } from './commands.ts';

/** Adds commands to the program: the one that `args` begin with, else all of them. Each takes time. */
export async function addCommands(
  program: Command,
  context: Context,
  act: Act,
  [first = '']: readonly string[] = [],
): Promise<void> {
  // `--version` needs no command; the completion script needs all commands.
  if (first === '--version') return;
  const rows = Object.entries(GROUPS).flatMap(([heading, own]) => own.map((row) => ({ heading, row })));
  const [one] = first === 'completion' ? [] : rows.filter(({ row }) => row.name === first);
  for (const { heading, row } of one ? [one] : rows) {
    program.commandsGroup(heading);
    addCommand(program, row, context, act);
  }
  program.commandsGroup('Help:').helpCommand('help [command]', HELP_OF_COMMAND);
  const named = process.argv.slice(2, 4);
  // Reading the table of settings takes time.
  const taking = DEPLOYMENT_COMMANDS.map(({ name }) => name).filter((name) =>
    [name, 'completion'].some((word) => named.includes(word)),
  );
  if (taking.length === 0) return;
  const { addSettingOptions } = await import('../setting-options.ts');
  for (const command of program.commands)
    if (taking.includes(command.name())) addSettingOptions(command, command.name() === 'init', process.argv);
}
