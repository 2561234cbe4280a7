/** The package: the location of its data files, for source and compiled code alike, and its version. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the directory of `specs/` and `schemas/`. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'specs')) || !existsSync(join(folder, 'package.json'))) {
    const above = dirname(folder);
    if (above === folder)
      throw new Error('Assay cannot find its own directory specs/; the installation is incomplete.');
    folder = above;
  }
  return folder;
}

export function packageVersion(): string {
  return (JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string }).version;
}

/** Whether a User-Agent is Assay's, of any version. */
export const isOwnAgent = (agent: string | undefined): boolean => /^assay(?:\/|$)/.test(agent ?? '');
