/** Claims that an operation is not offered, held against what a safe request to it is answered with. */
import type { Contract } from '../contract/types.ts';
import { statusOf, succeeded } from './answer.ts';
import type { Lane, Prepared, ProbeContext, Suite } from './types.ts';

/**
 * Asks every operation that the deployment declares it lacks (ASSAY_NOT_OFFERED), where that is a GET whose parameters are known;
 * a 2xx is a notice. The rows stay not applicable: the claim is the deployment's, and nothing was judged.
 */
export async function checkClaims(
  suite: Suite,
  contract: Contract,
  prepared: Prepared,
  notOffered: ReadonlySet<string>,
  contextFor: (lane: Lane) => ProbeContext,
): Promise<void> {
  const lane = prepared.lanes.find(({ problems }) => problems === undefined);
  if (lane === undefined) return;
  const context = contextFor(lane);
  if (!context.hasCredential('good')) return;
  const claimed = [...contract.operations.values()].filter(
    ({ name, method, path, service }) => notOffered.has(name) && method === 'GET' && path !== undefined && prepared.services[service] !== undefined,
  );
  await Promise.all(
    claimed.map(async (operation) => {
      const bare = operation.parameters.every((parameter) => parameter.in !== 'path');
      const params = suite.claimed?.(operation.name, lane.settings) ?? (bare ? {} : undefined);
      if (params === undefined) return;
      const exchange = await context.send(operation.name, { params, purpose: 'other', label: 'not-offered' });
      if (succeeded(exchange))
        context.notice(`ASSAY_NOT_OFFERED names ${operation.name}, but it answered with ${statusOf(exchange)}; its requirements were not judged.`);
    }),
  );
}
