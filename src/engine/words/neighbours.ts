/** Compares an exchange with others: whether the service worked meanwhile, and how equal requests ended. */
import type { Exchange } from '../../wire/types.ts';
import { failedIn, statusOf, succeeded } from './answer.ts';

/** Whether a request was sent with a valid credential, so that its response is judged. */
export const isAuthorised = ({ purpose }: Exchange): boolean => purpose === 'documented' || purpose === 'closing';

/** Whether two requests are of the same operation in the same lane. */
export const isAlike = (one: Exchange, other: Exchange): boolean =>
  one.operation === other.operation && one.lane === other.lane;

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
  const failed = own && attemptsOf(own).find((one) => !answers(one));
  if (failed === undefined) return false;
  // An exchange that overlaps both in time does not prove that the service worked in between.
  let [workedBefore, worksAgain] = [-Infinity, Infinity];
  const besides: Attempt[] = [];
  for (const of of all) {
    if (of !== own && (of.interface !== exchange.interface || !isAuthorised(of) || !wasSent(of))) continue;
    for (const one of attemptsOf(of)) {
      if (!answers(one)) {
        if (of.operation !== exchange.operation) besides.push(one);
      } else if (of.service === exchange.service) {
        if (one.endedAt <= failed.startedAt) workedBefore = Math.max(workedBefore, one.endedAt);
        else if (one.startedAt >= failed.endedAt) worksAgain = Math.min(worksAgain, one.endedAt);
      }
    }
  }
  return besides.some(({ endedAt }) => endedAt > workedBefore && endedAt < worksAgain);
}

type Attempt = Pick<Exchange, 'outcome' | 'startedAt' | 'endedAt'>;

const attemptsOf = (exchange: Exchange) => (exchange.attempts.length > 0 ? exchange.attempts : [exchange]);

const answers = ({ outcome }: Attempt) => outcome.kind === 'answer' && outcome.status < 500;

/**
 * Returns the successful requests equal to this one (with `ofAny`, of any object): those that ended before it began,
 * and those that began after it ended.
 */
export function sameSucceeded(
  exchange: Exchange,
  all: readonly Exchange[],
  ofAny = false,
): { readonly before: readonly Exchange[]; readonly after: readonly Exchange[] } {
  const { params, request, startedAt, endedAt } = exchange;
  const named = JSON.stringify(params);
  const same = all.filter(
    (other) =>
      isAlike(other, exchange) &&
      isAuthorised(other) &&
      succeeded(other) &&
      other.request.method === request.method &&
      other.request.credential === request.credential &&
      other.request.body?.digest === request.body?.digest &&
      (ofAny || JSON.stringify(other.params) === named),
  );
  return {
    before: same.filter((other) => other.endedAt <= startedAt),
    after: same.filter((other) => other.startedAt >= endedAt),
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
