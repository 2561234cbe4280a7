/** Decides which requests may be sent to a service at all. */

import { WireError } from '../connect/wire-error.ts';
import type { WireRequest } from '../types.ts';

/** Limits of what a run may send, and to which addresses. */
export interface Allowed {
  /** Kinds of objects that may be created. */
  readonly allow: ReadonlySet<string>;
  /** Methods that a request with effect `read` may have; default GET, HEAD, OPTIONS, POST. */
  readonly readMethods?: readonly string[];
  /** Base addresses of the services; absent: any. */
  readonly addresses?: readonly string[];
}

/**
 * Returns why a request must not be sent, or undefined. The effect of a request decides; the method is only checked in
 * case a write is declared as a read. Every request goes to an origin (RFC 6454) of the settings, because credentials
 * are meant for no other.
 */
export function refusal(
  request: WireRequest,
  { allow, readMethods = ['GET', 'HEAD', 'OPTIONS', 'POST'], addresses }: Allowed,
): WireError | undefined {
  const { effect, method } = request;
  const origin = originOf(request.url);
  const refused = (code: string, why: string) => new WireError('refused-by-safety', code, why);
  if (addresses !== undefined && !addresses.some((address) => originOf(address) === origin))
    return refused('ORIGIN_NOT_CONFIGURED', `${origin} is not an address in the settings`);
  if (effect === 'cleanup') return undefined;
  if (effect !== 'read')
    return allow.has(effect.creates) ? undefined : refused('CREATION_NOT_ALLOWED', notAllowed([effect.creates]));
  return readMethods.includes(method)
    ? undefined
    : refused('METHOD_NOT_A_READ', `${method} changes things, so it cannot be sent as a read`);
}

/** Says that objects of these kinds may not be created, and which setting allows it. */
export function notAllowed(kinds: readonly string[]): string {
  const named = new Intl.ListFormat('en-GB').format(kinds);
  return `creating ${named} is not allowed; ASSAY_ALLOW_CREATE=${kinds.join(',')} allows it`;
}

/** Returns scheme, host and port. Addresses of other kinds (of a library) are also identified by scheme and host. */
export function originOf(url: string): string {
  if (!URL.canParse(url)) return 'an invalid URL';
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}
