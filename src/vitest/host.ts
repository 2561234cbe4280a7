/**
 * `npm run conformance`: the engine runs first and cleans up; vitest then shows the results. `--allure` writes an
 * Allure report too, `--verbose` lists every test, `--strict` exits with 2 if no interface is configured.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Reporter, TestModule } from 'vitest/node';
import { writeReports } from '../cli/commands/results/report.ts';
import { createContext } from '../cli/context.ts';
import { listenForInterruption } from '../cli/interruption.ts';
import { packageRoot } from '../contract/root.ts';
import { worstExitCode } from '../engine/account/exit-codes.ts';
import type { Results } from '../engine/words/types.ts';
import { InputError } from '../files/input.ts';
import { byId, reportInput } from '../report/parts/report-input.ts';
import { showProgress } from '../report/terminal/progress.ts';
import { renderTerminal } from '../report/terminal/terminal.ts';
import { linkLatest, PAGE_FILE, runDirectory, runFilesIn } from '../run/directory/run-files.ts';
import { hostRun } from '../run/run-conformance.ts';
import { settingsFromFiles } from '../run/settings-source.ts';

/** A reader can start the command beside this script. */
const context = createContext(join(packageRoot(), 'bin', 'assay.mjs'));
const progress = showProgress(context, false);

/** Runs, shows, and returns the exit code. Throws InputError. */
async function host(args: string[]): Promise<number> {
  const { allure, verbose, strict } = optionsOf(args);
  const source = await settingsFromFiles(process.env, process.cwd());
  if (strict && !source.configured)
    throw new InputError(
      'No interface is configured, and --strict is given: no test was run. `assay list settings` prints all settings.',
    );
  const startVitest = await loadVitest();
  const generateAllureReport = allure ? await loadAllure() : undefined;
  const out = resolve(await runDirectory());
  const interruption = listenForInterruption(context);
  const { results, conducted } = await hostRun({
    env: source.env,
    reference: !source.configured,
    places: source.places,
    started: source.started,
    out,
    signal: interruption.signal,
    on: progress.on,
  });
  interruption.release();
  if (results.run.requests > 0) linkLatest(out);
  const input = reportInput(results, conducted?.judgeables);
  const requests = byId(input.exchanges);
  const page = join(out, PAGE_FILE);
  const allureResults = join(out, 'allure-results');
  const { problems } = await writeReports(
    [{ format: 'html', path: page }, ...(allure ? [{ format: 'allure', path: allureResults }] : [])],
    input,
  );
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const reporter = new VerdictReporter(results, () => {
    progress.end();
    context.answer(renderTerminal(results, { ...context, directory: out, page, files: runFilesIn(out), requests }));
  });
  const vitest = await startVitest('test', [], {
    config: false,
    root: packageRoot(),
    watch: false,
    include: [join('dist', 'suites', '**', '*.suite.js')],
    exclude: [],
    // The tests only read results: one worker shows them sooner than several that each load vitest.
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    // Compiled code needs no transformation.
    server: { deps: { external: [/\/dist\/src\//] } },
    provide: { assay: results },
    reporters: [...(verbose ? ['verbose'] : []), reporter],
  });
  await vitest.close();
  if (generateAllureReport) {
    const page = join(out, 'allure.html');
    await generateAllureReport(allureResults, page, `Assay, run ${results.run.id}`);
    process.stdout.write(`Allure report: ${page}\n`);
  }
  return reporter.exitCode;
}

function optionsOf(args: string[]): { readonly allure: boolean; readonly verbose: boolean; readonly strict: boolean } {
  const option = { type: 'boolean', default: false } as const;
  try {
    const { values } = parseArgs({ args, options: { allure: option, verbose: option, strict: option } });
    return values;
  } catch (error) {
    throw new InputError((error as Error).message);
  }
}

/** Vitest is an optional peer: an installed package may be without it. */
async function loadVitest(): Promise<typeof import('vitest/node').startVitest> {
  const { startVitest } = await installed(
    () => import('vitest/node'),
    'This command needs vitest. Install it (npm install --save-dev vitest), or use `assay run`.',
  );
  return startVitest;
}

async function loadAllure(): Promise<typeof import('./allure-report.ts').generateAllureReport> {
  const { generateAllureReport } = await installed(
    () => import('./allure-report.ts'),
    '--allure needs the development dependencies of Assay. Run it in a clone of the repository, or use `assay report DIR --to allure=DIRECTORY`.',
  );
  return generateAllureReport;
}

/** Loads a module that may be absent. Throws InputError with the advice if a package is not installed. */
async function installed<T>(load: () => Promise<T>, advice: string): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') throw new InputError(advice);
    throw error;
  }
}

export class VerdictReporter implements Reporter {
  /** Exit code of the gate. If vitest could not show every test, 4, unless that of the gate is worse. */
  exitCode: number;

  constructor(
    results: Results,
    private readonly show: () => void,
  ) {
    this.exitCode = results.exitCode;
  }

  /** Prints the report, and adds what vitest could not show; the gate decides the exit code. */
  onTestRunEnd(modules: readonly TestModule[], errors: readonly { readonly message: string }[]): void {
    this.show();
    const faults = [...errors, ...modules.flatMap((module) => module.errors())];
    for (const { message } of faults) process.stderr.write(`vitest: ${message}\n`);
    if (faults.length > 0) this.exitCode = worstExitCode([this.exitCode, 4]);
    process.exitCode = this.exitCode;
  }
}

// An end of the process before the end of the run must not look like a success.
process.exitCode = 4;
try {
  process.exitCode = await host(process.argv.slice(2));
} catch (error) {
  progress.end();
  context.remark((error as Error).message);
  process.exitCode = error instanceof InputError ? 2 : 4;
}
