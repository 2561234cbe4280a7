/** Serves a pure request handler on loopback, over HTTP or TLS. */

import { constants } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { continued, readBody, TooLarge } from './received.ts';
import type { Handler, KeyKind, ReferenceRequest, ReferenceResponse } from './types.ts';

export interface ServeOptions {
  /**
   * PEM: the host's certificate and key, the authorities that are named to clients, whether a client certificate is
   * requested.
   */
  readonly tls?: {
    readonly cert: string;
    readonly key: string;
    readonly ca?: string;
    readonly requestClientCertificate?: boolean;
  };
  /** Called if an arrival is not a valid, complete request, or if the handler fails. */
  readonly onBroken?: (broken: Broken) => void;
  /** Milliseconds added to every response. */
  readonly delayMs?: number;
  /** Whether `close` lets responses that are under way arrive first, for at most a second. */
  readonly finishOnClose?: boolean;
  /**
   * Largest request body in bytes: 64 MiB, or 4 GiB if it is streamed. A larger one gets 413, or ends the connection.
   */
  readonly maxBody?: number;
  /** Port to listen on; default a free one. */
  readonly port?: number;
  /** A body of more bytes is given to the handler as it arrives, as `stream`, however large it is. */
  readonly streamAbove?: number;
}

/** First byte of a TLS handshake (RFC 8446, section 5.1: content type 22). */
const TLS_HANDSHAKE = 22;

/** An arrival that is not a request. `code` is OpenSSL's or Node's. */
export interface Broken {
  /**
   * A failed TLS handshake; TLS at a port without it; no HTTP; a request without an end; a body beyond the limit; an
   * error of the handler.
   */
  readonly what: 'handshake' | 'tls' | 'malformed' | 'cut-short' | 'too-large' | 'unhandled';
  readonly code: string;
}

/** How a reference is served, and its observers. */
export interface Serving {
  /** Wraps a handler, to see requests and responses. `service`: which one of the interface. */
  readonly around?: (handler: Handler, service: string) => Handler;
  readonly onBroken?: (broken: Broken, service: string) => void;
  /** Port of the first service; each further one has the next. Default: free ones. */
  readonly port?: number;
  /** Milliseconds added to every response. */
  readonly delayMs?: number;
  /** Kind of the keys of new certificates; default EC, which is fast. Other software may read only RSA keys. */
  readonly keys?: KeyKind;
}

/** Time that `finishOnClose` waits for responses. */
const FINISHING_MS = 1000;
const MAX_BODY = 64 * 1024 * 1024;
const MAX_STREAM = 4 * 1024 * 1024 * 1024;

/**
 * Serves as `serve` does, watched; responses that are under way arrive before it closes. `index`: which of the
 * interface's services it is.
 */
export function serveWatched(
  handler: Handler,
  { around, onBroken, port, delayMs }: Serving,
  options: ServeOptions,
  service: string,
  index = 0,
): Promise<Served> {
  return serve(around ? around(handler, service) : handler, {
    ...options,
    delayMs,
    ...(around && { finishOnClose: true }),
    ...(onBroken && { onBroken: (broken) => onBroken(broken, service) }),
    ...(port !== undefined && port > 0 && { port: port + index }),
  });
}

/** A service that listens. */
export interface Served {
  /** The address without a trailing slash. */
  readonly url: string;
  /** Ends open connections; later ones see this certificate (PEM). The port stays taken meanwhile. Only with `tls`. */
  present(host: { readonly cert: string; readonly key: string }): Promise<void>;
  /** Ends open connections too. */
  close(): Promise<void>;
}

