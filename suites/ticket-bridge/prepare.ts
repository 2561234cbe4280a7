/**
 * From settings to the one lane of the ticket bridge. The document shows no authentication; headers may be set for a
 * gateway.
 */

import type { Prepared, SettingValues } from '../words.ts';
import type { KnownSettings } from './known-settings.ts';
import { VOCABULARY } from './settings.ts';

/** Makes the lane `plain`. Sends no request. */
export async function prepareTicketBridge(values: SettingValues): Promise<Prepared> {
  const headers = Object.entries(values.strings('TICKET_BRIDGE_HEADERS') ?? {});
  const accepted = values.strings('TICKET_BRIDGE_VALUES');
  const settings: KnownSettings = {
    namespace: values.required('TICKET_BRIDGE_NAMESPACE'),
    values: { ...VOCABULARY, ...accepted },
    valuesGiven: accepted !== undefined,
    valuesMadeUp: Object.keys(VOCABULARY).filter((part) => accepted?.[part] === undefined),
    ticketWaitMs: values.integer('TICKET_BRIDGE_TICKET_WAIT_MS'),
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
    services: { 'ticket-bridge': values.required('TICKET_BRIDGE_URL') },
    secrets: [],
    problems: [],
  };
}
