/** `assay diff`: shows the changes between two runs. */
import { diffResults } from '../../../compare/relations.ts';
import { comparisonNotices, renderDiff, renderDiffMarkdown } from '../../../report/terminal/diff.ts';
import { readResults } from '../../../run/directory/earlier-run.ts';
import { answerWith, type Context } from '../../context.ts';
import type { Options } from '../../program/options.ts';

/** @returns 1 on a regression, else 0 */
export function diffCommand(
  context: Context,
  one: string,
  other: string,
  options: Options & { readonly markdown?: true },
): number {
  const [before, after] = [readResults(one), readResults(other)];
  const diff = diffResults(before, after);
  // The member `worse` was there first.
  const { worse: warned, ...changes } = diff.changes;
  answerWith(
    context,
    options.json,
    { ...changes, warned, worse: diff.regressed, notices: comparisonNotices({ before, after }) },
    () =>
      options.markdown
        ? renderDiffMarkdown({ diff, before, after })
        : renderDiff({ diff, before, after }, { ...context, verbose: options.verbose ?? false }),
  );
  return diff.regressed ? 1 : 0;
}
