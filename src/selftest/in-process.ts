/** Embedded references for campaigns of many runs: their handlers are called in-process, as if over TLS. */
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { InProcessReference } from '../../reference/in-process.ts';
import { referenceOf } from '../../reference/index.ts';
import { derChain } from '../../reference/pki/write-pki.ts';
import type { Handler } from '../../reference/types.ts';
import { packageVersion } from '../contract/root.ts';
import { descriptorOf } from '../run/installed/suites.ts';
import { withoutContentCoding } from '../wire/bodies/content-coding.ts';
import { connectionKey } from '../wire/connect/undici-transport.ts';
import { WireError } from '../wire/connect/wire-error.ts';
import type { ConnectionUse, Transport, TransportRequest, WireBody } from '../wire/types.ts';

export type { Deviations, InProcessReference } from '../../reference/in-process.ts';

/** Something that a reference needs is missing on this machine; the message names it. */
export class NotHere extends Error {}

/** Makes the reference of an interface. Throws NotHere if this machine cannot run it. */
export async function inProcessReferenceOf(of: string): Promise<InProcessReference> {
  const { machine } = descriptorOf(of);
  const found = (await machine?.()) ?? { env: {} };
  if ('problem' in found) throw new NotHere(found.problem);
  return referenceOf(of).inProcess(found);
}

/** Returns the options of a run against handlers by origin. */
export const inProcess = (handlers: ReadonlyMap<string, Handler>) => ({
  reference: true,
  version: packageVersion(),
  transport: () => inProcessTransport(handlers),
  backoffMs: 1,
});

/**
 * Returns a transport to handlers by origin. Delays of responses are kept; connections that a handler resets fail as
 * they would on a socket.
 */
export function inProcessTransport(handlers: ReadonlyMap<string, Handler>): Transport {
  const connections = createConnections();
  return {
    async send(request) {
      const url = new URL(request.url);
      const handler = handlers.get(url.origin);
      if (handler === undefined) throw new WireError('dns', 'ENOTFOUND', `no handler is registered for ${url.origin}`);
      const { connection, release } = connections(connectionKey(url, request.credential), request.connection);
      const response = await unlessAborted(
        handler({
          method: request.method,
          target: `${url.pathname}${url.search}`,
          headers: joined(request),
          ...(await bodyOf(request.body)),
          peer: derChain(request.credential.tls?.cert ?? ''),
          connection,
        }),
        request.signal,
      );
      if (response.connection !== 'reset') release();
      if (response.delayMs) await unlessAborted(setTimeout(response.delayMs), request.signal);
      if (response.connection === 'reset') throw new WireError('headers', 'ECONNRESET', 'read ECONNRESET');
      const body = response.body;
      return {
        status: response.status,
        headers: response.headers,
        body: withoutContentCoding(body instanceof Uint8Array ? once(body) : body(request.signal), response.headers),
      };
    },
    close: async () => undefined,
  };
}

/**
 * Returns connections as the transport of real runs keeps them: of those that are free, the one used last is used
 * first.
 */
function createConnections() {
  const free = new Map<string, object[]>();
  return (to: string, use: ConnectionUse | undefined) => {
    const idle = free.get(to) ?? [];
    free.set(to, idle);
    const connection = (use === 'new' ? undefined : idle.pop()) ?? {};
    return { connection, release: () => use === undefined && idle.push(connection) };
  };
}

function joined(request: TransportRequest) {
  const headers: Record<string, string> = { host: new URL(request.url).host };
  for (const [name, value] of request.headers) {
    const key = name.toLowerCase();
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
  }
  return headers;
}

/** Size in bytes above which a request body is streamed to the handler. */
const STREAMED_ABOVE = 8 * 1024 * 1024;

async function bodyOf(body: WireBody | undefined) {
  if (body === undefined) return { body: new Uint8Array() };
  if (body instanceof Uint8Array) return { body };
  if ((body.size ?? Infinity) > STREAMED_ABOVE) return { body: new Uint8Array(), stream: body.open() };
  return { body: await buffer(body.open()) };
}

async function* once(body: Uint8Array): AsyncIterable<Uint8Array> {
  if (body.length > 0) yield body;
}

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new WireError('aborted', 'ABORTED', 'the request was aborted'));
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
