#!/usr/bin/env node
/** The command `assay`. Each command is loaded on demand, so that those which send nothing start quickly. */
import { writeSync } from 'node:fs';
import { Command, CommanderError, Option } from 'commander';
import { packageVersion } from '../run/version.ts';
import { addBaselineCommands } from './baseline-commands.ts';
import { createContext } from './context.ts';
import { tellFailure } from './failure.ts';

/** The exit code until a command has ended. Node ends with 0 if nothing is left to wait for, for example because a module could not be read. */
const NOT_ENDED = 4;
let ended = false;
/** Time for pending output after an error. */
const GRACE_MS = 3_000;
process.exitCode = NOT_ENDED;
process.on('exit', (code) => {
  if (!ended && code === NOT_ENDED) writeSync(2, 'The process ended before the command had a result. Too few open files may be allowed (ulimit -n).\n');
});

const context = createContext();

/** Sets the exit code. What is left to be written is written before the process ends. */
function endWith(code: number): void {
  ended = true;
  process.exitCode = code;
}

/** Sets the exit code of a command without cutting off pending output. */
async function ending(command: () => Promise<number>): Promise<void> {
  try {
    endWith(await command());
  } catch (error) {
    endWith(await tellFailure(error, context, program.opts<{ debug?: true }>().debug ?? false));
    // Handles that the command left open must not keep the process alive.
    setTimeout(() => process.exit(), GRACE_MS).unref();
  }
}

/** Options such as `--only`: commas and repetition both mean or. */
const globs = (value: string, before: string[] = []): string[] => [...before, value];

const json = new Option('--json', 'print only JSON on stdout');
const only = new Option('--only <glob>', 'select requirements below an id, or by pattern: * within a segment, ** across segments; repeatable').argParser(globs);
const envFile = new Option('--env-file <file>', 'settings file to read instead of .env; environment variables override it');
const requireComplete = new Option('--require-complete', 'exit 3 if a documented requirement was skipped or could not be decided');
const baseline = new Option('--baseline <file>', 'file of known findings, which do not turn the gate red until they expire');
const compare = new Option('--compare <dir>', 'earlier run to compare with; reports fixed and lost requirements');
const failOn = new Option(
  '--fail-on <words>',
  'conditions that turn the gate red: new, expired (default: both), warn, stale, lost, worse, residue, profile; comma-separated or repeated',
).argParser(globs);
const reference = new Option('--reference', 'test the embedded reference services instead of a deployment');

/** `before` is false after --no-report. */
const reports = (value: string, before: string[] | false = []): string[] => [...(before || []), value];
const REPORT_FORMATS = 'html, markdown, junit, har, allure (a directory), openmetrics, json; repeatable';

const program = new Command('assay')
  .description('Contract tests and conformance of the ticket bridge, transfer and data hub interfaces.')
  .version(packageVersion())
  .option('--debug', 'print the stack trace of an internal error')
  .showSuggestionAfterError()
  .exitOverride();

program
  .command('run')
  .description('test the configured interfaces, as far as the settings allow')
  .addOption(reference)
  .addOption(envFile)
  .addOption(only)
  .option('--out <dir>', 'directory for results, evidence and ledger (default: a new directory in reports/)')
  .addOption(json)
  .option('-v, --verbose', 'print each request as it completes, and list every requirement in the report')
  .addOption(requireComplete)
  .addOption(baseline)
  .addOption(failOn)
  .addOption(compare)
  .addOption(new Option('--report <format=file>', `write an additional report: ${REPORT_FORMATS}`).argParser(reports))
  .option('--no-report', 'write no report.html beside the results')
  .option('--plan <plan>', 'for a claim: test the interfaces of this certification plan (assay list plans)')
  .option('--nonce <file>', "for a claim: put the nonce of a certifier's challenge into the run's id, requests and names")
  .option('--statement <file>', "for a claim: the vendor's statement; skip what it declares as not offered")
  .addOption(new Option('--only-failed-from <dir>', 'test only requirements with findings in an earlier run').conflicts('only'))
  .addOption(
    new Option('--monitor <kind>', 'print the output of a monitoring plugin, and end with its exit codes 0 to 3')
      .choices(['nagios'])
      .conflicts(['json', 'verbose']),
  )
  .option('-t, --timeout <seconds>', 'with --monitor: end within this time (default: 60)')
  .action((options) =>
    ending(async () =>
      options.monitor
        ? (await import('./commands/monitor.ts')).monitorCommand(context, options)
        : (await import('./commands/run.ts')).runCommand(context, options),
    ),
  );

