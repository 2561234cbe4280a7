#!/usr/bin/env node
/** The command `assay`. Each command is loaded when it is called, so that those which send nothing start quickly. */
import { Command, CommanderError, Option } from 'commander';
import { packageVersion } from '../run/version.ts';
import { createContext } from './context.ts';
import { tellFailure } from './failure.ts';

const context = createContext();

/** Ends with the exit code that a command came to, once everything that was written has left. */
async function ending(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    process.exitCode = await tellFailure(error, context, program.opts<{ debug?: true }>().debug ?? false);
  }
}

/** `--only` and its like: commas and repetition both mean or. */
const globs = (value: string, before: string[] = []): string[] => [...before, value];

const json = new Option('--json', 'print JSON, and nothing else, on stdout');
const only = new Option('--only <glob>', 'requirements below an id, or matching * (within a segment) and ** (across); repeatable').argParser(globs);
const envFile = new Option('--env-file <file>', 'settings file to read instead of .env; the environment wins over it');
const requireComplete = new Option('--require-complete', 'exit 3 where a documented requirement was skipped or could not be decided');
const baseline = new Option('--baseline <file>', 'known findings: they do not turn the gate red until they expire');
const compare = new Option('--compare <dir>', 'an earlier run, to name what was fixed and what was lost since');
const failOn = new Option(
  '--fail-on <words>',
  'what turns the gate red: new, expired (these by default), warn, stale, lost, residue, profile; commas or repeated',
).argParser(globs);
const reference = new Option('--reference', 'the embedded reference services instead of a deployment');

const reports = (value: string, before: string[] = []): string[] => [...before, value];
const REPORT_FORMATS = 'html, markdown, junit, har, allure (a directory), json; repeatable';

const program = new Command('assay')
  .description('Contract tests and conformance of the ticket bridge, transfer and data hub interfaces.')
  .version(packageVersion())
  .option('--debug', 'show where an unforeseen fault came from')
  .showSuggestionAfterError()
  .exitOverride();

program
  .command('run')
  .description('ask the configured interfaces everything that the settings allow, and judge the answers')
  .addOption(reference)
  .addOption(envFile)
  .addOption(only)
  .option('--out <dir>', 'directory for results, evidence and ledger (default: a new one in reports/)')
  .addOption(json)
  .option('-v, --verbose', 'every request as it is answered, and everything in the report by its id')
  .addOption(requireComplete)
  .addOption(baseline)
  .addOption(failOn)
  .addOption(compare)
  .addOption(new Option('--report <format=file>', `another report beside: ${REPORT_FORMATS}`).argParser(reports))
  .option('--plan <plan>', 'for a claim: the certification plan whose interfaces are asked (assay list plans)')
  .option('--nonce <file>', "for a claim: a certifier's challenge, which the run's id, requests and names then carry")
  .option('--statement <file>', "for a claim: the vendor's statement; what it says is not offered is not asked")
  .addOption(new Option('--only-failed-from <dir>', 'ask only what was a finding in an earlier run').conflicts('only'))
  .action((options) => ending(async () => (await import('./commands/run.ts')).runCommand(context, options)));

program
  .command('list')
  .description('print requirements, gaps, settings, operations, profiles, plans, or what the references can be told to do')
  .argument('[what]', 'requirements, client-requirements, gaps, settings, operations, profiles, plans, faults, variants', 'requirements')
  .addOption(only)
  .addOption(json)
  .action((what, options) => ending(async () => (await import('./commands/list.ts')).listCommand(context, what, options)));

program
  .command('explain')
  .description('explain a requirement, setting, operation, verdict, or: exit-codes, answers, verdicts, bases, blame, conclusions')
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
  .description('look at addresses, TLS, clocks and credentials, with safe reads only')
  .addOption(reference)
  .addOption(envFile)
  .addOption(json)
  .action((options) => ending(async () => (await import('./commands/doctor.ts')).doctorCommand(context, options)));

