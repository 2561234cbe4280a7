import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createTicketBridgeReference } from '../../reference/ticket-bridge/reference.ts';
import { ticketBridgeVariants } from '../../reference/ticket-bridge/variants.ts';
import { decodeMessage } from '../../src/soap/decode.ts';
import { encodeRequest, REQUEST_HEADERS } from '../../src/soap/encode.ts';
import { isSoapEncoding } from '../../src/soap/namespaces.ts';
import { readResponseParts } from '../../src/soap/response-parts.ts';
import { NAMESPACE, OPERATIONS, startBridge, VALUES } from './sending.ts';

const all = ticketBridgeVariants();
/** Those whose every answer is one that can be read. */
const variants = all.filter(({ tags }) => !tags?.some((tag) => tag === 'refusal' || tag === 'unread'));

describe('legal variants', () => {
  test('are at least 50, each with a unique id', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(variants.length).toBeGreaterThanOrEqual(50);
  });

  test.each(['none', ...variants.map(({ id }) => id)])('%s decodes to the right values', async (id) => {
    const bridge = startBridge(id === 'none' ? {} : { variants: [id] });
    for (const name of OPERATIONS) {
      const answer = await bridge.ask(name);
      expect(Math.trunc(answer.status / 100)).toBe(2);
      expect(answer.contentType).toMatch(/^text\/xml *(?:;|$)/i);
      const decoded = decodeMessage(answer.bytes, answer.contentType);
      if (!decoded.ok || !decoded.response) throw new Error(`${id}: ${JSON.stringify(decoded)}`);
      const { response } = decoded;
      expect(response.namespace).toBe(NAMESPACE);
      const reading = readResponseParts(response, bridge.operation(name).output.parts);
      for (const finding of [reading.count, reading.names, reading.order])
        expect(finding).toMatchObject({ decided: true, ok: true });
      expect(reading.values.get('s-gensym3')).toMatchObject({ ok: true, value: 4711 });
      expect(reading.values.get('s-gensym5')).toMatchObject({ ok: true, value: expect.any(String) });
      const stated =
        isSoapEncoding(response.encodingStyle) ||
        response.parts.slice(0, 2).every(({ encodingStyle }) => isSoapEncoding(encodingStyle));
      expect(stated).toBe(true);
    }
    expect(bridge.reference.tickets.get(4711)?.subject).toBe(VALUES.TicketModify.Subject);
  });

  test('are really different on the wire', async () => {
    const written = new Map<string, string>();
    for (const { id } of variants.filter(({ id: name }) => !name.endsWith('/gzip'))) {
      const bridge = startBridge({ variants: [id] });
      const { status, headers, bytes } = await bridge.ask('TicketCreate');
      const seen = id.endsWith('/chunked')
        ? id
        : JSON.stringify([status, headers, Buffer.from(bytes).toString('latin1')]);
      expect(written.get(seen), id).toBeUndefined();
      written.set(seen, id);
    }
  });

  test.each([
    ['UTF-16', 'ticket-bridge-variant/utf-16be-marked', 'Büro Ω 𝄞'],
    ['Latin-1', 'ticket-bridge-variant/latin-1-declared', 'Bürgerbüro'],
    ['windows-1252', 'ticket-bridge-variant/windows-1252', 'Büro – 5 €'],
    ['ISO 8859-5', 'ticket-bridge-variant/iso-8859-5', 'Заявка'],
    ['character references', 'ticket-bridge-variant/us-ascii', 'Büro Ω 𝄞'],
    ['CDATA', 'ticket-bridge-variant/originator-cdata', 'tracker <a> & ]]> b'],
    ['odd text', 'ticket-bridge-variant/originator-odd', ' <Büro> & "Ω" \'x\'\n\t]]> 𝄞 '],
    ['nothing', 'ticket-bridge-variant/originator-self-closed', ''],
  ])('%s', async (_, id, originator) => {
    const bridge = startBridge({ variants: [id] });
    const { bytes, contentType } = await bridge.ask('TicketCreate');
    const decoded = decodeMessage(bytes, contentType);
    const reading =
      decoded.ok && decoded.response
        ? readResponseParts(decoded.response, bridge.operation('TicketCreate').output.parts)
        : undefined;
    expect(reading?.values.get('s-gensym5')).toMatchObject({ value: originator });
  });

  test('gzip is used where the request allows it, and only there', async () => {
    const { handler } = createTicketBridgeReference({ namespace: NAMESPACE, variants: ['ticket-bridge-variant/gzip'] });
    const operation = startBridge().operation('TicketCreate');
    const body = new TextEncoder().encode(encodeRequest(operation, VALUES.TicketCreate, { namespace: NAMESPACE }));
    const headers = { 'content-type': REQUEST_HEADERS['Content-Type']!, 'accept-encoding': 'gzip, deflate' };
    const coded = await handler({ method: 'POST', target: '/', headers, body, peer: [] });
    expect(coded.headers).toContainEqual(['Content-Encoding', 'gzip']);
    expect(decodeMessage(gunzipSync(coded.body as Uint8Array), 'text/xml').ok).toBe(true);
    const plain = await handler({
      method: 'POST',
      target: '/',
      headers: { 'content-type': 'text/xml' },
      body,
      peer: [],
    });
    expect(plain.headers.map(([name]) => name)).not.toContain('Content-Encoding');
  });
});
