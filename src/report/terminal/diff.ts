/** Changes between two runs, for a terminal. */
import { differences } from '../../compare/comparable.ts';
import { type Diff, REGRESSIONS, RELATIONS, type Relation } from '../../compare/relations.ts';
import type { Results } from '../../engine/words/types.ts';
import { RELATION_HEADINGS } from '../parts/comparison.ts';
import { printable } from '../parts/message-text.ts';
import { createLayout, listed, type Terminal } from './layout.ts';

/** Data of two runs that is shown with their changes. */
export interface Compared {
  readonly diff: Diff;
  readonly before: Results;
  readonly after: Results;
}

const KINDS = Object.keys(RELATIONS) as Relation[];

/** Maximum number of changes of each kind. */
const MOST = 20;

/** Renders changes for a terminal; ends with a line break. */
export function renderDiff(compared: Compared, options: Terminal & { readonly verbose?: boolean }): string {
  const { diff, before, after } = compared;
  const layout = createLayout(options);
  const parts = KINDS.filter((kind) => diff.changes[kind].length > 0).map((kind) => [
    '',
    layout.wrapped(
      `${layout.styled('bold', `${RELATION_HEADINGS[kind]}: ${diff.changes[kind].length}`)} (${RELATIONS[kind]})`,
    ),
    // An outage is one fact, not many.
    ...listed(
      kind === 'unreached' ? [] : diff.changes[kind],
      options.verbose ? Infinity : MOST,
      ({ id, before: was = 'not planned', after: is = 'not planned' }) => {
        const { message } = (REGRESSIONS.has(kind) && after.requirements.find((result) => result.id === id)) || {};
        return [
          `  ${printable(id)}  ${was} → ${is}`,
          ...(message === undefined ? [] : [layout.line(message, '      ')]),
        ];
      },
    ),
  ]);
  const lines = [
    layout.styled(diff.regressed ? ['red', 'bold'] : ['green', 'bold'], verdictOf(diff)),
    `  before: ${runLine(before)}`,
    `  after:  ${runLine(after)}`,
    ...comparisonNotices(compared).map((notice) => layout.line(notice, 'Notice: ')),
    ...parts.flat(),
  ];
  return `${lines.join('\n')}\n`;
}

/** One sentence per difference between the runs: a change may come from that. */
export function comparisonNotices({ before, after }: Pick<Compared, 'before' | 'after'>): string[] {
  if (before.run.requests === 0 || after.run.requests === 0) return [];
  return differences(before, after).map(({ said }) => said);
}

function verdictOf(diff: Diff): string {
  if (diff.regressed) return 'Regressions found';
  return KINDS.every((kind) => diff.changes[kind].length === 0 || kind === 'still')
    ? 'No changes'
    : 'No regressions found';
}

function runLine({ run, conclusion, exitCode, suite }: Results): string {
  return `run ${run.id || '(no request was sent)'} of ${run.startedAt}, ${conclusion}, exit code ${exitCode}, Assay ${suite.version}`;
}
