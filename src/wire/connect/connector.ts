/** Opens connections: TCP, TLS with one credential, and tunnels through a proxy. */
import type { Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { buildConnector, Client } from 'undici';
import type { Attempt, WireCredential } from '../types.ts';
import { portOf } from './proxy.ts';
import { presenting } from './tls-failure.ts';
import { isAboutTheService, isAlert, WireError, wireError } from './wire-error.ts';

/** State of the newest connection of one client. */
export interface ConnectionLog {
  stage: 'connecting' | 'tls' | 'open';
  /** Milliseconds that opening took; undefined if the connection was open already. */
  connectMs: number | undefined;
  tls: Attempt['tls'];
  intake: ReturnType<typeof intakeOf> | undefined;
  /**
   * The TLS alert with which the peer ended the connection: in TLS 1.3 the response to a client certificate comes after
   * the TLS handshake.
   */
  alert: Error | undefined;
}

/** No connection is open yet. */
export function newLog(): ConnectionLog {
  return { stage: 'connecting', connectMs: undefined, tls: undefined, intake: undefined, alert: undefined };
}

export interface ConnectOptions {
  /** The proxy through which connections are tunnels. */
  readonly tunnel: URL | undefined;
  readonly connectTimeoutMs: number;
  /** PEM certificates to trust, these only; undefined: those that Node trusts. */
  readonly ca: readonly string[] | undefined;
}

/**
 * Makes the connectors for one origin and one credential. The TLS context is built once: a directory of authorities
 * takes milliseconds to read.
 */
export function connectorFactory(
  origin: URL,
  credential: WireCredential,
  options: ConnectOptions,
): (log: ConnectionLog) => buildConnector.connector {
  const secureContext = origin.protocol === 'https:' ? contextFor(credential, options.ca) : undefined;
  // No session cache: a resumed session would skip the presentation of the certificate chain, and must never carry one
  // credential's identity to another.
  const open = buildConnector({
    secureContext,
    maxCachedSessions: 0,
    timeout: options.connectTimeoutMs,
  });
  return (log) => (target, callback) => {
    const startedAt = performance.now();
    log.stage = 'connecting';
    log.alert = undefined;
    log.tls = undefined;
    const done = (error: Error | null, socket: Socket | TLSSocket | null) => {
      // undici queues a request again after some errors; a WireError ends it.
      if (error || !socket) {
        const known = wireError(error, log.stage === 'open' ? 'tls' : log.stage);
        const named = log.tls && new WireError(known.phase, known.code, presenting(log.tls, known.message), error);
        callback(named ?? known, null);
        return;
      }
      log.stage = 'open';
      log.connectMs = performance.now() - startedAt;
      if (socket instanceof TLSSocket) log.tls = describeTls(socket);
      log.intake = intakeOf(socket);
      // undici replaces this error by the end of the connection, which follows.
      socket.once('error', (fault) => {
        if (isAlert(fault)) log.alert = fault;
      });
      callback(null, socket);
    };
    const look = (socket: unknown) => {
      if (!(socket instanceof TLSSocket)) return;
      const destroy = socket.destroy.bind(socket);
      // Node destroys the socket of a rejected certificate, and with it the certificate, before it emits the error.
      socket.destroy = (error) => {
        if (error && isAboutTheService((error as NodeJS.ErrnoException).code ?? '')) log.tls = describeTls(socket);
        return destroy(error);
      };
    };
    if (options.tunnel) {
      tunnel(options.tunnel, origin, options.connectTimeoutMs).then(
        (httpSocket) => {
          log.stage = 'tls';
          if (origin.protocol === 'https:')
            look(open({ ...target, httpSocket }, (...[error, socket]) => done(error, socket)));
          else done(null, httpSocket);
        },
        (error: unknown) => done(wireError(error, 'connecting'), null),
      );
      return;
    }
    // undici's connector returns the socket, although its type does not declare it.
    const socket: unknown = open(target, (...[error, opened]) => done(error, opened));
    look(socket);
    if (socket instanceof TLSSocket)
      socket.once('connect', () => {
        if (log.stage === 'connecting') log.stage = 'tls';
      });
  };
}

/** Returns the header of a request to a proxy that requires a password. */
export function proxyAuthorization(proxy: URL): Readonly<Record<string, string>> {
  if (proxy.username === '') return {};
  const credentials = [proxy.username, proxy.password].map(decodeURIComponent).join(':');
  return { 'Proxy-Authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/** @throws WireError phase `tls` where OpenSSL does not take the certificate, key or authorities. */
function contextFor(credential: WireCredential, ca: readonly string[] | undefined) {
  const context = { ...credential.tls, ca: ca && [...ca] };
  try {
    return createSecureContext(context);
  } catch (error) {
    // Grid proxies are often signed with SHA-1 or have short keys. The service decides whether they suffice, so they
    // are presented all the same.
    if (WEAK.has((error as NodeJS.ErrnoException).code ?? ''))
      return createSecureContext({ ...context, ciphers: 'DEFAULT@SECLEVEL=0' });
    throw wireError(error, 'tls');
  }
}

/** OpenSSL's errors for a client certificate below its security level. */
const WEAK = new Set(['ERR_SSL_CA_MD_TOO_WEAK', 'ERR_SSL_CA_KEY_TOO_SMALL', 'ERR_SSL_EE_KEY_TOO_SMALL']);

/** Returns a tunnel to the origin's host and port (RFC 9110, section 9.3.6). */
async function tunnel(proxy: URL, origin: URL, timeout: number) {
  const client = new Client(proxy.origin, { connect: { timeout, maxCachedSessions: 0 }, headersTimeout: timeout });
  const host = `${origin.hostname}:${portOf(origin)}`;
  try {
    const { statusCode, socket } = await client.connect({
      path: host,
      headers: { host, ...proxyAuthorization(proxy) },
    });
    if (statusCode >= 200 && statusCode < 300) return socket as Socket;
    socket.on('error', () => undefined).destroy();
    throw new WireError(
      'connect',
      statusCode === 407 ? 'PROXY_AUTHENTICATION_REQUIRED' : 'PROXY_REFUSED',
      `the HTTP proxy ${proxy.host} returned ${statusCode} to CONNECT ${origin.host}`,
    );
  } catch (error) {
    const known = wireError(error, 'connecting');
    throw new WireError(known.phase, known.code, `HTTP proxy ${proxy.host}: ${known.message}`, error);
  } finally {
    void client.close().catch(() => undefined);
  }
}

function describeTls(socket: TLSSocket) {
  const peer = socket.getPeerX509Certificate();
  return {
    protocol: socket.getProtocol() ?? 'unknown',
    cipher: socket.getCipher().standardName,
    ...(peer && {
      subject: oneLine(peer.subject),
      issuer: oneLine(peer.issuer),
      validTo: new Date(peer.validTo).toISOString(),
    }),
  };
}

/** Returns a name on one line: Node writes one attribute per line. */
function oneLine(name = '') {
  return name.replaceAll('\n', ', ');
}

/**
 * Takes control over what undici reads from a socket. A handler of undici 7 must not return false from `onData` to
 * pause the socket: if the peer then ends the connection, undici throws from a socket event (nodejs/undici issue 5360).
 * While this control pauses the socket, undici reads neither bytes nor the end of the connection.
 */
function intakeOf(socket: Socket) {
  const read = socket.read.bind(socket);
  let paused = false;
  socket.read = (size) => (paused ? null : read(size));
  return {
    // No more bytes are read until `release`: bytes stay with the operating system, and so with the peer.
    pause() {
      paused = true;
    },
    release() {
      if (!paused) return;
      paused = false;
      // Later, because the parser may be at work now.
      process.nextTick(() => {
        if (!socket.destroyed) socket.emit('readable');
      });
    },
  };
}
