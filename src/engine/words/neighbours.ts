/** Compares an exchange with others: whether the service worked meanwhile, and how equal requests ended. */
import type { Exchange } from '../../wire/types.ts';
import { failedIn, headerOf, statusOf, succeeded } from './answer.ts';
import { remembered } from './remembered.ts';

/** Whether a request was sent with a valid credential, so that its response is judged. */
export const isAuthorised = ({ purpose }: Exchange): boolean => purpose === 'documented' || purpose === 'closing';

/** Whether a valid request succeeded. */
export const isAccepted = (exchange: Exchange): boolean => isAuthorised(exchange) && succeeded(exchange);

/** Whether one exchange or attempt ended before another began. */
export const isBefore = (one: Pick<Attempt, 'endedAt'>, other: Pick<Attempt, 'startedAt'>): boolean =>
  one.endedAt <= other.startedAt;

/** Whether two requests are of the same operation in the same lane. */
export const isAlike = (one: Exchange, other: Exchange): boolean =>
  one.operation === other.operation && one.lane === other.lane;

/** Whether requests are of more than one operation. */
export const areOfSeveral = (exchanges: readonly Exchange[]): boolean =>
  exchanges.some(({ operation }) => operation !== exchanges[0]?.operation);

/** Returns exchanges or attempts in the order in which they began. */
export const inTurn = <T extends Pick<Attempt, 'startedAt'>>(all: readonly T[]): T[] =>
  all.toSorted((one, other) => one.startedAt - other.startedAt);

/** Whether Assay sent the request. */
export const wasSent = (exchange: Exchange) => !failedIn(exchange, 'refused-by-safety');

/**
 * Whether the service worked after this exchange: a later authorised request succeeded, and the first later one that
 * was sent to find out whether the service responds (purpose `closing`) did not fail with a 5xx or without a response.
 * `whichever`: a success of the same operation also counts.
 */
export function worksAfter(exchange: Exchange, all: readonly Exchange[], whichever = false): boolean {
  let control: Exchange | undefined;
  let works = false;
  for (const other of all) {
    if (other.startedAt < exchange.endedAt || other.id === exchange.id) continue;
    if (!sameService(other, exchange) || !isAuthorised(other)) continue;
    const isAnother = other.operation !== exchange.operation;
    const isEarlier = control === undefined || other.startedAt < control.startedAt;
    if (isAnother && isEarlier && other.purpose === 'closing' && wasSent(other)) control = other;
    works ||= (whichever || isAnother) && succeeded(other);
  }
  return works && (control === undefined || (statusOf(control) ?? 500) < 500);
}

/**
 * Whether the service failed as a whole around this exchange: an authorised request of another operation also failed
 * (perhaps only its first attempt), and no request between the two failures got a response.
 */
export function failedBeside(exchange: Exchange, all: readonly Exchange[]): boolean {
  const own = all.find(({ id }) => id === exchange.id);
  const failed = own && attemptsOf(own).find(isFailure);
  if (failed === undefined) return false;
  const others = all.filter(
    (of) => of === own || (of.interface === exchange.interface && isAuthorised(of) && wasSent(of)),
  );
  const besides = others.filter((of) => of.operation !== exchange.operation);
  const answered = others.filter((of) => of.service === exchange.service).flatMap(attemptsOf);
  return areTogether(
    failed,
    besides.flatMap(attemptsOf).filter(isFailure),
    answered.filter((one) => !isFailure(one)),
  );
}

/**
 * Whether something other than the credential can be the reason for the outcome of a request with an invalid one: an
 * authorised request to the service had the same outcome, although an equal one succeeded, and none succeeded between
 * the two. The outcomes are the same if both are the same status, a page, or a failure (a 5xx or no response).
 */
export function gotTheSame(exchange: Exchange, all: readonly Exchange[]): boolean {
  const own = endOf(exchange);
  if (own === 'success') return false;
  const valid = all.filter((one) => sameService(one, exchange) && isAuthorised(one) && wasSent(one));
  const endedSo = (wanted: Ending['end'], exchanges: readonly Exchange[]) =>
    exchanges.flatMap(endingsOf).flatMap(({ attempt, end }) => (end === wanted ? [attempt] : []));
  const isPassing = (one: Exchange) => {
    const { before, after } = sameSucceeded(one, valid);
    // The same path may be written differently.
    const equal = [one, ...before, ...after].filter(({ request }) => request.url === one.request.url);
    return equal.some((other) => endOf(other) === 'success');
  };
  const passing = valid.filter((one) => endingsOf(one).some(({ end }) => end === own) && isPassing(one));
  return passing.length > 0 && areTogether(exchange, endedSo(own, passing), endedSo('success', valid));
}

