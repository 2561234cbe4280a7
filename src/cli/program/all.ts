/** All commands, in the order of the help. */
import type { Command } from 'commander';
import { completionRow } from '../completion.ts';
import type { Context } from '../context.ts';
import { CLAIM_COMMANDS } from './claims.ts';
import { type Act, addCommand, type CommandRow } from './command.ts';
import { DEPLOYMENT_COMMANDS, FLEET_COMMANDS } from './deployments.ts';
import { EXPLAINING_COMMANDS, RESULT_COMMANDS } from './results.ts';

/** Adds them to the program. */
export async function addCommands(program: Command, context: Context, act: Act): Promise<void> {
  const groups: Readonly<Record<string, readonly CommandRow[]>> = {
    'Test a deployment:': DEPLOYMENT_COMMANDS,
    'Test many deployments:': FLEET_COMMANDS,
    'Understand the results:': [...EXPLAINING_COMMANDS, ...RESULT_COMMANDS, completionRow(program)],
    'Clients, claims, proofs:': CLAIM_COMMANDS,
  };
  for (const [heading, rows] of Object.entries(groups)) {
    program.commandsGroup(heading);
    for (const row of rows) addCommand(program, row, context, act);
  }
  const init = program.commands.find((command) => command.name() === 'init');
  // Reading the table of settings takes time, and only these commands show its options.
  if (init && process.argv.slice(2, 4).some((word) => ['init', 'completion'].includes(word)))
    (await import('../init/options.ts')).addSettingOptions(init);
}
