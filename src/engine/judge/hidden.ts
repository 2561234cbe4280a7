/** Finds requests that succeeded only when they were sent again, so that a retry hides no broken node. Pure. */
import { REFUSED, UNAVAILABLE } from '../../wire/status-codes.ts';
import type { Exchange } from '../../wire/types.ts';
import { grouped } from '../account/grouping.ts';
import { failedIn, headerOf, succeeded } from '../words/answer.ts';
import { failedBeside, isAuthorised, sameSucceeded } from '../words/neighbours.ts';

/** Statuses that a successful repetition can hide. */
const HIDDEN: ReadonlySet<number | undefined> = new Set([500, ...REFUSED]);

/** A documented request that was rejected, and similar requests that were accepted. */
export interface Wavering {
  readonly refused: Exchange;
  readonly accepted: readonly Exchange[];
}

/** Returns the requests whose rejection, or failure again and again, a repetition hid. */
export function hiddenIn(exchanges: readonly Exchange[]): readonly Wavering[] {
  return [
    ...exchanges.flatMap((one) => rejectedAtFirst(one, exchanges)),
    ...[...grouped(exchanges, ({ operation, lane }) => `${operation} ${lane}`).values()].flatMap(lossesIn),
  ];
}

/**
 * Returns a valid request that got 500 or was rejected while others succeeded, and that succeeded when it was sent
 * again. Permissions on a new object may take time, so a 403 counts only if the request names no object, or succeeded
 * before.
 */
function rejectedAtFirst(exchange: Exchange, all: readonly Exchange[]): readonly Wavering[] {
  if (!isAuthorised(exchange) || !succeeded(exchange)) return [];
  const { outcome } = exchange.attempts.find((one) => HIDDEN.has(one.outcome.status)) ?? {};
  if (outcome === undefined || failedBeside(exchange, all)) return [];
  const isNew = outcome.status === 403 && Object.keys(exchange.params).length > 0;
  return isNew && sameSucceeded(exchange, all).before.length === 0
    ? []
    : [{ refused: { ...exchange, outcome }, accepted: [exchange] }];
}

/**
 * Returns the requests of an operation that the service only answered when they were sent again, if that is no passing
 * failure: three times, each after an answer to the one before, and more than a tenth of the requests.
 */
function lossesIn(all: readonly Exchange[]): readonly Wavering[] {
  const lost = all.flatMap((one) => {
    const { outcome } = one.attempts.find(isUnavailable) ?? {};
    return outcome !== undefined && succeeded(one) ? [{ ...one, outcome }] : [];
  });
  let [times, until] = [0, -Infinity];
  for (const { startedAt, endedAt } of lost) if (startedAt >= until) [times, until] = [times + 1, endedAt];
  if (times < 3 || lost.length * 10 <= all.length) return [];
  return lost.map((refused) => ({ refused, accepted: all.filter(succeeded) }));
}

/** Whether a gateway or the service did not answer, without a demand to wait, which may be a limit. */
export const isUnavailable = (one: Pick<Exchange, 'outcome'>): boolean =>
  failedIn(one, 'timeout') || (UNAVAILABLE.has(one.outcome.status) && headerOf(one, 'retry-after') === undefined);