program
  .command('judge')
  .description('judge a recorded run again, or traffic that a browser or proxy recorded (HAR); offline')
  .argument('<dir>', "directory of a run, its evidence.har, or another tool's HAR file")
  .addOption(new Option('--base <service=url>', "for another tool's file: where a service is; repeatable (default: from the settings)").argParser(globs))
  .addOption(envFile)
  .addOption(json)
  .option('-v, --verbose', 'everything in the report by its id')
  .action((directory, options) => ending(async () => (await import('./commands/judge.ts')).judgeCommand(context, directory, options)));

program
  .command('report')
  .description('turn a recorded run into other formats; asks nobody')
  .argument('<dir>', 'directory of a run')
  .addOption(new Option('--to <format=file>', REPORT_FORMATS).argParser(reports))
  .action((directory, options) => ending(async () => (await import('./commands/report.ts')).reportCommand(context, directory, options)));

program
  .command('clean')
  .description('show what a run left behind, and remove what can be removed')
  .argument('<dir>', 'directory of a run')
  .option('--remove', 'remove it, with the credentials in the settings')
  .addOption(envFile)
  .addOption(json)
  .action((directory, options) => ending(async () => (await import('./commands/clean.ts')).cleanCommand(context, directory, options)));

program
  .command('diff')
  .description('show what changed from one run to another; exit 1 where something got worse')
  .argument('<before>', 'directory of a run, or its results.json')
  .argument('<after>', 'the later one')
  .addOption(json)
  .option('--markdown', 'print Markdown, for the summary of a CI job')
  .option('-v, --verbose', 'every change by its id')
  .action((before, after, options) => ending(async () => (await import('./commands/diff.ts')).diffCommand(context, before, after, options)));

program
  .command('serve')
  .description('the references as servers for developers of clients: each request that arrives is judged')
  .argument('<interface...>', 'ticket-bridge, transfer, data-hub')
  .option('--fault <id>', 'serve with one documented defect, to see how a client copes')
  .addOption(new Option('--variant <id>', 'serve with a lawful oddity; repeatable').argParser(globs))
  .addOption(new Option('--once <operation>', 'end when each of these operations was seen; commas or repeated').argParser(globs))
  .option('--port <n>', 'port of the first service, each further one has the next (default: free ones)')
  .option('--out <dir>', 'directory for results and evidence, and while it serves for the settings (client.env)')
  .addOption(baseline)
  .addOption(failOn)
  .addOption(json)
  .action((interfaces, options) => ending(async () => (await import('./commands/serve.ts')).serveCommand(context, interfaces, options)));

const known = program
  .command('baseline')
  .description('known findings, which do not turn the gate red until they expire')
  .addHelpText('after', '\nEach takes --baseline <file> (default: baseline.yaml); assay baseline help <command> shows the rest.');
const baselineFile = new Option('--baseline <file>', 'the file').default('baseline.yaml');
known
  .command('init')
  .description('add an entry for each failed requirement of a run; reason and owner have then to be written')
  .argument('<dir>', 'directory of a run, or its results.json')
  .addOption(baselineFile)
  .option('--expires <day>', 'last day on which the entries hold, YYYY-MM-DD (default: in 30 days)')
  .option('--warn', 'also for requirements that warned')
  .addOption(json)
  .action((directory, options) => ending(async () => (await import('./commands/baseline.ts')).initCommand(context, directory, options)));
known
  .command('check')
  .description('look at every entry; exit 1 where one has expired, 2 where one is wrong')
  .argument('[dir]', 'directory of a run to hold the entries against')
  .addOption(baselineFile)
  .addOption(json)
  .action((directory, options) => ending(async () => (await import('./commands/baseline.ts')).checkCommand(context, directory, options)));
known
  .command('prune')
  .description('take out entries that have expired, and those about what passes in a run')
  .argument('<dir>', 'directory of a run, or its results.json')
  .addOption(baselineFile)
  .addOption(json)
  .action((directory, options) => ending(async () => (await import('./commands/baseline.ts')).pruneCommand(context, directory, options)));

