/** Serves the embedded ticket bridge over HTTP, and gives the settings. */
import { type Serving, serveWatched } from '../serve.ts';
import { settingsOf } from '../sometimes.ts';
import { STATED } from './deviations/definitions.ts';
import { FAULTS } from './faults.ts';
import { createTicketBridgeReference, REFERENCE_NAMESPACE, type TicketBridgeReferenceOptions } from './reference.ts';
import { VARIANTS } from './variants.ts';

/** Starts the bridge on loopback. `delayMs` is added to each response. */
export async function startTicketBridgeReference(options: TicketBridgeReferenceOptions & Serving = {}) {
  const { delayMs = 0 } = options;
  const reference = createTicketBridgeReference(options);
  const server = await serveWatched(reference.handler, options, { delayMs }, 'ticket-bridge');
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