const init = program
  .command('init')
  .description('write a settings file and check it with doctor; asks on a terminal, unless an option gives a setting')
  .addOption(new Option('--interface <name>', 'interface to configure; comma-separated or repeated').argParser(globs))
  .option('--out <file>', 'the settings file; an existing file is never overwritten', '.env')
  .option('--no-doctor', 'do not check the settings')
  .action((options) => ending(async () => (await import('./commands/init.ts')).initCommand(context, options)));
// Reading the table of settings takes time, and only these commands show its options.
if (process.argv.slice(2, 4).some((word) => ['init', 'completion'].includes(word))) (await import('./init/options.ts')).addSettingOptions(init);

program
  .command('list')
  .description('print requirements, gaps, settings, operations, profiles, plans, or the faults and variants of the references')
  .argument('[what]', 'requirements, client-requirements, gaps, settings, operations, profiles, plans, faults, variants', 'requirements')
  .addOption(only)
  .addOption(json)
  .action((what, options) => ending(async () => (await import('./commands/list.ts')).listCommand(context, what, options)));

program
  .command('explain')
  .description('explain a requirement, setting, operation or verdict, or one of: exit-codes, answers, verdicts, bases, blame, conclusions')
  .argument('[word]', 'an id, a name, or one of these topics')
  .addOption(json)
  .action((word, options) => ending(async () => (await import('./commands/explain.ts')).explainCommand(context, word, options)));

program
  .command('plan')
  .description('show what would be sent and created with these settings; sends nothing')
  .addOption(reference)
  .addOption(envFile)
  .addOption(only)
  .addOption(json)
  .action((options) => ending(async () => (await import('./commands/plan.ts')).planCommand(context, options)));

program
  .command('doctor')
  .description('check addresses, TLS, clocks and credentials with safe reads only')
  .addOption(reference)
  .addOption(envFile)
  .addOption(json)
  .action((options) => ending(async () => (await import('./commands/doctor.ts')).doctorCommand(context, options)));

program
  .command('judge')
  .description('judge a recorded run again, or a HAR file from a browser or proxy; offline')
  .argument('<dir>', "directory of a run, its evidence.har, or another tool's HAR file")
  .addOption(new Option('--base <service=url>', "for another tool's HAR file: address of a service; repeatable (default: from the settings)").argParser(globs))
  .addOption(envFile)
  .addOption(json)
  .option('-v, --verbose', 'list every requirement in the report')
  .action((directory, options) => ending(async () => (await import('./commands/judge.ts')).judgeCommand(context, directory, options)));

program
  .command('report')
  .description('convert a recorded run to other formats; offline')
  .argument('<dir>', 'directory of a run')
  .addOption(new Option('--to <format=file>', REPORT_FORMATS).argParser(reports))
  .action((directory, options) => ending(async () => (await import('./commands/report.ts')).reportCommand(context, directory, options)));

program
  .command('open')
  .description('show the report of a run in the browser; without a terminal or a browser, print its path')
  .argument('[dir]', 'directory of a run (default: the newest in reports/)')
  .action((directory) => ending(async () => (await import('./commands/open.ts')).openCommand(context, directory)));

program
  .command('clean')
  .description('list the objects that a run left behind, and remove those that can be removed')
  .argument('<dir>', 'directory of a run')
  .option('--remove', 'remove them, using the credentials in the settings')
  .addOption(envFile)
  .addOption(json)
  .action((directory, options) => ending(async () => (await import('./commands/clean.ts')).cleanCommand(context, directory, options)));

program
  .command('diff')
  .description('show the changes between two runs; exit 1 if something got worse')
  .argument('<before>', 'directory of a run, or its results.json')
  .argument('<after>', 'directory of the later run, or its results.json')
  .addOption(json)
  .option('--markdown', 'print Markdown, for the summary of a CI job')
  .option('-v, --verbose', 'list every change')
  .action((before, after, options) => ending(async () => (await import('./commands/diff.ts')).diffCommand(context, before, after, options)));

program
  .command('history')
  .description('show earlier runs side by side: the requirements that changed, when, and back again')
  .argument('[dir...]', 'directories of runs, or folders that contain them (default: reports)')
  .addOption(new Option('--last <n>', 'number of runs, counted from the newest').default('30'))
  .addOption(new Option('--report <format=file>', 'write a report: html, markdown; repeatable').argParser(globs))
  .addOption(json)
  .option('-v, --verbose', 'list every change')
  .action((directories, options) => ending(async () => (await import('./commands/history.ts')).historyCommand(context, directories, options)));

