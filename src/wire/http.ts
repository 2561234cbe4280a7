/** Words of HTTP: header fields, those that carry credentials, and status codes by meaning. */
import type { Headers } from './types.ts';

/** Returns the value of the first field of a name in lower case, or undefined without one. */
export function headerIn(headers: Headers, wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}

/** Returns the fields whose names are not among those of `others`. */
export function without(headers: Headers, others: Headers): Headers {
  const names = new Set(others.map(([name]) => name.toLowerCase()));
  return headers.filter(([name]) => !names.has(name.toLowerCase()));
}

/**
 * Returns the values of all fields of a name, compared without case, joined by `, `, or undefined without one (RFC
 * 9110, section 5.3).
 */
export function joinedHeaderOf(headers: Headers, wanted: string): string | undefined {
  const name = wanted.toLowerCase();
  const values = headers.flatMap(([own, value]) => (own.toLowerCase() === name ? [value] : []));
  return values.length === 0 ? undefined : values.join(', ');
}

/**
 * Whether the values of a header are credentials, in requests and responses: those of HTTP, and every one that is
 * called an authentication token.
 */
export function isCredentialHeader(name: string): boolean {
  return /^(?:(?:proxy-)?auth(?:orization|entication-info)|cookie|set-cookie2?|.*auth-token)$/i.test(name);
}

/** Returns a text with its percent-encoded characters decoded, or as it is if that is not possible. */
export function decodeURIComponentSafely(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/** Names of the places of a credential among the origins of a request: in its headers, and in the TLS handshake. */
export const CREDENTIAL_PLACES = { header: 'credential', tls: 'certificate' } as const;

/** A set of statuses; the status of an exchange without a response (undefined) is in none of them. */
type Statuses = ReadonlySet<number | undefined>;

/** An HTTP proxy returned it, not the service (RFC 9110, section 15.5.8). */
export const PROXY_AUTHENTICATION_REQUIRED = 407;
/** The object does not exist. */
export const NOT_FOUND: Statuses = new Set([404, 410]);
/** The service does not know the method (RFC 9110, sections 15.5.6 and 15.6.2). */
export const NO_METHOD: Statuses = new Set([405, 501]);
/** The object or the operation does not exist. */
export const ABSENT: Statuses = new Set([...NOT_FOUND, ...NO_METHOD]);
/** A gateway failed, or the service is down: the request itself was not judged. */
export const UNAVAILABLE: Statuses = new Set([502, 503, 504]);
/**
 * The request was not processed, and another attempt may succeed: Too Early (RFC 8470, section 5.2), Too Many Requests
 * (RFC 6585, section 4).
 */
export const DEFERRED: Statuses = new Set([425, 429]);
/** Overload and the like: another attempt may succeed. */
export const PASSING: Statuses = new Set([408, 507, ...DEFERRED, ...UNAVAILABLE]);
/** The content of the request exceeds a limit or a quota (RFC 9110, section 15.5.14). */
export const CONTENT_TOO_LARGE = 413;
/** Possible responses to an upload if the disk is full or a quota is exhausted (RFC 4918, section 11.5: 507). */
export const OUT_OF_SPACE: Statuses = new Set([CONTENT_TOO_LARGE, 500, 507]);
/** The request conflicts with another, or with what exists (RFC 9110, section 15.5.10). */
export const CONFLICT = 409;
/** The credential was not accepted, or does not suffice. */
export const REFUSED: Statuses = new Set([401, 403]);
/** Statuses about the caller or a temporary state, not about the request or its address. */
export const ASIDE: Statuses = new Set([PROXY_AUTHENTICATION_REQUIRED, 408, 419, 421, 425, 429, ...REFUSED]);
