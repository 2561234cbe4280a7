/** Many runs of one deployment in order of time: what changed, when, and back again. Pure. */

import type { Results, Verdict } from '../engine/words/types.ts';
import { deploymentOf } from './comparable.ts';
import { RELATIONS, type Relation, relationOf, type Verdicts, verdictsOf } from './relations.ts';

/** A run in a history. */
export interface PastRun
  extends Pick<Results, 'exitCode' | 'conclusion'>,
    Pick<Results['run'], 'id' | 'startedAt' | 'requests'> {
  readonly deployment: string;
  /** Kinds of creation that were allowed. */
  readonly allowCreate: readonly string[];
  /** The directory of the run, under the name that was given. */
  readonly directory: string;
}

/** A run with its verdicts; requirements whose service was not reached have none. */
export interface RecordedRun {
  readonly run: PastRun;
  readonly verdicts: Verdicts;
  /** Requirements that failed, then passed, or were unstable within the run. */
  readonly unstable: ReadonlySet<string>;
  /** Only some requirements were selected. */
  readonly narrowed: boolean;
}

/**
 * The relation of the newest to the oldest verdict; `flaky`: a requirement did not pass at two separate times, or was
 * unstable.
 */
export type HistoryKind = Exclude<Relation, 'unreached'> | 'flaky' | 'other';
const { new: appeared, worse, lost, unreached: _, ...further } = RELATIONS;
/** Kinds of changed requirements in the order of reports, with what each means. */
export const HISTORY_KINDS: Readonly<Record<HistoryKind, string>> = {
  ...{ new: appeared, worse, lost },
  flaky: 'alternated between passing and not passing, or differed within a run',
  ...further,
  other: 'changed otherwise',
};

/** A change between two runs that have a verdict; `run` is the index of the later one. */
export interface VerdictChange {
  readonly run: number;
  readonly from: Verdict;
  readonly to: Verdict;
}

/** A requirement whose verdict changed between runs, or that was unstable within a run. */
export interface HistoryRow {
  readonly id: string;
  readonly kind: HistoryKind;
  /** Verdicts by run; null if the run has no verdict. */
  readonly verdicts: readonly (Verdict | null)[];
  readonly changes: readonly VerdictChange[];
  /** Indices of the runs in which it was unstable: failed, then passed, or was accepted and rejected. */
  readonly unstable: readonly number[];
}

/** The output of `assay history --json`. */
export interface History {
  readonly format: 'assay-history/1';
  readonly deployment: string;
  /** Oldest first. */
  readonly runs: readonly PastRun[];
  readonly changed: readonly HistoryRow[];
  /** Number of requirements that never changed, by verdict. */
  readonly steady: Readonly<Partial<Record<Verdict, number>>>;
  /** Runs that are not compared, by reason. */
  readonly leftOut: Readonly<Record<string, number>>;
}

/** Why runs that tested a part only are left out. */
export const NARROWED = 'narrowed (--only)';

/** Returns a run of a history, from its results. */
export function pastRunOf(results: Results, directory: string): RecordedRun {
  const { run, exitCode, conclusion, requirements, target } = results;
  const decided = requirements.filter(
    ({ notSelected, verdict, blame }) =>
      notSelected !== true && !(verdict === 'inconclusive' && blame === 'infrastructure'),
  );
  return {
    run: {
      id: run.id,
      startedAt: run.startedAt,
      exitCode,
      conclusion,
      requests: run.requests,
      deployment: deploymentOf(results),
      allowCreate: [...target.allowCreate].sort(),
      directory,
    },
    verdicts: verdictsOf({ requirements: decided }),
    unstable: new Set(requirements.flatMap(({ id, unstable }) => (unstable ? [id] : []))),
    narrowed: run.only.length > 0,
  };
}

/**
 * Returns the last runs that are comparable with the newest whole one: with the same addresses, and the same creation
 * allowed. A run that is given twice counts once.
 */
export function historyOf(all: readonly RecordedRun[], last: number): History {
  const sorted = [...new Map(all.map((one) => [`${one.run.id} ${one.run.startedAt}`, one])).values()].sort((a, b) =>
    a.run.startedAt < b.run.startedAt ? -1 : 1,
  );
  const sent = sorted.filter(({ run }) => run.requests > 0);
  const whole = sent.filter(({ narrowed }) => !narrowed);
  const newest = whole.at(-1)?.run;
  const deployment = newest?.deployment ?? 'none';
  const there = whole.filter(({ run }) => run.deployment === deployment);
  const same = there.filter(({ run }) => run.allowCreate.join() === newest?.allowCreate.join());
  const shown = same.slice(-last);
  const reasons: [string, number][] = [
    ['sent no request', sorted.length - sent.length],
    [NARROWED, sent.length - whole.length],
    ['with other addresses', whole.length - there.length],
    ['with a different ASSAY_ALLOW_CREATE', there.length - same.length],
    ['older', same.length - shown.length],
  ];
  const steady: Partial<Record<Verdict, number>> = {};
  const changed: HistoryRow[] = [];
  for (const id of new Set(shown.flatMap(({ verdicts }) => [...verdicts.keys()]))) {
    const row = rowOf(
      id,
      shown.map(({ verdicts }) => verdicts.get(id) ?? null),
      shown.flatMap(({ unstable }, index) => (unstable.has(id) ? [index] : [])),
    );
    if (row.changes.length > 0 || row.unstable.length > 0) changed.push(row);
    else
      for (const verdict of new Set(row.verdicts)) if (verdict !== null) steady[verdict] = (steady[verdict] ?? 0) + 1;
  }
  return {
    format: 'assay-history/1',
    deployment,
    runs: shown.map(({ run }) => run),
    changed: changed.sort((a, b) => lastOf(b) - lastOf(a)),
    steady,
    leftOut: Object.fromEntries(reasons.filter(([, count]) => count > 0)),
  };
}

/** Returns the newest run in which a requirement changed. */
function lastOf({ changes, unstable }: HistoryRow): number {
  return Math.max(0, changes.at(-1)?.run ?? 0, unstable.at(-1) ?? 0);
}

function rowOf(id: string, verdicts: readonly (Verdict | null)[], unstable: readonly number[]): HistoryRow {
  const changes: VerdictChange[] = [];
  let before: Verdict | undefined;
  for (const [run, verdict] of verdicts.entries()) {
    if (verdict === null) continue;
    if (before !== undefined && before !== verdict) changes.push({ run, from: before, to: verdict });
    before = verdict;
  }
  return { id, kind: unstable.length > 0 ? 'flaky' : kindOf(changes), verdicts, changes, unstable };
}

/** Returns the kind of a requirement's changes. One failure followed by a pass is `fixed`, not `flaky`. */
function kindOf(changes: readonly VerdictChange[]): HistoryKind {
  const first = changes[0]?.from;
  const last = changes.at(-1);
  const spells = [first, ...changes.flatMap(({ from, to }) => (from === 'pass' ? [to] : []))].filter(
    (verdict) => verdict !== undefined && verdict !== 'pass',
  );
  if (spells.length > 1) return 'flaky';
  const relation = relationOf(first, last?.to) ?? relationOf(last?.from, last?.to);
  return relation === undefined || relation === 'unreached' ? 'other' : relation;
}
