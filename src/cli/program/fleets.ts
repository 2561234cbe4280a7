/** Commands that test many deployments. */
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { type Act, baseline, examples, failOn, json, only, requireComplete } from './options.ts';

/** Adds them to the program. */
export function addFleetCommands(program: Command, context: Context, act: Act): void {
  program.commandsGroup('Test many deployments:');
  program
    .command('fleet')
    .description('test every deployment in a folder (one per NAME.env), and show them side by side')
    .addHelpText(
      'after',
      examples('assay fleet fleet/ --out reports/fleet', 'assay fleet fleet/ --out reports/fleet --resume'),
    )
    .argument('<dir>', 'folder of settings files')
    .option(
      '--out <dir>',
      'directory for the overview and the results of each deployment (default: a new directory in reports/)',
    )
    .option('--at-once <n>', 'number of concurrent runs (default: the number of processors)')
    .option('--resume', 'skip deployments that already ended with exit code 0, 1 or 4')
    .option('--shard <i/n>', 'run only the i-th of n parts of the fleet; combine the parts with assay merge')
    .addOption(only)
    .addOption(requireComplete)
    .addOption(baseline)
    .addOption(failOn)
    .option('--compare <dir>', 'directory of an earlier fleet run to compare with; reports fixed and lost requirements')
    .addOption(json)
    .option('-v, --verbose', 'print each deployment as it ends, and list everything in the overview')
    .action((folder, options) =>
      act(async () => (await import('../commands/fleet.ts')).fleetCommand(context, folder, options)),
    );

  program
    .command('merge')
    .description('combine the parts of a fleet into one overview')
    .addHelpText('after', examples('assay merge part-1 part-2 --out overview'))
    .argument('<dirs...>', 'directories written by assay fleet')
    .requiredOption('--out <dir>', 'directory for the overview')
    .addOption(json)
    .option('-v, --verbose', 'list everything in the overview')
    .action((directories, options) =>
      act(async () => (await import('../commands/merge.ts')).mergeCommand(context, directories, options)),
    );
}
