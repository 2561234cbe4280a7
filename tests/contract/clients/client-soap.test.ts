/** Requirements on clients of the ticket bridge: the operation of a message, and the finding of each rule. */

import { loadContract } from '../../../src/contract/contracts.ts';
import type { ClientContract } from '../../../src/contract/types.ts';
import { ENCODING, message } from '../../ticket-bridge/messages.ts';
import { asked } from './client-orders.ts';

const NAMESPACE = 'urn:bridge';
const contract = loadContract('ticket-bridge', { namespace: NAMESPACE }).clients?.() as ClientContract;

const STYLE = `s:encodingStyle="${ENCODING}"`;
const PARTS = [
  '<ExternalTicketId>7</ExternalTicketId>',
  '<AttachmentData>aGk=</AttachmentData>',
  '<AttachmentName>a.txt</AttachmentName>',
];
const attachment = (parts: string[] = PARTS, attributes = STYLE, namespace = NAMESPACE) =>
  message(`<n:AddTicketAttachment xmlns:n="${namespace}" ${attributes}>${parts.join('')}</n:AddTicketAttachment>`);

/** Returns the finding of the rule of one requirement about an attachment. */
const said = (statement: string, body: string, headers: Record<string, string> = {}) =>
  contract.rules
    .get('AddTicketAttachment')
    ?.find(({ requirement }) => requirement === `ticket-bridge/client/AddTicketAttachment/${statement}`)
    ?.judge(asked('POST', '/bridge', { body, headers: { 'content-type': 'text/xml', ...headers } }));

describe('a client has to', () => {
  test('send an empty SOAPAction', () => {
    const expected = 'SOAPAction: ""';
    const of = (soapaction?: string) =>
      said('soap-action', attachment(), soapaction === undefined ? {} : { soapaction });
    for (const action of ['""', '', ' "" ', "''"])
      expect(of(action), action).toEqual({ ok: true, expected, got: action });
    for (const action of ['"urn:bridge#AddTicketAttachment"', '" "', 'x'])
      expect(of(action), action).toEqual({ ok: false, expected, got: action });
    expect(of()).toEqual({ ok: false, expected, got: 'no header SOAPAction' });
  });

  test('state the encoding style, of the operation or of each part', () => {
    const styled = PARTS.map((part) => part.replace('>', ` ${STYLE}>`));
    const of = (parts: string[], attributes: string) => said('encoding-style', attachment(parts, attributes));
    expect(of(PARTS, STYLE)).toMatchObject({ ok: true, got: ENCODING });
    expect(of([], STYLE)).toMatchObject({ ok: true });
    expect(of(styled, '')).toMatchObject({ ok: true });
    for (const parts of [PARTS, [], [styled[0], ...PARTS.slice(1)]] as string[][])
      expect(of(parts, ''), parts.join()).toMatchObject({
        ok: false,
        expected: `encodingStyle ${ENCODING}`,
        got: 'no encodingStyle in the namespace of the envelope',
      });
    expect(of(PARTS, 's:encodingStyle="urn:other"')).toMatchObject({ ok: false, got: 'urn:other' });
    expect(said('encoding-style', '<x')).toBeUndefined();
  });
});