program
  .command('serve')
  .description('serve the references for client developers, and judge each request')
  .argument('<interface...>', 'interfaces to serve; an unknown name prints them all')
  .option('--fault <id>', 'serve with one documented defect, to test how a client copes')
  .addOption(new Option('--variant <id>', 'serve with a legal variation; repeatable').argParser(globs))
  .addOption(new Option('--once <operation>', 'stop when each of these operations has been seen; comma-separated or repeated').argParser(globs))
  .addOption(new Option('--keys <kind>', 'kind of the keys of certificates; some clients read RSA keys only').choices(['rsa', 'ec']).default('rsa'))
  .option('--port <n>', 'port of the first service; each further service uses the next port (default: any free ports)')
  .option('--out <dir>', 'directory for results and evidence, and for the settings (client.env) while serving')
  .addOption(baseline)
  .addOption(failOn)
  .addOption(json)
  .action((interfaces, options) => ending(async () => (await import('./commands/serve.ts')).serveCommand(context, interfaces, options)));

addBaselineCommands(program, { context, json, ending });

program
  .command('fleet')
  .description('test every deployment in a folder (one per NAME.env), and show them side by side')
  .argument('<dir>', 'folder of settings files')
  .option('--out <dir>', 'directory for the overview and the results of each deployment (default: a new directory in reports/)')
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
  .action((folder, options) => ending(async () => (await import('./commands/fleet.ts')).fleetCommand(context, folder, options)));

program
  .command('merge')
  .description('combine the parts of a fleet into one overview')
  .argument('<dirs...>', 'directories written by assay fleet')
  .requiredOption('--out <dir>', 'directory for the overview')
  .addOption(json)
  .option('-v, --verbose', 'list everything in the overview')
  .action((directories, options) => ending(async () => (await import('./commands/merge.ts')).mergeCommand(context, directories, options)));

program
  .command('certify')
  .description('pack and sign a conformant, complete run for a certifier; exit 1 if it cannot be certified')
  .argument('[dir]', 'directory of a run')
  .option('--plan <plan>', 'certification plan (default: the plan of the run)')
  .option('--statement <file>', 'statement of vendor, product and interfaces; YAML')
  .option('--key <file>', 'private key, PEM: Ed25519 or P-256')
  .option('--certificate <file>', "the key's certificate and its chain, PEM")
  .option('--selftest <file>', 'self-test report whose digest is included in the bundle')
  .option('--out <file>', 'file for the bundle')
  .option('--practice', 'accept a run against the embedded reference; the bundle is marked as practice')
  .option('--new-key <file>', 'create a private key, readable only by you, and its public key in FILE.pub')
  .option('--new-statement <file>', 'write a template of a statement')
  .option('--challenge <file>', "for certifiers: create a challenge for a vendor's next run")
  .addOption(envFile)
  .addOption(json)
  .action((directory, options) => ending(async () => (await import('./commands/certify.ts')).certifyCommand(context, directory, options)));

program
  .command('verify')
  .description('check a bundle offline, and report the level it reaches; exit 0 verified, 1 refused, 2 usage')
  .argument('<bundle>', 'file written by assay certify')
  .addOption(new Option('--key <file>', 'public key of the vendor, obtained separately from the bundle; repeatable').argParser(globs))
  .addOption(new Option('--trust <file>', 'trusted certificates, PEM; repeatable').argParser(globs))
  .option('--nonce <file>', 'the challenge that you created for this claim')
  .option('--sample <dir>', 'directory of your own run against the same deployment')
  .option('--practice', 'accept a practice bundle, made against the embedded reference')
  .option('--html <file>', 'write an HTML certificate')
  .addOption(json)
  .action((bundle, options) => ending(async () => (await import('./commands/verify.ts')).verifyCommand(context, bundle, options)));

program
  .command('selftest')
  .description('verify that the suite detects every fault of the embedded references and accepts every legal variant')
  .addOption(new Option('--interface <name>', 'interface to test; comma-separated or repeated (default: all)').argParser(globs))
  .option('--seeds <n>', 'number of random legal deployments, and of random contradictions, per interface (default: 10)')
  .option('--seed <s>', 'first seed (default: 1)')
  .option('--alone', 'each fault and each variant by itself, instead of several at once: about six times as many runs')
  .option('--workers <n>', 'number of worker processes; 0 runs everything in the main process (default: one per processor, at most 4)')
  .option('--out <dir>', 'directory for selftest.json and selftest.html')
  .option('--proof <file>', 'write the proof page (docs/proof.md)')
  .addOption(json)
  .action((options) => ending(async () => (await import('./commands/selftest.ts')).selftestCommand(context, options)));

process.on('uncaughtException', (error) => void ending(() => Promise.reject(error)).finally(() => process.exit()));

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // Commander has printed the error; everything except help and version is a usage error. A monitoring plugin ends with 3 then.
  const usage = process.argv.includes('--monitor') || process.argv.includes('--monitor=nagios') ? 3 : 2;
  endWith(error.exitCode === 0 ? 0 : usage);
}
