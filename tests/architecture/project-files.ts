/** The project's own files, as they are in the working directory. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/contract/root.ts';

export const ROOT = packageRoot();

const CODE_FOLDERS = ['src', 'suites', 'reference', 'bench', 'tests'];

/** Returns every TypeScript source by its path from the root. */
export function typeScriptSources() {
  const atRoot = readdirSync(ROOT).filter((name) => name.endsWith('.ts'));
  return readAll([...atRoot, ...CODE_FOLDERS.flatMap(below).filter((path) => path.endsWith('.ts'))]);
}

/** Returns every page for people. */
export function pages() {
  const atRoot = readdirSync(ROOT).filter((name) => name.endsWith('.md'));
  return readAll([
    ...atRoot,
    ...['docs', 'deploy'].flatMap(below).filter((path) => path.endsWith('.md')),
    ...['reports/README.md'].filter((path) => existsSync(join(ROOT, path))),
  ]);
}

/** Returns every handwritten file: code, data, pages, scripts. */
export function writtenFiles() {
  const data = ['specs', 'schemas', 'docs', 'deploy', '.ci'].flatMap(below);
  const atRoot = readdirSync(ROOT).filter((name) => /\.(json|example)$/.test(name) && name !== 'package-lock.json');
  const scripts = CODE_FOLDERS.flatMap(below).filter((path) => /\.(py|pl|pm|cgi|sh|ya?ml)$/.test(path));
  return new Map([...typeScriptSources(), ...pages(), ...readAll([...data, ...atRoot, ...scripts])]);
}

/** Returns the paths of the files below a directory, from the root, with forward slashes; none if it does not exist. */
function below(folder: string): string[] {
  const path = join(ROOT, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => name !== '__pycache__' && name !== 'node_modules')
    .flatMap((name) => (statSync(join(path, name)).isDirectory() ? below(`${folder}/${name}`) : [`${folder}/${name}`]));
}

/** Returns the paths of the files in a folder of the project, sorted; none if it is missing. */
export function filesIn(...path: readonly string[]) {
  const folder = join(ROOT, ...path);
  return existsSync(folder)
    ? readdirSync(folder)
        .sort()
        .map((name) => join(folder, name))
    : [];
}

function readAll(paths: string[]) {
  return new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
}
