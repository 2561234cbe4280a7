/**
 * From settings to the one lane of the ticket bridge. The document shows no authentication; headers may be set for a
 * gateway.
 */

import type { Prepared } from '../words.ts';
import type { KnownSettings } from './known-settings.ts';
import type { TicketBridgeTarget } from './settings.ts';

/** Values of parts whose vocabulary is the deployment's, used if the operator named none. */
const MADE_UP = {
  Requestor: 'assay@example.org',
  Priority: 'low',
  Status: 'open',
  AffectedSite: 'ASSAY-TEST',
} as const;

/** Makes the lane `plain`. Sends no request. */
export async function prepareTicketBridge(target: TicketBridgeTarget): Promise<Prepared> {
  const headers = Object.entries(target.headers);
  const valuesMadeUp = (Object.keys(MADE_UP) as (keyof typeof MADE_UP)[]).filter(
    (part) => target.values?.[part] === undefined,
  );
  const settings: KnownSettings = {
    url: target.url,
    namespace: target.namespace,
    values: { ...MADE_UP, ...target.values },
    valuesGiven: target.values !== undefined,
    valuesMadeUp,
  };
  return {
    lanes: [
      {
        name: 'plain',
        credentials: new Map([
          [
            'good',
            {
              name: headers.length > 0 ? 'headers' : 'none',
              ...(headers.length > 0 && { headers, settings: ['TICKET_BRIDGE_HEADERS'] }),
            },
          ],
        ]),
        settings,
      },
    ],
    services: { 'ticket-bridge': target.url },
    secrets: [],
    problems: [],
  };
}
