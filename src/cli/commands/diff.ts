/** `assay diff`: shows the changes between two runs. */
import { diffResults } from '../../compare/relations.ts';
import type { Results } from '../../engine/words/types.ts';
import { renderDiff, renderDiffMarkdown } from '../../report/terminal/diff.ts';
import { NoResultsError, readResults } from '../../run/directory/earlier-run.ts';
import { type Context, UsageError } from '../context.ts';

export interface DiffOptions {
  readonly json?: true;
  readonly markdown?: true;
  readonly verbose?: true;
}

/** @returns 1 if something got worse, else 0 */
export function diffCommand(context: Context, one: string, other: string, options: DiffOptions): number {
  const [before, after] = [resultsIn(one), resultsIn(other)];
  const diff = diffResults(before, after);
  // The member `worse` was there first.
  const { worse: warned, ...others } = diff.changes;
  if (options.json) context.answer(JSON.stringify({ ...others, warned, worse: diff.worse }, null, 2));
  else if (options.markdown) context.answer(renderDiffMarkdown({ diff, before, after }));
  else
    context.answer(
      renderDiff(
        { diff, before, after },
        { width: context.width, colour: context.colour, verbose: options.verbose ?? false },
      ),
    );
  return diff.worse ? 1 : 0;
}

/** Reads results from a directory or file. Throws UsageError if it cannot. */
function resultsIn(path: string): Results {
  try {
    return readResults(path);
  } catch (error) {
    throw error instanceof NoResultsError ? new UsageError(error.message) : error;
  }
}
