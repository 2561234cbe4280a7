/** All commands, in the order of the help. */
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { CLAIM_COMMANDS } from './claims.ts';
import { type Act, addCommand, type CommandRow } from './command.ts';
import { DEPLOYMENT_COMMANDS, FLEET_COMMANDS } from './deployments.ts';
import { RESULT_COMMANDS } from './results.ts';

/** Commands that take settings as options. */
const WITH_SETTINGS = ['init', 'doctor', 'plan', 'run', 'clean'];

/** Adds them to the program. */
export async function addCommands(program: Command, context: Context, act: Act): Promise<void> {
  const groups: Readonly<Record<string, readonly CommandRow[]>> = {
    'Test a deployment:': DEPLOYMENT_COMMANDS,
    'Test many deployments:': FLEET_COMMANDS,
    'Understand the results:': RESULT_COMMANDS,
    'Clients, claims, proofs:': CLAIM_COMMANDS,
  };
  for (const [heading, rows] of Object.entries(groups)) {
    program.commandsGroup(heading);
    for (const row of rows) addCommand(program, row, context, act);
  }
  const named = process.argv.slice(2, 4);
  const taking = WITH_SETTINGS.filter((name) => named.includes(name));
  // Reading the table of settings takes time.
  if (taking.length === 0) return;
  const { addSettingOptions } = await import('../setting-options.ts');
  for (const command of program.commands)
    if (taking.includes(command.name())) addSettingOptions(command, { shown: command.name() === 'init' });
}
