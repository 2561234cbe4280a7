/** Requests that differ from another in one respect, and so show why it was rejected. */
import type { Exchange } from '../../../wire/types.ts';
import { statusOf, succeeded } from '../answer.ts';
import { isAlike, isAuthorised } from '../neighbours.ts';
import { requestKind, unusualValues } from '../open-places.ts';
import { originsOf, settingsIn } from '../origins.ts';

/** Returns the requests of the same operation and lane that contain nothing unusual. */
export function usualTwins(exchange: Exchange, all: readonly Exchange[]): readonly Exchange[] {
  return all.filter(
    (other) =>
      isAlike(other, exchange) &&
      isAuthorised(other) &&
      other.request.method === exchange.request.method &&
      unusualValues(other).length === 0,
  );
}

/** Whether a request sends a content that Assay made, instead of a description. */
const isUpload = (one: Exchange) => originsOf(one)['body']?.some(({ from }) => from === 'assay') === true;

/**
 * Whether an upload failed because of the time and not of its values: an upload of another kind got the same status,
 * none succeeded between the two, and one of these kinds succeeded at another time. A fault in one kind of upload, such
 * as one that replaces a file, makes no upload of another kind fail.
 */
export function failsAtTimes(exchange: Exchange, all: readonly Exchange[]): boolean {
  const { lane, service } = exchange;
  const uploads = isUpload(exchange)
    ? all.filter((one) => one.service === service && one.lane === lane && isAuthorised(one) && isUpload(one))
    : [];
  const working = uploads.filter(succeeded);
  const accepted = new Set(working.map(requestKind));
  const isNear = (one: Exchange) =>
    !working.some(
      ({ startedAt, endedAt }) =>
        startedAt >= Math.min(one.endedAt, exchange.endedAt) && endedAt <= Math.max(one.startedAt, exchange.startedAt),
    );
  const isOther = (one: Exchange) =>
    statusOf(one) === statusOf(exchange) &&
    requestKind(one) !== requestKind(exchange) &&
    [one, exchange].some((each) => accepted.has(requestKind(each)));
  return uploads.some((one) => isOther(one) && isNear(one));
}

/** Returns the settings that name values of a request, with their places. */
export function settingsAt(exchange: Exchange): string {
  const places = Object.entries(originsOf(exchange)).map(([place, origins]) => [place, origins.flatMap(settingsIn)]);
  return JSON.stringify(places.filter(([, names]) => names?.length).toSorted());
}

/**
 * Returns the documented headers because of which this request was rejected: a request with the same values but without
 * the headers was accepted.
 */
export function bareTwin(exchange: Exchange, all: readonly Exchange[]): string | undefined {
  const namesOf = ({ request }: Exchange) => request.headers.map(([name]) => name);
  const values = JSON.stringify(originsOf(exchange));
  const names = namesOf(exchange);
  const [lacked = []] = all
    .filter(
      (other) =>
        isAlike(other, exchange) &&
        other.purpose === 'other' &&
        other.request.method === exchange.request.method &&
        other.request.credential === exchange.request.credential &&
        succeeded(other) &&
        JSON.stringify(originsOf(other)) === values,
    )
    .map((other) => names.filter((name) => !namesOf(other).includes(name)));
  return lacked.length > 0 ? lacked.join(', ') : undefined;
}
