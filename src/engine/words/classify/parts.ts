/** Parts of classifications: outcomes, the operation as a subject, and the values to check. */
import { CREDENTIAL_PLACES } from '../../../wire/http.ts';
import type { Exchange } from '../../../wire/types.ts';
import { openPlaces, placesIn } from '../open-places.ts';
import type { Blame, Classification } from '../types.ts';

/** Places in a request that carry a credential. */
export const CREDENTIAL: readonly string[] = Object.values(CREDENTIAL_PLACES);

/** Returns an operation as the subject of a sentence: some names, such as `identity`, also mean other things. */
export const theOperation = (operation: string): string => `the operation ${operation}`;

/**
 * Returns the values that the settings or a gap leave open, as the end of a sentence, or an empty text. `within`: parts
 * of the request, in this order.
 */
export function toCheck(
  exchange: Exchange,
  all: readonly Exchange[],
  within: readonly string[] = ['params', 'path', 'body', 'address', ...CREDENTIAL],
): string {
  const places = openPlaces(exchange, all);
  const names = placesIn(within.flatMap((part) => places.filter(({ place }) => place.startsWith(part))));
  return names === '' ? '' : `; check ${names}`;
}

export function contradicted(why: string): Classification {
  return { kind: 'contradicted', blame: 'target', why };
}

export function undecided(blame: Blame, why: string): Classification {
  return { kind: 'undecided', blame, why };
}