/** Listens on loopback. Rejects if the port is taken. */
export async function serve(handler: Handler, options: ServeOptions = {}): Promise<Served> {
  const { tls, onBroken } = options;
  const underWay = new Set<Promise<void>>();
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const ended = new Promise<void>((resolve) => response.once('close', resolve));
    underWay.add(ended);
    void ended.then(() => underWay.delete(ended));
    answer(handler, options, request, response).catch((error: NodeJS.ErrnoException) => {
      if (error instanceof TooLarge) onBroken?.({ what: 'too-large', code: error.code });
      else if (!request.complete) onBroken?.({ what: 'cut-short', code: error.code ?? 'ECONNRESET' });
      else onBroken?.({ what: 'unhandled', code: error.message });
      response.destroy();
    });
  };
  // A resumed session would show the leaf only.
  const shared = { ...(tls?.ca && { ca: tls.ca }), secureOptions: constants.SSL_OP_NO_TICKET };
  const secure =
    tls &&
    createHttpsServer(
      // Node knows no RFC 3820 proxies: the handler validates the chain itself.
      {
        ...shared,
        cert: tls.cert,
        key: tls.key,
        requestCert: tls.requestClientCertificate ?? false,
        rejectUnauthorized: false,
      },
      listener,
    );
  const server = secure ?? createHttpServer(listener);
  // A client may use a connection of an earlier request, however long ago that was.
  server.keepAliveTimeout = 0;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', (error: NodeJS.ErrnoException) =>
    onBroken?.({ what: 'handshake', code: error.code ?? error.message }),
  );
  // Node emits this event also after a failed handshake, and for a connection that was only dropped.
  server.on('clientError', ({ code = '', rawPacket }: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket) => {
    if (/^(HPE_(?!INVALID_EOF)|ERR_HTTP_)/.test(code))
      onBroken?.({ what: rawPacket?.[0] === TLS_HANDSHAKE ? 'tls' : 'malformed', code });
    socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: tls ? `https://127.0.0.1:${port}` : `http://127.0.0.1:${port}`,
    async present({ cert, key }) {
      if (secure === undefined) throw new TypeError('a service without TLS presents no certificate');
      secure.setSecureContext({ ...shared, cert, key });
      // A socket that still reports an error ends all the same.
      await Promise.all(
        [...sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve).destroy())),
      );
    },
    async close() {
      if (options.finishOnClose)
        await Promise.race([Promise.all(underWay), setTimeout(FINISHING_MS, undefined, { ref: false })]);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      });
    },
  };
}

async function answer(handler: Handler, options: ServeOptions, incoming: IncomingMessage, outgoing: ServerResponse) {
  const { streamAbove, maxBody } = options;
  const source = (incoming as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  const { bytes, rest } = await readBody(source, streamAbove ?? maxBody ?? MAX_BODY, maxBody ?? MAX_STREAM);
  if (rest && streamAbove === undefined) {
    options.onBroken?.({ what: 'too-large', code: 'BODY_TOO_LARGE' });
    outgoing.writeHead(413, { connection: 'close' }).end();
    return;
  }
  const request: ReferenceRequest = {
    method: incoming.method ?? '',
    // Every server accepts a whole address (RFC 9112, section 3.2.2).
    target: (incoming.url ?? '').replace(/^https?:\/\/[^/?]*/i, ''),
    headers: Object.fromEntries(
      Object.entries(incoming.headersDistinct).map(([name, values = []]) => [name, values.join(', ')]),
    ),
    body: rest ? new Uint8Array() : bytes,
    ...(rest && { stream: rest }),
    peer: peerChain(incoming.socket),
    connection: incoming.socket,
  };
  const response = await handler(request);
  const delay = (response.delayMs ?? 0) + (options.delayMs ?? 0);
  if (delay > 0) await setTimeout(delay);
  if (response.connection === 'reset') {
    incoming.socket.destroy();
    return;
  }
  if (response.raw) {
    incoming.socket.end(response.raw);
    return;
  }
  await send(response, incoming.method === 'HEAD', outgoing);
  // A body that the handler did not read must be read anyway, or the connection cannot be used again.
  if (rest) for await (const _ of continued([], source, maxBody ?? MAX_STREAM));
}

/**
 * Writes status, headers in the given order and case, and body; adds Content-Length only if no other header frames the
 * body.
 */
async function send(response: ReferenceResponse, headOnly: boolean, outgoing: ServerResponse) {
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
    if (!outgoing.write(chunk)) await once(outgoing, 'drain', { signal: abort.signal }).catch(() => undefined);
  }
  outgoing.end();
}

const chains = new WeakMap<Socket, readonly Uint8Array[]>();

/** Returns the certificates that the client presented, leaf first; computed once per connection. */
function peerChain(socket: Socket) {
  if (!(socket instanceof TLSSocket)) return [];
  const known = chains.get(socket);
  if (known) return known;
  const chain: Uint8Array[] = [];
  // Translating a certificate's fields, as getPeerCertificate does, takes several times as long.
  for (let each = socket.getPeerX509Certificate(); each; each = each.issuerCertificate) chain.push(each.raw);
  chains.set(socket, chain);
  return chain;
}
