import { describe, expect } from 'vitest';
import { decodeMessage } from '../../src/soap/decode.ts';
import { encodeRequest, REQUEST_HEADERS, type RequestValues } from '../../src/soap/encode.ts';
import { isSoapEncoding } from '../../src/soap/namespaces.ts';
import { type ResponseReading, readResponseParts } from '../../src/soap/response-parts.ts';
import { PEERS, testWith } from '../peers/peer.ts';
import { startCgi, startDaemon } from './peers/soap-lite.ts';
import { NAMESPACE, OPERATIONS, type OperationName, startBridge, VALUES } from './sending.ts';

// SOAP::Lite looks for the class by the namespace, and takes what has no ampersand.
const SPACE = NAMESPACE.replace(/\?.*/, '');
const { operation } = startBridge();

async function send(url: string, name: OperationName, values: RequestValues) {
  // The daemon serves one connection at a time and keeps it open for seconds: each request closes its own.
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...REQUEST_HEADERS, Connection: 'close' },
    body: encodeRequest(operation(name), values, { namespace: SPACE }),
  });
  const contentType = answer.headers.get('content-type') ?? undefined;
  return { status: answer.status, decoded: decodeMessage(new Uint8Array(await answer.arrayBuffer()), contentType) };
}

async function ask(url: string, name: OperationName, values: RequestValues = VALUES[name]): Promise<ResponseReading> {
  const { status, decoded } = await send(url, name, values);
  expect(status, JSON.stringify(decoded)).toBe(200);
  if (!decoded.ok || !decoded.response) throw new Error(JSON.stringify(decoded));
  expect(decoded.response.namespace).toBe(SPACE);
  expect(isSoapEncoding(decoded.response.encodingStyle)).toBe(true);
  return readResponseParts(decoded.response, operation(name).output.parts);
}

describe('a bridge in Perl, with SOAP::Lite', () => {
  testWith(PEERS['soap-lite'], 'as CGI upholds every requirement of its messages', async () => {
    const cgi = await startCgi(SPACE);
    try {
      for (const name of OPERATIONS) {
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
      for (const name of OPERATIONS) {
        const reading = await ask(daemon.url, name);
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
      const { status, decoded } = await send(cgi.url, 'TicketModify', {
        ...VALUES.TicketModify,
        TrackerTicketId: 'none',
      });
      expect(status).toBe(500);
      expect(decoded).toMatchObject({
        ok: true,
        fault: { string: 'no ticket none', code: expect.stringMatching(/:Client$/) },
      });
    } finally {
      await cgi.close();
    }
  });
});
