/** Location of the project's data, from the sources as well as from the built files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
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

/** Returns a function that makes something of an interface's files in a directory, once per process. */
export function madeOfFiles<T>(directory: string, ending: string, make: (texts: readonly string[]) => T) {
  const known = new Map<string, T>();
  return (of: string): T => {
    const folder = join(packageRoot(), directory, of);
    const files = () =>
      readdirSync(folder)
        .sort()
        .filter((file) => file.endsWith(ending));
    const made = known.get(of) ?? make(files().map((file) => readFileSync(join(folder, file), 'utf8')));
    known.set(of, made);
    return made;
  };
}
