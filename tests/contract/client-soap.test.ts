/** What clients of the ticket bridge are held to: which operation a message is, and what each rule says of it. */
import { describe, expect, test } from 'vitest';
import type { ClientContract, ReceivedRequest } from '../../src/contract/types.ts';
import { loadWsdlContract } from '../../src/contract/wsdl-operations.ts';

const NAMESPACE = 'urn:bridge';
const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';
const ENCODING = 'http://schemas.xmlsoap.org/soap/encoding/';
const contract = loadWsdlContract('ticket-bridge', { namespace: NAMESPACE }).clients?.() as ClientContract;

const STYLE = `s:encodingStyle="${ENCODING}"`;
const PARTS = [
  '<ExternalTicketId>7</ExternalTicketId>',
  '<AttachmentData>aGk=</AttachmentData>',
  '<AttachmentName>a.txt</AttachmentName>',
] as const;
const envelope = (body: string): string => `<s:Envelope xmlns:s="${ENVELOPE}"><s:Body>${body}</s:Body></s:Envelope>`;
const attachment = (parts: readonly string[] = PARTS, attributes = STYLE, namespace = NAMESPACE): string =>
  envelope(`<n:AddTicketAttachment xmlns:n="${namespace}" ${attributes}>${parts.join('')}</n:AddTicketAttachment>`);

interface Asked {
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly truncated?: boolean;
}
function asked(
  body: string,
  { headers = { 'content-type': 'text/xml', soapaction: '""' }, method = 'POST', truncated = false }: Asked = {},
): ReceivedRequest {
  return {
    method,
    target: '/bridge',
    header: (name) => headers[name],
    body: new TextEncoder().encode(body),
    truncated,
    credential: 'none',
  };
}

/** What the rule of one row says of an attachment. */
const said = (statement: string, body: string, more: Asked = {}) =>
  contract.rules
    .get('AddTicketAttachment')
    ?.find(({ requirement }) => requirement === `ticket-bridge/client/AddTicketAttachment/${statement}`)
    ?.judge(asked(body, more));

describe('which operation a message is', () => {
  test.each<[string, string, Asked, string | undefined]>([
    ['the element in its Body', attachment(), {}, 'AddTicketAttachment'],
    ['another one', envelope('<TicketModify/>'), {}, 'TicketModify'],
    [
      'whatever else is said in it',
      envelope('<TicketModify><x>TicketCreate</x><TicketCreate/></TicketModify>'),
      {},
      'TicketModify',
    ],
    ['none that is documented', envelope('<TicketDelete><TicketCreate/></TicketDelete>'), {}, undefined],
    ['none, with a fault', envelope('<s:Fault><faultcode>s:Client</faultcode><faultstring/></s:Fault>'), {}, undefined],
    ['by its first words, where it cannot be read', '<s:Envelope><n:TicketCreate ', {}, 'TicketCreate'],
    ['by its first words, without a prefix', '<Envelope><TicketCreate>', {}, 'TicketCreate'],
    ['by its first words, cut', '<Envelope><x:TicketModify/>', { truncated: true }, 'TicketModify'],
    ['not by words that are longer', '<Envelope><TicketCreated>', {}, undefined],
    ['not by words that stand far behind', `<Envelope>${' '.repeat(5000)}<TicketCreate>`, {}, undefined],
    ['not by its words, where nothing was to be sent', '<Envelope><TicketCreate>', { method: 'GET' }, undefined],
    ['nothing', '', {}, undefined],
  ])('%s', (_, body, more, operation) => expect(contract.operationOf(asked(body, more))).toBe(operation));
});

