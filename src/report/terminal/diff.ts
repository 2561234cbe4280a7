/** Changes between two runs, for a terminal and as Markdown. */
import { differences } from '../../compare/comparable.ts';
import { type Diff, REGRESSIONS, RELATIONS, type Relation } from '../../compare/relations.ts';
import type { Results } from '../../engine/words/types.ts';
import { capped, code, prose } from '../files/markdown-text.ts';
import { RELATION_HEADINGS } from '../parts/comparison.ts';
import { printable } from '../parts/message-text.ts';
import { first } from '../parts/tally.ts';
import { createLayout, listed, type Terminal } from './layout.ts';

/** Data of two runs that is shown with their changes. */
export interface Compared {
  readonly diff: Diff;
  readonly before: Results;
  readonly after: Results;
}

const KINDS = Object.keys(RELATIONS) as Relation[];

/** Maximum number of changes of each kind, on a terminal and in Markdown. */
const MOST = { screen: 20, markdown: 200 };
const MOST_BYTES = 1_000_000;

/** Renders changes for a terminal; ends with a line break. */
export function renderDiff(compared: Compared, options: Terminal & { readonly verbose?: boolean }): string {
  const { diff, before, after } = compared;
  const layout = createLayout(options);
  const parts = partsOf(compared).map(({ heading, meaning, changes }) => [
    '',
    layout.wrapped(`${layout.styled('bold', heading)} (${meaning})`),
    ...listed(changes, options.verbose ? Infinity : MOST.screen, ({ id, turn, why }) => [
      `  ${printable(id)}  ${turn}`,
      ...(why === undefined ? [] : [layout.line(why, '      ')]),
    ]),
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

/** Renders changes as Markdown for a CI job's summary. */
export function renderDiffMarkdown(compared: Compared): string {
  const { diff, before, after } = compared;
  const parts = partsOf(compared).flatMap(({ heading, changes }) => [
    `### ${heading}`,
    first(
      changes,
      MOST.markdown,
      ({ id, turn, why }) => `- ${code(id)} ${turn}${why === undefined ? '' : `: ${prose(why)}`}`,
      (left) => `- … and ${left} more`,
    ).join('\n'),
  ]);
  const runs = [`before: ${runLine(before)}`, `after: ${runLine(after)}`, ...comparisonNotices(compared)]
    .map((line) => `- ${prose(line)}`)
    .join('\n');
  return capped([`## Assay: ${verdictOf(diff).toLowerCase()}`, runs, ...parts], MOST_BYTES);
}

/** One sentence per difference between the runs: a change may come from that. */
export function comparisonNotices({ before, after }: Pick<Compared, 'before' | 'after'>): string[] {
  if (before.run.requests === 0 || after.run.requests === 0) return [];
  return differences(before, after).map(({ said }) => said);
}

/** The kinds of changes that there are, each with its changes as texts; regressions with the message of the requirement. */
function partsOf({ diff, after }: Compared) {
  return KINDS.filter((kind) => diff.changes[kind].length > 0).map((kind) => ({
    heading: `${RELATION_HEADINGS[kind]}: ${diff.changes[kind].length}`,
    meaning: RELATIONS[kind],
    // An outage is one fact, not many.
    changes: (kind === 'unreached' ? [] : diff.changes[kind]).map(
      ({ id, before: was = 'not planned', after: is = 'not planned' }) => ({
        id,
        turn: `${was} → ${is}`,
        why: REGRESSIONS.has(kind) ? after.requirements.find((result) => result.id === id)?.message : undefined,
      }),
    ),
  }));
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
