/** Writes files that a user names. */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, InputError, reasonOf } from './read-file.ts';

/** Matches paths of files that a process has open. These are appended to, because they may already contain output. */
const OPEN_ALREADY = /^\/dev\/(?:stdout|stderr|fd\/\d+)$|^\/proc\/(?:self|\d+)\/fd\/\d+$/;

/**
 * Writes a file completely or not at all; creates its directory. A symbolic link stays, and its target is written. A
 * device, a pipe or an open file (`/dev/stdout`) is written through: other programs use it too.
 * @param flush the content is on the disk when this returns
 * @throws the system's error; a regular file that existed before is left unchanged
 */
export async function writeWhole(
  named: string,
  content: string | Uint8Array | Iterable<string> | AsyncIterable<string>,
  { flush = false } = {},
): Promise<void> {
  const there = await stat(named).catch(() => undefined);
  if (OPEN_ALREADY.test(named) || (there !== undefined && !there.isFile() && !there.isDirectory())) {
    await writeFile(named, content, { flag: 'a' });
    return;
  }
  const path = there === undefined ? named : await realpath(named);
  makeDirectory(dirname(path));
  const part = `${path}.part`;
  try {
    await writeFile(part, content, { flush });
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
}

/**
 * Runs `work`, which writes a file that a user named.
 * @param advice a sentence that follows the reason
 * @throws InputError if it cannot be written
 */
export async function writing<T>(named: string, advice: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new InputError(`Cannot write ${named}: ${reasonOf(error)}. ${advice}`.trimEnd());
  }
}

/**
 * Makes a directory, and the missing directories above it. The `recursive` option of mkdir would never end if a file
 * system rejects a new directory with ENOENT, as automounted directories and /proc do.
 * @throws the system's error
 */
export function makeDirectory(path: string): void {
  if (!existsSync(dirname(path))) makeDirectory(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' || !statSync(path).isDirectory()) throw error;
  }
}
