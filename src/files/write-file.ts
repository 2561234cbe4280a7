/** Writes files that a user names. */
import { lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Writes a file whole or not at all; creates its directory. A device, a pipe or a symbolic link (`/dev/stdout`) stays what it is and is
 * written through: other programs use it too.
 * @throws the system's error; a file that was there before is left as it was
 */
export async function writeWhole(path: string, content: string | Uint8Array | Iterable<string>): Promise<void> {
  const there = await lstat(path).catch(() => undefined);
  if (there !== undefined && !there.isFile() && !there.isDirectory()) {
    // The redirected standard output may hold output already.
    await writeFile(path, content, { flag: resolve(path).startsWith('/dev/') ? 'a' : 'w' });
    return;
  }
  await mkdir(dirname(path), { recursive: true });
  const part = `${path}.part`;
  try {
    await writeFile(part, content);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
}
