/** All commands, in the order of the help. */
import type { Command } from 'commander';
import { COMMANDS } from '../../run/started-as.ts';
import type { Context } from '../context.ts';
import { type Act, addCommand, type CommandRow, HELP_OF_COMMAND } from './command.ts';

type Rows = () => Promise<readonly CommandRow[]>;

/** Groups by heading: the names of commands, and their rows. */
const GROUPS: Readonly<Record<string, readonly [names: readonly string[], rows: Rows]>> = {
  'Test a deployment:': [COMMANDS.deployment, async () => (await import('./deployments.ts')).DEPLOYMENT_COMMANDS],
  'Test many deployments:': [COMMANDS.fleet, async () => (await import('./deployments.ts')).FLEET_COMMANDS],
  'Understand the results:': [COMMANDS.results, async () => (await import('./results.ts')).RESULT_COMMANDS],
  'Clients, claims, proofs:': [COMMANDS.claims, async () => (await import('./claims.ts')).CLAIM_COMMANDS],
};

/** Adds commands to the program: the one that `args` begin with, else all of them. Each module takes time. */
export async function addCommands(
  program: Command,
  context: Context,
  act: Act,
  args: readonly string[] = [],
): Promise<void> {
  const [first = ''] = args;
  // `--version` needs no command; the completion script needs all commands.
  if (first === '--version') return;
  const one = first !== 'completion' && Object.values(COMMANDS).flat().includes(first);
  for (const [heading, [names, rows]] of Object.entries(GROUPS)) {
    if (one && !names.includes(first)) continue;
    program.commandsGroup(heading);
    for (const row of await rows()) if (!one || row.name === first) addCommand(program, row, context, act);
  }
  program.commandsGroup('Help:').helpCommand('help [command]', HELP_OF_COMMAND);
  const named = process.argv.slice(2, 4);
  // Commands that test one deployment take settings as options. Reading the table of settings takes time.
  const taking = COMMANDS.deployment.filter((name) => named.includes(name) || named.includes('completion'));
  if (taking.length === 0) return;
  const { addSettingOptions } = await import('../setting-options.ts');
  for (const command of program.commands)
    if (taking.includes(command.name())) addSettingOptions(command, command.name() === 'init', process.argv);
}
