/** Resources of tests, released afterwards. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestRunner } from 'vitest';

/**
 * Calls `end` after the test or `beforeEach` in which it was registered; outside of tests, after those of the file or
 * `describe`. Not for concurrent tests.
 */
function afterwards(end: () => unknown) {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await end()));
  else afterAll(async () => void (await end()));
}

/**
 * Closes a server or other resource at the end of the test, file or `describe` that called this.
 * @returns its argument
 */
export function closing<T extends { close(): unknown }>(made: T) {
  afterwards(() => made.close());
  return made;
}

/**
 * Makes an empty directory, and removes it with its contents at the end of the test, file or `describe` that called
 * this.
 * @returns its path
 */
export function temporaryFolder() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-test-')));
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Writes a file in a temporary directory: a text unchanged, other content as JSON (which is also YAML).
 * @returns its path
 */
export function temporaryFile(name: string, content: unknown) {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 });
  return file;
}
