/** The base is the run that later runs are compared with, as its results in a directory. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Results } from '../../engine/words/types.ts';
import { InputError } from '../../files/input.ts';
import { makeDirectory, writeWhole } from '../../files/write-file.ts';
import { readResults } from './earlier-run.ts';
import { RESULTS_FILE } from './run-files.ts';

/**
 * Returns why a run cannot be the base of comparisons, as the end of a sentence, or undefined if it can: it verified
 * something of every interface, and passed its gate.
 */
export function whyNoBase({ run, exitCode, verified, conclusions }: Results): string | undefined {
  if (run.requests === 0) return 'sent no request';
  if (run.interrupted) return 'was interrupted';
  if (run.only.length > 0) return 'was narrowed (--only)';
  const without = Object.keys(conclusions).filter((name) => (verified[name] ?? 0) === 0);
  if (without.length > 0) return `verified no requirement of ${without.join(', ')}`;
  return exitCode === 0 ? undefined : `did not pass its gate (exit code ${exitCode})`;
}

/** Whether a directory contains a base. */
export function hasBase(base: string): boolean {
  return existsSync(join(base, RESULTS_FILE));
}

/** Makes a run the base if it passed; otherwise leaves the base unchanged. */
export async function keepAsBase(base: string, results: Results): Promise<void> {
  if (whyNoBase(results) === undefined) await writeBase(base, results);
}

/**
 * Makes a run the base with any exit code, because a person accepts it. Throws InputError for a run that verified too
 * little.
 */
export async function acceptAsBase(base: string, path: string): Promise<Results> {
  const results = readResults(path);
  const why = whyNoBase({ ...results, exitCode: 0 });
  if (why !== undefined)
    throw new InputError(`The run in ${JSON.stringify(path)} cannot become the base run: it ${why}.`);
  await writeBase(base, results);
  return results;
}

async function writeBase(base: string, results: Results): Promise<void> {
  makeDirectory(base);
  await writeWhole(join(base, RESULTS_FILE), `${JSON.stringify(results, null, 2)}\n`);
}
