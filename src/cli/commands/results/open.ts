/** `assay open`: shows the report of a run in the browser. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { shellWord } from '../../../engine/repeat/shell.ts';
import { InputError } from '../../../files/input.ts';
import { LATEST, PAGE_FILE, REPORTS } from '../../../run/directory/run-files.ts';
import { browserCommand, startProgram } from '../../browser.ts';
import type { Context } from '../../context.ts';

/** Pages of a run, a fleet, a self-test. */
const PAGES = [PAGE_FILE, 'fleet.html', 'selftest.html'];

/** Prints the path of the page; on a terminal, opens it too. @returns 0 */
export async function openCommand(context: Context, given: string | undefined): Promise<number> {
  const directory = given ?? join(REPORTS, LATEST);
  const page = PAGES.map((name) => join(directory, name)).find((path) => existsSync(path));
  if (page === undefined) throw new InputError(missing(directory, given));
  const path = resolve(page);
  const command = context.interactive ? browserCommand(path, context.environment) : undefined;
  if (command !== undefined && !(await startProgram(command)))
    context.remark(`Cannot start ${command[0]}. Open the file in a browser.`);
  context.answer(path);
  return 0;
}

function missing(directory: string, given: string | undefined): string {
  if (existsSync(join(directory, 'results.json')))
    return `No ${PAGE_FILE} found in ${directory}. Make one with: assay report ${shellWord(directory)} --to html=${shellWord(join(directory, PAGE_FILE))}`;
  return given === undefined
    ? `No run found in ${REPORTS}. Start one with assay run, or name the directory of a run: assay open DIR`
    : `No report found in ${directory}. Name the directory of a run.`;
}
