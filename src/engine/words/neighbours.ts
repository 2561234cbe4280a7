/** Compares an exchange with others: whether the service worked meanwhile, and how equal requests ended. */
import type { Exchange } from '../../wire/types.ts';
import { failedIn, statusOf, succeeded } from './answer.ts';

/** Whether a request was sent with a valid credential, so that its response is judged. */
export const isAuthorised = ({ purpose }: Exchange): boolean => purpose === 'documented' || purpose === 'closing';

/** Whether two requests are of the same operation in the same lane. */
export const isAlike = (one: Exchange, other: Exchange): boolean =>
  one.operation === other.operation && one.lane === other.lane;

const wasSent = (exchange: Exchange): boolean => !failedIn(exchange, 'refused-by-safety');

/**
 * Whether the service worked after this exchange: a later authorised request succeeded, and the first later one that
 * was sent to find out whether the service responds (purpose `closing`) did not fail with a 5xx or without a response.
 * `whichever`: a success of the same operation also counts.
 */
export function worksAfter(exchange: Exchange, all: readonly Exchange[], whichever = false): boolean {
  const later = all.filter(
    (other) =>
      other.id !== exchange.id &&
      sameService(other, exchange) &&
      other.startedAt >= exchange.endedAt &&
      isAuthorised(other),
  );
  const control = later
    .filter((other) => other.purpose === 'closing' && other.operation !== exchange.operation && wasSent(other))
    .sort((a, b) => a.startedAt - b.startedAt)[0];
  const down = control !== undefined && (statusOf(control) ?? 500) >= 500;
  return !down && later.some((other) => (whichever || other.operation !== exchange.operation) && succeeded(other));
}

/**
 * Whether the service failed as a whole around this exchange: an authorised request of another operation also failed
 * (perhaps only its first attempt), and no request between the two failures got a response.
 */
export function failedBeside(exchange: Exchange, all: readonly Exchange[]): boolean {
  const attempts = all
    .filter(
      (other) =>
        other.id === exchange.id || (other.interface === exchange.interface && isAuthorised(other) && wasSent(other)),
    )
    .flatMap((of) =>
      (of.attempts.length > 0 ? of.attempts : [of]).map(({ outcome, startedAt, endedAt }) => ({
        ...{ of, startedAt, endedAt },
        works: outcome.kind === 'answer' && outcome.status < 500,
      })),
    );
  const failed = attempts.find(({ of, works }) => of.id === exchange.id && !works);
  if (failed === undefined) return false;
  // An exchange that overlaps both in time does not prove that the service worked in between.
  let [workedBefore, worksAgain] = [-Infinity, Infinity];
  for (const { of, works, startedAt, endedAt } of attempts) {
    if (!works || !sameService(of, exchange)) continue;
    if (endedAt <= failed.startedAt) workedBefore = Math.max(workedBefore, endedAt);
    else if (startedAt >= failed.endedAt) worksAgain = Math.min(worksAgain, endedAt);
  }
  return attempts.some(
    ({ of, works, endedAt }) =>
      !works && of.operation !== exchange.operation && endedAt > workedBefore && endedAt < worksAgain,
  );
}

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
  const same = all.filter(
    (other) =>
      isAlike(other, exchange) &&
      isAuthorised(other) &&
      other.request.method === request.method &&
      other.request.credential === request.credential &&
      other.request.body?.digest === request.body?.digest &&
      (ofAny || JSON.stringify(other.params) === JSON.stringify(params)) &&
      succeeded(other),
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

function sameService(a: Exchange, b: Exchange): boolean {
  return a.interface === b.interface && a.service === b.service;
}
