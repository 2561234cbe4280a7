/** Many runs of one deployment in order of time: which verdicts changed, when, and which changed back. Pure. */

import type { Results, Verdict } from '../engine/words/types.ts';
import { deploymentOf } from './comparable.ts';
import { inferredIn, RELATIONS, type Relation, relationOf, verdictsOf } from './relations.ts';

/**
 * A run with its verdicts. Requirements whose service was not reached have none, nor have those that an interrupted run
 * left open.
 */
export type RecordedRun = ReturnType<typeof pastRunOf>;
/** A run in a history. */
export type PastRun = RecordedRun['run'];

/**
 * The relation of the newest to the oldest verdict; `flaky`: a requirement passed between two runs in which it failed
 * or warned, or was unstable.
 */
export type HistoryKind = Exclude<Relation, 'unreached'> | 'flaky';
const { new: _new, worse, lost, unreached: _, ...further } = RELATIONS;
/** Kinds of changed requirements in the order of reports, with what each means. */
export const HISTORY_KINDS: Readonly<Record<HistoryKind, string>> = {
  new: 'fails in the newest run, and did not fail in the oldest',
  ...{ worse, lost },
  flaky: 'passed between two runs in which it failed or warned, or differed within a run',
  ...further,
};

/**
 * A change between two runs that have a verdict, or did not plan the requirement: then the verdict is absent. `run` is
 * the index of the later one.
 */
export interface VerdictChange {
  readonly run: number;
  readonly from?: Verdict;
  readonly to?: Verdict;
}

/** A requirement whose verdict changed between runs, or that was unstable within a run. */
export type HistoryRow = ReturnType<typeof rowOf>;

/** The output of `assay history --json`. */
export type History = ReturnType<typeof historyOf>;

/** Returns a run of a history, from its results. */
export function pastRunOf(results: Results, directory: string) {
  const { run, exitCode, conclusion, requirements, target } = results;
  const decided = requirements.filter(
    ({ notSelected, verdict, blame }) =>
      notSelected !== true &&
      !(verdict === 'inconclusive' && (blame === 'infrastructure' || run.interrupted)) &&
      !(verdict === 'skipped' && run.interrupted),
  );
  return {
    run: {
      id: run.id,
      startedAt: run.startedAt,
      exitCode,
      conclusion,
      requests: run.requests,
      deployment: deploymentOf(results),
      // Kinds of creation that were allowed.
      allowCreate: [...target.allowCreate].sort(),
      // The name that was given.
      directory,
    },
    verdicts: verdictsOf({ requirements: decided }),
    // Requirements that failed, then passed, or were unstable within the run.
    unstable: new Set(requirements.flatMap(({ id, unstable }) => (unstable ? [id] : []))),
    inferred: new Set(inferredIn(results)),
    planned: new Set(requirements.map(({ id }) => id)),
    // Only some requirements were selected.
    narrowed: run.only.length > 0,
  };
}

/**
 * Returns the last runs that are comparable with the newest full one: with the same addresses, and the same creation
 * allowed. A run that is given twice counts once.
 */
export function historyOf(all: readonly RecordedRun[], last: number) {
  const sorted = [...new Map(all.map((one) => [`${one.run.id} ${one.run.startedAt}`, one])).values()].sort((a, b) =>
    a.run.startedAt < b.run.startedAt ? -1 : 1,
  );
  const newest = sorted.filter(({ run, narrowed }) => run.requests > 0 && !narrowed).at(-1)?.run;
  const deployment = newest?.deployment ?? 'none';
  const apart = ({ run, narrowed }: RecordedRun) => {
    if (run.requests === 0) return 'sent no request';
    if (narrowed) return 'narrowed (--only)';
    if (run.deployment !== deployment) return 'with other addresses';
    return run.allowCreate.join() === newest?.allowCreate.join() ? undefined : 'with a different ASSAY_ALLOW_CREATE';
  };
  const shown = sorted.filter((one) => apart(one) === undefined).slice(-last);
  const kept = new Set(shown);
  const leftOutRuns = sorted.flatMap((one) => {
    const { id, startedAt, directory } = one.run;
    return kept.has(one) ? [] : [{ id, startedAt, directory, reason: apart(one) ?? 'older' }];
  });
  const steady: Partial<Record<Verdict, number>> = {};
  const changed: HistoryRow[] = [];
  for (const id of new Set(shown.flatMap(({ verdicts }) => [...verdicts.keys()]))) {
    const row = rowOf(
      id,
      shown.map(({ verdicts, planned }) => verdicts.get(id) ?? (planned.has(id) ? null : undefined)),
      shown.flatMap(({ unstable }, index) => (unstable.has(id) ? [index] : [])),
      shown.some(({ inferred }) => inferred.has(id)) ? { basis: 'inferred' } : {},
    );
    if (row.changes.length > 0 || row.unstable.length > 0) changed.push(row);
    else
      for (const verdict of new Set(row.verdicts)) if (verdict !== null) steady[verdict] = (steady[verdict] ?? 0) + 1;
  }
  return {
    format: 'assay-history/1' as const,
    deployment,
    // Oldest first.
    runs: shown.map(({ run }) => run),
    changed: changed.sort((a, b) => lastOf(b) - lastOf(a)),
    // The number of requirements that never changed, by verdict.
    steady,
    // Runs that are not compared.
    leftOutRuns,
  };
}

/** Returns the newest run in which a requirement changed. */
function lastOf({ changes, unstable }: HistoryRow) {
  return Math.max(0, changes.at(-1)?.run ?? 0, unstable.at(-1) ?? 0);
}

/**
 * @param verdicts by run; null if the run has no verdict, undefined if it did not plan the requirement
 * @param unstable indices of the runs in which it was unstable: failed, then passed, or was accepted and rejected
 */
function rowOf(
  id: string,
  verdicts: readonly (Verdict | null | undefined)[],
  unstable: readonly number[],
  about: Parameters<typeof relationOf>[2],
) {
  const changes: VerdictChange[] = [];
  // A requirement that the oldest runs did not plan is unchanged since the first that did.
  const began = verdicts.findIndex((verdict) => verdict);
  let before = verdicts[began];
  for (const [run, verdict] of verdicts.entries()) {
    if (run < began || verdict === null) continue;
    if (before !== verdict) changes.push({ run, from: before ?? undefined, to: verdict });
    before = verdict;
  }
  const kind: HistoryKind = unstable.length > 0 ? 'flaky' : kindOf(changes, about);
  return { id, ...about, kind, verdicts: verdicts.map((verdict) => verdict ?? null), changes, unstable };
}

/** Returns the kind of a requirement's changes. One failure followed by a pass is `fixed`, not `flaky`. */
function kindOf(changes: readonly VerdictChange[], about: Parameters<typeof relationOf>[2]): HistoryKind {
  const first = changes[0]?.from;
  const last = changes.at(-1);
  const spells = [first, ...changes.flatMap(({ from, to }) => (from === 'pass' ? [to] : []))].filter(
    (verdict) => verdict === 'fail' || verdict === 'warn',
  );
  if (spells.length > 1) return 'flaky';
  const whole = relationOf(first, last?.to, about);
  // A requirement that was decided in an earlier run is not newly tested.
  const latest = relationOf(last?.from, last?.to, about);
  const relation = whole ?? (latest === 'newlyAsked' ? undefined : latest);
  return relation === undefined || relation === 'unreached' ? 'other' : relation;
}
