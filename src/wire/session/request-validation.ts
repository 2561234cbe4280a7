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
  const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new WireError('send', 'INVALID_URL', 'the address is not an http or https URL');
  if (!TOKEN.test(request.method))
    throw new WireError('send', 'INVALID_METHOD', `${JSON.stringify(request.method)} is not an HTTP method`);
  const seen = new Set<string>();
  for (const [name, value] of request.headers) {
    const lower = name.toLowerCase();
    if (!TOKEN.test(name))
      throw new WireError('send', 'INVALID_HEADER', `${JSON.stringify(name)} is not a header name`);
    if (!FIELD_VALUE.test(value))
      throw new WireError(
        'send',
        'INVALID_HEADER',
        `the value of header ${name} holds a character that no header can carry`,
      );
    if (RESERVED.has(lower))
      throw new WireError('send', 'INVALID_HEADER', `header ${name} is set by the client itself`);
    if (SINGLE.has(lower) && seen.has(lower))
      throw new WireError('send', 'INVALID_HEADER', `header ${name} is given twice`);
    if (lower === 'content-length' && !/^\d+$/.test(value))
      throw new WireError('send', 'INVALID_HEADER', 'Content-Length is not a number');
    seen.add(lower);
  }
  return url;
}
