/** Run directories, and the files that a run leaves there. */

import { accessSync, constants, existsSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { InputError } from '../../files/input.ts';
import { reasonOf } from '../../files/read-file.ts';
import { makeDirectory, writing } from '../../files/write-file.ts';
import { LEDGER_FILE } from '../../wire/session/ledger.ts';
import { readResults } from './earlier-run.ts';

/** The HTML report. */
export const PAGE_FILE = 'report.html';
/** The results of a run. */
export const RESULTS_FILE = 'results.json';
const EVIDENCE = ['evidence.har', 'bodies/'];
const DATA = [RESULTS_FILE, ...EVIDENCE, LEDGER_FILE];

/** Returns the names of those files and directories of a run that exist in a directory, without reports. */
export function runFilesIn(directory: string): string[] {
  return DATA.filter((name) => existsSync(join(directory, name)));
}

/** Makes a directory. @returns the reason if no file can be written there */
export function unwritable(directory: string, option = '--out'): string | undefined {
  try {
    makeDirectory(directory);
    accessSync(directory, constants.W_OK);
    return undefined;
  } catch (error) {
    return unusable(directory, error, option);
  }
}

/** Returns why no file can be written to the directory of an option, and the remedy. */
export function unusable(directory: string, error: unknown, option = '--out'): string {
  const shown = JSON.stringify(directory);
  if (!existsSync(directory))
    return `Cannot create the directory ${shown}: ${reasonOf(error)}. Name another with ${option}.`;
  return statSync(directory).isDirectory()
    ? `Cannot write to the directory ${shown}: ${reasonOf(error)}. Name another with ${option}.`
    : `Cannot use ${shown} as the directory of the run: it is not a directory. Name one with ${option}.`;
}

/**
 * Whether a directory contains results of a run that sent requests, or that cannot be read: they must not be lost by
 * mistake.
 */
export function containsRun(directory: string): boolean {
  if (!existsSync(join(directory, RESULTS_FILE))) return false;
  try {
    return readResults(directory).run.requests > 0;
  } catch {
    return true;
  }
}

/** Throws InputError if a directory contains a run that sent requests, unless it may be replaced. */
export function refuseToReplace(directory: string, replace = false): void {
  if (!replace && containsRun(directory))
    throw new InputError(
      `${JSON.stringify(directory)} contains the results of another run. Name another directory with --out, or give --replace to replace that run.`,
    );
}

/**
 * Removes those files of an earlier run that the next one does not write, because they would contradict its results.
 * The ledger is kept.
 */
export function removeEarlier(directory: string, evidenceToo: boolean): void {
  for (const name of [PAGE_FILE, ...(evidenceToo ? EVIDENCE : [])])
    rmSync(join(directory, name), { recursive: true, force: true });
}

/** The usual place of run directories. */
export const REPORTS = 'reports';
/** Name of the link to the last run that sent requests and was not restricted to some requirements. */
export const LATEST = 'latest';

/**
 * Creates a directory in `reports`, named after the time (UTC). Throws InputError, with an advice, if it cannot be
 * created.
 */
export async function runDirectory(advice = ''): Promise<string> {
  const time = new Date().toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  const directory = join(REPORTS, `run-${time}-${process.pid}`);
  await writing(directory, advice, () => makeDirectory(directory));
  return directory;
}

/**
 * Makes `latest` next to a run's directory point to it, if links can be made. Only a run that sent requests and was not
 * restricted to some requirements may become `latest`.
 */
export function linkLatest(directory: string): void {
  const link = join(dirname(directory), LATEST);
  try {
    rmSync(link, { force: true });
    symlinkSync(basename(directory), link, 'dir');
  } catch {
    // The file system has no links. The report names the directory.
  }
}
