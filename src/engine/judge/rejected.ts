/** Finds the requests that a service rejected for a reason other than an outage. Pure. */
import { CONFLICT, PASSING } from '../../wire/http.ts';
import type { Exchange } from '../../wire/types.ts';
import { failedIn, isGrant, statusOf } from '../words/answer.ts';
import { LEFT_OPEN } from '../words/classify/classify.ts';
import { failedBeside, failsInTurn, isAlike, isAuthorised, isBefore, worksAfter } from '../words/neighbours.ts';
import { unsureValues } from '../words/open-places.ts';
import { unsuccessful } from '../words/reasons.ts';

/** Returns the requests that were rejected, or not sent, because of the service, and not of its state at that time. */
export function rejectedIn(exchanges: readonly Exchange[]): readonly Exchange[] {
  const removals = exchanges.filter(({ request, purpose }) => request.method === 'DELETE' && purpose !== 'refusal');
  const isRemoved = ({ id, lane, params, startedAt }: Exchange) =>
    removals.some(
      (one) =>
        one.id !== id &&
        one.lane === lane &&
        one.startedAt <= startedAt &&
        Object.values(one.params).some((named) => Object.values(params).includes(named)),
    );
  // A 500 does not count during an outage: the service failed until the end of the run, or also for another operation
  // at that time, and did not work in between.
  const isDown = (one: Exchange) =>
    statusOf(one) === 500 &&
    (!worksAfter(one, exchanges, true) || failedBeside(one, exchanges)) &&
    !failsInTurn(
      exchanges.filter((other) => isAlike(other, one) && isAuthorised(other)),
      ({ outcome }) => outcome.status === 500,
    );
  const isUnsent = (one: Exchange) =>
    failedIn(one, 'refused-by-safety') &&
    unsureValues(one).length === 0 &&
    unsuccessful(one, exchanges)?.blame === 'target';
  // Two changes at one moment may collide.
  const isRepeated = (one: Exchange) =>
    exchanges.some(
      (other) => isConflict(other) && isAlike(one, other) && (isBefore(one, other) || isBefore(other, one)),
    );
  return exchanges.filter((one) =>
    isAuthorised(one)
      ? isUnsent(one) || ((isConflict(one) ? isRepeated(one) : isRefused(one)) && !isDown(one) && !isRemoved(one))
      : one.purpose === 'other' && one.ledger !== undefined && isRefused(one) && !isDown(one),
  );
}

/**
 * Whether the service rejected the request for a lasting reason, or redirected it. A conflict, an overload and a grant,
 * which may be valid only once, do not count. Nor does a request whose success the document leaves open; for a
 * creation, such a note is only about earlier creations.
 */
export function isRefused(exchange: Exchange): boolean {
  const status = statusOf(exchange) ?? 0;
  const leftOpen = isLeftOpen(exchange) && exchange.ledger === undefined;
  return status >= 300 && !isConflict(exchange) && !leftOpen && !PASSING.has(status) && !isGrant(exchange);
}

/** Whether the state of the service at that time was the reason. */
export const isConflict = (one: Exchange) => statusOf(one) === CONFLICT && one.request.method !== 'GET';

export const isLeftOpen = ({ notes }: Exchange) => notes?.[LEFT_OPEN] !== undefined;
