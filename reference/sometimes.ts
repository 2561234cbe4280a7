/**
 * Faults and variants that show only sometimes, made from those that are always there: `<id>/sometimes/<way>`. A way narrows the place of
 * each change; it can be put to any fault whose changes leave it open.
 */
import type { Place, Situation } from './change.ts';
import type { Past } from './types.ts';

/** In words, and the place that narrows that of a change. */
type Way = readonly [title: string, place: Place<Situation>];

const past = (holds: (past: Past) => boolean): Place<Situation> => ({
  when: ({ request }) => request.past !== undefined && holds(request.past),
});

export const WAYS = {
  'the-first-alone': ['only the first time', { requests: 1 }],
  'the-second-alone': ['only the second time', { requests: 2 }],
  'every-second': ['every second time', { requests: { every: 2 } }],
  'every-third': ['every third time', { requests: { every: 3 } }],
  'from-the-second-on': ['from the second time on', { requests: { from: 2 } }],
  'from-the-fourth-on': ['from the fourth time on', { requests: { from: 4 } }],
  'in-the-second-element': ['in the second element of a list', { element: 2 }],
  'in-every-third-element': ['in each third element of a list', { element: { every: 3 } }],
  'in-the-last-element': ['in the last element of a list', { element: 'last' }],
  'with-a-certificate': ['with a certificate', { lane: 'certificate' }],
  'with-a-token': ['with a token', { lane: 'token' }],
  'on-a-used-connection': ['on a connection that was used before', past(({ served }) => served > 0)],
  'on-a-long-connection': ['on a connection that has served five requests', past(({ served }) => served > 4)],
  'behind-a-refusal': [
    'right behind a refusal on the same connection',
    past(({ before }) => (before?.response.status ?? 0) >= 400),
  ],
  'behind-a-change': [
    'right behind a change on the same connection',
    past(({ before }) => before !== undefined && before.request.method !== 'GET' && before.response.status < 300),
  ],
  'after-a-change': ['after something was created or changed', past(({ changes }) => changes > 0)],
  'after-three-changes': ['after three changes', past(({ changes }) => changes > 2)],
  'beside-another': ['while another request is under way', past(({ beside }) => beside > 0)],
} as const satisfies Readonly<Record<string, Way>>;

export type WayName = keyof typeof WAYS;

/** Counts how often it has been asked about each thing, this time included. */
export function meetings(): (thing: object) => number {
  const met = new WeakMap<object, number>();
  return (thing) => {
    const count = (met.get(thing) ?? 0) + 1;
    met.set(thing, count);
    return count;
  };
}

const SOMETIMES = '/sometimes/';

interface Definition {
  readonly id: string;
  readonly title: string;
  readonly changes: readonly object[];
}

/** Id of the fault or variant from which one is made; its own where it is not made from another. */
export const baseOf = (id: string): string => id.split(SOMETIMES)[0] ?? id;

/** A fault or variant by its id, in the way that the id names; undefined: it is not known. Throws a RangeError where the way cannot be put to it. */
function onlySometimes<D extends Pick<Definition, 'changes'>>(
  known: ReadonlyMap<string, D>,
  id: string,
): D | undefined {
  const name = id.split(SOMETIMES)[1];
  const found = known.get(baseOf(id));
  if (found === undefined || name === undefined) return found;
  const way: Way | undefined = WAYS[name as WayName];
  if (way === undefined) throw new RangeError(`no way is called ${name}`);
  return { ...found, ...titled(found, id, way[0]), changes: found.changes.map((each) => narrowed(each, way[1], id)) };
}

const titled = (found: Pick<Definition, 'changes'>, id: string, title: string) =>
  'title' in found ? { id, title: `${String(found.title)}, ${title}` } : {};

function narrowed({ when: own, ...change }: Place<Situation>, { when, ...place }: Place<Situation>, id: string) {
  const taken = Object.keys(place).find((name) => name in change);
  if (taken !== undefined) throw new RangeError(`${id}: the change has ${taken} already`);
  const both = own && when ? (situation: Situation) => own(situation) && when(situation) : (own ?? when);
  return { ...change, ...place, ...(both && { when: both }) };
}

/** A line of a table: ways, and the faults or variants to which each is put. */
export type WayTable = Readonly<Partial<Record<WayName, readonly string[]>>>;

/** The faults or variants of a table; their ids stand there behind a prefix. Throws a RangeError for an unknown one. */
export function sometimesOf<D extends Definition>(
  known: ReadonlyMap<string, D>,
  prefix: string,
  table: WayTable,
): (D & { readonly base: string })[] {
  return Object.entries(table).flatMap(([way, ids]) =>
    ids.map((id) => {
      const base = prefix + id;
      const found = onlySometimes(known, `${base}${SOMETIMES}${way}`);
      if (found === undefined) throw new RangeError(`no fault or variant is called ${base}`);
      return { ...found, base };
    }),
  );
}

/** The changes of faults or variants by their ids, in the order of the ids; `<id>/sometimes/<way>`: in that way. Throws a RangeError for an unknown one. */
export function changesOf<C extends object>(
  known: ReadonlyMap<string, { readonly changes: readonly C[] }>,
  ids: string | readonly string[],
): readonly C[] {
  return [ids].flat().flatMap((id) => {
    const found = onlySometimes(known, id);
    if (found === undefined) throw new RangeError(`no fault or variant is called ${id}`);
    return found.changes;
  });
}
