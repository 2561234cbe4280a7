/**
 * Before the first test: compiles the code under test, if a source is newer than the compiled code; and prevents an
 * update of all snapshots at once.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { packageRoot } from '../src/contract/root.ts';

const root = packageRoot();
/** The last file that the build writes. */
const built = join(root, 'dist', 'catalogue.json');

export default function compile({ vitest }: Pick<TestProject, 'vitest'>) {
  if (vitest.config.snapshotOptions.updateSnapshot === 'all' && !process.argv.some((word) => word.startsWith('tests')))
    throw new Error('Name the tests whose files --update writes, for example: npm test -- tests/samples --update');
  const sources = ['src', 'suites', 'reference', 'bench', 'specs', 'schemas']
    .map((folder) => join(root, folder))
    .filter((folder) => existsSync(folder));
  const newest = Math.max(
    ...sources.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => statSync(join(folder, name)).mtimeMs),
    ),
  );
  if (existsSync(built) && statSync(built).mtimeMs > newest) return;
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], {
    encoding: 'utf8',
  });
  if (status !== 0) console.warn(`The sources have type errors:\n${stdout}`);
  spawnSync(process.execPath, [join(root, 'dist', 'src', 'run', 'write-catalogue.js')]);
}
