/** Settings of the ticket bridge. */
import { authoritiesRow } from '../../src/engine/words/suite.ts';
import type { InterfaceSettings } from '../words.ts';

/** Parts whose vocabulary is the deployment's, with the values that are used if the operator named none. */
export const VOCABULARY = {
  Requestor: 'assay@example.org',
  Priority: 'low',
  Status: 'open',
  AffectedSite: 'ASSAY-TEST',
} as const;

export const ticketBridgeSettings: InterfaceSettings = {
  interface: 'ticket-bridge',
  title: 'Ticket bridge',
  configuredBy: ['TICKET_BRIDGE_URL'],
  creations: ['tickets', 'attachments'],
  credentials: {},
  rules: [],
  rows: [
    [
      'TICKET_BRIDGE_URL',
      { is: 'url', whole: true },
      'https://tracker.example.org/NoAuth/bridge',
      'Complete URL of the SOAP endpoint.',
      { needs: ['TICKET_BRIDGE_NAMESPACE'] },
    ],
    [
      'TICKET_BRIDGE_NAMESPACE',
      { is: 'text', pattern: /^\S+$/, like: 'a namespace name without spaces' },
      'urn:example:TicketBridgeHandler',
      'Namespace of the SOAP body; required with TICKET_BRIDGE_URL.',
    ],
    [
      'TICKET_BRIDGE_HEADERS',
      { is: 'json-strings', headers: true },
      '{"Authorization":"Basic dXNlcjpwYXNz"}',
      'Additional request headers, for example for authentication in front of the bridge.',
      { secret: true },
    ],
    [
      'TICKET_BRIDGE_VALUES',
      { is: 'json-strings', members: Object.keys(VOCABULARY) },
      '{"Requestor":"conformance@example.org","Priority":"less urgent","Status":"in progress","AffectedSite":"EXAMPLE-SITE"}',
      'Values that this deployment accepts. With them, a SOAP fault in reply to a documented request is a failure.',
    ],
    [
      'TICKET_BRIDGE_TICKET_WAIT_MS',
      { is: 'integer', unit: 'ms', min: 0, max: 3_600_000 },
      '10000',
      'Maximum time until TicketModify and AddTicketAttachment accept the identifier of a new ticket.',
      { default: '10000' },
    ],
    authoritiesRow('TICKET_BRIDGE_CA'),
  ],
};
