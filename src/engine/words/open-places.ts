/** Places in a request whose values may be why it was rejected, and classifications that name what to check. */

import { shortened, someOf } from '../../records/preview.ts';
import { CREDENTIAL_PLACES, decodeURIComponentSafely } from '../../wire/http.ts';
import type { Exchange, Origin } from '../../wire/types.ts';
import { isAccepted } from './neighbours.ts';
import { placedOrigins, settingsIn } from './origins.ts';
import { remembered } from './remembered.ts';
import type { Blame, Classification } from './types.ts';

/** A place whose value the settings named, or a gap left open. */
export interface OpenPlace {
  readonly place: string;
  /** The setting that names the value, or would; empty if none does. */
  readonly setting: string;
  readonly value: string | undefined;
  /** A gap left it open, and no setting named it. */
  readonly gap?: true;
  /** The setting states that the deployment accepts it. */
  readonly vouched?: boolean;
}

/** Maximum number of places that a sentence names. */
const MOST_NAMED = 4;

/**
 * Returns the places in a request whose values may be wrong: no other successful request of the run contained the same
 * value.
 */
export function openPlaces(exchange: Exchange, all: readonly Exchange[]): readonly OpenPlace[] {
  const open = placedOrigins(exchange).flatMap((placed) =>
    placed.place === 'authorities' ? [] : openAt(placed, exchange, all),
  );
  // A value that the operator states to be accepted is one of several possible reasons, never the only one.
  return open.every(({ vouched }) => vouched) ? [] : open;
}

function openAt(
  { place, parameter, origin }: ReturnType<typeof placedOrigins>[number],
  exchange: Exchange,
  all: readonly Exchange[],
): OpenPlace[] {
  if (origin.from === 'gap') {
    const { gap, value, setting = '' } = origin;
    const isSame = (other: Origin) => other.from === 'gap' && other.gap === gap && other.value === value;
    return isConfirmed(exchange, all, place, isSame) ? [] : [{ place, setting, value, gap: true }];
  }
  const value = exchange.params[parameter ?? ''];
  return settingsIn(origin).flatMap((setting) => {
    const named = (other: Origin) =>
      (other.from === 'setting' || (exchange.ledger !== undefined && other.from === 'answer')) &&
      other.anyKind === undefined &&
      settingsIn(other).includes(setting);
    if (isConfirmed(exchange, all, place, named)) return [];
    return [{ place, setting, value, vouched: origin.from === 'setting' && origin.vouched }];
  });
}

/**
 * Whether another authorised request with the same value succeeded. For a value that depends on the user, it must be of
 * the same lane.
 */
function isConfirmed(exchange: Exchange, all: readonly Exchange[], place: string, same: (origin: Origin) => boolean) {
  const creates = exchange.ledger !== undefined;
  return all.some(
    (other) =>
      other.id !== exchange.id &&
      other.interface === exchange.interface &&
      // An object that can be read may still not be writable.
      (SHARED.has(place) || (other.lane === exchange.lane && (!creates || other.ledger !== undefined))) &&
      isAccepted(other) &&
      placedOrigins(other).some(({ origin }) => same(origin)),
  );
}

/** Places whose values do not depend on the user. */
const SHARED: ReadonlySet<string> = new Set(['address', 'path']);

/** Returns the places as a part of a sentence: `DATA_HUB_SPACE_PATH (space_path "space/folder"), TRANSFER_VO`. */
export function placesIn(places: readonly OpenPlace[]): string {
  const texts = [...new Map(places.map((one) => [one.setting === '' ? one.place : one.setting, named(one)])).values()];
  return fewWords(texts, ', ');
}

function named({ place, setting, value }: OpenPlace) {
  if (['address', ...Object.values<string>(CREDENTIAL_PLACES)].includes(place)) return setting;
  const where = place.split('/').findLast((step) => !/^\d+$/.test(step)) ?? place;
  const shown = value === undefined ? where : `${where} ${JSON.stringify(shortened(value, 60))}`;
  return setting === '' ? shown : `${setting} (${shown})`;
}

/** Returns what is unusual about the values that Assay made. */
export function unusualValues(exchange: Exchange) {
  return placedOrigins(exchange).flatMap(({ origin }) =>
    origin.from === 'assay' && origin.unusual !== undefined
      ? [{ what: origin.unusual, leftOpen: origin.leftOpen === true }]
      : [],
  );
}

/** Returns a text that is equal for the requests of an operation and a lane with the same unusual values. */
export const requestKind = remembered((one: Exchange) => JSON.stringify([one.operation, one.lane, unusualValues(one)]));

/** Returns names as a part of a sentence: the first, and how many more. */
export function fewWords(names: readonly string[], between = ' and '): string {
  return someOf(names, MOST_NAMED, between);
}

/** Returns a number with its noun: `1 requirement`, `2 entries`. */
export function count(number: number, noun: string): string {
  return `${number} ${number === 1 ? noun : `${noun.replace(/y$/, 'ie')}s`}`;
}

/** Returns identifiers found at places that the document does not specify. */
export function unsureValues(exchange: Exchange): readonly string[] {
  return placedOrigins(exchange).flatMap(({ place, parameter = place, origin }) =>
    origin.from === 'answer' && origin.unsure ? [parameter] : [],
  );
}

/** Places in a request that carry a credential. */
export const CREDENTIAL: readonly string[] = Object.values(CREDENTIAL_PLACES);

/** Returns an operation as the subject of a sentence: some names, such as `identity`, also mean other things. */
export const namedOperation = (name: string): string => `the operation ${name}`;

/** Returns the operation of a request as the subject of a sentence: `GET /things/{id} (read-thing)`. */
export function theOperation({ operation, request, params }: Exchange): string {
  const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
  if (!url?.protocol.startsWith('http')) return namedOperation(operation);
  const path = Object.entries(params).reduce(
    (text, [name, value]) =>
      value === '' || url.searchParams.has(name) ? text : text.replace(`/${value}/`, () => `/{${name}}/`),
    `${decodeURIComponentSafely(url.pathname)}/`,
  );
  return `${request.method} ${path.slice(0, -1)} (${operation})`;
}

/**
 * Returns the values that the settings or a gap leave open, as the end of a sentence, or an empty text. `within`: parts
 * of the request, in this order. `counts`: whether a place can be the reason.
 */
export function toCheck(
  exchange: Exchange,
  all: readonly Exchange[],
  within: readonly string[] = ['params', 'path', 'body', 'address', ...CREDENTIAL],
  counts: (place: OpenPlace) => boolean = () => true,
): string {
  const places = openPlaces(exchange, all).filter(counts);
  const names = placesIn(within.flatMap((part) => places.filter(({ place }) => place.startsWith(part))));
  return names === '' ? '' : `; check ${names}`;
}

export function contradicted(why: string): Classification {
  return { kind: 'contradicted', blame: 'target', why };
}

export function undecided(blame: Blame, why: string): Classification {
  return { kind: 'undecided', blame, why };
}
