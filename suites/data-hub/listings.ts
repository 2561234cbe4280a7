/** Texts and listings in responses whose form the document leaves open. */

import {
  answerOf,
  count,
  type Exchange,
  headerOf,
  jsonOf,
  memberOf,
  remembered,
  statusOf,
  whyUnusable,
} from '../words.ts';
import { type Candidate, lastSegment, linesOf } from './identifiers.ts';
import { canIdentify, DEEPEST, isAddress, isBlank, leavesOf, MOST_LEAVES, readLeaves } from './leaves.ts';

/**
 * Returns every text in a JSON response, last segments of addresses among them, or undefined if the response cannot be
 * read.
 */
export function textsIn(exchange: Exchange): ReadonlySet<string> | undefined {
  const { exact: json, problem } = jsonOf(exchange);
  const leaves = problem === undefined ? leavesOf(json) : undefined;
  return leaves && new Set(leaves.flatMap(({ text }) => forms(text)));
}

/** Names of the children of a container, those of containers with a slash at the end (CDMI 1.1.1, section 9.4). */
export function childrenIn(exchange: Exchange): ReadonlySet<string> | undefined {
  const children = memberOf(jsonOf(exchange).json, 'children');
  return Array.isArray(children) && children.every((child) => typeof child === 'string')
    ? new Set(children)
    : undefined;
}

/** Gathers names of members and texts of a value, except those in `listed`. */
function gatherAll(value: unknown, listed: unknown, into: Set<string>, depth: number) {
  if (value === listed || depth > DEEPEST || into.size > MOST_LEAVES) return;
  if (typeof value === 'string' || typeof value === 'number') for (const text of forms(String(value))) into.add(text);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) into.add(name);
    gatherAll(inner, listed, into, depth + 1);
  }
}

/**
 * Forms in which a text is compared: the last segment if it is an address (decoded and not), the whole, and the whole
 * without a trailing slash.
 */
function forms(text: string) {
  if (!text.includes('/')) return [text];
  const whole = [text, text.replace(/\/$/, '')];
  return isAddress(text) ? [lastSegment(text), text.replace(/^.*\/(?=.)/s, ''), ...whole] : whole;
}

/**
 * Returns whether a response is blank, empty or contains something. A list is also empty if it is an object that
 * contains only an empty list; details may contain one.
 */
export function emptiness(exchange: Exchange, what: 'list' | 'details' = 'list'): 'blank' | 'empty' | 'something' {
  if (
    exchange.outcome.kind !== 'answer' ||
    (exchange.outcome.body.size === 0 && exchange.outcome.body.bytes.length === 0)
  )
    return 'blank';
  const { exact: json, problem } = jsonOf(exchange);
  if (problem !== undefined)
    return !exchange.outcome.body.truncated && answerOf(exchange).text.trim() === '' ? 'blank' : 'something';
  if (json === null || typeof json === 'boolean' || (typeof json === 'string' && json.trim() === '')) return 'empty';
  if (typeof json !== 'object') return 'something';
  const members = Object.values(json);
  if (members.length === 0 || (what === 'details' && members.every((value) => value === null)) || isBlank(json))
    return 'empty';
  return what === 'list' && listingOf(exchange)?.entries.every((texts) => texts.length === 0) ? 'empty' : 'something';
}

/** A list in a response. */
export interface Listing {
  /** Texts of each entry, in every form in which they may be compared. */
  readonly entries: readonly (readonly string[])[];
  /** All texts of all entries. */
  readonly texts: ReadonlySet<string>;
  /** Texts and names of members next to the entries: what was taken for a list may not be the requested one. */
  readonly beside: ReadonlySet<string>;
  /** The sign that there is more, in words; absent if none was found. */
  readonly more: string | undefined;
  /** Each entry is one text and no more. */
  readonly bare: boolean;
  readonly form: string;
}

/** Whether a response lists a text, or contains it anywhere. */
export const mentions = (listing: Listing | undefined, text: string): boolean =>
  listing !== undefined && (listing.texts.has(text) || listing.beside.has(text));

/** Returns the number of entries in words. */
export const countOf = ({ entries }: Listing): string => count(entries.length, 'entry');

/** Returns why an absence in a list is not judged, unless its values are known to be identifiers. */
export const otherValues = (listing: Listing | undefined): string =>
  listing?.form === 'a map'
    ? 'the response contains no array, and its members may not be the entries of a list'
    : 'the list may contain values other than identifiers';

/** Reads a list: an array, the longest array in an object, or a map keyed by identifiers; else undefined. */
export function listingOf(exchange: Exchange): Listing | undefined {
  const { exact: json, problem } = jsonOf(exchange);
  if (problem !== undefined || typeof json !== 'object' || json === null) return undefined;
  const found = listingIn(json);
  if (found === undefined) return undefined;
  const { around, ...listing } = found;
  const { length } = listing.entries;
  return {
    ...listing,
    more:
      saysMore(around, length) || headersSayMore(exchange, length)
        ? 'the list may be incomplete: the response names a range, more entries or a larger total'
        : mayBeOnePage(length)
          ? `the list has ${length} entries, so it may be one page of several`
          : undefined,
  };
}

