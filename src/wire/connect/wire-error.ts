/** Failures of the wire, distinguished by the phase in which they happened. */
import { messageOf, codeOf as ownCodeOf } from '../../files/read-file.ts';
import type { FailurePhase } from '../types.ts';

/**
 * A request that got no complete response. `code` is Node's, OpenSSL's, the HTTP parser's, or one of Assay
 * (`BODY_TOO_LARGE`, …).
 */
export class WireError extends Error {
  constructor(
    readonly phase: FailurePhase,
    readonly code: string,
    message: string,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }
}

/** Phases in which no request has reached a service. */
export const UNREACHED: ReadonlySet<FailurePhase | undefined> = new Set(['dns', 'connect', 'tls']);

/** Stage that an attempt had reached when it failed. */
type Stage = 'connecting' | 'tls' | 'waiting' | 'receiving';

const CODES_OF_PHASES: Readonly<Partial<Record<FailurePhase, readonly string[]>>> = {
  dns: ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA'],
  connect: ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'EACCES', 'EPERM'],
  timeout: ['CONNECT_TIMEOUT', 'ETIMEDOUT'],
  limit: ['HEADERS_TOO_LARGE'],
  body: ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH'],
  send: ['UND_ERR_REQ_CONTENT_LENGTH_MISMATCH', 'INVALID_REQUEST'],
  aborted: ['UND_ERR_ABORTED'],
};
const phaseOf = (code: string) =>
  Object.entries(CODES_OF_PHASES).find(([, codes]) => codes.includes(code))?.[0] as FailurePhase | undefined;

/** Codes of undici that we name ourselves, since reports show them. */
const OUR_NAME: ReadonlyMap<string, string> = new Map([
  ['UND_ERR_CONNECT_TIMEOUT', 'CONNECT_TIMEOUT'],
  ['UND_ERR_HEADERS_OVERFLOW', 'HEADERS_TOO_LARGE'],
  ['HTTPParserError', 'MALFORMED_HTTP'],
  ['UND_ERR_INVALID_ARG', 'INVALID_REQUEST'],
  ['UND_ERR_NOT_SUPPORTED', 'INVALID_REQUEST'],
]);
/** The message of undici for a response with status 100, to a request that did not expect it. */
const CONTINUE = 'bad response';

/** Codes of Node for a certificate that is not accepted here: OpenSSL's results of a verification, and its own. */
const CERTIFICATE =
  /^(?:CERT_|CRL_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|ERROR_IN_C|INVALID_(?:CA|PURPOSE)|PATH_LENGTH|HOSTNAME_MISMATCH|ERR_TLS_CERT_)/;
/** Whether the certificate of the service is not accepted here, whichever credential is presented. */
export const isAboutTheService = (code: string): boolean => CERTIFICATE.test(code);

/** Other errors of TLS and OpenSSL. */
const TLS_CODE = /^(?:ERR_TLS|ERR_SSL|ERR_OSSL|ERR_CRYPTO|EPROTO$)/;

const PHASE_BY_STAGE: Readonly<Record<Stage, FailurePhase>> = {
  connecting: 'connect',
  tls: 'tls',
  waiting: 'headers',
  receiving: 'body',
};

/**
 * Turns an error of a socket, OpenSSL, the HTTP parser or undici into a {@link WireError}.
 * The code decides where it is unambiguous (DNS, TLS, limits), else the stage does: a reset before the headers is a
 * failure of the headers, one after them a failure of the body.
 */
export function wireError(error: unknown, stage: Stage): WireError {
  if (error instanceof WireError) return error;
  const code = codeOf(error);
  const phase = TLS_CODE.test(code) || isAboutTheService(code) ? 'tls' : (phaseOf(code) ?? PHASE_BY_STAGE[stage]);
  const parts = error instanceof AggregateError ? error.errors.map(messageOf) : [];
  return new WireError(phase, code, messageOf(error) || parts.join('; ') || code, error);
}

const ALERT_CODE = /^ERR_SSL_[A-Z]+V[0-9]+_ALERT_([A-Z_]+)$/;

/** Whether an error is a TLS alert that the peer sent. */
export function isAlert(error: unknown): boolean {
  return alertOf(codeOf(error)) !== undefined;
}

/**
 * Returns the name of the TLS alert of a code (RFC 8446, section 6), such as `unknown_ca`; undefined for another code.
 */
export function alertOf(code: string): string | undefined {
  return ALERT_CODE.exec(code)?.[1]?.toLowerCase();
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  const code = ownCodeOf(error);
  if (code === 'UND_ERR_SOCKET' && error.message === CONTINUE) return 'UNREQUESTED_CONTINUE';
  if (code !== undefined) return OUR_NAME.get(code) ?? code;
  // Happy eyeballs throws one error for all addresses that it tried.
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return error.name === 'Error' ? 'UNKNOWN' : (OUR_NAME.get(error.name) ?? error.name);
}
