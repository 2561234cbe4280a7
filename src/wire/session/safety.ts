/** The safety ceiling: requests that may be sent to a service at all. */

import { WireError } from '../connect/wire-error.ts';
import type { WireRequest } from '../types.ts';

/** Requests that a run may send, and their destinations. */
export interface Allowed {
  /** Kinds of creation. */
  readonly creations: ReadonlySet<string>;
  /** Methods that a request with effect `read` may have. */
  readonly readMethods: ReadonlySet<string>;
  /** Base addresses of the services; absent: any. */
  readonly addresses?: readonly string[];
}

/**
 * Returns why a request must not be sent, or undefined. Its effect decides; the method only guards against a write that is declared as a
 * read. Every request goes to an origin (RFC 6454) of the settings: credentials are meant for no other.
 */
export function refusal(
  request: WireRequest,
  { creations: allow, readMethods, addresses }: Allowed,
): WireError | undefined {
  const { effect, method } = request;
  const origin = originOf(request.url);
  if (addresses !== undefined && !addresses.some((address) => originOf(address) === origin)) {
    return new WireError('refused-by-safety', 'ORIGIN_NOT_CONFIGURED', `${origin} is not an address in the settings`);
  }
  if (effect === 'cleanup') return undefined;
  if (effect === 'read') {
    if (readMethods.has(method)) return undefined;
    return new WireError(
      'refused-by-safety',
      'METHOD_NOT_A_READ',
      `${method} changes things, so it cannot be sent as a read`,
    );
  }
  if (allow.has(effect.creates)) return undefined;
  return new WireError(
    'refused-by-safety',
    'CREATION_NOT_ALLOWED',
    `creating ${effect.creates} is not allowed; ASSAY_ALLOW_CREATE=${effect.creates} allows it`,
  );
}

/** Scheme, host and port; an address of another form (a library) counts by its scheme and host too. */
function originOf(url: string): string {
  if (!URL.canParse(url)) return 'an invalid URL';
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}
