/** Looks at the way to a service step by step: name, connection, TLS. Sends no request. */
import { X509Certificate } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type PeerCertificate } from 'node:tls';
import { codeOf } from '../../files/read-file.ts';
import type { WireCredential } from '../types.ts';
import { oneLine } from './connector.ts';
import { type ProxySettings, proxyFor } from './proxy.ts';
import { certificateProblem } from './tls-failure.ts';

/** One step and its outcome; `detail` is a phrase. */
export type Step =
  | { readonly step: 'dns' | 'connect' | 'tls'; readonly ok: true; readonly detail: string }
  | { readonly step: 'dns' | 'connect' | 'tls'; readonly ok: false; readonly code: string; readonly detail: string };

export interface Reachability {
  readonly steps: readonly Step[];
  /** A proxy stands between; the steps are then those to the proxy, and TLS is not looked at. */
  readonly proxy?: string;
  /** The service's certificates, leaf first. */
  readonly chain?: readonly { readonly subject: string; readonly issuer: string; readonly validTo: Date }[];
}

export interface ReachabilityOptions {
  /** PEM certificates to trust, these only; undefined: those that Node trusts. */
  readonly authorities: readonly string[] | undefined;
  /** Presented if the service asks for a certificate. */
  readonly credential: WireCredential | undefined;
  readonly proxy: ProxySettings;
  /** For each step. */
  readonly timeoutMs: number;
}

/** Code of a step: the port speaks TLS, and the address begins with http. */
export const SPEAKS_TLS = 'SPEAKS_TLS';
/** Code of a step: the port speaks HTTP without TLS, or another protocol, and the address begins with https. */
export const SPEAKS_NO_TLS = 'SPEAKS_NO_TLS';
/** Errors of OpenSSL about a first record that is not TLS. */
const NOT_TLS: ReadonlySet<string> = new Set([
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_HTTP_REQUEST',
  'ERR_SSL_RECORD_LAYER_FAILURE',
  'EPROTO',
]);
/** Time for a server without TLS to refuse a TLS handshake. */
const PLAIN_MS = 2_000;

/** Takes the steps to `url` until one fails. Never rejects. */
export async function reachabilityOf(url: URL, options: ReachabilityOptions): Promise<Reachability> {
  const proxy = proxyFor(url, options.proxy);
  const next = proxy ?? url;
  const host = next.hostname.replace(/^\[|\]$/g, '');
  const port = Number(next.port || (next.protocol === 'https:' ? 443 : 80));
  const through = proxy && { proxy: proxy.host };
  const steps: Step[] = [];
  if (isIP(host) === 0) {
    const name = await resolved(host);
    steps.push(name);
    if (!name.ok) return { steps, ...through };
  }
  const connected = await connection(host, port, options.timeoutMs);
  steps.push(connected);
  if (!connected.ok || proxy) return { steps, ...through };
  const { step, chain } = await tlsHandshake(
    host,
    port,
    url.protocol === 'https:' ? options : { ...options, timeoutMs: Math.min(options.timeoutMs, PLAIN_MS) },
  );
  if (url.protocol === 'http:')
    return {
      steps: chain === undefined ? steps : [...steps, failed('tls', SPEAKS_TLS, `port ${port} of ${host} speaks TLS`)],
    };
  return { steps: [...steps, step], ...(chain && { chain }) };
}

const passed = (step: Step['step'], detail: string): Step => ({ step, ok: true, detail });
const failed = (step: Step['step'], code = 'UNKNOWN', detail: string): Step => ({ step, ok: false, code, detail });

async function resolved(host: string): Promise<Step> {
  try {
    const addresses = await lookup(host, { all: true });
    return passed('dns', `${host} is ${addresses.map(({ address }) => address).join(', ')}`);
  } catch (error) {
    return failed('dns', codeOf(error), `the name ${host} is not known`);
  }
}

async function connection(host: string, port: number, timeoutMs: number): Promise<Step> {
  const startedAt = performance.now();
  const socket = connectTcp({ host, port });
  const problem = await opened(socket, 'connect', timeoutMs);
  socket.destroy();
  return problem
    ? failed('connect', codeOf(problem), `no connection to ${host}, port ${port}`)
    : passed('connect', `${host}, port ${port}, in ${Math.round(performance.now() - startedAt)} ms`);
}

async function tlsHandshake(
  host: string,
  port: number,
  options: ReachabilityOptions,
): Promise<{ step: Step; chain?: NonNullable<Reachability['chain']> }> {
  const { authorities, credential } = options;
  let socket: ReturnType<typeof connectTls>;
  try {
    socket = connectTls({
      host,
      port,
      ...(isIP(host) === 0 && { servername: host }),
      ...(authorities && { ca: [...authorities] }),
      ...credential?.tls,
      // A chain that is not trusted is to be described, not only refused; nothing is sent on this connection.
      rejectUnauthorized: false,
    });
  } catch (error) {
    return { step: failed('tls', codeOf(error), 'the certificate, key or authorities cannot be used') };
  }
  const refused = await opened(socket, 'secureConnect', options.timeoutMs);
  if (refused) {
    socket.destroy();
    const code = codeOf(refused) ?? 'UNKNOWN';
    return {
      step: NOT_TLS.has(code)
        ? failed('tls', SPEAKS_NO_TLS, `port ${port} of ${host} does not speak TLS`)
        : failed('tls', code, `the TLS handshake failed: ${refused.message}`),
    };
  }
  const chain = chainOf(socket.getPeerCertificate(true));
  const protocol = socket.getProtocol() ?? 'TLS';
  const problem = socket.authorizationError as Error | string | null | undefined;
  socket.destroy();
  const [leaf] = chain;
  const issued = `issued by ${leaf?.issuer ?? 'an unknown authority'}`;
  if (!problem) return { step: passed('tls', `${protocol}, ${leaf?.subject ?? 'no certificate'}, ${issued}`), chain };
  const code = typeof problem === 'string' ? problem : (codeOf(problem) ?? 'UNKNOWN');
  return {
    step: failed('tls', code, `the certificate of ${leaf?.subject ?? host}, ${issued}, ${certificateProblem(code)}`),
    chain,
  };
}

function chainOf(leaf: PeerCertificate & { issuerCertificate?: PeerCertificate }): NonNullable<Reachability['chain']> {
  const chain: { subject: string; issuer: string; validTo: Date }[] = [];
  const seen = new Set<string>();
  for (
    let each: typeof leaf | undefined = leaf;
    each?.raw && !seen.has(each.fingerprint256);
    each = each.issuerCertificate
  ) {
    seen.add(each.fingerprint256);
    const { subject, issuer } = new X509Certificate(each.raw);
    chain.push({ subject: oneLine(subject), issuer: oneLine(issuer), validTo: new Date(each.valid_to) });
  }
  return chain;
}

/** Waits for a socket's event; resolves with what went wrong, if something did. */
async function opened(socket: Socket, event: string, timeoutMs: number): Promise<Error | undefined> {
  // Errors that come later have no meaning.
  socket.on('error', () => undefined);
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const closed = once(socket, 'close', { signal }).then(() => {
      throw Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' });
    });
    await Promise.race([once(socket, event, { signal }), closed]);
    return undefined;
  } catch (error) {
    return codeOf(error) === 'ABORT_ERR'
      ? Object.assign(new Error('no response in time'), { code: 'TIMEOUT' })
      : (error as Error);
  }
}
