/** `assay run`: tests, judges, writes and prints the report. */

import { rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { withReasons, worstExitCode } from '../../../engine/account/exit-codes.ts';
import { shellWord } from '../../../engine/repeat/shell.ts';
import type { Results } from '../../../engine/words/types.ts';
import { InputError, namesIn, readIfGiven, refuseIf } from '../../../files/read-file.ts';
import { type PluginOutput, pluginText, renderNagios } from '../../../report/files/nagios.ts';
import { byId } from '../../../report/parts/report-input.ts';
import { showProgress } from '../../../report/terminal/progress.ts';
import { renderTerminal } from '../../../report/terminal/terminal.ts';
import {
  linkLatest,
  PAGE_FILE,
  RESULTS_FILE,
  refuseToReplace,
  replacedByRuns,
  runDirectory,
  runFilesIn,
  unwritable,
} from '../../../run/directory/run-files.ts';
import { hostRun, refusedRun } from '../../../run/run-conformance.ts';
import { REQUEST_TIMEOUT_MS } from '../../../settings/table.ts';
import type { Environment } from '../../../settings/types.ts';
import { answerWith, type Context, printFailure } from '../../context.ts';
import { listenForInterruption } from '../../interruption.ts';
import type { Deviating, Options } from '../../program/options.ts';
import { givenSettings } from '../../ready-settings.ts';
import { problemOf, type WantedReport, wantedReports, writeReports } from '../results/report.ts';

/** `report`: `FORMAT=FILE` entries; `page`: whether the run's directory gets a page. */
export type RunOptions = Options & Deviating & { readonly report?: readonly string[]; readonly page?: boolean };

/** The limits of a run that another program waits for. */
interface Within {
  /** The run is interrupted as soon as it aborts. */
  readonly until: AbortSignal;
  /** Settings that count where none is given. */
  readonly defaults: Environment;
  /** Receives the directory of the run. */
  began(directory: string): void;
}

/** @returns the run's exit code */
export async function runCommand(context: Context, options: RunOptions, within?: Within): Promise<number> {
  refusePlaces(options);
  const wanted: WantedReport[] = [];
  const source = await prepared(context, options, wanted, within?.defaults).catch((error: unknown) => {
    if (error instanceof InputError) return error;
    throw error;
  });
  const directory = options.out ?? (await runDirectory('Choose another directory with --out.'));
  within?.began(directory);
  const interruption = listenForInterruption(context);
  const { verbose } = options;
  const progress = showProgress(options.quiet ? { ...context, interactive: false } : context, verbose);
  try {
    // Set only by other commands.
    const host = { ...options, interface: undefined, out: directory };
    const { results, conducted, fault } =
      source instanceof InputError
        ? await refusedRun({ ...host, env: {} }, source.problems)
        : await hostRun({
            ...host,
            ...source,
            signal: within ? AbortSignal.any([interruption.signal, within.until]) : interruption.signal,
            variants: options.variant && namesIn(options.variant),
            on: progress.on,
          });
    progress.end();
    if (options.out === undefined && results.run.requests > 0 && results.run.only.length === 0) linkLatest(directory);
    // If the run did not begin, remove its directory, unless the user named it with --out.
    const isKept = options.out !== undefined || results.problems === undefined;
    if (!isKept) rmSync(directory, { recursive: true, force: true });
    const files = isKept && unwritable(directory) === undefined ? runFilesIn(directory) : [];
    const withPage =
      options.page !== false && files.includes(RESULTS_FILE) && !wanted.some(({ format }) => format === 'html');
    const exchanges = conducted?.judgeables.flatMap(({ recording }) => recording.exchanges) ?? [];
    const { problems: unwritten, written } = await writeReports(
      [...(withPage ? [{ format: 'html', path: join(directory, PAGE_FILE) }] : []), ...wanted],
      { results, exchanges },
      files.length > 0 ? directory : undefined,
    );
    const refused = results.problems !== undefined;
    // A report that cannot be written is exit code 4.
    const exitCode = worstExitCode([results.exitCode, unwritten.length > 0 ? 4 : 0]);
    const screen = refused
      ? { ...context, colour: context.colour && context.interactive, width: context.stderrWidth }
      : context;
    const text = () => {
      const page = written.find(({ format }) => format === 'html')?.path;
      const reports = written.map(({ path }) => path).filter((path) => path !== page);
      const { quiet = false } = options;
      const place = isKept && { directory, files, reports, page };
      // That the results could not be written explains the others.
      const gate =
        results.exitCode === 4 ? results.gate.toSpliced(1, 0, ...unwritten) : withReasons(results, unwritten);
      return renderTerminal(unwritten.length > 0 ? { ...results, exitCode, gate } : results, {
        ...screen,
        verbose,
        quiet,
        requests: byId(exchanges),
        ...place,
      });
    };
    // Printed like the errors of other commands, with a stack trace if --debug is given.
    const failure = source instanceof InputError ? source : fault;
    if (options.json || failure !== source) await answerWith(context, options.json, results, text, refused);
    if (options.json) for (const problem of unwritten) context.remark(problem);
    if (failure !== undefined) throw failure;
    return exitCode;
  } finally {
    progress.end();
    interruption.release();
  }
}

/** Reads the settings, and adds the reports to write. */
async function prepared(context: Context, options: RunOptions, wanted: WantedReport[], defaults?: Environment) {
  const named = wantedReports(options.report ?? []);
  refuseIf(named.flatMap((report) => problemOf(report) ?? []));
  wanted.push(...named);
  if (!options.reference && (options.fault ?? options.variant) !== undefined)
    throw new InputError('--fault and --variant change the embedded references: add --reference.');
  const { env, places, started } = await givenSettings(context, options);
  // An empty value is unset.
  const missing = Object.entries(defaults ?? {}).filter(([name]) => !env[name]);
  return {
    env: { ...env, ...Object.fromEntries(missing) },
    places,
    started: { ...started, again: repeatedOf(options) },
  };
}

/** Options without which another run would test or decide something else, beside those that results repeat. */
const REPEATED = ['plan', 'statement', 'nonce', 'baseline', 'base', 'compare', 'failOn', 'requireComplete'] as const;

/** Returns the words of these options. */
const repeatedOf = (options: RunOptions) =>
  REPEATED.flatMap((name) => {
    const value = options[name];
    const option = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return value === undefined ? [] : [option, ...(value === true ? [] : [[value].flat().join(',')])];
  });

/** Throws InputError if another run or the base would be overwritten. */
function refusePlaces(options: RunOptions) {
  const { out, replace, base } = options;
  const problems: string[] = [];
  if (replace && out === undefined)
    problems.push('--replace replaces the results in the directory of --out: give --out.');
  readIfGiven(problems, out, (directory) => refuseToReplace(directory, replace));
  const replaced = out !== undefined && base !== undefined ? replacedByRuns(base, out) : undefined;
  if (replaced !== undefined) problems.push(replaced);
  refuseIf(problems);
}

export interface MonitorOptions extends RunOptions {
  /** Seconds. */
  readonly timeout?: string;
}

/** Default of `-t`: the time that Nagios allows a check. */
const USUAL_TIMEOUT = 60;
const LONGEST_TIMEOUT = 86_400;
/** The part of the allowed time that remains for clean-up and judging; in seconds, at most `MOST_RESERVE`. */
const RESERVE = 0.4;
const MOST_RESERVE = 17;
/** A request may take so much of the time that remains for requests: it can be tried three times. */
const REQUEST = 1 / 5;
/** The part of the allowed time after which the process ends in any case. */
const LAST_CALL = 0.95;

/**
 * Prints one line with performance data and then details, within the time allowed.
 * @returns 0 OK, 1 WARNING, 2 CRITICAL, 3 UNKNOWN
 */
export async function monitorCommand(context: Context, options: MonitorOptions): Promise<number> {
  const seconds = Number(options.timeout ?? USUAL_TIMEOUT);
  const print = ({ code, text }: PluginOutput) => {
    context.answer(text);
    return code;
  };
  if (!(seconds >= 1 && seconds <= LONGEST_TIMEOUT))
    return print(
      unknown(`--timeout ${JSON.stringify(options.timeout)} is not a number of seconds from 1 to ${LONGEST_TIMEOUT}.`),
    );
  let directory: string | undefined;
  const lastCall = setTimeout(
    () => {
      writeSync(
        1,
        unknown(
          `no result within ${seconds} s: raise --timeout.${directory === undefined ? '' : ` If the run created objects, list them: assay clean ${shellWord(directory)}`}`,
        ).text,
      );
      process.exit(3);
    },
    seconds * LAST_CALL * 1000,
  );
  try {
    return print(
      await outcome(context, options, seconds, (place) => {
        directory = place;
      }),
    );
  } finally {
    clearTimeout(lastCall);
  }
}

async function outcome(context: Context, options: MonitorOptions, seconds: number, began: (directory: string) => void) {
  const printed: string[] = [];
  const remarks: string[] = [];
  const quiet: Context = {
    ...context,
    interactive: false,
    answer: (text) => void printed.push(text),
    remark: (text) => void remarks.push(text),
  };
  const ms = (seconds - Math.min(MOST_RESERVE, seconds * RESERVE)) * 1000;
  const until = AbortSignal.timeout(Math.floor(ms));
  const defaults = { ASSAY_REQUEST_TIMEOUT_MS: `${Math.min(Math.floor(ms * REQUEST), REQUEST_TIMEOUT_MS)}` };
  const code = await runCommand(quiet, { ...options, json: true }, { until, defaults, began }).catch((error: unknown) =>
    printFailure(error, quiet, false),
  );
  const [text] = printed;
  if (text === undefined) return unknown(remarks.join(' '));
  const results = JSON.parse(text) as Results;
  // The run itself did not have exit code 4, so a report could not be written.
  if (code === 4 && results.exitCode !== 4) return unknown(remarks.join(' '));
  const isCut = until.aborted && results.run.interrupted;
  const limit = `The run was stopped after ${Math.floor(ms / 1000)} s, to clean up before the limit of ${seconds} s (-t); requests: ${results.run.requests}. If the service is slow, raise -t, or narrow the run with --only.`;
  return renderNagios(isCut ? { ...results, gate: results.gate.with(0, limit) } : results, seconds);
}

function unknown(why: string): PluginOutput {
  return { code: 3, text: pluginText(3, why, []) };
}
