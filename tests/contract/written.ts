/** Descriptions and schemas of a test, in a directory that is removed at its end. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../afterwards.ts';

/**
 * Writes files below a new directory: texts unchanged, other content as JSON (which is also YAML).
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
