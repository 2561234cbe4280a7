/** `assay run --monitor nagios`: a run as a monitoring plugin. */
import { writeSync } from 'node:fs';
import type { Results } from '../../../engine/words/types.ts';
import { type PluginOutput, pluginText, renderNagios } from '../../../report/files/nagios.ts';
import type { Context } from '../../context.ts';
import { tellFailure } from '../../failure.ts';
import { type RunOptions, runCommand } from './run.ts';

export interface MonitorOptions extends RunOptions {
  /** Seconds. */
  readonly timeout?: string;
}

/** Default of `-t`: the time that Nagios allows a check. */
const USUAL_TIMEOUT = 60;
const LONGEST_TIMEOUT = 86_400;
/** Of the time allowed, the part that remains for clean-up and judging; in seconds, at most `MOST_RESERVE`. */
const RESERVE = 0.4;
const MOST_RESERVE = 17;
/** Of the time allowed, the part after which the process ends in any case. */
const LAST_CALL = 0.95;

/** Prints one line with performance data and then details, within the time allowed. @returns 0 OK, 1 WARNING, 2 CRITICAL, 3 UNKNOWN */
export async function monitorCommand(context: Context, options: MonitorOptions): Promise<number> {
  const seconds = Number(options.timeout ?? USUAL_TIMEOUT);
  if (!(seconds >= 1 && seconds <= LONGEST_TIMEOUT))
    return printed(context, unknown(`-t ${options.timeout} is not a number of seconds from 1 to ${LONGEST_TIMEOUT}.`));
  const lastCall = setTimeout(
    () => {
      writeSync(
        1,
        unknown(
          `no result within ${seconds} s. If the run created objects, assay clean DIR lists those that remain; DIR is the directory of the run.`,
        ).text,
      );
      process.exit(3);
    },
    seconds * LAST_CALL * 1000,
  );
  try {
    return printed(context, await outcome(context, options, seconds));
  } finally {
    clearTimeout(lastCall);
  }
}

async function outcome(context: Context, options: MonitorOptions, seconds: number): Promise<PluginOutput> {
  const printed: string[] = [];
  const remarks: string[] = [];
  const quiet: Context = {
    ...context,
    interactive: false,
    answer: (text) => void printed.push(text),
    remark: (text) => void remarks.push(text),
  };
  const until = AbortSignal.timeout(Math.floor((seconds - Math.min(MOST_RESERVE, seconds * RESERVE)) * 1000));
  const code = await runCommand(quiet, { ...options, json: true }, until).catch((error: unknown) =>
    tellFailure(error, quiet, false),
  );
  const [text] = printed;
  if (text === undefined) return unknown(remarks.join(' '));
  const results = JSON.parse(text) as Results;
  // A report that could not be written is an error of Assay, unless the run has a more important one.
  if (code === 4 && results.exitCode !== 4) return unknown(remarks.join(' '));
  const output = renderNagios(results, seconds);
  return until.aborted && results.run.interrupted
    ? { ...output, text: output.text.replace(' - ', ` - stopped after ${seconds} s (-t): `) }
    : output;
}

function unknown(why: string): PluginOutput {
  return { code: 3, text: pluginText(3, why, []) };
}

function printed(context: Context, { code, text }: PluginOutput): number {
  context.answer(text);
  return code;
}
