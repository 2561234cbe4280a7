/** `assay open`: shows the report of a run in the browser. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DIRECTORY_OF_A_RUN, InputError, refuseMissing } from '../../../files/read-file.ts';
import { hasResults, LATEST, PAGE_FILE, REPORTS, withoutLatest } from '../../../run/directory/run-files.ts';
import type { Environment } from '../../../settings/types.ts';
import type { Context } from '../../context.ts';

/** Pages of a run and of a fleet. */
const PAGES = [PAGE_FILE, 'fleet.html'];

/** Prints the path of the page; on a terminal, opens it too. @returns 0 */
export async function openCommand(context: Context, named: string | undefined): Promise<number> {
  const directory = named ?? join(REPORTS, LATEST);
  const page = PAGES.map((name) => join(directory, name)).find((path) => existsSync(path));
  if (named !== undefined) refuseMissing(named, DIRECTORY_OF_A_RUN);
  if (page === undefined) throw new InputError(missing(directory, named));
  const path = resolve(page);
  const command = context.interactive ? browserCommand(path, context.environment) : undefined;
  if (command !== undefined && !(await startProgram(command)))
    context.remark(`Cannot start ${command[0]}. Open the file in a browser.`);
  context.answer(path);
  return 0;
}

function missing(directory: string, named: string | undefined) {
  return named === undefined && !hasResults(directory)
    ? withoutLatest('assay open DIR')
    : `No ${PAGES.join(' or ')} found in ${JSON.stringify(directory)}. To make one for a run: assay report DIR --to html=FILE`;
}

const OPENERS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' };

/** Returns the command that shows a page: that in BROWSER, or that of the platform. Undefined without a screen. */
export function browserCommand(
  page: string,
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): readonly [string, string] | undefined {
  const opener = OPENERS[platform] ?? (env.DISPLAY || env.WAYLAND_DISPLAY ? 'xdg-open' : undefined);
  const program = env.BROWSER || opener;
  return program === undefined ? undefined : [program, page];
}

/** Starts a program that outlives this process. @returns whether it could be started */
async function startProgram([program, page]: readonly [string, string]) {
  const child = spawn(program, [page], { detached: true, stdio: 'ignore' });
  const started = await once(child, 'spawn').catch(() => undefined);
  child.unref();
  return started !== undefined;
}
