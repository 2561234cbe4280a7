/** Descriptions and schemas of a test's own making, in a folder that goes when the test ends. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../afterwards.ts';

/** Writes files below a new folder: texts as they are, anything else as JSON (which is YAML too). @returns the folder */
export function written(files: Readonly<Record<string, unknown>>): string {
  const root = temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return root;
}
