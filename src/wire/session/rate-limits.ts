/**
 * Lets all requests to an origin wait as long as it demands with Retry-After, so that a run within a rate limit ends.
 */

import { DEFERRED } from '../status-codes.ts';
import type { Outcome } from '../types.ts';
import { retryAfterMs } from './retry.ts';

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

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : url);
