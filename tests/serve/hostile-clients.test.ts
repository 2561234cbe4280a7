/** Serving reports any input of a client, and continues with limited memory. */
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import fc from 'fast-check';
import { request } from 'undici';
import { serve } from '../../reference/serve.ts';
import { loadClientContract, SERVED } from '../../src/clients/client-side.ts';
import type { Exchange } from '../../src/wire/types.ts';
import { closing } from '../afterwards.ts';
import { anyText } from '../any-text.ts';
import { alarms } from '../verdicts.ts';
import { asking, served } from './served.ts';

/** Waits until a connection ends, in any way. */
const ended = (socket: Socket): Promise<void> =>
  new Promise((resolve) => socket.once('close', () => resolve()).on('error', () => undefined));

/** Writes bytes to a server, and waits until it has closed the connection. */
async function throwAt(url: string, bytes: string | Uint8Array) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.resume();
  socket.write(bytes);
  await ended(socket);
}

describe('what is not a request', () => {
  test('is reported in plain words, and serving goes on', async () => {
    const sentences: string[] = [];
    const results = await served(
      ['transfer'],
      async (settings) => {
        const url = settings.TRANSFER_URL ?? '';
        const port = Number(new URL(url).port);
        await throwAt(url, 'GET /whoami HTTP/1.1\r\n\r\n');
        await throwAt(url, 'GET /again HTTP/1.1\r\n\r\n');
        await throwAt(url, 'SSH-2.0-nonsense\r\n');
        await expect(request(`${url}/whoami`)).rejects.toThrow();
        const secure = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
        secure.write('this is no HTTP\r\n\r\n');
        await ended(secure);
        const cut = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
        await new Promise((resolve) => cut.once('secureConnect', resolve));
        cut.write('POST /jobs HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{');
        await new Promise((resolve) => setTimeout(resolve, 50));
        cut.destroy();
        const headers = { authorization: `Bearer ${settings.TRANSFER_TOKEN}` };
        expect((await asking(settings.TRANSFER_CA)('GET', `${url}/whoami`, { headers })).status).toBe(200);
      },
      { broken: (sentence) => sentences.push(sentence) },
    );
    const reported = [
      /the client sent plain HTTP to a TLS port/,
      /the received data are not TLS/,
      /do not trust the server's certificate/,
      /not an HTTP request \(HPE_/,
      /truncated/,
    ];
    expect(reported.filter((words) => !sentences.some((sentence) => words.test(sentence)))).toEqual([]);
    expect(reported.filter((words) => !results.notices.some((notice) => words.test(notice)))).toEqual([]);
    // Each kind is reported once, and counted at the end.
    expect(sentences).toEqual([...new Set(sentences)]);
    expect(results.notices.join('\n')).toMatch(/the client sent plain HTTP to a TLS port.* \(2 times\)/);
    expect(alarms(results)).toEqual([]);
    expect(results).toMatchObject({ exitCode: 0, run: { requests: 1 } });
  });

  test('a body beyond the limit is refused, streamed or not', async () => {
    const broken: string[] = [];
    let read = 0;
    const limits = { maxBody: 1_000_000, onBroken: ({ what }: { what: string }) => void broken.push(what) };
    const answer = { status: 200, headers: [], body: new Uint8Array() };
    const plain = closing(await serve(async () => answer, limits));
    const streaming = closing(
      await serve(
        async ({ stream }) => {
          for await (const chunk of stream ?? []) read += chunk.length;
          return answer;
        },
        { ...limits, streamAbove: 1000 },
      ),
    );
    async function* endless(): AsyncIterable<Uint8Array> {
      for (;;) yield Buffer.alloc(64 * 1024);
    }
    for (const { url } of [plain, streaming])
      await request(url, { method: 'POST', body: endless() as never })
        .then(({ body, statusCode }) => body.dump().then(() => expect(statusCode).toBe(413)))
        .catch((error: { code?: string }) => expect(error.code).toMatch(/ECONNRESET|EPIPE|UND_ERR_SOCKET/));
    expect(broken).toEqual(['too-large', 'too-large']);
    expect(read).toBeLessThan(1_100_000);
  });
});

describe('odd requests', () => {
  test.each(['*', '/%zz?%'])('the target %s is judged', async (target) => {
    const arrived: Exchange[] = [];
    await served(
      ['ticket-bridge'],
      async (settings) =>
        throwAt(settings.TICKET_BRIDGE_URL ?? '', `OPTIONS ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
      { arrived: (exchange) => arrived.push(exchange) },
    );
    expect(arrived.map(({ operation }) => operation)).toEqual(['other requests']);
  });

  test.each(SERVED)('no request to %s makes its contract throw', (of) => {
    const contract = loadClientContract(of, {});
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'TRACE');
    const path = fc.oneof(
      fc.string(),
      fc.constantFrom(...[...contract.operations.values()].map((operation) => operation.path ?? '')),
      // The paths of fast-check need a table of a million characters.
      fc.array(anyText()).map((parts) => parts.map(encodeURIComponent).join('/')),
    );
    const body = fc.oneof(
      fc.uint8Array(),
      fc.json().map((text) => new TextEncoder().encode(text)),
    );
    fc.assert(
      fc.property(method, path, body, fc.string(), fc.boolean(), (method, target, body, header, truncated) => {
        const received = { method, target: `/${target}`, header: () => header, body, truncated, credential: 'none' };
        contract.operationOf(received);
        for (const rule of [...contract.rules.values()].flat()) rule.judge(received);
      }),
      { numRuns: 300, seed: 7 },
    );
  });
});

test('many requests leave the verdicts as they are', async () => {
  const results = await served(['ticket-bridge'], async (settings) => {
    for (let count = 0; count < 60; count += 1) {
      const { body } = await request(settings.TICKET_BRIDGE_URL ?? '', { method: count === 59 ? 'PUT' : 'GET' });
      await body.dump();
    }
  });
  expect(results.run.requests).toBe(60);
  expect(results.notices.join('\n')).toContain('40 requests were judged when they arrived');
  expect(alarms(results)).toEqual(['warn ticket-bridge/client/known-operation']);
});
