/** Wrong values of the settings of the ticket bridge. */
import type { Deployment } from './deployment.ts';
import { says, type WrongValue, wrongValues } from './wrong-settings.ts';

/**
 * Values by part: unknown to every deployment, of another part, malformed, of another user. A wrong Status is left out:
 * if the other values are accepted, TICKET_BRIDGE_VALUES states that this one is accepted, too.
 */
const VALUES = {
  Requestor: {
    absent: 'no-such-requestor',
    'a site': 'EXAMPLE-SITE-OF-ANOTHER-PART',
    malformed: 'a@@b..c',
    'of another user': 'bo@neighbour.example.org',
  },
  Priority: { absent: 'no-such-priority', 'a status': 'status-as-priority', malformed: '-1e999' },
  AffectedSite: {
    absent: 'NO-SUCH-SITE',
    'a requestor': 'someone@site.example.org',
    malformed: '%00',
    'of another user': 'SITE-OF-A-NEIGHBOUR',
  },
};

export function wrongTicketBridge(deployment: Deployment): WrongValue[] {
  const values = JSON.parse(deployment.setting('TICKET_BRIDGE_VALUES')) as Record<string, string>;
  const always = () => () => true;
  return [
    ...wrongValues(
      'TICKET_BRIDGE_NAMESPACE',
      {
        absent: 'urn:example:NoSuchHandler',
        'of the envelope': 'http://schemas.xmlsoap.org/soap/envelope/x',
        malformed: 'no-namespace',
      },
      (value) => says(`="${value}"`),
    ),
    ...Object.entries(VALUES).flatMap(([part, wrongs]) =>
      Object.entries(wrongs).map(
        ([wrong, value]): WrongValue => ({
          setting: 'TICKET_BRIDGE_VALUES',
          wrong: `${part}: ${wrong}`,
          env: { TICKET_BRIDGE_VALUES: JSON.stringify({ ...values, [part]: value }) },
          carriedBy: ({ body }) => new RegExp(`<(?:[\\w.-]+:)?${part}[\\s>]`).test(body) && body.includes(`>${value}<`),
        }),
      ),
    ),
    ...wrongValues(
      'TICKET_BRIDGE_HEADERS',
      {
        'unknown account': '{"Authorization":"Basic bm9ib2R5Ondyb25n"}',
        'another scheme': '{"Authorization":"Bearer wrong"}',
        malformed: '{"X-Tenant":"?"}',
      },
      always,
    ),
    ...wrongValues(
      'TICKET_BRIDGE_URL',
      {
        'absent path': 'http://ticket-bridge.reference/NoAuth/no-such-bridge',
        'a web page': 'http://ticket-bridge.reference/',
        'path of another thing': 'http://ticket-bridge.reference/NoAuth/bridge/wsdl',
      },
      always,
    ),
  ];
}
