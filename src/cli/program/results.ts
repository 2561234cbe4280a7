/** Commands that read the files of runs. */
import { type Command, Option } from 'commander';
import type { Context } from '../context.ts';
import { type Act, envFile, examples, globs, json, quiet, REPORT_FORMATS, reports } from './options.ts';

/** Adds them to the program. */
export function addResultCommands(program: Command, context: Context, act: Act): void {
  program.commandsGroup('Understand the results:');
  program
    .command('open')
    .description('show the report of a run in the browser; without a terminal or a browser, print its path')
    .addHelpText('after', examples('assay open', 'assay open report'))
    .argument('[dir]', 'directory of a run (default: the newest in reports/)')
    .action((directory) => act(async () => (await import('../commands/open.ts')).openCommand(context, directory)));

  program
    .command('report')
    .description('convert a recorded run to other formats; offline')
    .addHelpText('after', examples('assay report reports/latest --to junit=junit.xml'))
    .argument('<dir>', 'directory of a run')
    .addOption(new Option('--to <format=file>', REPORT_FORMATS).argParser(reports))
    .action((directory, options) =>
      act(async () => (await import('../commands/report.ts')).reportCommand(context, directory, options)),
    );

  program
    .command('judge')
    .description('judge a recorded run again, or a HAR file from a browser or proxy; offline')
    .addHelpText('after', examples('assay judge reports/latest', 'assay judge browser.har --base SERVICE=URL'))
    .argument('<dir>', "directory of a run, its evidence.har, or another tool's HAR file")
    .addOption(
      new Option(
        '--base <service=url>',
        "for another tool's HAR file: address of a service; repeatable (default: from the settings)",
      ).argParser(globs),
    )
    .addOption(envFile)
    .addOption(json)
    .addOption(quiet)
    .option('-v, --verbose', 'list every requirement in the report')
    .action((directory, options) =>
      act(async () => (await import('../commands/judge.ts')).judgeCommand(context, directory, options)),
    );

  program
    .command('diff')
    .description('show the changes between two runs; exit 1 if something got worse')
    .addHelpText('after', examples('assay diff last-night reports/latest'))
    .argument('<before>', 'directory of a run, or its results.json')
    .argument('<after>', 'directory of the later run, or its results.json')
    .addOption(json)
    .option('--markdown', 'print Markdown, for the summary of a CI job')
    .option('-v, --verbose', 'list every change')
    .action((before, after, options) =>
      act(async () => (await import('../commands/diff.ts')).diffCommand(context, before, after, options)),
    );

  program
    .command('history')
    .description('show earlier runs side by side: the requirements that changed, when, and back again')
    .addHelpText('after', examples('assay history'))
    .argument('[dir...]', 'directories of runs, or folders that contain them (default: reports)')
    .addOption(new Option('--last <n>', 'number of runs, counted from the newest').default('30'))
    .addOption(new Option('--report <format=file>', 'write a report: html, markdown; repeatable').argParser(globs))
    .addOption(json)
    .option('-v, --verbose', 'list every change')
    .action((directories, options) =>
      act(async () => (await import('../commands/history.ts')).historyCommand(context, directories, options)),
    );
}