describe('a client has to', () => {
  test('send a SOAP 1.1 request', () => {
    const expected = 'a SOAP 1.1 request';
    expect(said('envelope', attachment())).toMatchObject({ held: true });
    expect(said('envelope', envelope('<s:Fault><faultcode>s:Client</faultcode><faultstring/></s:Fault>'))).toEqual({
      held: false,
      expected,
      got: 'a fault',
    });
    expect(said('envelope', '')).toEqual({ held: false, expected, got: 'no body', at: 'the body' });
    expect(said('envelope', attachment().replace(ENVELOPE, 'urn:other'))).toMatchObject({ held: false, expected });
    expect(said('envelope', '<x', { truncated: true })).toBeUndefined();
    expect(said('envelope', attachment(), { truncated: true })).toBeUndefined();
  });

  test('say that it is XML', () => {
    const expected = 'Content-Type: text/xml';
    const of = (type?: string) =>
      said('media-type', attachment(), { headers: type === undefined ? {} : { 'content-type': type } });
    for (const type of ['text/xml', 'TEXT/XML; charset=utf-8', ' text/xml ;charset="x"'])
      expect(of(type), type).toEqual({ held: true, expected, got: 'text/xml' });
    expect(of('application/soap+xml')).toEqual({ held: false, expected, got: 'application/soap+xml' });
    expect(of()).toEqual({ held: false, expected, got: 'no Content-Type' });
  });

  test('send an empty SOAPAction', () => {
    const expected = 'SOAPAction: ""';
    const of = (soapaction?: string) =>
      said('soap-action', attachment(), { headers: soapaction === undefined ? {} : { soapaction } });
    for (const action of ['""', '', ' "" ', "''"])
      expect(of(action), action).toEqual({ held: true, expected, got: action });
    for (const action of ['"urn:bridge#AddTicketAttachment"', '" "', 'x'])
      expect(of(action), action).toEqual({ held: false, expected, got: action });
    expect(of()).toEqual({ held: false, expected, got: 'no header SOAPAction' });
  });

  test('name the operation in the namespace of the service', () => {
    const expected = `the namespace ${NAMESPACE}`;
    expect(said('namespace', attachment())).toMatchObject({ held: true, expected });
    expect(said('namespace', attachment(PARTS, STYLE, 'urn:other'))).toMatchObject({
      held: false,
      expected,
      got: 'urn:other',
    });
    expect(said('namespace', envelope('<AddTicketAttachment/>'))).toMatchObject({ held: false, got: 'no namespace' });
    expect(said('namespace', '<x')).toBeUndefined();
  });

  test('state the encoding style, of the operation or of each part', () => {
    const styled = PARTS.map((part) => part.replace('>', ` ${STYLE}>`));
    const of = (parts: readonly string[], attributes: string) => said('encoding-style', attachment(parts, attributes));
    expect(of(PARTS, STYLE)).toMatchObject({ held: true, got: ENCODING });
    expect(of([], STYLE)).toMatchObject({ held: true });
    expect(of(styled, '')).toMatchObject({ held: true });
    for (const parts of [PARTS, [], [styled[0], ...PARTS.slice(1)]] as string[][])
      expect(of(parts, ''), parts.join()).toMatchObject({
        held: false,
        expected: `encodingStyle ${ENCODING}`,
        got: 'no encodingStyle',
      });
    expect(of(PARTS, 's:encodingStyle="urn:other"')).toMatchObject({ held: false, got: 'urn:other' });
    expect(said('encoding-style', '<x')).toBeUndefined();
  });

  test('send each part once, under its name, in its order', () => {
    const [id, data, name] = PARTS;
    const of = (statement: string, ...parts: readonly string[]) => said(statement, attachment(parts));
    for (const statement of ['part-count', 'part-names', 'part-order']) {
      expect(of(statement, ...PARTS), statement).toMatchObject({ held: true });
      expect(said(statement, '<x'), statement).toBeUndefined();
    }
    expect(of('part-count', id, data)).toMatchObject({ held: false, got: '2: ExternalTicketId, AttachmentData' });
    expect(of('part-count', id, data, name, name)).toMatchObject({ held: false, got: 'AttachmentName 2 times' });
    expect(of('part-names', id, data, '<Name>a</Name>')).toMatchObject({ held: false, got: 'Name in its place' });
    expect(of('part-order', id, name, data)).toMatchObject({ held: false });
    expect(of('part-names', id, data)).toBeUndefined();
  });

  test('send values of the documented types', () => {
    const of = (statement: string, part: string) =>
      said(statement, attachment(PARTS.map((each) => (each.startsWith(`<${statement}>`) ? part : each))));
    expect(said('ExternalTicketId', attachment())).toMatchObject({ held: true });
    expect(of('ExternalTicketId', '<ExternalTicketId>seven</ExternalTicketId>')).toMatchObject({
      held: false,
      got: expect.stringContaining('seven'),
    });
    expect(of('AttachmentData', '<AttachmentData>no base64!</AttachmentData>')).toMatchObject({ held: false });
    expect(of('AttachmentName', '<AttachmentName><b/></AttachmentName>')).toMatchObject({ held: false });
    expect(said('ExternalTicketId', attachment([]))).toBeUndefined();
    expect(said('ExternalTicketId', '<x')).toBeUndefined();
  });
});
