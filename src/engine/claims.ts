/** Claims that an operation is not offered, held against what a safe request to it is answered with. */
import type { Contract } from '../contract/types.ts';
import { statusOf, succeeded } from './answer.ts';
import type { Lane, Prepared, ProbeContext, Suite } from './types.ts';

/**
 * Asks every operation that the deployment declares it lacks (ASSAY_NOT_OFFERED, profile), where that is a GET whose parameters are known;
 * a 2xx is a notice. The rows stay not applicable: the claim is the deployment's, and nothing was judged.
 */
export async function checkClaims(
  suite: Suite,
  contract: Contract,
  prepared: Prepared,
  notOffered: ReadonlySet<string>,
  contextFor: (lane: Lane) => ProbeContext,
): Promise<void> {
  const usable = prepared.lanes.filter(({ problems }) => problems === undefined);
  const readable = [...contract.operations.values()].filter(
    ({ method, path, service }) => method === 'GET' && path !== undefined && prepared.services[service] !== undefined,
  );
  const claimed = readable.flatMap((operation) => {
    const whole = notOffered.has(operation.name) ? usable.slice(0, 1).map((lane) => ({ operation, lane, claim: operation.name })) : [];
    const withLane = usable.map((lane) => ({ operation, lane, claim: `${operation.name}:${lane.name}` }));
    return [...whole, ...withLane.filter(({ claim }) => notOffered.has(claim))];
  });
  await Promise.all(
    claimed.map(async ({ operation, lane, claim }) => {
      const context = contextFor(lane);
      if (!context.hasCredential('good')) return;
      const bare = operation.parameters.every((parameter) => parameter.in !== 'path');
      const params = suite.claimed?.(operation.name, lane.settings) ?? (bare ? {} : undefined);
      if (params === undefined) return;
      const exchange = await context.send(operation.name, { params, purpose: 'other', label: 'not-offered' });
      if (succeeded(exchange)) context.notice(`${declared(claim, contract)}, but it answered with ${statusOf(exchange)}; its requirements were not judged.`);
    }),
  );
}

function declared(claim: string, { profile }: Contract): string {
  return profile?.notOffered?.includes(claim) ? `The profile ${profile.name} declares that ${claim} is not offered` : `ASSAY_NOT_OFFERED names ${claim}`;
}
