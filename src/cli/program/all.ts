/** All commands, in the order of the help. */
import type { Command } from 'commander';
import { COMMANDS } from '../../run/started-as.ts';
import type { Context } from '../context.ts';
import { CLAIM_COMMANDS } from './claims.ts';
import { type Act, addCommand } from './command.ts';
import { DEPLOYMENT_COMMANDS, FLEET_COMMANDS } from './deployments.ts';
import { RESULT_COMMANDS } from './results.ts';

const GROUPS = {
  'Test a deployment:': DEPLOYMENT_COMMANDS,
  'Test many deployments:': FLEET_COMMANDS,
  'Understand the results:': RESULT_COMMANDS,
  'Clients, claims, proofs:': CLAIM_COMMANDS,
};

/** Adds the command that `args` begin with, else all of them below headings: each takes time. */
export async function addCommands(
  program: Command,
  context: Context,
  act: Act,
  [first = '', second = '']: readonly string[] = [],
): Promise<void> {
  // `--version` needs no command.
  if (first === '--version') return;
  // The completion script, and the explanation of an option, need all commands.
  const needsAll = first === 'completion' || (first === 'explain' && second.startsWith('-'));
  const isOne = !needsAll && Object.values(GROUPS).some((rows) => rows.some(({ name }) => name === first));
  for (const [heading, rows] of Object.entries(GROUPS)) {
    program.commandsGroup(heading);
    for (const row of rows) if (!isOne || row.name === first) addCommand(program, row, context, act);
  }
  const named = process.argv.slice(2, 4);
  // Commands that test one deployment take settings as options. Reading the table of settings takes time.
  const taking = COMMANDS.deployment.filter((name) => named.includes(name) || named.includes('completion'));
  if (taking.length === 0) return;
  const { addSettingOptions } = await import('../setting-options.ts');
  for (const command of program.commands)
    if (taking.includes(command.name())) addSettingOptions(command, { shown: command.name() === 'init' });
}
