/** Decides, before the first request, which probes run, and why others do not; and which are tried again at the end. */
import type { Depth, Target } from '../../settings/types.ts';
import { notAllowed } from '../../wire/session/safety.ts';
import type { Judgeable } from '../account/results.ts';
import { decidedRequirements } from '../judge/judge.ts';
import type { AnyProbe, Check, Lane, ProbeOutcome, Recording, Result } from '../words/types.ts';
import { declared, lackingIn } from './not-offered.ts';
import type { Ready } from './started-run.ts';

/** The rounds of a lane, by depth: faults that occur only sometimes may occur in one of them. */
export const ROUNDS: Readonly<Record<Depth, readonly number[]>> = { standard: [0], thorough: [0, 1, 2] };

/** A probe in a lane and a round. */
export interface Node {
  readonly probe: AnyProbe;
  readonly lane: Lane;
  /** Number of the round, from 0. */
  readonly round: number;
  /** Why the probe is not run. Absent: it is run. */
  readonly precluded?: Pick<ProbeOutcome, 'state' | 'why'>;
  /** Nodes that have to end before this one begins. */
  readonly waitsFor: Node[];
  /** Length of the longest chain of waiting nodes that begins here. */
  chain: number;
}

type Allowances = Pick<Target, 'allowCreate' | 'notOffered'>;

/** The part of an interface that is planned. */
interface Wanted {
  /** Whether a requirement was selected. */
  selected(requirement: string): boolean;
  /** Numbers of the rounds in which each probe runs in each lane. Absent: the first. */
  readonly rounds?: readonly number[];
  /** Names of probes that run in addition to those of the selected requirements. */
  readonly also?: ReadonlySet<string>;
}

/**
 * Returns the probes of an interface in every lane, with the nodes that each waits for. A round begins when the one
 * before it has ended.
 */
export function planReady(ready: Ready, allowances: Allowances, how: Wanted): Node[] {
  return ready.prepared.lanes.flatMap((lane) => {
    const wanted = wantedProbes(ready, lane, how);
    const all: Node[] = [];
    for (const round of how.rounds ?? [0]) {
      const before = all.filter((node) => node.round === round - 1);
      const blank = (probe: AnyProbe) => {
        const precluded = preclusion(probe, lane, wanted, ready, allowances);
        return { probe, lane, round, precluded, waitsFor: [], chain: 0 };
      };
      all.push(...wired(ready.suite.probes, lane, blank, before));
    }
    // A chain ends with its round. Otherwise requests of the interface with the longest chain would delay those of the
    // other interfaces.
    for (const node of all.toReversed())
      for (const before of node.waitsFor)
        if (before.round === node.round) before.chain = Math.max(before.chain, node.chain + 1);
    return all;
  });
}

/**
 * Returns the nodes of one round of a lane: each probe waits for the probes that it needs and for the previous round;
 * the last probes wait for all others.
 */
function wired(
  probes: readonly AnyProbe[],
  lane: Lane,
  blank: (probe: AnyProbe) => Node,
  before: readonly Node[],
): readonly Node[] {
  const nodes = new Map<AnyProbe, Node>();
  const inLane = probes.filter((probe) => probe.lanes === undefined || probe.lanes.includes(lane.name));
  const ends = before.filter(({ probe }) => probe.last);
  for (const probe of inLane.toSorted((one, other) => Number(one.last) - Number(other.last))) {
    const named = [...probe.needs.map((need) => need.probe), ...probe.after];
    const others = probe.last
      ? [...nodes.values()].filter((node) => !node.probe.last)
      : named.flatMap((one) => nodes.get(one) ?? []);
    nodes.set(probe, { ...blank(probe), waitsFor: [...(ends.length > 0 ? ends : before), ...others] });
  }
  return [...nodes.values()];
}

