/** Reads results of an earlier run. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { differingTargets } from '../../compare/addresses.ts';
import { verdictsOf } from '../../compare/relations.ts';
import type { Results, Verdict } from '../../engine/words/types.ts';
import { JsonLimitError, parseBoundedJson } from '../../files/bounded-json.ts';
import { InputError } from '../../files/input.ts';
import { readGivenFile, reasonOf } from '../../files/read-file.ts';
import type { Depth } from '../../settings/types.ts';

/** Reads the results of a run's directory, or a results.json. Throws InputError. */
export function readResults(path: string): Results {
  let file = path;
  let content: unknown;
  try {
    if (statSync(path).isDirectory()) file = join(path, 'results.json');
    content = parseBoundedJson(readGivenFile(file, 'results'));
  } catch (error) {
    const reason =
      error instanceof SyntaxError
        ? 'not JSON'
        : error instanceof JsonLimitError
          ? `it ${error.message}`
          : reasonOf(error);
    throw new InputError(
      `${file} ${reason === 'ENOENT' ? 'does not exist' : `cannot be read (${reason})`}. Name the directory of a run, or its results.json.`,
    );
  }
  if (typeof content !== 'object' || content === null || !('format' in content) || content.format !== 'assay-results/1')
    throw new InputError(`${file} does not contain results of a run (format assay-results/1).`);
  return content as Results;
}

/** Verdicts of an earlier run and the addresses that it tested. */
export interface EarlierRun {
  readonly verdicts: Readonly<Record<string, Verdict>>;
  readonly depth: Depth;
  readonly target: Pick<Results['target'], 'reference' | 'interfaces'>;
}

/** Reads a run to compare with. Throws InputError where it sent nothing: everything would look unchanged. */
export function readEarlierRun(path: string): EarlierRun {
  const results = readResults(path);
  if (results.run.requests === 0)
    throw new InputError(
      `The run in ${path} sent nothing (exit code ${results.exitCode}), so it cannot be compared with. Name the last run that sent requests.`,
    );
  const { depth = 'standard' } = results.run;
  return { verdicts: Object.fromEntries(verdictsOf(results)), depth, target: results.target };
}

/** Why an earlier run cannot be compared with one of this target, one sentence per address that differs. */
export function otherTarget(earlier: EarlierRun['target'], now: EarlierRun['target']): string[] {
  const differing = differingTargets(earlier, now);
  if (differing === 'none in common') return ['--compare names a run that tested none of the configured interfaces.'];
  return differing.map(
    ({ before, after, name }) =>
      `--compare names a run against ${before}${name === undefined ? '' : ` (${name})`}, and this run is against ${after}.`,
  );
}