program
  .command('fleet')
  .description('run every deployment of a folder (each NAME.env is one), and show them side by side')
  .argument('<dir>', 'folder of settings files')
  .option('--out <dir>', 'directory for the results of each, and the overview (default: a new one in reports/)')
  .option('--at-once <n>', 'how many run at once (default: as many as there are processors)')
  .option('--resume', 'leave out those that have results already')
  .option('--shard <i/n>', 'the i-th of n parts of the fleet; assay merge puts them together')
  .addOption(only)
  .addOption(requireComplete)
  .addOption(baseline)
  .addOption(failOn)
  .option('--compare <dir>', "an earlier fleet's directory, to name what was fixed and what was lost since")
  .addOption(json)
  .option('-v, --verbose', 'each deployment as it ends, and everything in the overview')
  .action((folder, options) => ending(async () => (await import('./commands/fleet.ts')).fleetCommand(context, folder, options)));

program
  .command('merge')
  .description('put the parts of a fleet together into one overview')
  .argument('<dirs...>', 'directories that assay fleet wrote')
  .requiredOption('--out <dir>', 'directory for the overview')
  .addOption(json)
  .option('-v, --verbose', 'everything in the overview')
  .action((directories, options) => ending(async () => (await import('./commands/merge.ts')).mergeCommand(context, directories, options)));

program
  .command('certify')
  .description('pack and sign a conformant, complete run, for a certifier; exit 1 where it cannot be certified')
  .argument('[dir]', 'directory of a run')
  .option('--plan <plan>', 'the certification plan (default: the one that the run was made for)')
  .option('--statement <file>', 'who claims what; YAML')
  .option('--key <file>', 'private key, PEM: Ed25519 or P-256')
  .option('--certificate <file>', "the key's certificate and its chain, PEM")
  .option('--selftest <file>', "report of Assay's own test, whose digest is signed too")
  .option('--out <file>', 'the bundle')
  .option('--practice', 'take a run against the embedded reference; the bundle says that it claims nothing')
  .option('--new-key <file>', 'make a key (readable by you alone), and its public part in FILE.pub')
  .option('--new-statement <file>', 'write a statement to fill in')
  .option('--challenge <file>', "for certifiers: make a challenge for a vendor's next run")
  .addOption(envFile)
  .addOption(json)
  .action((directory, options) => ending(async () => (await import('./commands/certify.ts')).certifyCommand(context, directory, options)));

program
  .command('verify')
  .description('find out, offline, how far a bundle can be believed; exit 0 verified, 1 refused, 2 usage')
  .argument('<bundle>', 'what assay certify wrote')
  .addOption(new Option('--key <file>', "the vendor's public key, from the vendor and not from the bundle; repeatable").argParser(globs))
  .addOption(new Option('--trust <file>', 'certificates that may vouch for keys, PEM; repeatable').argParser(globs))
  .option('--nonce <file>', 'the challenge that you made for this claim')
  .option('--sample <dir>', 'a run of your own against the same deployment')
  .option('--practice', 'look at a bundle about the embedded reference like at any other')
  .option('--html <file>', 'write a certificate to publish')
  .addOption(json)
  .action((bundle, options) => ending(async () => (await import('./commands/verify.ts')).verifyCommand(context, bundle, options)));

program
  .command('selftest')
  .description('show that the suite catches every fault of the embedded references, and lets pass everything that is lawful')
  .addOption(new Option('--interface <name>', 'one interface; repeatable, or separated by commas (default: all)').argParser(globs))
  .option('--seeds <n>', 'random lawful deployments, and as many random contradictions, an interface (default: 10)')
  .option('--seed <s>', 'the first seed (default: 1)')
  .option('--workers <n>', 'processes beside this one; 0 runs everything in this one (default: one a processor, at most 4)')
  .option('--out <dir>', 'directory for selftest.json and selftest.html')
  .option('--proof <file>', 'write the page of what is proven (docs/proof.md)')
  .addOption(json)
  .action((options) => ending(async () => (await import('./commands/selftest.ts')).selftestCommand(context, options)));

process.on('uncaughtException', (error) => void ending(() => Promise.reject(error)).finally(() => process.exit()));

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // Commander has told the user; whatever is not help or version is a usage error.
  process.exitCode = error.exitCode === 0 ? 0 : 2;
}
