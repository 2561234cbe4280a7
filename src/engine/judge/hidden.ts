/**
 * Finds failures that other responses hide: requests that succeeded only when they were sent again, equal ones that got
 * something other than JSON, and an operation that stopped responding while the service works. Pure.
 */
import { REFUSED, UNAVAILABLE } from '../../wire/http.ts';
import { connectionLost } from '../../wire/session/retry.ts';
import type { Exchange, Outcome } from '../../wire/types.ts';
import { grouped } from '../account/grouping.ts';
import { failedIn, headerOf, isBrokenJson, isHtml, jsonOf, succeeded } from '../words/answer.ts';
import { isRefusal } from '../words/answering.ts';
import {
  failedBeside,
  failsInTurn,
  isAlike,
  isAuthorised,
  isBefore,
  sameSucceeded,
  worksAfter,
} from '../words/neighbours.ts';
import { unusualValues } from '../words/open-places.ts';
import { placedOrigins } from '../words/origins.ts';
import type { UnstableRequest } from './alike.ts';

/** Statuses that a successful repetition can hide. */
const HIDDEN: ReadonlySet<number | undefined> = new Set([500, ...REFUSED]);

/** Returns the valid requests whose rejection a repetition hid, and those of services or operations that often fail. */
export function hiddenIn(exchanges: readonly Exchange[]): readonly UnstableRequest[] {
  const valid = exchanges.filter(isAuthorised);
  const accepted = new Set(valid.filter(succeeded).flatMap(valuesIn));
  const isTaken = (one: Exchange) => valuesIn(one).every((value) => accepted.has(value));
  const often = new Map(
    (['service', 'operation'] as const).flatMap((by) =>
      [...grouped(exchanges, (one) => `${one[by]} ${one.lane}`).values()].flatMap((all) =>
        failsInTurn(all, isLoss) ? lossesIn(all, isTaken) : [],
      ),
    ),
  );
  const losses = [...often].map(([one, outcome]) => ({
    refused: { ...one, outcome },
    accepted: valid.filter((other) => isAlike(other, one) && succeeded(other)),
  }));
  return [
    ...valid.flatMap((one) => rejectedAtFirst(one, exchanges)),
    // Of an operation that never succeeded, each request states so by itself.
    ...losses.filter(({ accepted }) => accepted.length > 0),
    ...abandonedIn(exchanges, isTaken),
  ];
}

/** Returns texts for the operation and each unusual value of a request. */
const valuesIn = (one: Exchange) =>
  ['', ...unusualValues(one).map(({ what }) => what)].map((what) => `${one.operation} ${one.lane} ${what}`);

/** Attempts without an answer that show more than a short outage. */
const MANY_ATTEMPTS = 3;

/**
 * Returns the valid requests, including those that remove objects, that got no answer until the end of the run,
 * although the service answered earlier requests of the operation, and others after these, or among them. GETs of one
 * address count together, as do all other requests of one operation. Requests with an unusual value that was never
 * accepted do not count: a service may end the connection because of it.
 */
function abandonedIn(all: readonly Exchange[], isTaken: (one: Exchange) => boolean): readonly UnstableRequest[] {
  const valid = all.filter(({ purpose }) => purpose !== 'refusal' && purpose !== 'other');
  const keyOf = ({ operation, lane, request }: Exchange) =>
    `${operation} ${lane} ${request.method === 'GET' ? request.url : ''}`;
  return [...grouped(valid, keyOf).values()].flatMap((own) => {
    const good = own.reduce((last, one) => (succeeded(one) ? Math.max(last, one.endedAt) : last), 0);
    const last = own.filter((one) => isLoss(one) && !isSlow(one) && one.startedAt >= good);
    if (last.length === 0) return [];
    const accepted = valid.filter((other) => isAlike(other, own[0]) && succeeded(other));
    const lost = last.filter(isTaken);
    const attempts = lost.reduce((sum, one) => sum + one.attempts.filter(isLoss).length, 0);
    const works = () =>
      lost.every((one) => worksAfter(one, all)) ||
      valid.some(
        (other) =>
          other.service === own[0].service &&
          succeeded(other) &&
          lost.some((one) => isBefore(one, other)) &&
          lost.some((one) => isBefore(other, one)),
      );
    return attempts < MANY_ATTEMPTS || accepted.length === 0 || !works()
      ? []
      : lost.map((refused) => ({ refused, accepted }));
  });
}