function preclusion(
  probe: AnyProbe,
  lane: Lane,
  wanted: ReadonlySet<AnyProbe>,
  { contract, prepared, connection }: Ready,
  { allowCreate, notOffered }: Allowances,
): Pick<ProbeOutcome, 'state' | 'why'> | undefined {
  if (!wanted.has(probe)) return { state: 'filtered', why: 'not selected (--only)' };
  const lacking = lackingIn(notOffered, probe.operation, lane.name);
  if (lacking !== undefined) return { state: 'not-offered', why: declared(lacking) };
  const service = contract.operations.get(probe.operation)?.service ?? '';
  const address = connection?.addresses[service];
  if (address !== undefined && prepared.services[service] === undefined)
    return { state: 'not-set', why: `${address} is not set` };
  if (lane.problems && lane.problems.length > 0)
    return {
      state: 'bad-credential',
      why: `${lane.problems.join(' ').replace(/\.$/, '')}; no request was sent with the ${lane.name}`,
    };
  const missing = probe.creates.filter((kind) => !allowCreate.has(kind));
  if (missing.length > 0) return { state: 'not-allowed', why: notAllowed(missing) };
  const unset = probe.unless(lane.settings, lane.name);
  return unset === undefined ? undefined : { state: 'not-set', why: unset };
}

/**
 * Returns the probes that a selected requirement needs, with everything that they need, and the probes that end a lane.
 */
function wantedProbes({ suite, contract }: Ready, lane: Lane, { selected, also }: Wanted) {
  const wanted = new Set<AnyProbe>();
  const want = (probe: AnyProbe, isWanted: (need: AnyProbe['needs'][number]) => boolean = () => true) => {
    if (wanted.has(probe)) return;
    wanted.add(probe);
    for (const need of probe.needs.filter(isWanted)) want(need.probe);
  };
  const called = new Set<string | undefined>(suite.probes.map(({ operation }) => operation));
  const gaps = [...contract.requirements.values()].filter(({ id, basis }) => basis === 'gap' && selected(id));
  // Any response may show a gap: those to its operation are enough, if it has one.
  const mayShowGap = ({ needs }: Check) =>
    gaps.some(({ operation: of }) => !called.has(of) || needs.some(({ probe }) => probe.operation === of));
  for (const check of suite.checks) {
    if (check.lanes && !check.lanes.includes(lane.name)) continue;
    if (mayShowGap(check) || decidedRequirements(check, lane.name, contract).some(selected))
      for (const need of check.needs) want(need.probe);
  }
  for (const probe of suite.probes) if (also?.has(probe.name)) want(probe);
  if (wanted.size === 0) return wanted;
  // The last probes use what others got, and cause no request of others.
  for (const probe of suite.probes) if (probe.last) want(probe, ({ optional }) => optional !== true);
  return wanted;
}

/**
 * Plans the second try of each recorded failure: one more round, as far as the settings allow.
 * @param first the first try, by interface, and its results
 */
export function planSecondTry(
  ready: readonly Ready[],
  first: readonly Judgeable[],
  results: readonly Result[],
  target: Target,
) {
  return ready.flatMap((one, at) => {
    const failed = results.filter((result) => result.verdict === 'fail' && result.interface === one.contract.interface);
    if (failed.length === 0) return [];
    const ids = new Set(failed.map(({ id }) => id));
    const nodes = planReady(one, target, {
      selected: (id) => ids.has(id),
      also: probesOf(failed, first[at]?.recording),
      rounds: [ROUNDS[target.depth].length],
    });
    return [{ ...one, requirements: [...ids], nodes }];
  });
}

/** Returns the probes whose exchanges showed the failures: a response is judged whichever probe requested it. */
function probesOf(failed: readonly Result[], recording: Recording | undefined): ReadonlySet<string> {
  const shown = new Set(
    failed.flatMap(({ exchanges, also = [] }) => [exchanges, ...also.map((one) => one.exchanges)].flat()),
  );
  return new Set(recording?.exchanges.flatMap(({ id, probe }) => (shown.has(id) ? [probe] : [])));
}
