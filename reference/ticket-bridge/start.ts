/** Serves the embedded ticket bridge over HTTP, and gives the settings. */
import { serveWatched, type Watching } from '../serve.ts';
import { STATED } from './deviations/definitions.ts';
import { changedSettings } from './in-process.ts';
import {
  createTicketBridgeReference,
  REFERENCE_NAMESPACE,
  type TicketBridgeReference,
  type TicketBridgeReferenceOptions,
} from './reference.ts';

export interface StartedTicketBridge {
  readonly url: string;
  /** Every `TICKET_BRIDGE_*` setting. */
  readonly env: Record<string, string>;
  readonly reference: TicketBridgeReference;
  close(): Promise<void>;
}

/** Starts the bridge on loopback. `delayMs` is added to each response. */
export async function startTicketBridgeReference(
  options: TicketBridgeReferenceOptions & Watching & { readonly delayMs?: number } = {},
): Promise<StartedTicketBridge> {
  const { delayMs = 0, around: _around, onBroken: _onBroken, port: _port, ...rest } = options;
  const reference = createTicketBridgeReference(rest);
  const server = await serveWatched(reference.handler, options, { delayMs }, 'ticket-bridge');
  const url = `${server.url}/NoAuth/ticket-bridge`;
  return {
    url,
    env: {
      TICKET_BRIDGE_URL: url,
      TICKET_BRIDGE_NAMESPACE: rest.namespace ?? REFERENCE_NAMESPACE,
      ...STATED,
      ...changedSettings(rest),
    },
    reference,
    close: () => server.close(),
  };
}
