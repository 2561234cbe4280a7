/** The commands below `assay baseline`. */
import { type Command, Option } from 'commander';
import type { Context } from '../context.ts';
import { type Act, BASELINE_FILE, examples, json } from './options.ts';

/** Adds them to the program. */
export function addBaselineCommands(program: Command, context: Context, act: Act): void {
  const known = program
    .command('baseline')
    .description('manage known findings, which do not turn the gate red until they expire')
    .addHelpText(
      'after',
      `\nEach command takes --baseline <file> (default: ${BASELINE_FILE}). See assay baseline help <command> for its other options.`,
    )
    .addHelpText('after', examples('assay baseline init reports/latest', 'assay baseline check'));
  const baselineFile = new Option('--baseline <file>', 'the file').default(BASELINE_FILE);
  known
    .command('init')
    .description('add an entry for each failed requirement of a run; fill in reason and owner afterwards')
    .argument('<dir>', 'directory of a run, or its results.json')
    .addOption(baselineFile)
    .option('--expires <day>', 'last day on which the entries are live, YYYY-MM-DD (default: in 30 days)')
    .option('--warn', 'also add entries for warnings')
    .addOption(json)
    .action((directory, options) =>
      act(async () => (await import('../commands/baseline.ts')).initCommand(context, directory, options)),
    );
  known
    .command('check')
    .description('check every entry; exit 1 if one has expired, 2 if one is invalid')
    .argument('[dir]', 'directory of a run to compare the entries with')
    .addOption(baselineFile)
    .addOption(json)
    .action((directory, options) =>
      act(async () => (await import('../commands/baseline.ts')).checkCommand(context, directory, options)),
    );
  known
    .command('prune')
    .description('remove expired entries, and stale entries whose requirement passes in a run')
    .argument('<dir>', 'directory of a run, or its results.json')
    .addOption(baselineFile)
    .addOption(json)
    .action((directory, options) =>
      act(async () => (await import('../commands/baseline.ts')).pruneCommand(context, directory, options)),
    );
}
