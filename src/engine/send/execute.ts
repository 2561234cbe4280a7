/** Runs the planned probes: each once per lane and round, as soon as the probes before it have ended. */
import type { Exchange } from '../../wire/types.ts';
import { failedIn } from '../words/answer.ts';
import { idsByRole, NOTHING, type Sent, withRoles } from '../words/roles.ts';
import { SkipProbe } from '../words/suite.ts';
import type { ProbeContext, ProbeOutcome } from '../words/types.ts';
import type { Node } from './plan.ts';
import { Interrupted } from './probe-context.ts';

/** Runs all nodes; resolves with one outcome per node, in the order of the plan. Never throws because of a probe. */
export async function execute(
  nodes: readonly Node[],
  contextFor: (node: Node) => ProbeContext,
  interrupted: AbortSignal,
  ended: (outcome: ProbeOutcome) => void,
): Promise<ProbeOutcome[]> {
  /** Exchanges of the probes that are done, by lane, round and name. */
  const sent = new Map<string, Sent>();
  const running = new Map<Node, Promise<ProbeOutcome>>();

  const runNode = async (node: Node) => {
    await Promise.all(node.waitsFor.map((before) => running.get(before)));
    const made: Exchange[] = [];
    const how = await outcomeOf(node, made, () => contextFor(node)).catch((error: Error) => ({
      ...stateOf(error, interrupted),
      exchanges: idsOf(made),
    }));
    const { probe, lane, round } = node;
    const outcome = { probe: probe.name, lane: lane.name, ...(round > 0 && { round }), exchanges: [], ...how };
    ended(outcome);
    return outcome;
  };

  const outcomeOf = async (
    { probe, lane, round, precluded }: Node,
    made: Exchange[],
    context: () => ProbeContext,
  ): Promise<Partial<ProbeOutcome> & Pick<ProbeOutcome, 'state'>> => {
    const here = `${lane.name} ${round}`;
    if (precluded) return precluded;
    const evidence: Record<string, unknown> = {};
    for (const need of probe.needs) {
      const seen = sent.get(`${here} ${need.probe.name}`) ?? (need.optional ? NOTHING : undefined);
      const view = seen && need.view(seen);
      if (!view?.ok) return { state: 'unmet', why: need.probe.name, because: view?.because?.id };
      evidence[need.name] = view.value;
    }
    if (interrupted.aborted) return { state: 'interrupted' };
    const roles = await probe.run(evidence as never, recordingInto(made, context()));
    if (interrupted.aborted && made.some((one) => failedIn(one, 'aborted')))
      throw new Interrupted('the run was interrupted');
    const exchanges = [...withRoles(roles).keys()];
    sent.set(`${here} ${probe.name}`, { roles, exchanges });
    return { state: 'done', exchanges: idsOf(exchanges), roles: idsByRole(roles) };
  };

  // Nodes are in the order of the plan, so the promises that a node waits for already exist.
  for (const node of nodes) running.set(node, runNode(node));
  return Promise.all(running.values());
}

const idsOf = (exchanges: readonly Exchange[]) => exchanges.map(({ id }) => id);

function stateOf(error: Error, interrupted: AbortSignal): Pick<ProbeOutcome, 'state' | 'why'> {
  if (error instanceof Interrupted || interrupted.aborted) return { state: 'interrupted' };
  return { state: error instanceof SkipProbe ? error.state : 'threw', why: error.message };
}

/** Returns the given context, which also adds every exchange to `made`. */
function recordingInto(made: Exchange[], context: ProbeContext): ProbeContext {
  const recorded = async (sending: Promise<Exchange>) => {
    const exchange = await sending;
    made.push(exchange);
    return exchange;
  };
  return {
    ...context,
    send: (operation, options) => recorded(context.send(operation, options)),
    again: (read, options) => recorded(context.again(read, options)),
  };
}
