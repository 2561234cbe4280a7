/** The reference ticket bridge for campaigns in this process. */

import type { Randomness } from '../drawn/random.ts';
import type { Deployable } from '../in-process.ts';
import { STATED } from './deviations/definitions.ts';
import type { Change } from './operators.ts';
import { createTicketBridgeReference, REFERENCE_NAMESPACE } from './reference.ts';

/**
 * Returns the ticket bridge; its values are assumed valid, as an operator would state them, unless a fault or variant
 * is about others.
 */
export async function ticketBridgeInProcess(): Promise<Deployable> {
  const origin = 'http://ticket-bridge.reference';
  return {
    env: {
      TICKET_BRIDGE_URL: `${origin}/NoAuth/bridge`,
      TICKET_BRIDGE_NAMESPACE: REFERENCE_NAMESPACE,
      ...STATED,
      TICKET_BRIDGE_TICKET_WAIT_MS: '1000',
      ASSAY_ALLOW_CREATE: 'all',
    },
    faultsAtOnce: 18,
    deploy: async ({ changes = [], ...ids }) =>
      new Map([[origin, createTicketBridgeReference({ ...ids, changes: changes as readonly Change[] }).handler]]),
    randomness: async () => (await import('./deviations/random.ts')).ticketBridgeRandomness() as Randomness,
    close: async () => undefined,
  };
}
