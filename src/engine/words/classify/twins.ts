/** Requests that differ from another in one respect, and so show why it was rejected. */
import type { Exchange } from '../../../wire/types.ts';
import { succeeded } from '../answer.ts';
import { isAlike, isAuthorised } from '../neighbours.ts';
import { unusualValues } from '../open-places.ts';
import { originsOf, settingsIn } from '../origins.ts';

/** Returns the requests of the same operation and lane that contain nothing unusual. */
export function usualTwins(exchange: Exchange, all: readonly Exchange[]): readonly Exchange[] {
  return all.filter(
    (other) =>
      other.id !== exchange.id &&
      isAlike(other, exchange) &&
      isAuthorised(other) &&
      other.request.method === exchange.request.method &&
      unusualValues(other).length === 0,
  );
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
