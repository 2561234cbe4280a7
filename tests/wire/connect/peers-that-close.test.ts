/** A peer ends the connection while the reader of a body is not ready for more. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createUndiciTransport } from '../../../src/wire/connect/undici-transport.ts';
import { closing } from '../../afterwards.ts';
import { type Loopback, listening } from '../loopback.ts';
import { authority } from '../throwaway-pki.ts';

const KIB = 1024;
/**
 * Somewhat more than the read-ahead, so that the last bytes and the end of the connection arrive while the reader
 * waits.
 */
const SIZES = Array.from({ length: 6 }, (_, index) => (256 + 16 * index) * KIB);

const ca = await authority('Test CA');
const host = await ca.issue('localhost', { hosts: ['localhost'] });

async function server(
  scheme: string,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Loopback> {
  const made = await listening(scheme === 'https' ? createTlsServer(host, answer) : createServer(answer));
  return { ...made, url: made.url.replace('http://127.0.0.1', `${scheme}://localhost`) };
}

/** Sends a request on a connection that is not reused. */
async function asked(url: string) {
  const transport = closing(createUndiciTransport({ caFor: () => [ca.pem], proxy: {}, connectTimeoutMs: 5000 }));
  return transport.send({
    method: 'GET',
    url,
    headers: [],
    credential: { name: 'none' },
    signal: new AbortController().signal,
    connection: 'new',
  });
}

/** Reads slowly. */
async function sizeOf(body: AsyncIterable<Uint8Array>) {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    await turns(20);
  }
  return size;
}

/** Waits for this many turns of the event loop. */
async function turns(count: number) {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
}

test.each(['http', 'https'])('over %s, a body is read to its end after its connection was closed', async (scheme) => {
  const { url } = await server(scheme, (request, response) => {
    const body = randomBytes(Number(request.url?.slice(1)));
    response.writeHead(200, { 'Content-Length': body.length, Connection: 'close' }).end(body);
  });
  for (const size of SIZES) {
    const { body } = await asked(`${url}/${size}`);
    await turns(200);
    expect(await sizeOf(body)).toBe(size);
  }
});

test.each(['http', 'https'])(
  'over %s, a connection that is reset while its reader waits is a failure of the body',
  async (scheme) => {
    let reset = (): void => undefined;
    const { url } = await server(scheme, (_, response) => {
      response
        .writeHead(200, { 'Content-Length': 64 * KIB * KIB, Connection: 'close' })
        .write(Buffer.alloc(8 * KIB * KIB));
      reset = () => response.socket?.destroy();
    });
    const { body } = await asked(url);
    await turns(50);
    reset();
    await turns(50);
    await expect(sizeOf(body)).rejects.toMatchObject({ phase: 'body' });
  },
);

test.each(['http', 'https'])(
  'over %s, no more is taken in than is read, and a large body is read to its end',
  async (scheme) => {
    const chunk = Buffer.alloc(64 * KIB);
    const all = 64 * KIB * KIB;
    let sent = 0;
    const { url } = await server(scheme, async (_, response) => {
      response.writeHead(200, { 'Content-Length': all, Connection: 'close' });
      for (; sent < all; sent += chunk.length) if (!response.write(chunk)) await once(response, 'drain');
      response.end();
    });
    const { body } = await asked(url);
    await turns(2000);
    // Buffers of the operating system, and a little of Assay's.
    expect(sent).toBeLessThan(32 * KIB * KIB);
    let size = 0;
    for await (const part of body) size += part.length;
    expect(size).toBe(all);
  },
);
