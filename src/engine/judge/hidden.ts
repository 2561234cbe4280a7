/** Finds requests that succeeded only when they were sent again: a repetition hides no broken node. Pure. */
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

/** Returns the requests whose rejection a repetition hid, and those that failed again and again. */
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
 * Returns the requests of an operation that got no answer at first, if that is no passing failure: three times, with an
 * answer to another request in between, and more than a tenth of the requests.
 */
function lossesIn(all: readonly Exchange[]): readonly Wavering[] {
  const lost = all.flatMap((one) => {
    const { outcome } = [...one.attempts, one].find(isUnavailable) ?? {};
    return outcome === undefined ? [] : [{ ...one, outcome }];
  });
  if (lost.length * 10 <= all.length) return [];
  const answered = all.filter((one) => one.outcome.kind === 'answer' && !isUnavailable(one));
  let [times, since] = [0, -Infinity];
  for (const { startedAt } of lost) {
    if (times > 0 && !answered.some((one) => one.startedAt >= since && one.endedAt <= startedAt)) continue;
    [times, since] = [times + 1, startedAt];
  }
  const accepted = all.filter(succeeded);
  return times < 3 || accepted.length === 0 ? [] : lost.map((refused) => ({ refused, accepted }));
}

/** Whether a gateway or the service did not answer, without a demand to wait, which may be a limit. */
export const isUnavailable = (one: Pick<Exchange, 'outcome'>): boolean =>
  failedIn(one, 'timeout') || (UNAVAILABLE.has(one.outcome.status) && headerOf(one, 'retry-after') === undefined);
