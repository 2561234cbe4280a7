/** When a request is sent again, and how long to wait before. */

import { PASSING, UNAVAILABLE } from '../status-codes.ts';
import type { Outcome } from '../types.ts';
import { STRAY_ERROR } from './stray-errors.ts';

export interface RetryPolicy {
  /** Before the first retry, in milliseconds; doubled before each further one. */
  readonly backoffMs: number;
  /** The longest wait that a server's Retry-After can ask for, in milliseconds. */
  readonly retryAfterLimitMs: number;
  /** Whether connections that were reset, and TLS alerts, are tried again. */
  readonly retryResets: boolean;
}

const MOST_RETRIES = 2;

/**
 * Milliseconds to wait before the next attempt, or undefined where the outcome stands.
 * @param retries how often it was sent again already.
 * @param wallClock for Retry-After as a date (RFC 9110 section 10.2.3).
 */
export function retryDelay(
  outcome: Outcome,
  retries: number,
  policy: RetryPolicy,
  wallClock: () => number,
): number | undefined {
  if (retries >= mostRetries(outcome, policy)) return undefined;
  const asked = retryAfter(outcome, wallClock);
  return Math.max(policy.backoffMs * 2 ** retries, Math.min(asked ?? 0, policy.retryAfterLimitMs));
}

function mostRetries(outcome: Outcome, policy: RetryPolicy): number {
  if (outcome.kind === 'answer') return PASSING.has(outcome.status) ? MOST_RETRIES : outcome.status === 500 ? 1 : 0;
  switch (outcome.phase) {
    case 'dns':
    case 'connect':
      return MOST_RETRIES;
    case 'timeout':
      // Each costs a whole time limit.
      return outcome.status === undefined ? 1 : 0;
    case 'tls':
      return policy.retryResets && (outcome.code === 'ECONNRESET' || /ALERT/.test(outcome.code)) ? MOST_RETRIES : 0;
    case 'send':
      return policy.retryResets && CONNECTION_LOST.has(outcome.code) ? MOST_RETRIES : 0;
    case 'headers':
    case 'body':
      return policy.retryResets && CONNECTION_LOST.has(outcome.code) ? MOST_RETRIES : 0;
    default:
      return 0;
  }
}

/** Whether a response says that the service cannot be reached now. */
export function isUnavailable(outcome: Outcome): boolean {
  return outcome.kind === 'answer' && UNAVAILABLE.has(outcome.status);
}

/** Whether the connection ended before an answer began, or for a reason that has nothing to do with it. */
export function connectionLost(outcome: Outcome): boolean {
  if (outcome.kind === 'answer') return false;
  return (
    outcome.code === STRAY_ERROR ||
    ((outcome.phase === 'send' || outcome.phase === 'headers') && CONNECTION_LOST.has(outcome.code))
  );
}

const CONNECTION_LOST = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Milliseconds that the answer asks to wait: seconds, or a date. */
function retryAfter(outcome: Outcome, wallClock: () => number): number | undefined {
  const value = outcome.headers?.find(([name]) => name.toLowerCase() === 'retry-after')?.[1].trim();
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - wallClock());
}
