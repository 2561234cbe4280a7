/** Writes files that a user names. */
import { mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Links to what a process has open; appended to, because it may contain output already. */
const OPEN_ALREADY = /^\/dev\/(?:stdout|stderr|fd\/\d+)$|^\/proc\/(?:self|\d+)\/fd\/\d+$/;

/**
 * Writes a file whole or not at all; creates its directory. A symbolic link stays, and what it leads to is written. A device, a pipe or
 * an open file (`/dev/stdout`) is written through: other programs use it too.
 * @param flush it is on the disk when this returns
 * @throws the system's error; a regular file that was there before is left as it was
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
  await mkdir(dirname(path), { recursive: true });
  const part = `${path}.part`;
  try {
    await writeFile(part, content, { flush });
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
}