type Attempt = Pick<Exchange, 'outcome' | 'startedAt' | 'endedAt'>;

const attemptsOf = (exchange: Exchange): readonly Attempt[] =>
  exchange.attempts.length > 0 ? exchange.attempts : [exchange];

interface Ending {
  readonly attempt: Attempt;
  readonly end: ReturnType<typeof endOf>;
}

/** Every attempt with an invalid credential is compared with all of these. */
const endingsOf = remembered((exchange: Exchange): readonly Ending[] =>
  attemptsOf(exchange).map((attempt) => ({ attempt, end: endOf(attempt) })),
);

const isFailure = ({ outcome }: Attempt) => outcome.kind === 'failure' || outcome.status >= 500;

/** Returns how an attempt ended. A gateway may return a page in place of a response of the service. */
function endOf(attempt: Attempt) {
  if (isFailure(attempt)) return 'failure';
  const { status = 0 } = attempt.outcome;
  if (status < 200 || status > 299) return status;
  return /^text\/html/i.test(headerOf(attempt, 'content-type') ?? '') ? 'page' : 'success';
}

/**
 * Whether one of these failures and this attempt have no success between them. A success that overlaps an attempt in
 * time does not prove that the service worked in between.
 */
function areTogether(attempt: Attempt, failures: readonly Attempt[], successes: readonly Attempt[]) {
  let [before, again] = [-Infinity, Infinity];
  for (const one of successes) {
    if (isBefore(one, attempt)) before = Math.max(before, one.endedAt);
    else if (isBefore(attempt, one)) again = Math.min(again, one.endedAt);
  }
  return failures.some((one) => one.endedAt > before && one.endedAt < again);
}

/** Minimum number of failures, each followed by a success, that show an unstable service instead of an outage. */
const MANY_SPELLS = 3;

/** Whether a service works and fails in turn: several times, a request that began after a failure did not fail. */
export function failsInTurn(exchanges: readonly Exchange[], failed: (attempt: Attempt) => boolean): boolean {
  let [spells, failedUntil] = [0, -Infinity];
  for (const attempt of inTurn(exchanges.flatMap(attemptsOf))) {
    if (failed(attempt)) {
      if (failedUntil === -Infinity) spells++;
      failedUntil = Math.max(failedUntil, attempt.endedAt);
    } else if (attempt.startedAt >= failedUntil) failedUntil = -Infinity;
  }
  return spells >= MANY_SPELLS;
}

/**
 * Returns the successful requests equal to this one (with `ofAny`, of any object): those that ended before it began,
 * and those that began after it ended.
 */
export function sameSucceeded(exchange: Exchange, all: readonly Exchange[], ofAny = false) {
  const { params, request } = exchange;
  const named = JSON.stringify(params);
  const same = all.filter(
    (other) =>
      isAlike(other, exchange) &&
      isAccepted(other) &&
      other.request.method === request.method &&
      other.request.credential === request.credential &&
      other.request.body?.digest === request.body?.digest &&
      (ofAny || JSON.stringify(other.params) === named),
  );
  return {
    before: same.filter((other) => isBefore(other, exchange)),
    after: same.filter((other) => isBefore(exchange, other)),
  };
}

/** Whether an exchange that began later shows that the credential is accepted. */
export function acceptedLater(exchange: Exchange, all: readonly Exchange[]): boolean {
  return all.some(
    (other) =>
      other.lane === exchange.lane &&
      other.request.credential === exchange.request.credential &&
      sameService(other, exchange) &&
      other.startedAt > exchange.startedAt &&
      other.purpose !== 'refusal' &&
      succeeded(other),
  );
}

function sameService(a: Exchange, b: Exchange) {
  return a.interface === b.interface && a.service === b.service;
}
