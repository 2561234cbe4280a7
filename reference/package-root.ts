/** Location of the project's data, from the sources as well as from the built files. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the path of the nearest directory above this file that contains `schemas`. Throws if none does. */
export function packageRoot(): string {
  let dir = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(dir, 'schemas'))) {
    if (dirname(dir) === dir) throw new Error('no folder above the reference contains schemas/');
    dir = dirname(dir);
  }
  return dir;
}
