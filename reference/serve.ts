/** Serves a pure request handler on loopback, over HTTP or TLS. */

import { constants } from 'node:crypto';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Handler, ReferenceRequest, ReferenceResponse } from './types.ts';

export interface ServeOptions {
  /** PEM: the host's certificate and key, the authorities that are named to clients, whether a client certificate is asked for. */
  readonly tls?: { readonly cert: string; readonly key: string; readonly ca?: string; readonly requestClientCertificate?: boolean };
  /** Called with each request before it is handled. */
  readonly onRequest?: (request: ReferenceRequest) => void;
  /** Called with OpenSSL's or Node's code when a TLS handshake fails, for example because the client does not trust the host. */
  readonly onTlsFailure?: (code: string) => void;
  /** Milliseconds added to every answer. */
  readonly delayMs?: number;
  /** Largest request body in bytes; a larger one is answered 413. Default 64 MiB. */
  readonly maxBody?: number;
}

const MAX_BODY = 64 * 1024 * 1024;

/** Listens on a free port of loopback; `url` has no trailing slash. `close` ends open connections too. */
export async function serve(handler: Handler, options: ServeOptions = {}): Promise<{ readonly url: string; close(): Promise<void> }> {
  const { tls } = options;
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    answer(handler, options, request, response).catch(() => response.destroy());
  };
  const server = tls
    ? createHttpsServer(
        {
          cert: tls.cert,
          key: tls.key,
          ...(tls.ca && { ca: tls.ca }),
          requestCert: tls.requestClientCertificate ?? false,
          // Node knows no RFC 3820 proxies: the handler validates the chain itself.
          rejectUnauthorized: false,
          // A resumed session would show the leaf only.
          secureOptions: constants.SSL_OP_NO_TICKET,
        },
        listener,
      )
    : createHttpServer(listener);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', (error: NodeJS.ErrnoException) => options.onTlsFailure?.(error.code ?? error.message));
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: tls ? `https://127.0.0.1:${port}` : `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function answer(handler: Handler, options: ServeOptions, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = await readBody(incoming, options.maxBody ?? MAX_BODY);
  if (!body) {
    outgoing.writeHead(413, { connection: 'close' }).end();
    return;
  }
  const request: ReferenceRequest = {
    method: incoming.method ?? '',
    target: incoming.url ?? '',
    headers: joinHeaders(incoming.rawHeaders),
    body,
    peer: peerChain(incoming.socket),
  };
  options.onRequest?.(request);
  const response = await handler(request);
  const delay = (response.delayMs ?? 0) + (options.delayMs ?? 0);
  if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
  if (response.connection === 'reset') {
    incoming.socket.destroy();
    return;
  }
  if (response.raw) {
    incoming.socket.end(response.raw);
    return;
  }
  await send(response, incoming.method === 'HEAD', outgoing);
}

/** Writes status, headers in the given order and case, and body; adds Content-Length only where nothing else frames the body. */
async function send(response: ReferenceResponse, headOnly: boolean, outgoing: ServerResponse): Promise<void> {
  const { status, body } = response;
  const names = new Set(response.headers.map(([name]) => name.toLowerCase()));
  const headers = response.headers.flat();
  const bodiless = headOnly || status === 204 || status === 304;
  const framed = names.has('content-length') || names.has('transfer-encoding');
  if (!framed && !bodiless && body instanceof Uint8Array) headers.push('Content-Length', String(body.length));
  outgoing.sendDate = !names.has('date');
  outgoing.writeHead(status, headers);
  if (bodiless || body instanceof Uint8Array) {
    outgoing.end(bodiless ? undefined : body);
    return;
  }
  const abort = new AbortController();
  outgoing.once('close', () => abort.abort());
  outgoing.flushHeaders();
  for await (const chunk of body(abort.signal)) {
    if (abort.signal.aborted) return;
    if (!outgoing.write(chunk)) await drained(outgoing, abort.signal);
  }
  outgoing.end();
}

const drained = (outgoing: ServerResponse, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      outgoing.off('drain', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    outgoing.once('drain', done);
    signal.addEventListener('abort', done);
  });

/** Undefined where it is larger than `limit`. */
async function readBody(incoming: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function joinHeaders(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = Object.create(null);
  for (let i = 0; i < raw.length; i += 2) {
    const name = (raw[i] ?? '').toLowerCase();
    const value = raw[i + 1] ?? '';
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return headers;
}

const chains = new WeakMap<Socket, readonly Uint8Array[]>();

/** The certificates that the client presented, leaf first; worked out once a connection. */
function peerChain(socket: Socket): readonly Uint8Array[] {
  if (!(socket instanceof TLSSocket)) return [];
  const known = chains.get(socket);
  if (known) return known;
  const chain: Uint8Array[] = [];
  let each = socket.getPeerCertificate(true);
  // A self-signed authority names itself as its issuer.
  while (each?.raw && !chain.some((seen) => each.raw.equals(seen))) {
    chain.push(each.raw);
    each = each.issuerCertificate;
  }
  chains.set(socket, chain);
  return chain;
}
