/** `assay run`: tests, judges, writes and prints the report. */

import { join } from 'node:path';
import { worstExitCode } from '../../../engine/account/gate.ts';
import { InputError, onlyDefined } from '../../../files/input.ts';
import { reportInput } from '../../../report/parts/report-input.ts';
import { requestsOf } from '../../../report/parts/requests.ts';
import { showProgress } from '../../../report/terminal/progress.ts';
import { renderTerminal } from '../../../report/terminal/terminal.ts';
import {
  holdsRun,
  linkLatest,
  PAGE_FILE,
  REPORTS,
  runDirectory,
  runFilesIn,
  unwritable,
} from '../../../run/directory/run-files.ts';
import { GATE_OPTIONS } from '../../../run/gate-options.ts';
import { hostRun } from '../../../run/run-conformance.ts';
import { answerWith, type Context, givenSettings } from '../../context.ts';
import { codeOf } from '../../failure.ts';
import { listenForInterruption } from '../../interruption.ts';
import { type Deviating, namesIn, type Options } from '../../program/options.ts';
import { problemOf, type WantedReport, wantedReports, writeReports } from '../../reports.ts';

/** `report`: `FORMAT=FILE` entries; false for no page in the run's directory either. */
export type RunOptions = Options & Deviating & { readonly report?: readonly string[] | false };

/** @returns the run's exit code; the run is interrupted as soon as `until` aborts */
export async function runCommand(context: Context, options: RunOptions, until?: AbortSignal): Promise<number> {
  const wanted = wantedReports(options.report || []);
  if (!options.reference && (options.fault ?? options.variant) !== undefined)
    throw new InputError('--fault and --variant change the embedded references: give --reference too.');
  refusePlaces(options, wanted);
  const { env, fileKeys, started } = await givenSettings(context, options);
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
      ...onlyDefined(options, [
        ...(['reference', 'fault', 'only', 'requireComplete', 'onlyFailedFrom', 'plan', 'nonce', 'statement'] as const),
        ...GATE_OPTIONS,
      ]),
      ...(options.variant && { variants: namesIn(options.variant) }),
      on: progress.on,
    });
    progress.end();
    if (options.out === undefined && results.run.requests > 0 && results.run.only.length === 0) linkLatest(directory);
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
    answerWith(context, options.json, results, () => {
      const page = written.find(({ format }) => format === 'html')?.path;
      const reports = written.map(({ path }) => path).filter((path) => path !== page);
      const { verbose = false, quiet = false } = options;
      const place = files.length > 0 && { directory, files, reports, ...(page !== undefined && { page }) };
      return renderTerminal(results, { ...context, verbose, quiet, requests: requestsOf(input.exchanges), ...place });
    });
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
    throw new InputError(
      `${out} contains the results of another run. Name another directory with --out, or give --replace to replace that run.`,
    );
  const problems = reports.flatMap((report) => problemOf(report) ?? []);
  if (problems.length > 0) throw new InputError(problems.join('\n'));
}

/** Creates a directory in reports/. */
function newDirectory(): string {
  try {
    return runDirectory(REPORTS);
  } catch (error) {
    throw new InputError(
      `Cannot write to ${join(process.cwd(), REPORTS)} (${codeOf(error) ?? 'unknown error'}). Name another directory with --out.`,
    );
  }
}
