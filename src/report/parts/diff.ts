/** Changes between two runs. */
import { differences } from '../../compare/comparable.ts';
import { type Change, type Diff, REGRESSIONS, RELATIONS, type Relation, verdictsOf } from '../../compare/relations.ts';
import { grouped } from '../../engine/account/grouping.ts';
import type { Results, Verdict } from '../../engine/words/types.ts';
import { utc } from '../../records/preview.ts';
import { type Changes, meaningOf, RELATION_HEADINGS } from './comparison.ts';
import { number, selectedIn, verifiedIn } from './tally.ts';

/** Data of two runs that is shown with their changes. */
export interface Compared {
  readonly diff: Diff;
  readonly before: Results;
  readonly after: Results;
}

const KINDS = Object.keys(RELATIONS) as Relation[];

/** Verdicts without a test. */
const UNTESTED: ReadonlySet<Verdict> = new Set(['skipped', 'not-applicable']);

/** Returns the changes between two runs, with the data of both. */
export function changesBetween(compared: Compared): Changes {
  const { diff, before, after } = compared;
  return {
    title: titleOf(compared),
    regressed: diff.regressed,
    facts: [`before: ${runLine(before)}`, `after:  ${runLine(after)}`, ...comparisonNotices(compared)].map((said) => ({
      said,
    })),
    parts: partsOf(compared),
    closing: [],
  };
}

/** Returns sentences, one per difference between the runs that may have caused a change. */
export function comparisonNotices({ before, after }: Pick<Compared, 'before' | 'after'>): string[] {
  if (before.run.requests === 0 || after.run.requests === 0) return [];
  return [
    ...(isReversed(before, after)
      ? ['The run given first began after the other. To see what changed since then: assay diff EARLIER LATER.']
      : []),
    ...differences(before, after).map(({ said }) => said),
  ];
}

const isReversed = (before: Results, after: Results) => before.run.startedAt > after.run.startedAt;

/** Returns why the changes are not changes of one deployment from an earlier run to a later one. */
function doubtsAbout({ diff, before, after }: Compared) {
  const why = [
    ...(isReversed(before, after) ? ['the later run is given first'] : []),
    ...(differences(before, after).some(({ of }) => of === 'services') ? ['the runs tested different services'] : []),
    ...(diff.changes.unreached.length > 0 && verifiedIn(after) === 0 ? ['the later run reached no service'] : []),
  ];
  return why.length === 0 ? undefined : `not comparable: ${why.join(', and ')}`;
}

/**
 * Returns the kinds of changes that occurred. Requirements with the same change of verdict are one group; in
 * regressions, they also need the same message.
 */
function partsOf({ diff, before, after }: Compared) {
  const now = new Map(after.requirements.map((result) => [result.id, result]));
  const known = new Map([...before.requirements, ...after.requirements].map((result) => [result.id, result]));
  const leftOut = new Set(before.requirements.flatMap(({ id, notSelected }) => (notSelected ? [id] : [])));
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
      const { message } = (REGRESSIONS.has(kind) && now.get(id)) || {};
      return `${leftOut.has(id) ? 'not selected' : (was ?? 'not planned')} → ${is ?? 'not planned'}${message === undefined ? '' : `: ${message}`}`;
    });
    // One outage affects many requirements, so only their number is shown.
    return kind === 'unreached' ? { ...all, groups: [] } : all;
  });
  const left = [...verdictsOf(before)].flatMap(([id, before]) =>
    !UNTESTED.has(before) && now.get(id)?.notSelected ? [{ id, before }] : [],
  );
  const meaning = 'tested before, and left out by --only now';
  const unselected = {
    ...part('Not selected', meaning, left, ({ before }) => `${before} → not selected`),
    isBrief: true,
  };
  return [...parts, unselected].filter(({ count }) => count > 0);
}

function titleOf(compared: Compared) {
  const doubts = doubtsAbout(compared);
  if (doubts === undefined) return verdictOf(compared);
  return compared.diff.regressed ? `${doubts} (exit code 1, as for regressions)` : doubts;
}

function verdictOf({ diff: { regressed, changes }, before, after }: Compared) {
  if (regressed) return 'regressions found';
  if (KINDS.some((kind) => changes[kind].length > 0 && kind !== 'still')) return 'no regressions found';
  const [selected, narrowed] = [selectedIn(before), selectedIn(after)];
  if (selected === before && narrowed === after) return 'no changes';
  const ids = new Set(verdictsOf(selected).keys());
  const both = [...verdictsOf(narrowed).keys()].filter((id) => ids.has(id)).length;
  return `no changes in the ${number(both, 'requirement')} that both runs selected`;
}

function runLine({ run, conclusion, exitCode, suite }: Results) {
  return `run ${run.id || '(no request was sent)'} of ${utc(run.startedAt)}, ${conclusion}, exit code ${exitCode}, Assay ${suite.version}`;
}
