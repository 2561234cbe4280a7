/** Descriptions and schemas that a test makes, in a directory that is removed when the test ends. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../afterwards.ts';

/**
 * Writes files below a new directory: texts unchanged, anything else as JSON (which is YAML too).
 * @returns the directory
 */
export function written(files: Record<string, unknown>) {
  const root = temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return root;
}
