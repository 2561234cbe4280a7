/** Changes between two runs, for a terminal and as Markdown. */
import { differences } from '../../compare/comparable.ts';
import { type Change, type Diff, REGRESSIONS, RELATIONS, type Relation, verdictsOf } from '../../compare/relations.ts';
import { grouped } from '../../engine/account/grouping.ts';
import type { Results, Verdict } from '../../engine/words/types.ts';
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

/** Verdicts without a test. */
const UNTESTED: ReadonlySet<Verdict> = new Set(['skipped', 'not-applicable']);

/** Maximum number of changes of each kind, on a terminal and in Markdown. */
const MOST = { screen: 20, markdown: 200 };
const MOST_BYTES = 1_000_000;

/** Renders changes for a terminal; ends with a line break. */
export function renderDiff(compared: Compared, options: Terminal & { readonly verbose?: boolean }): string {
  const { diff, before, after } = compared;
  const layout = createLayout(options);
  const parts = partsOf(compared).map(({ heading, meaning, groups }) => [
    '',
    layout.wrapped(`${layout.styled('bold', heading)} (${meaning})`),
    ...groups.flatMap(({ said, ids }) => [
      layout.line(said, '  ', '    '),
      ...listed(ids, options.verbose ? Infinity : MOST.screen, (id) => `    ${printable(id)}`, '    '),
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
  const parts = partsOf(compared).flatMap(({ heading, groups }) => [
    `### ${heading}`,
    ...groups.map(({ said, ids }) =>
      [
        `- ${prose(said)}`,
        ...first(
          ids,
          MOST.markdown,
          (id) => `  - ${code(id)}`,
          (left) => `  - … and ${left} more`,
        ),
      ].join('\n'),
    ),
  ]);
  const runs = [`before: ${runLine(before)}`, `after: ${runLine(after)}`, ...comparisonNotices(compared)]
    .map((line) => `- ${prose(line)}`)
    .join('\n');
  return capped([`## Assay: ${verdictOf(diff).toLowerCase()}`, runs, ...parts], MOST_BYTES);
}

/** Returns sentences, one per difference between the runs that may have caused a change. */
export function comparisonNotices({ before, after }: Pick<Compared, 'before' | 'after'>): string[] {
  if (before.run.requests === 0 || after.run.requests === 0) return [];
  return differences(before, after).map(({ said }) => said);
}

/**
 * Returns the kinds of changes that occurred. Requirements with the same change of verdict are one group; in
 * regressions, they also need the same message.
 */
function partsOf({ diff, before, after }: Compared) {
  const now = new Map(after.requirements.map((result) => [result.id, result]));
  const parts = KINDS.map((kind) => {
    const said = ({ id, before: was, after: is }: Change): string => {
      const { message } = (REGRESSIONS.has(kind) && now.get(id)) || {};
      return `${was ?? 'not planned'} → ${is ?? 'not planned'}${message === undefined ? '' : `: ${message}`}`;
    };
    const changes = diff.changes[kind];
    // One outage affects many requirements, so only their number is shown.
    const groups = kind === 'unreached' ? [] : [...grouped(changes, said)];
    return {
      heading: `${RELATION_HEADINGS[kind]}: ${changes.length}`,
      meaning: RELATIONS[kind],
      groups: groups.map(([said, own]) => ({ said, ids: own.map(({ id }) => id) })),
      count: changes.length,
    };
  });
  const left = [...verdictsOf(before)].filter(([id, verdict]) => !UNTESTED.has(verdict) && now.get(id)?.notSelected);
  const byVerdict = [...grouped(left, ([, verdict]) => `${verdict} → not selected`)];
  const notSelected = {
    heading: `Not selected: ${left.length}`,
    meaning: 'tested before, and left out by --only now',
    groups: byVerdict.map(([said, own]) => ({ said, ids: own.map(([id]) => id) })),
    count: left.length,
  };
  return [...parts, notSelected].filter(({ count }) => count > 0);
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
