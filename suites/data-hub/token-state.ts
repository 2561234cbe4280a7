/** The state of a token, by the answers to calls with it. A refusal has no certain status, and some services answer invalid tokens with a sign-in page. */

import { type Exchange, looksLike, mediaTypeOf, REFUSED, statusOf, succeeded } from '../words.ts';
/** `taken`: it got more than a made-up one; `maybe`: success, which a made-up one has too; `open`: neither success nor a refusal, or not tried. */
export type TokenState = 'taken' | 'maybe' | 'open' | 'refused';

/** Answers that are not evidence about the credential. */
const BUSY: ReadonlySet<number | undefined> = new Set([429, 503]);
const PAGE = 'text/html';

/** Whether an answer refuses the credential. */
export function isRefusedCredential(exchange: Exchange): boolean {
  return REFUSED.has(statusOf(exchange));
}

/** The state of a token by all calls that tried it; `madeUp` are the same calls with a made-up one, as far as they were made. */
export function tokenStateOf(tries: readonly Exchange[], madeUp: readonly Exchange[]): TokenState {
  const each = tries.map((tried) =>
    stateByCall(
      tried,
      madeUp.find(({ operation }) => operation === tried.operation),
    ),
  );
  return (
    (['taken', 'maybe', 'open'] as const).find((state) => each.includes(state)) ??
    (tries.length === 0 ? 'open' : 'refused')
  );
}

function stateByCall(tried: Exchange, madeUp: Exchange | undefined): TokenState {
  if (isRefusedCredential(tried)) return 'refused';
  if (!succeeded(tried)) return 'open';
  if (madeUp === undefined || BUSY.has(statusOf(madeUp))) return 'maybe';
  // A connection that is closed at once is a refusal too.
  if (!succeeded(madeUp)) return 'taken';
  // No two pages need be the same.
  if (mediaTypeOf(tried) === PAGE && mediaTypeOf(madeUp) === PAGE) return 'refused';
  return looksLike(madeUp, tried) ? 'maybe' : 'taken';
}
