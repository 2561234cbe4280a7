/** The transport of real runs, on undici. */
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'undici';
import { messageOf } from '../../files/read-file.ts';
import { withoutContentCoding } from '../bodies/content-coding.ts';
import { headerIn } from '../http.ts';
import type { Transport, TransportRequest, WireCredential } from '../types.ts';
import { type ConnectionLog, connectorFactory, newLog, proxyAuthorization } from './connector.ts';
import { type ProxySettings, proxyFor } from './proxy.ts';
import { speaksTls } from './reachability.ts';
import { exchange } from './undici-exchange.ts';
import { WireError } from './wire-error.ts';

export interface UndiciTransportOptions {
  /** PEM certificates to trust for an origin, these only; undefined: those that Node trusts. */
  readonly caFor: (origin: string) => readonly string[] | undefined;
  readonly proxy: ProxySettings;
  readonly connectTimeoutMs: number;
}

/** A connection and its client. Each request has its own client, so no request can block another. */
interface Lease {
  readonly client: Client;
  readonly log: ConnectionLog;
}

/** Connections of one origin and one credential. */
interface Shelf {
  /** A proxy that takes the requests in absolute form (RFC 9112, section 3.2.2). */
  readonly via: URL | undefined;
  readonly idle: Lease[];
  readonly open: () => Lease;
}

const MAX_IDLE = 8;
/** Bytes of a response's header section. */
const MAX_HEADER_BYTES = 128 * 1024;
/** Time that closing waits for connections to end. */
const CLOSING_MS = 1000;

/**
 * Returns a transport that keeps connections apart by origin and credential, so that a request with one credential
 * never travels on a connection that was opened with another, unless its credential asks for it (`over`). Server
 * certificates are always verified. `send` throws {@link WireError} and nothing else; a body that breaks off throws it
 * while being read.
 */
export function createUndiciTransport(options: UndiciTransportOptions): Transport {
  const shelves = new Map<string, Shelf>();
  const leases = new Set<Lease>();
  /** Whether the port of a plain address speaks TLS, by origin; a port that has responded does not. */
  const secure = new Map<string, Promise<boolean>>();
  let closed = false;

  const shelfFor = (origin: URL, credential: WireCredential) => {
    const key = connectionKey(origin, credential);
    const known = shelves.get(key);
    if (known) return known;
    const proxy = proxyFor(origin, options.proxy);
    // Plain requests go unchanged to a plain proxy, since many proxies allow CONNECT to TLS ports only.
    const via = origin.protocol === 'http:' && proxy?.protocol === 'http:' ? proxy : undefined;
    const connector = connectorFactory(origin, credential, {
      tunnel: via ? undefined : proxy,
      connectTimeoutMs: options.connectTimeoutMs,
      ca: options.caFor(origin.origin),
    });
    const open = () => {
      const log = newLog();
      const client = new Client(via?.origin ?? origin, {
        connect: connector(log),
        maxHeaderSize: MAX_HEADER_BYTES,
        // Only the caller's signal limits the time.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      const lease = { client, log };
      leases.add(lease);
      return lease;
    };
    const shelf: Shelf = { via, idle: [], open };
    shelves.set(key, shelf);
    return shelf;
  };

  const discard = (lease: Lease) => {
    void lease.client
      .destroy()
      .catch(() => undefined)
      .then(() => leases.delete(lease));
  };

  const send = async (request: TransportRequest) => {
    if (closed) throw new WireError('aborted', 'TRANSPORT_CLOSED', 'the transport is closed');
    const reserved = request.headers.find(([name]) => RESERVED.has(name.toLowerCase()));
    if (reserved) throw new WireError('send', 'INVALID_HEADER', `header ${reserved[0]} is set by the client itself`);
    const url = addressOf(request.url);
    const shelf = shelfFor(new URL(url.origin), request.credential.over ?? request.credential);
    const use = request.connection;
    const lease = (use === 'new' ? undefined : shelf.idle.pop()) ?? shelf.open();
    const keeps = use === undefined;
    lease.log.connectMs = undefined;
    const { body, ...answered } = await exchange(
      lease.client,
      lease.log,
      dispatchOptions(url, request, shelf.via, keeps),
      request.signal,
      (reusable) => {
        if (reusable && keeps && !closed && shelf.idle.length < MAX_IDLE) shelf.idle.push(lease);
        else discard(lease);
      },
    );
    secure.set(url.origin, Promise.resolve(false));
    return { ...answered, body: withoutContentCoding(body, answered.headers), tls: lease.log.tls };
  };

  return {
    send,
    async speaksTls(address) {
      const url = new URL(address);
      if (url.protocol !== 'http:' || proxyFor(url, options.proxy)) return false;
      const known = secure.get(url.origin) ?? speaksTls(url, options.connectTimeoutMs);
      secure.set(url.origin, known);
      return known;
    },
    async close() {
      closed = true;
      const ended = Promise.all([...leases].map((lease) => lease.client.destroy().catch(() => undefined)));
      // A client never ends if an error was thrown in the event of its socket's end.
      await Promise.race([ended, setTimeout(CLOSING_MS, undefined, { ref: false })]);
      leases.clear();
      shelves.clear();
    },
  };
}

function addressOf(text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new WireError('send', 'INVALID_URL', 'the address is not an http or https URL');
}

/**
 * Returns the key of the connections that a credential uses at an origin. Credentials share connections if they have
 * the same certificate and key, and name the same connection; those that name no connection must have the same name and
 * headers.
 */
export function connectionKey({ origin }: URL, credential: WireCredential): string {
  const { name, tls, headers, connection } = credential.over ?? credential;
  const own = connection === undefined ? [name, headers] : [connection];
  return JSON.stringify([origin, ...own, tls?.cert, tls?.key]);
}

function dispatchOptions(url: URL, request: TransportRequest, via: URL | undefined, keeps: boolean) {
  const headers = via ? Object.entries(proxyAuthorization(via)).flat() : [];
  if (via && headerIn(request.headers, 'host') === undefined) headers.push('Host', url.host);
  for (const [name, value] of request.headers) headers.push(name, value);
  const { body } = request;
  if (body && 'open' in body && body.size !== undefined && headerIn(request.headers, 'content-length') === undefined)
    headers.push('Content-Length', String(body.size));
  return {
    path: (via ? url.origin : '') + url.pathname + url.search,
    method: request.method,
    headers,
    // Announces the end of the connection, for servers that serve only one connection at a time.
    ...(!keeps && { reset: true }),
    body: body && 'open' in body ? Readable.from(source(body.open), { objectMode: false }) : (body ?? null),
  };
}

async function* source(open: () => AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* open();
  } catch (error) {
    throw new WireError('send', 'BODY_SOURCE_FAILED', `the body to send could not be read: ${messageOf(error)}`, error);
  }
}

/** Headers about the connection, which undici would send unchanged or drop. */
const RESERVED: ReadonlySet<string> = new Set(['connection', 'proxy-authorization']);
