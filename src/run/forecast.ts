/**
 * Predicts what a run with these settings would send and create, and which requirements it would skip. Sends no
 * request.
 */

import type { Contract } from '../contract/types.ts';
import { buildResults, type Judgeable } from '../engine/account/results.ts';
import { decidedRequirements } from '../engine/judge/judge.ts';
import { type Node, planReady } from '../engine/send/plan.ts';
import type { Ready } from '../engine/send/run.ts';
import { selectionOf } from '../engine/send/select.ts';
import type { ProbeOutcome, Result, Suite } from '../engine/words/types.ts';
import type { Target } from '../settings/types.ts';
import { contextOf } from './results-without-run.ts';

export type Forecast = ReturnType<typeof forecast>;
/** A probe in a lane. */
export type ForecastProbe = Forecast['probes'][number];

/**
 * Plans like a run, and judges as if no request got a response: the skipped requirements are those that a run would
 * skip. Throws SelectionError like a run.
 */
export function forecast(ready: readonly Ready[], target: Target, only: readonly string[]) {
  const selected = selectionOf(only, ready);
  const planned = ready.map((one) => ({ ...one, foreseen: foreseenOf(planReady(one, target, { selected })) }));
  const answerable = new Set<string>();
  const judgeables = planned.map(({ suite, contract, prepared, foreseen }): Judgeable => {
    const outcomes = foreseen.map(({ outcome }) => outcome);
    for (const requirement of requirementsWithEvidence(suite, contract, outcomes)) answerable.add(requirement);
    const lanes = prepared.lanes.map(({ name, settings, credentials, notMade }) => ({
      ...{ name, given: settings, credentials: [...credentials.keys()] },
      notMade,
    }));
    const left = new Set(foreseen.flatMap(({ node, why }) => (why === undefined ? [] : [node.probe])));
    // Probes that are left out come first, because the first need without a response gives the reason.
    const checks = suite.checks.map((check) => ({
      ...check,
      needs: check.needs.toSorted((one, other) => Number(left.has(other.probe)) - Number(left.has(one.probe))),
    }));
    return {
      suite: { ...suite, checks },
      contract,
      recording: { interface: contract.interface, lanes, probes: outcomes, exchanges: [] },
    };
  });
  const context = contextOf(ready.map(({ contract }) => contract));
  const results = buildResults(judgeables, {
    ...context,
    run: { ...context.run, only },
    target: { ...context.target, allowCreate: [...target.allowCreate], notOffered: [...target.notOffered] },
  });
  const judged = results.requirements.filter(({ basis }) => basis !== 'gap');
  // Without a usable credential, a run sends as few requests as without permission.
  const isLeft = ({ id, verdict, blame }: Result) =>
    (verdict === 'skipped' || verdict === 'not-applicable' || blame === 'credential') &&
    !(selected(id) && answerable.has(id));
  return {
    probes: planned.flatMap(({ contract, foreseen }) =>
      foreseen.map(({ node: { lane, probe }, why }) => {
        const operation = contract.operations.get(probe.operation);
        return {
          interface: contract.interface,
          lane: lane.name,
          probe: probe.name,
          title: probe.title,
          operation: probe.operation,
          method: operation?.method ?? '',
          // The template, with the deployment's names; undefined if a setting provides the path.
          path: operation?.path,
          creates: probe.creates,
          // Why no request is sent; undefined if one is.
          why,
        };
      }),
    ),
    requirements: results.requirements,
    conclusions: results.conclusions,
    // Ids of the requirements that would be tested.
    asked: new Set(judged.flatMap((one) => (isLeft(one) ? [] : [one.id]))),
    // Requirements that would not be tested, with the reason as their message.
    left: judged.filter(isLeft),
    notPlanned: results.notPlanned,
  };
}

/** Returns the requirements of checks that would have everything they need, with at least one response. */
function requirementsWithEvidence(suite: Suite, contract: Contract, outcomes: readonly ProbeOutcome[]) {
  const done = new Set(outcomes.filter(({ state }) => state === 'done').map(({ lane, probe }) => `${lane} ${probe}`));
  const lanes = [...new Set(outcomes.map(({ lane }) => lane))];
  return lanes.flatMap((lane) =>
    suite.checks
      .filter((check) => check.lanes === undefined || check.lanes.includes(lane))
      .filter(({ needs }) => {
        const there = needs.filter((need) => done.has(`${lane} ${need.probe.name}`));
        return there.length > 0 && needs.every((need) => need.optional === true || there.includes(need));
      })
      .flatMap((check) => decidedRequirements(check, lane, contract)),
  );
}

/**
 * Returns the outcomes that nodes would have if every request were answered, each with the first reason why it is not
 * sent. Nodes follow those that they wait for.
 */
function foreseenOf(
  nodes: readonly Node[],
): { readonly node: Node; readonly outcome: ProbeOutcome; readonly why?: string }[] {
  const reasons = new Map<string, string>();
  return nodes.map((node) => {
    const { probe, lane, precluded } = node;
    const key = (name: string) => `${lane.name} ${name}`;
    const about = { probe: probe.name, lane: lane.name, exchanges: [] };
    const unmet = probe.needs.find((need) => need.optional !== true && reasons.has(key(need.probe.name)))?.probe.name;
    const why = precluded ? (precluded.why ?? '') : unmet && reasons.get(key(unmet));
    if (why === undefined) return { node, outcome: { ...about, state: 'done' } };
    reasons.set(key(probe.name), why);
    if (precluded === undefined) return { node, outcome: { ...about, state: 'unmet', why: unmet }, why };
    return { node, outcome: { ...about, ...precluded }, why: precluded.why };
  });
}
