/** `npm run conformance`: the engine runs first, cleans up after itself, and vitest then only shows what came of it. `--allure`: Allure shows it too. */
import { join } from 'node:path';
import { startVitest } from 'vitest/node';
import { packageRoot } from '../contract/root.ts';
import { hostRun } from '../host/run-conformance.ts';
import { runDirectory } from '../host/run-directory-name.ts';
import { settingsFromFiles } from '../host/settings-source.ts';
import { renderTerminal } from '../report/terminal.ts';
import { VerdictReporter } from './reporter.ts';

const args = process.argv.slice(2);
const root = packageRoot();
const source = await settingsFromFiles(process.env, process.cwd());
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());
const out = runDirectory(join(process.cwd(), 'reports'));
const allure = args.includes('--allure');
const allureResults = join(out, 'allure-results');
const { results } = await hostRun({ env: source.env, reference: !source.configured, fileKeys: source.fileKeys, out, signal: interruption.signal });
const reporter = new VerdictReporter(results, () =>
  renderTerminal(results, { width: process.stdout.columns ?? 100, colour: process.stdout.isTTY && !process.env['NO_COLOR'], directory: out }),
);
const vitest = await startVitest('test', [], {
  config: false,
  root,
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
process.exitCode = results.exitCode;
