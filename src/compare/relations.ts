/** Compares runs: the relation of each requirement to an earlier run, and to a baseline. Pure. */

import { interfaceOf, selection } from '../engine/send/select.ts';
import { type Comparison, isFinding, type Result, type Results, type Verdict } from '../engine/words/types.ts';
import { type BaselineEntry, compareWithBaseline } from './baseline.ts';

/** Relations to an earlier run in the order of reports, with what each means. */
export const RELATIONS = {
  new: 'fails now, and did not fail in the earlier run',
  worse: 'passed before, and warns now',
  lost: 'passed before, and is not verified now',
  unreached: 'passed before; now the service was down, not reached, or not configured',
  vanished: 'failed, warned or was inconclusive before, and is now not planned, or declared as not offered',
  still: 'failed or warned before, and does not pass now',
  fixed: 'failed or warned before, and passes now',
  newlyAsked: 'was not decided before, and passes or warns now',
  other: 'changed in another way, which is not a regression',
} as const;

export type Relation = keyof typeof RELATIONS;

/** Relations that are regressions. A service that was not reached has no regression. */
export const REGRESSIONS: ReadonlySet<Relation> = new Set(['new', 'worse', 'lost']);

/** A requirement in two runs; a verdict is absent if the run did not plan it. */
export interface Change {
  readonly id: string;
  readonly before?: Verdict;
  readonly after?: Verdict;
}

/** Changed requirements by their relation, and whether one is a regression. */
export type Diff = ReturnType<typeof diffResults>;

/** A gap of the document and an expectation of a profile have no relation to an earlier run. */
const isCompared = (basis: Result['basis'] | undefined) => basis !== 'gap' && basis !== 'profile';

/** Verdicts by requirement that can change. */
export type Verdicts = ReadonlyMap<string, Verdict>;

/** Returns the verdicts of a run. */
export function verdictsOf({ requirements }: Pick<Results, 'requirements'>): Verdicts {
  return new Map(requirements.filter(({ basis }) => isCompared(basis)).map(({ id, verdict }) => [id, verdict]));
}

/** Returns the inferred requirements of a run. */
export const inferredIn = ({ requirements }: Pick<Results, 'requirements'>): string[] =>
  requirements.flatMap(({ id, basis }) => (basis === 'inferred' ? [id] : []));

const GONE: ReadonlySet<Verdict | undefined> = new Set([undefined, 'not-applicable']);
const UNTESTED: ReadonlySet<Verdict | undefined> = new Set([...GONE, 'skipped']);

/**
 * Returns the relation of a requirement to the same requirement in an earlier run, or undefined if it is unchanged. A
 * verdict is absent if the requirement was not planned. An inferred requirement that passed was not verified, so it
 * cannot be lost.
 */
export function relationOf(
  was: Verdict | undefined,
  is: Verdict | undefined,
  { blame, basis }: Partial<Pick<Result, 'blame' | 'basis'>> = {},
): Relation | undefined {
  if (fails(is)) return fails(was) ? 'still' : 'new';
  if (was === 'pass' && is !== 'warn' && basis === 'inferred') return undefined;
  if (was === 'pass' && is !== 'pass')
    return is === 'warn' ? 'worse' : blame === 'infrastructure' ? 'unreached' : 'lost';
  if (is === 'pass') return was === 'pass' ? undefined : isFinding(was) ? 'fixed' : 'newlyAsked';
  if (GONE.has(is)) return UNTESTED.has(was) ? undefined : 'vanished';
  if (isFinding(was)) return 'still';
  return is === 'warn' ? 'newlyAsked' : undefined;
}

function fails(verdict: Verdict | undefined) {
  return isFinding(verdict) && verdict !== 'warn';
}

/**
 * Changes since a run with the verdicts `before`, of which some requirements were inferred; `tested`: whether this run
 * selected a requirement. Where another service responded, or none is configured, the service was not reached.
 */
function changesSince(
  before: Verdicts,
  inferred: readonly string[],
  results: readonly Result[],
  tested: (id: string) => boolean,
  others: Results['otherServices'] = [],
) {
  const elsewhere = new Set(others.map((one) => one.interface));
  const blamed = ({ interface: of, blame, basis }: Result) => ({
    basis,
    blame: blame === 'settings' && elsewhere.has(of) ? ('infrastructure' as const) : blame,
  });
  const absentee = (id: string) => ({
    ...(inferred.includes(id) && { basis: 'inferred' as const }),
    ...(!configured.has(interfaceOf(id)) && { blame: 'infrastructure' as const }),
  });
  const none = Object.keys(RELATIONS).map((name): [string, Change[]] => [name, []]);
  const changes = Object.fromEntries(none) as Record<Relation, Change[]>;
  const now = new Map(results.map((result) => [result.id, result]));
  const configured = new Set(results.map((one) => one.interface as string));
  for (const id of new Set([...now.keys(), ...before.keys()])) {
    const result = now.get(id);
    if (!tested(id) || !isCompared(result?.basis)) continue;
    const [was, is] = [before.get(id), result?.verdict];
    const relation = relationOf(was, is, result ? blamed(result) : absentee(id)) ?? (was === is ? undefined : 'other');
    if (relation) changes[relation].push({ id, before: was, after: is });
  }
  return changes;
}

/** Returns the changes from one run to another. Requirements that `--only` excluded from the later run are left out. */
export function diffResults(before: Results, { requirements, notPlanned, run, otherServices }: Results) {
  const known = [...requirements, ...notPlanned].map(({ id }) => id);
  const tested = selection(run.only, known);
  const changes = changesSince(verdictsOf(before), inferredIn(before), requirements, tested, otherServices);
  return { changes, regressed: [...REGRESSIONS].some((relation) => changes[relation].length > 0) };
}

/** Baseline and earlier run to compare with; stored in the evidence, so that judging again gives the same exit code. */
export interface ComparisonBasis {
  /** The day (UTC), `YYYY-MM-DD`. */
  readonly today: string;
  readonly baseline?: readonly BaselineEntry[];
  /** The earlier run. */
  readonly earlier?: Comparison['earlier'];
  /** Its verdicts by requirement. */
  readonly before?: Readonly<Record<string, Verdict>>;
  /** Its inferred requirements. */
  readonly inferred?: readonly string[];
  /** Differences between that run and this one in what they could show, one sentence each. */
  readonly notices?: readonly string[];
}

/** Comparison with the baseline and the earlier run; undefined without either. */
export function compare(
  results: readonly Result[],
  against: ComparisonBasis | undefined,
  tested: (id: string) => boolean,
  others?: Results['otherServices'],
): Comparison | undefined {
  if (against?.baseline === undefined && against?.before === undefined) return undefined;
  const { today, baseline = [], before, inferred = [], earlier } = against;
  const changes = before && changesSince(new Map(Object.entries(before)), inferred, results, tested, others);
  const ids = (relation: Relation) => (changes?.[relation] ?? []).map(({ id }) => id);
  const diff = compareWithBaseline(results, baseline, today);
  const accounted = new Set([...diff.known.map(({ id }) => id), ...diff.expired]);
  const unaccounted = (relation: Relation) => ids(relation).filter((id) => !accounted.has(id));
  return {
    ...diff,
    ...(before && { earlier, new: unaccounted('new'), still: unaccounted('still') }),
    fixed: ids('fixed'),
    lost: ids('lost'),
    worse: ids('worse'),
    unreached: ids('unreached'),
  };
}
