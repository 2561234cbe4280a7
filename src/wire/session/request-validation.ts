/** Finds invalid requests before a client sees them. */

import { WireError } from '../connect/wire-error.ts';
import type { TransportRequest } from '../types.ts';

/** RFC 9110 section 5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** RFC 9110 section 5.5: visible characters, blanks and obs-text; values travel as Latin-1. */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Framing and connection control belong to the client. */
const RESERVED = new Set(['transfer-encoding', 'keep-alive', 'upgrade', 'expect', 'connection', 'proxy-authorization']);
const SINGLE = new Set(['host', 'content-length', 'content-type']);

/**
 * Checks a request by the rules of HTTP, because a request that undici itself refuses would occupy its connection.
 * @returns the parsed URL.
 * @throws WireError phase `send` that names what is wrong, without the value.
 */
export function validateRequest(request: TransportRequest): URL {
  const refused = (code: string, why: string): WireError => new WireError('send', code, why);
  const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw refused('INVALID_URL', 'the address is not an http or https URL');
  if (!TOKEN.test(request.method))
    throw refused('INVALID_METHOD', `${JSON.stringify(request.method)} is not an HTTP method`);
  const seen = new Set<string>();
  for (const [name, value] of request.headers) {
    const lower = name.toLowerCase();
    const why = !TOKEN.test(name)
      ? `${JSON.stringify(name)} is not a header name`
      : !FIELD_VALUE.test(value)
        ? `the value of header ${name} contains a character that no header can carry`
        : RESERVED.has(lower)
          ? `header ${name} is set by the client itself`
          : SINGLE.has(lower) && seen.has(lower)
            ? `header ${name} is given twice`
            : lower === 'content-length' && !/^\d+$/.test(value)
              ? 'Content-Length is not a number'
              : undefined;
    if (why !== undefined) throw refused('INVALID_HEADER', why);
    seen.add(lower);
  }
  return url;
}
