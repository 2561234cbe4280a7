/** Decides whether a request is sent again, and how long to wait before: also at the rate that a service demands. */

import { DEFERRED, headerIn, PASSING, UNAVAILABLE } from '../http.ts';
import type { Outcome } from '../types.ts';
import { originOf } from './safety.ts';
import { STRAY_ERROR } from './stray-errors.ts';

const MOST_RETRIES = 2;
/** Retries if all requests to the origin wait, because others may use up its limit each time. */
const MOST_LIMITED_RETRIES = 8;
/** The longest wait that a server's Retry-After can cause. */
const RETRY_AFTER_LIMIT_MS = 5000;

/**
 * Returns the milliseconds to wait before the next attempt, or undefined if the outcome is final.
 * @param retries how often the request was sent again already.
 * @param backoffMs before the first retry; doubled before each further one.
 * @param limited whether all requests to the origin wait as long as it demanded
 */
export function retryDelay(outcome: Outcome, retries: number, backoffMs: number, limited = false): number | undefined {
  if (limited && retries < MOST_LIMITED_RETRIES) return 0;
  if (retries >= mostRetries(outcome)) return undefined;
  return Math.max(backoffMs * 2 ** retries, retryAfterMs(outcome) ?? 0);
}

function mostRetries(outcome: Outcome) {
  if (outcome.kind === 'answer') return PASSING.has(outcome.status) ? MOST_RETRIES : outcome.status === 500 ? 1 : 0;
  switch (outcome.phase) {
    case 'dns':
    case 'connect':
      return MOST_RETRIES;
    case 'timeout':
      // Each retry takes a whole time limit.
      return outcome.status === undefined ? 1 : 0;
    case 'tls':
      return outcome.code === 'ECONNRESET' || /ALERT/.test(outcome.code) ? MOST_RETRIES : 0;
    case 'send':
    case 'headers':
    case 'body':
      return CONNECTION_LOST.has(outcome.code) ? MOST_RETRIES : 0;
    default:
      return 0;
  }
}

/** By value of `repeatable`: whether a request is sent again after an outcome. */
export const REPEATABLE = {
  'when-unavailable': ({ status }: Outcome) => UNAVAILABLE.has(status),
  /** The service demands to send it later: it was not carried out (RFC 9110, section 15.6.4). */
  'when-deferred': (outcome: Outcome) =>
    DEFERRED.has(outcome.status) || (outcome.status === 503 && retryAfterMs(outcome) !== undefined),
} as const;

/** Whether the connection ended before a response began, or the attempt was ended because of a stray error. */
export function connectionLost(outcome: Outcome): boolean {
  if (outcome.kind === 'answer') return false;
  return (
    outcome.code === STRAY_ERROR ||
    ((outcome.phase === 'send' || outcome.phase === 'headers') && CONNECTION_LOST.has(outcome.code))
  );
}

const CONNECTION_LOST = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * Returns the wait of Retry-After in milliseconds, within a limit; the header contains seconds, or a date (RFC 9110,
 * section 10.2.3).
 */
function retryAfterMs(outcome: Outcome): number | undefined {
  const value = headerIn(outcome.headers ?? [], 'retry-after')?.trim();
  if (value === undefined) return undefined;
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Math.max(0, Date.parse(value) - Date.now());
  return Number.isNaN(wait) ? undefined : Math.min(wait, RETRY_AFTER_LIMIT_MS);
}

/** Maximum number of waits in a row without another response of the origin in between. */
const MOST_FRUITLESS = 3;

interface Limit {
  /** Time at which requests may be sent again. */
  until: number;
  fruitless: number;
}

export class RateLimits {
  readonly #limits = new Map<string, Limit>();

  /** Returns the milliseconds for which no request may be sent to the origin of an address. */
  waitMs(url: string, now: number): number {
    return Math.max(0, (this.#limits.get(originOf(url))?.until ?? 0) - now);
  }

  /** Records the outcome of an attempt. Returns whether all requests to the origin wait because of it. */
  record(url: string, outcome: Outcome, now: number): boolean {
    if (outcome.kind !== 'answer') return false;
    const origin = originOf(url);
    const limit = this.#limits.get(origin) ?? { until: 0, fruitless: 0 };
    // For 0 or a past date, the usual pause before a retry applies.
    const wait = (DEFERRED.has(outcome.status) && retryAfterMs(outcome)) || undefined;
    if (wait === undefined) limit.fruitless = 0;
    else {
      this.#limits.set(origin, limit);
      if (limit.until <= now) limit.fruitless += 1;
      if (limit.fruitless > MOST_FRUITLESS) return false;
      limit.until = Math.max(limit.until, now + wait);
    }
    return wait !== undefined;
  }
}
