/** Runs the planned probes: each once a lane and round, as soon as what it waits for has ended. */
import type { Exchange } from '../../wire/types.ts';
import { type Asked, idsByRole, NOTHING, withRoles } from '../words/roles.ts';
import { SkipProbe } from '../words/suite.ts';
import type { ProbeContext, ProbeOutcome } from '../words/types.ts';
import type { Node } from './plan.ts';
import { Interrupted } from './probe-context.ts';

/** Runs all nodes; resolves with an outcome for each, in the order of the plan. Never throws for what a probe does. */
export async function execute(
  nodes: readonly Node[],
  contextFor: (node: Node) => ProbeContext,
  interrupted: AbortSignal,
  ended: (outcome: ProbeOutcome) => void,
): Promise<ProbeOutcome[]> {
  /** Exchanges of the probes that are done, by lane, round and name. */
  const asked = new Map<string, Asked>();
  const running = new Map<Node, Promise<ProbeOutcome>>();

  const runNode = async (node: Node): Promise<ProbeOutcome> => {
    await Promise.all(node.waitsFor.map((before) => running.get(before)));
    const outcome = await outcomeOf(node);
    ended(outcome);
    return outcome;
  };

  const outcomeOf = async (node: Node): Promise<ProbeOutcome> => {
    const about = { probe: node.probe.name, lane: node.lane.name, ...(node.round > 0 && { round: node.round }) };
    const here = `${node.lane.name} ${node.round}`;
    if (node.precluded) return { ...about, ...node.precluded, exchanges: [] };
    const evidence: Record<string, unknown> = {};
    const made: Exchange[] = [];
    try {
      for (const need of node.probe.needs) {
        const seen = asked.get(`${here} ${need.probe.name}`) ?? (need.optional ? NOTHING : undefined);
        const view = seen && need.view(seen);
        if (!view?.ok)
          return {
            ...about,
            state: 'unmet',
            why: need.probe.name,
            ...(view?.because && { because: view.because.id }),
            exchanges: [],
          };
        evidence[need.name] = view.value;
      }
      if (interrupted.aborted)
        return {
          ...about,
          state: 'interrupted',
          why: 'the run was interrupted before the request was sent',
          exchanges: [],
        };
      const roles = await node.probe.run(evidence as never, recordingInto(made, contextFor(node)));
      if (
        interrupted.aborted &&
        made.some((exchange) => exchange.outcome.kind === 'failure' && exchange.outcome.phase === 'aborted')
      ) {
        return {
          ...about,
          state: 'interrupted',
          why: 'the run was interrupted during the request',
          exchanges: made.map((exchange) => exchange.id),
        };
      }
      const exchanges = [...withRoles(roles).keys()];
      asked.set(`${here} ${node.probe.name}`, { roles, exchanges });
      return { ...about, state: 'done', exchanges: exchanges.map((exchange) => exchange.id), roles: idsByRole(roles) };
    } catch (error) {
      const ids = made.map((exchange) => exchange.id);
      if (error instanceof Interrupted || interrupted.aborted)
        return { ...about, state: 'interrupted', why: 'the run was interrupted during the request', exchanges: ids };
      if (error instanceof SkipProbe) return { ...about, state: 'not-set', why: error.message, exchanges: ids };
      return { ...about, state: 'threw', why: (error as Error).message, exchanges: ids };
    }
  };

  // Nodes are in the order of the plan: the promises that a node waits for exist before it.
  for (const node of nodes) running.set(node, runNode(node));
  return Promise.all(running.values());
}

/** The same context; every exchange that it sends is also put into `made`. */
function recordingInto(made: Exchange[], context: ProbeContext): ProbeContext {
  const recorded = async (sending: Promise<Exchange>): Promise<Exchange> => {
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
