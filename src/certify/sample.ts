/** Compares the certifier's own run against the same deployment with the claim. */

import { addressesIn } from '../compare/addresses.ts';
import type { Interface } from '../contract/types.ts';
import type { Results } from '../engine/words/types.ts';
import { sameJson } from './canonical.ts';
import type { Plan } from './types.ts';

/** Minimum number of requirements per interface that must pass in the certifier's run. */
const LEAST = 10;

/** Reasons why the certifier's run does not confirm a claim, one sentence each. `own` must be judged by the certifier, not read from results. */
export function sampleProblems(plan: Plan, claimed: Results, own: Results): string[] {
  const problems: string[] = [];
  if (own.target.reference) problems.push('The sample was taken from the embedded reference.');
  if (Date.parse(own.run.startedAt) < Date.parse(claimed.run.startedAt))
    problems.push('The sample is older than the claim.');
  if (own.run.id === claimed.run.id) problems.push('The sample is the claimed run itself.');
  const sampled = new Map(own.requirements.map((result) => [result.id, result.verdict]));
  const planned = new Set(plan.requirements);
  const contradicted = claimed.requirements.filter(
    ({ id, verdict }) => planned.has(id) && verdict === 'pass' && ['fail', 'warn'].includes(sampled.get(id) ?? ''),
  );
  if (contradicted.length > 0)
    problems.push(
      `In the sample ${contradicted
        .slice(0, 6)
        .map(({ id }) => id)
        .join(', ')} ${contradicted.length === 1 ? 'is' : 'are'} contradicted, and passed in the claim.`,
    );
  for (const name of Object.keys(plan.contracts) as Interface[]) {
    const [theirs, ours] = [claimed, own].map(({ target }) =>
      Object.fromEntries(addressesIn(target.interfaces[name] ?? {})),
    );
    if (!sameJson(theirs, ours)) problems.push(`The sample of ${name} used other addresses than the claim.`);
    const both = claimed.requirements.filter(
      ({ id, interface: of, verdict, basis }) =>
        of === name && planned.has(id) && basis === 'documented' && verdict === 'pass' && sampled.get(id) === 'pass',
    );
    if (both.length < LEAST)
      problems.push(`The sample of ${name} confirms ${both.length} documented requirements; ${LEAST} are needed.`);
  }
  return problems;
}
