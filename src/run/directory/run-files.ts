/** The files that a run leaves in its directory. */
import { accessSync, constants, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LEDGER_FILE } from '../../wire/session/ledger.ts';
import { readResults } from './earlier-run.ts';

/** The HTML report. */
export const PAGE_FILE = 'report.html';
const RESULTS_FILE = 'results.json';
const EVIDENCE = ['evidence.har', 'bodies/'];
const DATA = [RESULTS_FILE, ...EVIDENCE, LEDGER_FILE];

/** Names of the files and folders of a run that exist in a directory, without reports. */
export function runFilesIn(directory: string): string[] {
  return DATA.filter((name) => existsSync(join(directory, name)));
}

/** Makes a directory. @returns the reason if nothing can be written there */
export function unwritable(directory: string): string | undefined {
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK);
    return undefined;
  } catch (error) {
    return `Cannot write to the output directory: ${(error as Error).message}`;
  }
}

/** Whether a directory holds results of a run that sent something: they should not be lost by mistake. */
export function holdsRun(directory: string): boolean {
  if (!existsSync(join(directory, RESULTS_FILE))) return false;
  try {
    return readResults(directory).run.requests > 0;
  } catch {
    return true;
  }
}

/** Removes the files of an earlier run that the next one does not write: they would contradict its results. The ledger is kept. */
export function removeEarlier(directory: string, evidenceToo: boolean): void {
  for (const name of [PAGE_FILE, ...(evidenceToo ? EVIDENCE : [])])
    rmSync(join(directory, name), { recursive: true, force: true });
}
