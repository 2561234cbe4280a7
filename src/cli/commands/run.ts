/** `assay run`: tests, judges, writes and prints the report. */

import { join } from 'node:path';
import { worstExitCode } from '../../engine/account/gate.ts';
import { reportInput } from '../../report/parts/report-input.ts';
import { requestsOf } from '../../report/parts/requests.ts';
import { renderTerminal } from '../../report/terminal/terminal.ts';
import { linkLatest, REPORTS, runDirectory } from '../../run/directory/run-directory-name.ts';
import { holdsRun, PAGE_FILE, runFilesIn, unwritable } from '../../run/directory/run-files.ts';
import { hostRun } from '../../run/run-conformance.ts';
import { type Context, givenSettings, UsageError } from '../context.ts';
import { codeOf } from '../failure.ts';
import { listenForInterruption } from '../interruption.ts';
import { showProgress } from '../progress.ts';
import { problemOf, type WantedReport, wantedReports, writeReports } from '../reports.ts';

export interface RunOptions {
  readonly reference?: true;
  readonly envFile?: string;
  readonly only?: readonly string[];
  readonly out?: string;
  readonly replace?: true;
  readonly json?: true;
  readonly verbose?: true;
  readonly quiet?: true;
  readonly requireComplete?: true;
  readonly baseline?: string;
  readonly failOn?: readonly string[];
  readonly compare?: string;
  /** `FORMAT=FILE` entries; false for no page in the run's directory either. */
  readonly report?: readonly string[] | false;
  readonly onlyFailedFrom?: string;
  readonly plan?: string;
  readonly nonce?: string;
  readonly statement?: string;
}

/** @returns the run's exit code; the run is interrupted as soon as `until` aborts */
export async function runCommand(context: Context, options: RunOptions, until?: AbortSignal): Promise<number> {
  const wanted = wantedReports(options.report || []);
  refusePlaces(options, wanted);
  const { env, fileKeys, started } = await givenSettings(context, options.envFile);
  const directory = options.out ?? newDirectory();
  const interruption = listenForInterruption(context);
  const progress = showProgress(options.quiet ? { ...context, interactive: false } : context, options.verbose ?? false);
  try {
    const { results, conducted, fault } = await hostRun({
      env,
      fileKeys,
      started,
      out: directory,
      signal: until ? AbortSignal.any([interruption.signal, until]) : interruption.signal,
      ...(options.reference && { reference: true }),
      ...(options.only && { only: options.only }),
      ...(options.requireComplete && { requireComplete: true }),
      ...(options.baseline !== undefined && { baseline: options.baseline }),
      ...(options.failOn && { failOn: options.failOn }),
      ...(options.compare !== undefined && { compare: options.compare }),
      ...(options.onlyFailedFrom !== undefined && { onlyFailedFrom: options.onlyFailedFrom }),
      ...(options.plan !== undefined && { plan: options.plan }),
      ...(options.nonce !== undefined && { nonce: options.nonce }),
      ...(options.statement !== undefined && { statement: options.statement }),
      on: progress.on,
    });
    progress.end();
    if (options.out === undefined && results.run.requests > 0) linkLatest(directory);
    const files = unwritable(directory) === undefined ? runFilesIn(directory) : [];
    const withPage = options.report !== false && files.length > 0 && !wanted.some(({ format }) => format === 'html');
    const input = reportInput(results, conducted?.judgeables);
    const {
      problems: unwritten,
      tooLarge,
      written,
    } = await writeReports(
      [...(withPage ? [{ format: 'html', path: join(directory, PAGE_FILE) }] : []), ...wanted],
      input,
    );
    if (options.json) context.answer(JSON.stringify(results, null, 2));
    else {
      const { width, colour } = context;
      const page = written.find(({ format }) => format === 'html')?.path;
      const reports = written.map(({ path }) => path).filter((path) => path !== page);
      const place = files.length > 0 && { directory, files, reports, ...(page !== undefined && { page }) };
      context.answer(
        renderTerminal(results, {
          width,
          colour,
          verbose: options.verbose ?? false,
          quiet: options.quiet ?? false,
          requests: requestsOf(input.exchanges),
          ...place,
        }),
      );
    }
    for (const problem of [...unwritten, ...tooLarge]) context.remark(problem);
    // Printed like the errors of other commands, with a stack trace if --debug is given.
    if (fault !== undefined) throw fault;
    // A report that cannot be written is exit code 4. One that is too large leaves the verdicts as they are, in results.json.
    return worstExitCode([results.exitCode, unwritten.length > 0 ? 4 : 0]);
  } finally {
    progress.end();
    interruption.release();
  }
}

/** Refuses to overwrite another run, and to begin if a report could not be written. */
function refusePlaces({ out, replace }: RunOptions, reports: readonly WantedReport[]): void {
  if (out !== undefined && !replace && holdsRun(out))
    throw new UsageError(
      `${out} holds the results of another run. Name another directory with --out, or give --replace to replace that run.`,
    );
  const problems = reports.flatMap((report) => problemOf(report) ?? []);
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
}

/** Creates a directory in reports/. */
function newDirectory(): string {
  try {
    return runDirectory(REPORTS);
  } catch (error) {
    throw new UsageError(
      `Cannot write to ${join(process.cwd(), REPORTS)} (${codeOf(error) ?? 'unknown error'}). Name another directory with --out.`,
    );
  }
}
