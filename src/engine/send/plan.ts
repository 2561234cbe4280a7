/** Decides before anything is sent what will be asked, and why the rest will not. */
import type { Contract, Creation } from '../../contract/types.ts';
import { decidedRequirements } from '../judge/judge.ts';
import type { AnyProbe, Lane, ProbeOutcome, Suite } from '../words/types.ts';
import { declared, lackingIn } from './not-offered.ts';
import type { Ready } from './run-options.ts';

/** One probe in one lane. */
export interface Node {
  readonly probe: AnyProbe;
  readonly lane: Lane;
  /** Why it is not run; absent: it is. */
  readonly precluded?: Pick<ProbeOutcome, 'state' | 'why'>;
  /** Nodes that have to end first. */
  readonly waitsFor: Node[];
  /** Length of the longest chain that begins here. */
  chain: number;
}

export interface Allowances {
  readonly create: ReadonlySet<Creation>;
  /** Operations, credentials, and operations with one credential (`operation:credential`) that the deployment does not offer. */
  readonly notOffered: ReadonlySet<string>;
  /** Whether a requirement was asked for. */
  selected(requirement: string): boolean;
  /** Services without an address, each with the setting that would hold it. Absent: none. */
  readonly unset?: ReadonlyMap<string, string>;
}

/** Services without an address, each with the setting that would hold it. */
export function unsetServices({
  connection,
  prepared,
}: Pick<Ready, 'connection' | 'prepared'>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(connection?.addresses ?? {}).filter(([service]) => prepared.services[service] === undefined),
  );
}

/** The probes of one interface in every lane, wired to what they wait for. */
export function planNodes(suite: Suite, contract: Contract, lanes: readonly Lane[], allowances: Allowances): Node[] {
  return lanes.flatMap((lane) => planLane(suite, contract, lane, allowances));
}

function planLane(suite: Suite, contract: Contract, lane: Lane, allowances: Allowances): Node[] {
  const wanted = wantedProbes(suite, contract, lane, allowances);
  const nodes = new Map<AnyProbe, Node>();
  const inLane = suite.probes.filter((probe) => probe.lanes === undefined || probe.lanes.includes(lane.name));
  for (const probe of inLane.filter((probe) => !probe.last))
    nodes.set(probe, nodeOf(probe, lane, wanted, contract, allowances, nodes));
  const others = [...nodes.values()];
  for (const probe of inLane.filter((probe) => probe.last))
    nodes.set(probe, { ...nodeOf(probe, lane, wanted, contract, allowances, nodes), waitsFor: others });
  const all = [...nodes.values()];
  for (const node of all.toReversed())
    for (const before of node.waitsFor) before.chain = Math.max(before.chain, node.chain + 1);
  return all;
}

function nodeOf(
  probe: AnyProbe,
  lane: Lane,
  wanted: ReadonlySet<AnyProbe>,
  contract: Contract,
  allowances: Allowances,
  nodes: ReadonlyMap<AnyProbe, Node>,
): Node {
  const before = [...probe.needs.map((need) => need.probe), ...probe.after];
  const precluded = preclusion(probe, lane, wanted, contract, allowances);
  return {
    probe,
    lane,
    ...(precluded && { precluded }),
    waitsFor: before.map((other) => nodes.get(other)).filter((node) => node !== undefined),
    chain: 0,
  };
}

function preclusion(
  probe: AnyProbe,
  lane: Lane,
  wanted: ReadonlySet<AnyProbe>,
  contract: Contract,
  allowances: Allowances,
): Pick<ProbeOutcome, 'state' | 'why'> | undefined {
  if (!wanted.has(probe)) return { state: 'filtered', why: 'not selected (--only)' };
  const lacking = lackingIn(allowances.notOffered, probe.operation, lane.name);
  if (lacking !== undefined) return { state: 'not-offered', why: declared(lacking) };
  const address = allowances.unset?.get(contract.operations.get(probe.operation)?.service ?? '');
  if (address !== undefined) return { state: 'not-set', why: `${address} is not set` };
  if (lane.problems && lane.problems.length > 0)
    return { state: 'bad-credential', why: `nothing was sent with the ${lane.name}: ${lane.problems.join(' ')}` };
  const missing = probe.creates.filter((kind) => !allowances.create.has(kind));
  if (missing.length > 0)
    return {
      state: 'not-allowed',
      why: `creating ${missing.join(' and ')} is not allowed; ASSAY_ALLOW_CREATE=${missing.join(',')} allows it`,
    };
  const unset = probe.unless(lane.settings, lane.name);
  return unset === undefined ? undefined : { state: 'not-set', why: unset };
}

/** Probes that some selected requirement needs, with all that they need, and what ends a lane. */
function wantedProbes(suite: Suite, contract: Contract, lane: Lane, allowances: Allowances): Set<AnyProbe> {
  const wanted = new Set<AnyProbe>();
  const want = (probe: AnyProbe): void => {
    if (wanted.has(probe)) return;
    wanted.add(probe);
    for (const need of probe.needs) want(need.probe);
  };
  for (const check of suite.checks) {
    if (check.lanes && !check.lanes.includes(lane.name)) continue;
    if (decidedRequirements(check, lane.name, contract).some((requirement) => allowances.selected(requirement)))
      for (const need of check.needs) want(need.probe);
  }
  if (wanted.size > 0) for (const probe of suite.probes) if (probe.last) want(probe);
  return wanted;
}
