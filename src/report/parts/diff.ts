/** Changes between two runs. */
import { differences } from '../../compare/comparable.ts';
import { type Change, type Diff, REGRESSIONS, RELATIONS, type Relation } from '../../compare/relations.ts';
import { grouped, whyAbsent } from '../../engine/account/grouping.ts';
import type { Results } from '../../engine/words/types.ts';
import { utc } from '../../records/preview.ts';
import { type Changes, meaningOf, RELATION_HEADINGS } from './comparison.ts';
import { number } from './tally.ts';

/** Data of two runs that is shown with their changes. */
export interface Compared {
  readonly diff: Diff;
  readonly before: Results;
  readonly after: Results;
}

const KINDS = Object.keys(RELATIONS) as Relation[];

/** Returns the changes between two runs, with the data of both. */
export function changesBetween(compared: Compared): Changes {
  const { diff, before, after } = compared;
  const notices = comparisonNotices(compared);
  const apart = isReversed(compared)
    ? 'the order is reversed'
    : differences(before, after).some(({ isOfServices }) => isOfServices) && 'the runs tested different services';
  return {
    title: apart
      ? `${apart}, see below`
      : `${titleOf(diff)}${notices.length > 0 ? '; the runs differ in other ways, see below' : ''}`,
    regressed: diff.regressed,
    facts: [`before: ${runLine(before)}`, `after:  ${runLine(after)}`, ...notices].map((said) => ({ said })),
    parts: partsOf(compared),
    closing: [],
  };
}

const isReversed = ({ before, after }: Pick<Compared, 'before' | 'after'>) =>
  before.run.startedAt > after.run.startedAt;

/** Returns sentences, one per difference between the runs that may have caused a change. */
export function comparisonNotices({ before, after }: Pick<Compared, 'before' | 'after'>): string[] {
  if (before.run.requests === 0 || after.run.requests === 0) return [];
  return [
    ...(isReversed({ before, after })
      ? ['The order is reversed: the first run began after the second. Compare them as: assay diff EARLIER LATER.']
      : []),
    ...differences(before, after).map(({ said }) => said),
  ];
}

/**
 * Returns the kinds of changes that occurred. Requirements with the same change of verdict are one group; in
 * regressions, they also need the same message.
 */
function partsOf({ diff, before, after }: Compared) {
  const now = new Map(after.requirements.map((result) => [result.id, result]));
  const known = new Map([...before.requirements, ...after.requirements].map((result) => [result.id, result]));
  const leftOut = new Set(before.requirements.flatMap(({ id, notSelected }) => (notSelected ? [id] : [])));
  const untested = new Set(after.notPlanned.map(({ id }) => id));
  const part = (heading: string, meaning: string, changes: readonly Change[], said: (change: Change) => string) => ({
    heading: `${heading}: ${changes.length}`,
    meaning: meaningOf(
      meaning,
      changes.flatMap(({ id }) => known.get(id) ?? []),
    ),
    groups: [...grouped(changes, said)].map(([said, own]) => ({ said, ids: own.map(({ id }) => id) })),
    count: changes.length,
  });
  const parts = KINDS.map((kind) => {
    const all = part(RELATION_HEADINGS[kind], RELATIONS[kind], diff.changes[kind], ({ id, before: was, after: is }) => {
      const { message } = now.has(id)
        ? (REGRESSIONS.has(kind) && now.get(id)) || {}
        : { message: whyAbsent(id, after) };
      return `${leftOut.has(id) ? 'not selected' : (was ?? 'not planned')} → ${is ?? (untested.has(id) ? 'cannot be tested' : 'not planned')}${message === undefined ? '' : `: ${message}`}`;
    });
    // One outage affects many requirements, so only their number is shown.
    return kind === 'unreached' ? { ...all, groups: [] } : all;
  });
  return parts.filter(({ count }) => count > 0);
}

function titleOf({ regressed, changes }: Diff) {
  const unreached = changes.unreached.length;
  if (regressed) return 'regressions found';
  if (unreached > 0)
    return `incomplete: ${number(unreached, 'requirement')} not reached, and no regression among the others`;
  return KINDS.some((kind) => changes[kind].length > 0 && kind !== 'still')
    ? 'no regressions found'
    : 'no changes of verdicts';
}

function runLine({ run, conclusion, exitCode, suite }: Results) {
  return `run ${run.id || '(no request was sent)'} of ${utc(run.startedAt)}, ${conclusion}, exit code ${exitCode}, Assay ${suite.version}`;
}
