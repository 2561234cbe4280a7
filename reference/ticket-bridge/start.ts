/** Serves the embedded ticket bridge over HTTP, and gives the settings. */

import type { Randomness } from '../drawn/random.ts';
import type { Deployable } from '../in-process.ts';
import { type Serving, serveWatched } from '../serve.ts';
import { settingsOf } from '../sometimes.ts';
import { FAULTS, VARIANTS } from './deviations.ts';
import { type Change, STATED } from './operators.ts';
import { createTicketBridgeReference, REFERENCE_NAMESPACE, type TicketBridgeReferenceOptions } from './reference.ts';

/** Starts the bridge on loopback. `delayMs` is added to each response. */
export async function startTicketBridgeReference(options: TicketBridgeReferenceOptions & Serving = {}) {
  const reference = createTicketBridgeReference(options);
  const server = await serveWatched(reference.handler, options, {}, 'ticket-bridge');
  const url = `${server.url}/NoAuth/ticket-bridge`;
  const env: Record<string, string> = {
    TICKET_BRIDGE_URL: url,
    TICKET_BRIDGE_NAMESPACE: options.namespace ?? REFERENCE_NAMESPACE,
    ...STATED,
    ...settingsOf(FAULTS, options.fault),
    ...settingsOf(VARIANTS, options.variants),
  };
  return { url, env, reference, close: () => server.close() };
}

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
