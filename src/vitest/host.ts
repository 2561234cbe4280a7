/** `npm run conformance`: the engine runs first, cleans up after itself, and vitest then only shows what came of it. `--allure`: Allure shows it too. */
import { join } from 'node:path';
import { startVitest } from 'vitest/node';
import { packageRoot } from '../contract/root.ts';
import { requestsOf } from '../report/requests.ts';
import { renderTerminal } from '../report/terminal.ts';
import { hostRun } from '../run/run-conformance.ts';
import { runDirectory } from '../run/run-directory-name.ts';
import { settingsFromFiles } from '../run/settings-source.ts';
import { EnvFileError } from '../settings/env-file.ts';
import { VerdictReporter } from './reporter.ts';

/** Runs, shows, and returns the exit code. Throws EnvFileError. */
async function host(args: readonly string[]): Promise<number> {
  const source = await settingsFromFiles(process.env, process.cwd());
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());
  const out = writableDirectory();
  if (out === undefined) return 2;
  const { results, conducted } = await hostRun({
    env: source.env,
    reference: !source.configured,
    fileKeys: source.fileKeys,
    out,
    signal: interruption.signal,
  });
  const requests = requestsOf((conducted?.judgeables ?? []).flatMap(({ recording }) => recording.exchanges));
  const { columns = 100, isTTY } = process.stdout;
  const reporter = new VerdictReporter(results, () =>
    renderTerminal(results, { width: columns, colour: isTTY && !process.env['NO_COLOR'], directory: out, requests }),
  );
  const allure = args.includes('--allure');
  const allureResults = join(out, 'allure-results');
  const vitest = await startVitest('test', [], {
    config: false,
    root: packageRoot(),
    watch: false,
    include: [join('dist', 'suites', '**', '*.suite.js')],
    exclude: [],
    pool: 'threads',
    isolate: false,
    provide: { assay: results, ...(allure && { assayAllure: out }) },
    reporters: [
      ...(args.includes('--verbose') ? ['verbose'] : []),
      ...(allure ? [['allure-vitest/reporter', { resultsDir: allureResults }] as [string, Record<string, unknown>]] : []),
      reporter,
    ],
  });
  await vitest.close();
  if (allure) {
    const { generateAllureReport } = await import('./allure-report.ts');
    const page = join(out, 'allure.html');
    await generateAllureReport(allureResults, page, `Assay, run ${results.run.id}`);
    process.stdout.write(`Allure report: ${page}\n`);
  }
  return reporter.exitCode;
}

/** A new directory in reports/; undefined, and a word about it, where there can be none. */
function writableDirectory(): string | undefined {
  try {
    return runDirectory(join(process.cwd(), 'reports'));
  } catch (error) {
    process.stderr.write(`The report cannot be written: ${(error as Error).message}\n`);
    return undefined;
  }
}

try {
  process.exitCode = await host(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = error instanceof EnvFileError ? 2 : 4;
}
