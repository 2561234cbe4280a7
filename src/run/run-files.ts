/** The files that a run leaves in its directory. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LEDGER_FILE } from '../wire/ledger.ts';

/** The HTML report. */
export const PAGE_FILE = 'report.html';
const DATA = ['results.json', 'evidence.har', 'bodies/', LEDGER_FILE];

/** Names of the files and folders of a run that exist in a directory, without reports. */
export function runFilesIn(directory: string): string[] {
  return DATA.filter((name) => existsSync(join(directory, name)));
}
