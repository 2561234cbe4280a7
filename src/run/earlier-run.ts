/** Reads results of an earlier run. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Results } from '../engine/types.ts';

/** A path without results; the message is for the user. */
export class NoResultsError extends Error {
  override readonly name = 'NoResultsError';
}

/** Reads the results of a run's directory, or a results.json. Throws NoResultsError. */
export function readResults(path: string): Results {
  let file = path;
  let content: unknown;
  try {
    if (statSync(path).isDirectory()) file = join(path, 'results.json');
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw new NoResultsError(
      `${file} ${code === 'ENOENT' ? 'does not exist' : `cannot be read (${code ?? 'not JSON'})`}. Name the directory of a run, or its results.json.`,
    );
  }
  if (typeof content !== 'object' || content === null || !('format' in content) || content.format !== 'assay-results/1')
    throw new NoResultsError(`${file} does not contain results of a run (format assay-results/1).`);
  return content as Results;
}