/** Returns the list in a JSON value, with the members around it. */
const listingIn = remembered((json: object) => {
  const {
    entries: listed,
    around,
    form,
  } = Array.isArray(json) ? { entries: json as readonly unknown[], around: [], form: 'an array' } : within(json);
  const entries: string[][] = [];
  const texts = new Set<string>();
  const beside = new Set<string>();
  gatherAll(json, listed, beside, 0);
  for (const entry of listed) {
    const own = new Set<string>();
    const isRead = readLeaves(entry, ({ text }) => {
      for (const form of forms(text)) own.add(form);
      return own.size < MOST_LEAVES;
    });
    if (!isRead) return undefined;
    for (const text of own) texts.add(text);
    entries.push([...own]);
  }
  return { entries, texts, beside, bare: listed.every((entry) => typeof entry !== 'object'), form, around };
});

/**
 * Whether the status or the headers say that there is more: a part of it, a link to what follows, a range, a larger
 * total.
 */
function headersSayMore(exchange: Exchange, shown: number) {
  if (
    statusOf(exchange) === 206 ||
    /rel="?next/i.test(headerOf(exchange, 'link') ?? '') ||
    headerOf(exchange, 'content-range') !== undefined
  )
    return true;
  if (exchange.outcome.kind !== 'answer') return false;
  return exchange.outcome.headers.some(
    ([name, value]) =>
      (/next|cursor|continuation/i.test(name) && value.trim() !== '') ||
      (/total|count$/i.test(name) && /^\d+$/.test(value.trim()) && Number(value) > shown),
  );
}

/** Usual default page sizes of services; a list of that length may be incomplete without saying so. */
function mayBeOnePage(shown: number) {
  return shown >= 100 ? shown % 100 === 0 || (shown & (shown - 1)) === 0 : [10, 20, 25, 30, 50].includes(shown);
}

type Member = readonly [name: string, value: unknown];

/** Returns the list in an object, with the members around it. */
function within(object: object) {
  const around: Member[] = [];
  let level: object[] = [object];
  for (let depth = 0; depth < 4 && level.length > 0; depth += 1) {
    const members = level.flatMap((one) => Object.entries(one));
    const ofObjects =
      depth > 0 && (level.length > 1 || members.some(([, value]) => typeof value !== 'object' && value));
    around.push(...members.filter(([, value]) => typeof value !== 'object' || value === null));
    const arrays = members.flatMap(([name, value]) =>
      Array.isArray(value) ? [[name, value as unknown[]] as const] : [],
    );
    const longest = arrays.sort(([, a], [, b]) => b.length - a.length)[0];
    level = members
      .map(([, value]) => value)
      .filter((value): value is object => typeof value === 'object' && value !== null && Object.keys(value).length > 0);
    // An empty array next to other members is not the list: they may contain the list, or be those of a listed object.
    if (longest && (longest[1].length > 0 || (level.length === 0 && !ofObjects)))
      return { entries: longest[1], around, form: `an array in ${longest[0]}` };
  }
  const single = Object.entries(object);
  const [, inner] = single[0] ?? [];
  // An empty map under a name is an empty list; under another key it is a map's entry for one object.
  const named = /^[A-Za-z_]+$/.test(single[0]?.[0] ?? '');
  const enveloped =
    single.length === 1 && typeof inner === 'object' && inner !== null && (named || Object.keys(inner).length > 0);
  const members = enveloped ? Object.entries(inner) : single;
  // A map with one entry looks like an envelope: its key counts as a text of its contents.
  const outer = enveloped && members.length <= 2 ? [single[0]?.[0]] : [];
  return { entries: members.map(([key, value]) => [key, value, ...outer]), around: [], form: 'a map' };
}

/**
 * Whether a range covers exactly the entries that are there, from the first on. A CDMI server names the range also of a
 * whole listing (CDMI 1.1.1, section 9.4), an empty one as `""` or `"0--1"`.
 */
const isWholeRange = (range: unknown, shown: number) =>
  range === `0-${shown - 1}` || (shown === 0 && (range === '' || range === null));

/** Whether a member next to the list announces more entries, or names a range of other entries. */
function saysMore(around: readonly Member[], shown: number) {
  return around.some(([name, value]) => {
    if (/next|cursor|continu|resum/i.test(name)) return value !== null && value !== '' && value !== false;
    if (/more|truncated|partial/i.test(name)) return value === true;
    if (/^is_?last/i.test(name)) return value === false;
    if (/range/i.test(name)) return !isWholeRange(value, shown);
    return /total|count|size/i.test(name) && typeof value === 'number' && value > shown;
  });
}

/**
 * Returns candidates for identifiers of the listed objects: first one of each entry, then the others of the first ten
 * entries.
 */
export function listedIn(exchange: Exchange): readonly Candidate[] {
  const entries = listingOf(exchange)?.entries.slice(0, 100);
  const perEntry = entries?.map((texts) =>
    texts.filter((text) => canIdentify(text) && whyUnusable(text) === undefined),
  );
  const texts = perEntry
    ? new Set([...perEntry.flatMap(([first]) => first ?? []), ...perEntry.slice(0, 10).flat()])
    : linesOf(exchange).slice(0, 100);
  return [...texts].map((text) => ({ text, how: 'an entry', sure: false }));
}
