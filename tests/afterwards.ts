/** Resources of tests, released afterwards. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestRunner } from 'vitest';

/**
 * Runs after the test that calls this, or its `beforeEach`; called outside of tests, after those of the file or
 * `describe`. Not for tests that run at the same time.
 */
function afterwards(end: () => unknown) {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await end()));
  else afterAll(async () => void (await end()));
}

/** Closes a server or the like when the test, file or `describe` that called this has ended. @returns what was given */
export function closing<T extends { close(): unknown }>(made: T) {
  afterwards(() => made.close());
  return made;
}

/**
 * A new empty directory, removed with its contents when the test, file or `describe` that called this has ended.
 * @returns its path
 */
export function temporaryFolder() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-test-')));
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * A new file in a temporary directory: a text unchanged, anything else as JSON (which is YAML too).
 * @returns its path
 */
export function temporaryFile(name: string, content: unknown) {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 });
  return file;
}