/** Returns the valid requests that got broken JSON, such as a part of it, or a page, while equal ones got JSON. */
export function brokenIn(exchanges: readonly Exchange[]): readonly UnstableRequest[] {
  const parsed = new Set(
    exchanges.flatMap((one) =>
      succeeded(one) && jsonOf(one).problem === undefined ? [`${one.operation} ${one.lane}`] : [],
    ),
  );
  return exchanges
    .filter((one) => isAuthorised(one) && succeeded(one) && (isBrokenJson(one) || isHtml(one)))
    .filter((one) => parsed.has(`${one.operation} ${one.lane}`))
    .flatMap((refused) => {
      const { before, after } = sameSucceeded(refused, exchanges);
      const accepted = [...before, ...after].filter((one) => jsonOf(one).problem === undefined);
      return accepted.length > 0 ? [{ refused, accepted }] : [];
    });
}

/**
 * Returns a valid request that got 500 or was rejected while others succeeded, and that succeeded when it was sent
 * again. Permissions on a new object may take time, so a 403 counts only if the request names none, or succeeded
 * before.
 */
function rejectedAtFirst(exchange: Exchange, all: readonly Exchange[]): readonly UnstableRequest[] {
  if (!succeeded(exchange)) return [];
  const { outcome } = exchange.attempts.find((one) => HIDDEN.has(one.outcome.status)) ?? {};
  if (outcome === undefined || failedBeside(exchange, all)) return [];
  const isNew = outcome.status === 403 && mayNameNew(exchange, all);
  return isNew && sameSucceeded(exchange, all).before.length === 0
    ? []
    : [{ refused: { ...exchange, outcome }, accepted: [exchange] }];
}

/** Whether a value in the address is of Assay, or from a response about a created or a named object. */
const mayNameNew = (exchange: Exchange, all: readonly Exchange[]) =>
  placedOrigins(exchange).some(({ parameter, origin }) => {
    const from = all.find(({ id }) => origin.from === 'answer' && origin.exchange === id);
    const isGiven = from === undefined || (from.ledger === undefined && Object.keys(from.params).length === 0);
    return parameter !== undefined && (origin.from === 'assay' || !isGiven);
  });

/** Whether an invalid credential was rejected in the end: attempts before that show whether the service answers. */
const isRefusedAtLast = ({ purpose, outcome }: Exchange) => purpose === 'refusal' && isRefusal(outcome);

/**
 * Returns the valid requests that got no answer at first, each with that outcome, if those are more than a tenth, and
 * not all have an unusual value, because of which the service may always respond so.
 */
function lossesIn(
  all: readonly Exchange[],
  isTaken: (one: Exchange) => boolean,
): readonly (readonly [Exchange, Outcome])[] {
  const telling = all.filter((one) => isAuthorised(one) || isRefusedAtLast(one));
  const lost = telling.flatMap((one) => {
    if (!succeeded(one) && !isRefusedAtLast(one) && !isLoss(one)) return [];
    // A service may close an idle connection at any time, so one that a repetition replaced does not count.
    const tried = one.attempts.find((each) => isLoss(each) && !connectionLost(each.outcome)) ?? one;
    return isLoss(tried) ? [[one, tried.outcome] as const] : [];
  });
  const valid = lost.filter(([one]) => isAuthorised(one));
  return valid.some(([one]) => isTaken(one)) && lost.length * 10 > telling.length ? valid : [];
}

/** Whether the time-out came after the response had begun: its content was too long, but the service responds. */
const isSlow = (one: Exchange) => failedIn(one, 'timeout') && one.outcome.status !== undefined;

/** Whether something else, or no one, responded in place of the service. A limit with Retry-After does not count. */
export const isLoss = (one: Pick<Exchange, 'outcome'>): boolean =>
  failedIn(one, 'page') ||
  failedIn(one, 'timeout') ||
  failedIn(one, 'body') ||
  connectionLost(one.outcome) ||
  (UNAVAILABLE.has(one.outcome.status) && headerOf(one, 'retry-after') === undefined);
