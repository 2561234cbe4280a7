/** Looks at the way to a service as a request takes it: name, connection, TLS. Sends no request to the service. */
import type { WireCredential } from '../types.ts';
import { type ConnectionLog, connectorFactory, newLog } from './connector.ts';
import { type ProxySettings, portOf, proxyFor } from './proxy.ts';
import { answeredWithoutTls, explainTlsFailure, SPEAKS_NO_TLS, SPEAKS_TLS } from './tls-failure.ts';
import { type WireError, wireError } from './wire-error.ts';

/** A step and its outcome. */
export interface Step {
  readonly step: 'dns' | 'connect' | 'tls';
  /** A phrase. */
  readonly detail: string;
  /** Absent: it succeeded. */
  readonly code?: string;
}

interface ReachabilityOptions {
  /** PEM certificates to trust, these only; undefined: those that Node trusts. */
  readonly authorities: readonly string[] | undefined;
  /** Presented if the service requests a certificate. */
  readonly credential: WireCredential | undefined;
  readonly proxy: ProxySettings;
  readonly timeoutMs: number;
}

/** Code of a step: the port accepted the connection, and did not answer the TLS handshake in time. */
export const SILENT_TLS = 'TLS_TIMEOUT';
/** Time for a server without TLS to reject a TLS handshake. */
const PLAIN_MS = 2_000;

/** Takes the steps to `url` until one fails. Never rejects. */
export async function reachabilityOf(url: URL, options: ReachabilityOptions) {
  const proxy = proxyFor(url, options.proxy);
  const isPlain = url.protocol === 'http:';
  // A proxy takes plain requests unchanged.
  const { error, log } = await opened(isPlain ? (proxy ?? url) : url, options, isPlain ? undefined : proxy);
  const steps = stepsTo(proxy ?? url, error, log, options.timeoutMs);
  const isWrong = isPlain && !proxy && !error && (await speaksTls(url, options.timeoutMs));
  if (isWrong) steps.push({ step: 'tls', code: SPEAKS_TLS, detail: `${portIn(url)} speaks TLS` });
  const validTo = error ? undefined : log.tls?.validTo;
  return { steps, proxy: proxy?.host, validTo };
}

/** Returns the message of an error, unless it only repeats its code, which is shown anyway. */
const causeIn = ({ code, message }: WireError) => (message.includes(code) ? '' : `: ${message}`);

function stepsTo(
  next: URL,
  error: WireError | undefined,
  { stage, tls, connectMs = 0 }: ConnectionLog,
  timeoutMs: number,
): Step[] {
  const at = portIn(next);
  if (error?.phase === 'dns')
    return [{ step: 'dns', code: error.code, detail: `the host name ${next.hostname} cannot be resolved` }];
  if (error && stage === 'connecting')
    return [{ step: 'connect', code: error.code, detail: `no connection to ${at}${causeIn(error)}` }];
  const connected: Step = { step: 'connect', detail: error ? at : `${at}, in ${Math.round(connectMs)} ms` };
  const withTls = (detail: string, code?: string) => [connected, { step: 'tls' as const, code, detail }];
  if (error?.phase === 'timeout')
    return withTls(
      `${at} accepts connections, but did not answer the TLS handshake within ${timeoutMs} ms`,
      SILENT_TLS,
    );
  if (error && answeredWithoutTls(error)) return withTls(`${at} does not speak TLS`, SPEAKS_NO_TLS);
  if (error) return withTls(explainTlsFailure(error, '', undefined).what, error.code);
  if (tls === undefined) return [connected];
  const { protocol, subject = 'no certificate', issuer = 'an unknown authority' } = tls;
  return withTls(`${protocol}, ${subject}, issued by ${issuer}`);
}

/** Whether a server speaks TLS. If the server rejects a certificate, or its own certificate is rejected, it does. */
export async function speaksTls(url: URL, limitMs: number) {
  const secure = new URL(`https://${url.hostname}:${portOf(url)}`);
  const timeoutMs = Math.min(limitMs, PLAIN_MS);
  const { error } = await opened(secure, { authorities: undefined, credential: undefined, timeoutMs }, undefined);
  return error === undefined || explainTlsFailure(error, '', undefined).kind !== 'handshake';
}

/** `error` is undefined if the connection was opened. */
function opened(
  origin: URL,
  { authorities: ca, credential, timeoutMs }: Omit<ReachabilityOptions, 'proxy'>,
  tunnel: URL | undefined,
): Promise<{ readonly error: WireError | undefined; readonly log: ConnectionLog }> {
  const log = newLog();
  return new Promise((resolve) => {
    try {
      const { hostname, host, protocol } = origin;
      connectorFactory(origin, credential ?? { name: 'none' }, { tunnel, connectTimeoutMs: timeoutMs, ca })(log)(
        { hostname: hostname.replace(/^\[|\]$/g, ''), host, protocol, port: portOf(origin) },
        (...[error, socket]) => {
          socket?.destroy();
          resolve({ error: error ? wireError(error, 'connecting') : undefined, log });
        },
      );
    } catch (error) {
      resolve({ error: wireError(error, 'tls'), log: { ...log, stage: 'tls' } });
    }
  });
}

const portIn = (url: URL) => `port ${portOf(url)} of ${url.hostname}`;
