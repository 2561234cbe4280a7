/** `assay diff`: shows the changes between two runs. */
import { diffResults } from '../../../compare/relations.ts';
import { worstExitCode } from '../../../engine/account/gate.ts';
import { comparisonNotices, renderDiff, renderDiffMarkdown } from '../../../report/terminal/diff.ts';
import { readResults } from '../../../run/directory/earlier-run.ts';
import { answerWith, type Context } from '../../context.ts';
import type { Options } from '../../program/options.ts';

/** @returns 1 on a regression; 3 if the later run did not reach a service; else 0 */
export function diffCommand(
  context: Context,
  one: string,
  other: string,
  options: Options & { readonly markdown?: true },
): number {
  const [before, after] = [readResults(one), readResults(other)];
  const diff = diffResults(before, after);
  answerWith(
    context,
    options.json,
    { ...diff.changes, regressed: diff.regressed, notices: comparisonNotices({ before, after }) },
    () =>
      options.markdown
        ? renderDiffMarkdown({ diff, before, after })
        : renderDiff({ diff, before, after }, { ...context, verbose: options.verbose ?? false }),
  );
  return worstExitCode([diff.regressed ? 1 : 0, diff.changes.unreached.length > 0 ? 3 : 0]);
}
