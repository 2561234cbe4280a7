/** Many deployments side by side. Pure. */

import { worstExitCode } from '../engine/account/exit-codes.ts';
import { byFrequency, countVerdicts } from '../engine/account/grouping.ts';
import { type Blame, isVerifiable, type Result, type Results, type Verdict } from '../engine/words/types.ts';
import { verdictsOf } from './relations.ts';

/**
 * `judged`; `nothing-verified`: it ran, and no requirement passed or was contradicted; `not-run`: no request was sent,
 * or no results exist.
 */
export type MemberState = 'judged' | 'nothing-verified' | 'not-run';

/** The outcome of one deployment of a fleet. */
export interface FleetMember extends Partial<Pick<Results, 'conclusion' | 'conclusions' | 'counts'>> {
  readonly name: string;
  readonly exitCode: number;
  /** Path of its results, relative to the overview; absent without results. */
  readonly directory?: string;
  readonly run?: string;
  readonly startedAt?: string;
  /** Reason for missing results, for a run without requests, or for its exit code. */
  readonly problem?: string;
}

/** A deployment with its verdicts, unless it did not run. */
export interface GatheredMember extends FleetMember {
  readonly verdicts?: ReadonlyMap<string, Verdict>;
  /** Requirements that it does not decide for reasons outside the service. */
  readonly undecided?: ReadonlySet<string>;
}

/** A deployment in an overview. */
export type ListedMember = FleetOverview['deployments'][number];

/** A requirement in all deployments of the fleet; only deployments with the state `judged` count. */
export type FleetRow = ReturnType<typeof rowsOf>[number];

/** One of the parts (`of`) into which a fleet is divided, one per machine; `index` is from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** The content of fleet.json. */
export type FleetOverview = ReturnType<typeof overviewOf>;

/**
 * `agreeing`: minimum share of deployments with the usual verdict, so that others are odd. `smallest`: minimum number
 * of deployments.
 */
const ODD = { agreeing: 2 / 3, smallest: 3 };

/**
 * Returns the names of the deployments in a shard; without a shard, all names. Sorted names are assigned to the shards
 * in turn, so every machine computes the same shards.
 */
export function shardOf(names: readonly string[], { index, of }: Shard = { index: 1, of: 1 }): string[] {
  return names.toSorted().filter((_, place) => place % of === index - 1);
}

/** Returns an overview with the outcome of each deployment. */
export function overviewOf(members: readonly GatheredMember[], planned: readonly string[], shard: Shard | undefined) {
  const deployments = members
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ verdicts, undecided: _, ...one }) => ({ ...one, state: stateOf(verdicts) }));
  return {
    format: 'assay-fleet/1' as const,
    exitCode: worstExitCode(deployments.map(({ exitCode }) => exitCode)),
    shard,
    // Every deployment of the fleet, other shards' included.
    planned: planned.toSorted(),
    deployments,
    requirements: rowsOf(members),
  };
}

/** Returns the member that a run's results describe. */
export function memberOf(name: string, directory: string, results: Results): GatheredMember {
  return {
    name,
    exitCode: results.exitCode,
    directory,
    conclusion: results.conclusion,
    conclusions: results.conclusions,
    run: results.run.id,
    startedAt: results.run.startedAt,
    ...problemOf(results),
    ...(results.problems === undefined && {
      counts: countVerdicts(results.requirements.filter(isCounted)),
      verdicts: verdictsOf(results),
    }),
    undecided: new Set(results.requirements.filter(isUndecided).map(({ id }) => id)),
  };
}

/** Whether the conclusion of a run counts a requirement: documented or standard ones, and other contradicted ones. */
const isCounted = ({ basis, verdict, notSelected }: Result) =>
  !notSelected && (isVerifiable(basis) || verdict === 'warn');

/** Reasons outside the service: they concern a deployment, which its exit code and reason describe. */
const OUTSIDE: ReadonlySet<Blame | undefined> = new Set(['infrastructure', 'credential', 'settings']);
const isUndecided = ({ verdict, blame }: Result) => verdict === 'inconclusive' && OUTSIDE.has(blame);

function problemOf({ problems, exitCode, gate }: Results) {
  if (problems) return { problem: problems.join('\n') };
  return exitCode === 0 ? {} : { problem: gate.join(' ') };
}

const DECIDED: ReadonlySet<Verdict> = new Set(['pass', 'fail', 'warn', 'error']);

/** Returns the deployments with another verdict than the usual one, without those that do not decide it. */
export const differing = ({ others, undecided }: FleetRow): [string, Verdict][] =>
  Object.entries(others).filter(([name]) => !undecided.includes(name));

function stateOf(verdicts: GatheredMember['verdicts']): MemberState {
  if (verdicts === undefined) return 'not-run';
  return [...verdicts.values()].some((verdict) => DECIDED.has(verdict)) ? 'judged' : 'nothing-verified';
}

function rowsOf(members: readonly GatheredMember[]) {
  const all = members.flatMap(({ name, verdicts, undecided }) =>
    verdicts && stateOf(verdicts) === 'judged' ? [{ name, verdicts, undecided }] : [],
  );
  const ids = new Set(all.flatMap(({ verdicts }) => [...verdicts.keys()]));
  return [...ids].map((id) => {
    const having = all.flatMap(({ name, verdicts, undecided }) => {
      const verdict = verdicts.get(id);
      return verdict === undefined ? [] : [{ name, verdict, open: undecided?.has(id) ?? false }];
    });
    const decided = having.filter(({ open }) => !open);
    const compared = decided.length > 0 ? decided : having;
    const [same] = byFrequency(compared.map(({ verdict }) => verdict)) as [[Verdict, ...Verdict[]]];
    const [usual] = same;
    const others = having.filter(({ verdict }) => verdict !== usual);
    return {
      id,
      // The verdict of most deployments that planned it, without those in `undecided`.
      usual,
      // The number of deployments that planned it.
      of: having.length,
      // Deployments with results that did not plan it.
      without: all.filter(({ verdicts }) => !verdicts.has(id)).map(({ name }) => name),
      // Deployments with another verdict.
      others: Object.fromEntries(others.map(({ name, verdict }) => [name, verdict])),
      // Deployments that do not decide it for reasons outside the service.
      undecided: having.filter(({ open }) => open).map(({ name }) => name),
      // Whether so few of the compared deployments have another verdict that these are worth a look.
      odd:
        same.length < compared.length &&
        compared.length >= ODD.smallest &&
        same.length / compared.length >= ODD.agreeing,
    };
  });
}
