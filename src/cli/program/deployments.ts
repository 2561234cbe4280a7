/** Commands that test a deployment, prepare for it, and tidy up afterwards. */
import { type Command, Option } from 'commander';
import type { Context } from '../context.ts';
import {
  type Act,
  baseline,
  compare,
  envFile,
  examples,
  failOn,
  globs,
  json,
  only,
  quiet,
  REPORT_FORMATS,
  reference,
  reports,
  requireComplete,
} from './options.ts';

/** Adds them to the program. */
export async function addDeploymentCommands(program: Command, context: Context, act: Act): Promise<void> {
  program.commandsGroup('Test a deployment:');
  const init = program
    .command('init')
    .description('write a settings file and check it with doctor; asks on a terminal, unless an option gives a setting')
    .addHelpText(
      'after',
      examples('assay init', 'assay init --interface INTERFACE --url URL --certificate FILE --out staging.env'),
    )
    .addOption(new Option('--interface <name>', 'interface to configure; comma-separated or repeated').argParser(globs))
    .option('--out <file>', 'the settings file; an existing file is never overwritten', '.env')
    .option('--no-doctor', 'do not check the settings')
    .action((options) => act(async () => (await import('../commands/init.ts')).initCommand(context, options)));
  // Reading the table of settings takes time, and only these commands show its options.
  if (process.argv.slice(2, 4).some((word) => ['init', 'completion'].includes(word)))
    (await import('../init/options.ts')).addSettingOptions(init);

  program
    .command('doctor')
    .description('check addresses, TLS, clocks and credentials with safe reads only')
    .addHelpText('after', examples('assay doctor', 'assay doctor --env-file staging.env --quiet'))
    .addOption(reference)
    .addOption(envFile)
    .option('-q, --quiet', 'print only warnings and problems')
    .addOption(json)
    .action((options) => act(async () => (await import('../commands/doctor.ts')).doctorCommand(context, options)));

  program
    .command('plan')
    .description('show what would be sent and created with these settings; sends nothing')
    .addHelpText('after', examples('assay plan', 'assay plan --reference'))
    .addOption(reference)
    .addOption(envFile)
    .addOption(only)
    .addOption(json)
    .action((options) => act(async () => (await import('../commands/plan.ts')).planCommand(context, options)));

  program
    .command('run')
    .description('test the configured interfaces, as far as the settings allow')
    .addHelpText('after', examples('assay run --env-file staging.env --out report', 'assay run --reference'))
    .addOption(reference)
    .addOption(envFile)
    .addOption(only)
    .option('--out <dir>', 'directory for results, evidence and ledger (default: a new directory in reports/)')
    .option('--replace', 'replace the results of an earlier run in the directory of --out; its ledger is kept')
    .addOption(json)
    .addOption(quiet)
    .option('-v, --verbose', 'print each request as it completes, and list every requirement in the report')
    .addOption(requireComplete)
    .addOption(baseline)
    .addOption(failOn)
    .addOption(compare)
    .addOption(new Option('--report <format=file>', `write an additional report: ${REPORT_FORMATS}`).argParser(reports))
    .option('--no-report', 'write no report.html beside the results')
    .option('--plan <plan>', 'for a claim: test the interfaces of this certification plan (assay list plans)')
    .option(
      '--nonce <file>',
      "for a claim: put the nonce of a certifier's challenge into the run's id, requests and names",
    )
    .option('--statement <file>', "for a claim: the vendor's statement; skip what it declares as not offered")
    .addOption(
      new Option('--only-failed-from <dir>', 'test only requirements with findings in an earlier run').conflicts(
        'only',
      ),
    )
    .addOption(
      new Option('--monitor <kind>', 'print the output of a monitoring plugin, and end with its exit codes 0 to 3')
        .choices(['nagios'])
        .conflicts(['json', 'verbose']),
    )
    .option('-t, --timeout <seconds>', 'with --monitor: end within this time (default: 60)')
    .action((options) =>
      act(async () =>
        options.monitor
          ? (await import('../commands/monitor.ts')).monitorCommand(context, options)
          : (await import('../commands/run.ts')).runCommand(context, options),
      ),
    );

  program
    .command('clean')
    .description('list the objects that a run left behind, and remove those that can be removed')
    .addHelpText('after', examples('assay clean reports/latest', 'assay clean reports/latest --remove'))
    .argument('<dir>', 'directory of a run')
    .option('--remove', 'remove them, using the credentials in the settings')
    .addOption(envFile)
    .addOption(json)
    .action((directory, options) =>
      act(async () => (await import('../commands/clean.ts')).cleanCommand(context, directory, options)),
    );
}
