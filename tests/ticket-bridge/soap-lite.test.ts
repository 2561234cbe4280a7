import { describe, expect } from 'vitest';
import { decodeMessage } from '../../src/soap/decode.ts';
import { encodeRequest, REQUEST_HEADERS, type RequestValues } from '../../src/soap/encode.ts';
import { isSoapEncoding } from '../../src/soap/namespaces.ts';
import { type ResponseReading, readResponseParts } from '../../src/soap/response-parts.ts';
import { PEERS, testWith } from '../peers/peer.ts';
import { startCgi, startDaemon } from './peers/soap-lite.ts';
import { NAMESPACE, type OperationName, startBridge, VALUES } from './sending.ts';

// SOAP::Lite looks for the class by the namespace, and takes what has no ampersand.
const SPACE = NAMESPACE.replace(/\?.*/, '');
const { operation } = startBridge();

async function ask(url: string, name: OperationName, values: RequestValues = VALUES[name]): Promise<ResponseReading> {
  // The daemon serves one connection at a time and keeps it open for seconds: each request closes its own.
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...REQUEST_HEADERS, Connection: 'close' },
    body: encodeRequest(operation(name), values, { namespace: SPACE }),
  });
  const decoded = decodeMessage(
    new Uint8Array(await answer.arrayBuffer()),
    answer.headers.get('content-type') ?? undefined,
  );
  expect(answer.status, JSON.stringify(decoded)).toBe(200);
  if (!decoded.ok || !decoded.response) throw new Error(JSON.stringify(decoded));
  expect(decoded.response.namespace).toBe(SPACE);
  expect(isSoapEncoding(decoded.response.encodingStyle)).toBe(true);
  return readResponseParts(decoded.response, operation(name).output.parts);
}

describe('a bridge in Perl, with SOAP::Lite', () => {
  testWith(PEERS['soap-lite'], 'as CGI upholds every requirement of its messages', async () => {
    const cgi = await startCgi(SPACE);
    try {
      for (const name of ['TicketCreate', 'TicketModify', 'AddTicketAttachment'] as const) {
        const { count, names, order, values } = await ask(cgi.url, name);
        for (const finding of [count, names, order, values.get('s-gensym5')])
          expect(finding).toMatchObject({ ok: true });
        expect(values.get('s-gensym3')).toMatchObject({ ok: true, value: 4711 });
      }
    } finally {
      await cgi.close();
    }
  });

  testWith(PEERS['soap-lite'], 'as a daemon renumbers its parts, and that is all that is contradicted', async () => {
    const daemon = await startDaemon(SPACE);
    try {
      await ask(daemon.url, 'TicketCreate', { ...VALUES.TicketCreate, ExternalTicketId: '1' });
      for (const [name, values] of [
        ['TicketCreate', VALUES.TicketCreate],
        ['TicketModify', VALUES.TicketModify],
        ['AddTicketAttachment', VALUES.AddTicketAttachment],
      ] as const) {
        const reading = await ask(daemon.url, name, values);
        expect(reading.names).toMatchObject({ ok: false, got: expect.stringMatching(/s-gensym\d+, .*s-gensym\d+/) });
        for (const finding of [reading.count, reading.order, ...reading.values.values()])
          expect(finding).toMatchObject({ ok: true });
      }
    } finally {
      await daemon.close();
    }
  });

  testWith(PEERS['soap-lite'], 'its faults are read', async () => {
    const cgi = await startCgi(SPACE);
    try {
      const body = encodeRequest(
        operation('TicketModify'),
        { ...VALUES.TicketModify, TrackerTicketId: 'none' },
        { namespace: SPACE },
      );
      const answer = await fetch(cgi.url, { method: 'POST', headers: REQUEST_HEADERS, body });
      expect(answer.status).toBe(500);
      const decoded = decodeMessage(
        new Uint8Array(await answer.arrayBuffer()),
        answer.headers.get('content-type') ?? undefined,
      );
      expect(decoded).toMatchObject({ ok: true, fault: { string: 'no ticket none', codeName: { local: 'Client' } } });
    } finally {
      await cgi.close();
    }
  });
});
