/** Reads results of an earlier run. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type Comparable, differences } from '../../compare/comparable.ts';
import { verdictsOf } from '../../compare/relations.ts';
import type { Results, Verdict } from '../../engine/words/types.ts';
import { parseBoundedJson } from '../../files/bounded-json.ts';
import { InputError, readGivenFile, reasonOf } from '../../files/read-file.ts';

/** Reads the results of a run's directory, or a results.json. Throws InputError. */
export function readResults(path: string): Results {
  let file = path;
  let content: unknown;
  try {
    if (statSync(path).isDirectory()) file = join(path, 'results.json');
    content = parseBoundedJson(readGivenFile(file, 'results'));
  } catch (error) {
    throw new InputError(
      `Cannot read ${JSON.stringify(file)}: ${reasonOf(error)}. Name the directory of a run, or its results.json.`,
    );
  }
  if (typeof content !== 'object' || content === null || !('format' in content) || content.format !== 'assay-results/1')
    throw new InputError(`${JSON.stringify(file)} does not contain results of a run (format assay-results/1).`);
  return content as Results;
}

/**
 * Returns why a run cannot be the base of comparisons, as the end of a sentence, or undefined if it can: it verified
 * something of every interface, and passed its gate.
 */
export function whyNoBase({ run, exitCode, verified, conclusions }: Results): string | undefined {
  if (run.requests === 0) return 'sent no request';
  if (run.interrupted) return 'was interrupted';
  if (run.only.length > 0) return 'was narrowed (--only)';
  const without = Object.keys(conclusions).filter((name) => (verified[name] ?? 0) === 0);
  if (without.length > 0) return `verified no requirement of ${without.join(', ')}`;
  return exitCode === 0 ? undefined : `did not pass its gate (exit code ${exitCode})`;
}

/** Verdicts of an earlier run, and its selection. */
export interface EarlierRun {
  readonly path: string;
  readonly verdicts: Readonly<Record<string, Verdict>>;
  readonly about: Results;
}

/** Reads a run to compare with. Throws InputError if it sent no request: everything would look unchanged. */
export function readEarlierRun(path: string): EarlierRun {
  const results = readResults(path);
  if (results.run.requests === 0)
    throw new InputError(
      `The run in ${JSON.stringify(path)} sent no request (exit code ${results.exitCode}), so no run can be compared with it. Name the last run that sent requests.`,
    );
  return { path, verdicts: Object.fromEntries(verdictsOf(results)), about: results };
}

/**
 * Returns how an earlier run differs from one that is about to begin: problems prevent a comparison, notices appear in
 * the report.
 */
export function differencesFrom(
  { path, about }: EarlierRun,
  now: Comparable,
): { readonly problems: string[]; readonly notices: string[] } {
  const found = differences(about, now);
  const said = (refused: boolean) => found.flatMap((one) => ((one.of === 'services') === refused ? [one.said] : []));
  return {
    problems: said(true).map((one) => `This run cannot be compared with the run in ${JSON.stringify(path)}. ${one}`),
    notices: [...said(false), ...shortcomings(about)].map(
      (one) => `Compared with the run in ${JSON.stringify(path)}. ${one}`,
    ),
  };
}

/** Returns why a run shows less than others, whatever its gate said; a narrowed one differs in its selection. */
function shortcomings(about: Results) {
  const why = whyNoBase({ ...about, exitCode: 0, run: { ...about.run, only: [] } });
  return why === undefined ? [] : [`It ${why}. A requirement that it did not verify cannot be lost.`];
}
