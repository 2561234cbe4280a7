/**
 * The state of a token, by the responses to calls with it. A rejection has no certain status, and some services respond
 * to invalid tokens with a sign-in page.
 */

import { type Exchange, looksLike, mediaTypeOf, REFUSED, statusOf, succeeded } from '../words.ts';
/**
 * `taken`: it got more than an invalid token; `maybe`: it succeeded, but so does an invalid token; `open`: neither
 * success nor a rejection, or not tried; `refused`: a rejection.
 */
export type TokenState = 'taken' | 'maybe' | 'open' | 'refused';

/** Responses that are not evidence about the credential. */
const BUSY: ReadonlySet<number | undefined> = new Set([429, 503]);
const PAGE = 'text/html';

/** Whether a response rejects the credential. */
export function isRefusedCredential(exchange: Exchange): boolean {
  return REFUSED.has(statusOf(exchange));
}

/**
 * Returns the state of a token by all calls that tried it; `madeUp` are the same calls with an invalid one, as far as
 * they were made.
 */
export function tokenStateOf(tries: readonly Exchange[], madeUp: readonly Exchange[]): TokenState {
  const each = tries.map((tried): TokenState => {
    if (isRefusedCredential(tried)) return 'refused';
    if (!succeeded(tried)) return 'open';
    const alike = madeUp.find(({ operation }) => operation === tried.operation);
    if (alike === undefined || BUSY.has(statusOf(alike))) return 'maybe';
    // Closing the connection at once is also a rejection.
    if (!succeeded(alike)) return 'taken';
    // Two sign-in pages may differ, so their content is not compared.
    if (mediaTypeOf(tried) === PAGE && mediaTypeOf(alike) === PAGE) return 'refused';
    return looksLike(alike, tried) ? 'maybe' : 'taken';
  });
  return (
    (['taken', 'maybe', 'open'] as const).find((state) => each.includes(state)) ??
    (tries.length === 0 ? 'open' : 'refused')
  );
}
