/** The base is the run that later runs are compared with, as its results in a directory. */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Results } from '../../engine/words/types.ts';
import { InputError } from '../../files/input.ts';
import { makeDirectory, writeWhole } from '../../files/write-file.ts';
import { readResults, whyNoBase } from './earlier-run.ts';
import { LATEST, RESULTS_FILE } from './run-files.ts';

/** Whether a directory contains a base. */
export function hasBase(base: string): boolean {
  return existsSync(join(base, RESULTS_FILE));
}

/** Returns why a directory cannot hold the base: each run replaces the results there, also one that does not pass. */
export function replacedByRuns(base: string, out: string): string | undefined {
  return [out, join(dirname(out), LATEST)].some((one) => resolve(one) === resolve(base))
    ? `--base ${JSON.stringify(base)} is a directory whose results every run replaces, even one that does not pass. Name another, such as last-good.`
    : undefined;
}

/** Returns the ways out if no run can be compared with the base. */
export function withoutThisBase(base: string): string {
  return `To begin again, remove ${base}, or name a run of these services: assay baseline accept DIR --base ${base}`;
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

async function writeBase(base: string, results: Results) {
  makeDirectory(base);
  await writeWhole(join(base, RESULTS_FILE), `${JSON.stringify(results, null, 2)}\n`);
}
