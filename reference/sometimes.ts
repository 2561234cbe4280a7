/**
 * Intermittent faults and variants, made from permanent ones: `<id>/sometimes/<way>`. A way narrows the place of
 * each change. It can be applied to any fault whose changes do not restrict the same part of their place.
 */
import type { Place, Situation } from './change.ts';
import type { Fault, Past, Variant } from './types.ts';

const past = (isMet: (past: Past) => boolean): Place<Situation> => ({
  when: ({ request }) => request.past !== undefined && isMet(request.past),
});

/** Whether another request to this service is under way. */
export const isBeside = ({ request }: Situation): boolean => (request.past?.beside ?? 0) > 0;
/** Whether the request before, on the same connection, succeeded. */
export const followsSuccess = ({ request }: Situation): boolean => (request.past?.before?.response.status ?? 500) < 300;

/** Places by which a change is narrowed. */
export const WAYS = {
  'the-first-alone': { requests: 1 },
  'the-second-alone': { requests: 2 },
  'every-second': { requests: { every: 2 } },
  'every-third': { requests: { every: 3 } },
  'from-the-second-on': { requests: { from: 2 } },
  'from-the-fourth-on': { requests: { from: 4 } },
  'in-the-second-element': { element: 2 },
  'in-every-third-element': { element: { every: 3 } },
  'in-the-last-element': { element: 'last' },
  'with-a-certificate': { lane: 'certificate' },
  'with-a-token': { lane: 'token' },
  'on-a-new-connection': past(({ served }) => served === 0),
  'on-a-used-connection': past(({ served }) => served > 0),
  'on-a-long-connection': past(({ served }) => served > 4),
  'behind-a-refusal': past(({ before }) => (before?.response.status ?? 0) >= 400),
  'behind-a-change': past(
    ({ before }) => before !== undefined && before.request.method !== 'GET' && before.response.status < 300,
  ),
  'after-a-change': past(({ changes }) => changes > 0),
  'after-three-changes': past(({ changes }) => changes > 2),
  'beside-another': { when: isBeside },
} as const satisfies Readonly<Record<string, Place<Situation>>>;

export type WayName = keyof typeof WAYS;

/** Returns a function that counts its calls for each object, the current call included. */
export function meetings(): (thing: object) => number {
  const met = new WeakMap<object, number>();
  return (thing) => {
    const count = (met.get(thing) ?? 0) + 1;
    met.set(thing, count);
    return count;
  };
}

const SOMETIMES = '/sometimes/';

/** Returns the id of the fault or variant from which this one is made; its own id if it is not made from another. */
export const baseOf = (id: string): string => id.split(SOMETIMES)[0] ?? id;

/** A fault or variant. */
export interface Narrowable {
  readonly changes: readonly object[];
}

/**
 * Returns a fault or variant by its id, in the way that the id names. Throws a RangeError if it is not known, or if the
 * way cannot be applied to it.
 */
function onlySometimes<D extends Narrowable>(known: ReadonlyMap<string, D>, id: string) {
  const name = id.split(SOMETIMES)[1];
  const found = known.get(baseOf(id));
  if (found === undefined) throw new RangeError(`no fault or variant is called ${id}`);
  if (name === undefined) return found;
  const way: Place<Situation> | undefined = WAYS[name as WayName];
  if (way === undefined) throw new RangeError(`no way is called ${name}`);
  return { ...found, id, changes: found.changes.map((each) => narrowed(each, way, id)) };
}

function narrowed({ when: own, ...change }: Place<Situation>, { when, ...place }: Place<Situation>, id: string) {
  const taken = Object.keys(place).find((name) => name in change);
  if (taken !== undefined) throw new RangeError(`${id}: the change has ${taken} already`);
  const both = own && when ? (situation: Situation) => own(situation) && when(situation) : (own ?? when);
  return { ...change, ...place, ...(both && { when: both }) };
}

/** A table of ways, each with the faults or variants that are put to it, separated by white space. */
export type WayTable = Readonly<Partial<Record<WayName, string>>>;

/**
 * Returns the faults or variants of a table; their ids there begin with a prefix. Throws a RangeError for an unknown
 * one.
 */
function sometimesOf<D extends Narrowable>(known: ReadonlyMap<string, D>, prefix: string, table: WayTable) {
  return Object.entries(table).flatMap(([way, ids]) =>
    ids
      .trim()
      .split(/\s+/)
      .map((id) => onlySometimes(known, `${prefix}${id}${SOMETIMES}${way}`)),
  );
}

/**
 * Returns the changes of faults or variants by their ids, in the order of the ids; `<id>/sometimes/<way>`: in that way.
 * Throws a RangeError for an unknown one.
 */
export function changesOf<C extends object>(
  { known }: Pick<Deviating<Narrowable & { readonly changes: readonly C[] }>, 'known'>,
  ids: string | readonly string[],
): readonly C[] {
  return [ids].flat().flatMap((id) => onlySometimes(known(), id).changes);
}

/** The faults or the legal variants of a reference. */
export interface Deviating<D> {
  /** Returns the permanent ones. */
  permanent(): readonly D[];
  /** Returns those that show only sometimes. */
  sometimes(): readonly D[];
  /** Returns all by their ids, except those that are made from others. */
  known(): ReadonlyMap<string, D>;
}

interface More<D> {
  /** Intermittent ones that are not made from another. */
  readonly second?: () => readonly D[];
  /** Further ones that can be turned on, but are not listed. */
  readonly unlisted?: () => readonly D[];
  /** Permanent ones that are made intermittent; their ids there begin with `prefix`. */
  readonly prefix: string;
  readonly table: WayTable;
}

/** Returns the faults or variants of a reference from what it states; each list is made once, when it is needed. */
export function deviating<D extends Narrowable & { readonly id: string }>(
  stated: () => readonly D[],
  { second: later = () => [], unlisted = () => [], prefix, table }: More<D>,
): Deviating<D> {
  const permanent = once(stated);
  const second = once(later);
  const known = once(() => new Map([...permanent(), ...second(), ...unlisted()].map((each) => [each.id, each])));
  return { permanent, known, sometimes: once(() => [...second(), ...sometimesOf(known(), prefix, table)]) };
}

/** Returns a function that makes its value when it is called first. */
function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Returns the settings with which faults or variants are tested, by their ids. */
export const settingsOf = (
  { known }: Deviating<Fault | Variant>,
  ids: string | readonly string[] = [],
): Readonly<Record<string, string>> => Object.assign({}, ...[ids].flat().map((id) => known().get(id)?.settings));
