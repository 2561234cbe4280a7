/**
 * Finding identifiers and entries in answers whose form the document does not show. The method:
 * 1. `Location`, where there is one: its last path segment, percent-decoded, then the whole value.
 * 2. A JSON body: every text and every whole number in it. Members whose name ends in `id` come first, those that tell of the request
 *    (request, trace, session) last; what holds blanks or repeats what was asked is left out.
 * 3. Another body: each of its lines that holds no blank, where it is plain text.
 * Another operation takes an identifier; at most three candidates are tried. Where a profile places the identifier, only its place counts.
 */
import { headerOf, jsonOf, mediaTypeOf, statusOf } from '../../src/engine/words/answer.ts';
import { whyUnusable } from '../../src/engine/words/unusable-identifier.ts';
import { stepsOf } from '../../src/files/json-value.ts';
import { XSI } from '../../src/soap/namespaces.ts';
import { descendants, parseXml, XML_LIMITS, XmlProblem } from '../../src/soap/xml-tree.ts';
import type { Exchange } from '../../src/wire/types.ts';
import { canIdentify, DEEPEST, identifyingLeaves, isAddress, leavesOf, MOST_LEAVES, RANKS, rank } from './leaves.ts';

/** A candidate for an identifier, and its place. */
export interface Candidate {
  readonly text: string;
  /** `Location`, `the body`, or a JSON pointer. */
  readonly how: string;
  /** Nothing else in the answer could be meant. */
  readonly sure: boolean;
}

/** How many candidates are tried. */
export const TRIES = 3;
/** More are not composed: a list may hold hundreds of thousands of texts. */
const MOST_CANDIDATES = 16;

/** The decoded last segment of an address; its query, fragment and trailing slash do not count. */
export function lastSegment(address: string): string {
  const segments = address
    .replace(/[?#].*$/s, '')
    .replace(/\/+$/, '')
    .split('/');
  return decoded(segments.at(-1) ?? '');
}

/**
 * Candidates for the one identifier that an answer gives, likeliest first.
 * @param asked texts that the request held (a path, a name): they are ignored
 */
export function candidatesIn(exchange: Exchange, asked: readonly string[] = []): readonly Candidate[] {
  const { json, problem } = jsonOf(exchange);
  if (exchange.identifierAt !== undefined) return candidatesAt(json, exchange.identifierAt);
  const located = locationCandidates(exchange);
  const { found, sure } = problem === undefined ? candidatesInJson(json, asked) : candidatesInText(exchange);
  const places = new Map<string, string>();
  for (const each of [located, found])
    for (const { text, how } of each) {
      if (places.size === MOST_CANDIDATES) break;
      if (text !== '' && !places.has(text)) places.set(text, how);
    }
  return [...places].map(([text, how], index) => ({ text, how, sure: index === 0 && (sure || located.length > 0) }));
}

interface Candidates {
  readonly found: Iterable<Omit<Candidate, 'sure'>>;
  readonly sure: boolean;
}

function candidatesInJson(json: unknown, asked: readonly string[]): Candidates {
  const known = new Set(asked.flatMap((text) => [text, `/${text}`]));
  const leaves = identifyingLeaves(leavesOf(json) ?? [], known);
  const ranks = leaves.map(rank);
  function* found(): Iterable<Omit<Candidate, 'sure'>> {
    for (const each of RANKS)
      for (const [at, { path, text }] of leaves.entries()) {
        if (ranks[at] !== each) continue;
        const how = path.length === 0 ? 'the body' : `/${path.join('/')}`;
        if (isAddress(text)) yield { text: lastSegment(text), how: `${how}, last segment` };
        yield { text, how };
      }
  }
  return { found: found(), sure: leaves.length === 1 || ranks.filter((each) => each === RANKS[0]).length === 1 };
}

function candidatesInText(exchange: Exchange): Candidates {
  const lines = linesOf(exchange);
  return { found: lines.map((text) => ({ text, how: 'the body' })), sure: lines.length === 1 };
}

/** The identifier at the place that a profile names (a JSON pointer, RFC 6901); of an address its last segment first. */
function candidatesAt(json: unknown, pointer: string): readonly Candidate[] {
  const path = stepsOf(pointer);
  const leaf = leavesOf(json)?.find(
    (one) => one.path.length === path.length && one.path.every((step, index) => step === path[index]),
  );
  if (leaf === undefined || !(canIdentify(leaf.text) || whyUnusable(leaf.text) !== undefined)) return [];
  const how = pointer === '' ? 'the body' : pointer;
  const whole = { text: leaf.text, how, sure: !isAddress(leaf.text) };
  return isAddress(leaf.text)
    ? [{ text: lastSegment(leaf.text), how: `${how}, last segment`, sure: true }, whole]
    : [whole];
}

/**
 * Candidates from `Location`: of an address its last segment first, then the part after the collection; then the whole, which
 * may be an identifier alone, and the whole without its query and fragment.
 * None where it is the address of the collection, or slashes alone.
 * @param collection the segment before the identifier, where that is known: an identifier may itself hold slashes, as those of handles do
 */
export function locationCandidates(exchange: Exchange, collection?: string): { text: string; how: string }[] {
  const location = headerOf(exchange, 'location')?.trim() ?? '';
  if (location === '') return [];
  const before = location.replace(/[?#].*$/s, '');
  const bare = `/${before.replace(/\/+$/, '')}`;
  if (bare === '/' || (collection !== undefined && bare.endsWith(`/${collection}`))) return [];
  const last = { text: lastSegment(location), how: 'Location, last segment' };
  const after =
    collection === undefined ? '' : decoded(before.split(`/${collection}/`).slice(1).join(`/${collection}/`));
  const found = [
    ...(location.includes('/') ? [last] : []),
    { text: after, how: `Location, after ${collection}` },
    { text: location, how: 'Location' },
    { text: before, how: 'Location without its query' },
  ];
  return found.filter(({ text }, at) => text !== '' && found.findIndex((other) => other.text === text) === at);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function textOf(exchange: Exchange): string {
  return exchange.outcome.kind === 'answer' ? new TextDecoder().decode(exchange.outcome.body.bytes) : '';
}

function linesOf(exchange: Exchange): string[] {
  const text = textOf(exchange);
  if (/^\s*</.test(text)) return xmlTextsIn(text);
  // Broken JSON is not an identifier, nor is text that looks like JSON; any other plain text may be one.
  if (/^\s*[[{]/.test(text) && (mediaTypeOf(exchange) !== 'text/plain' || /[\]}]\s*$/.test(text))) return [];
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter(canIdentify);
}

/** Values of attributes and texts of elements, those that are called identifiers first; of what is not well-formed none. */
function xmlTextsIn(text: string): string[] {
  try {
    const found = [...descendants(parseXml(text.trim(), { ...XML_LIMITS, prolog: true }))].flatMap((element) => [
      ...element.attributes
        .filter(({ namespace }) => namespace !== XSI)
        .map(({ local, value }) => ({ path: [local], text: value.trim() })),
      { path: [element.local], text: element.text.trim() },
    ]);
    return found
      .filter((one) => canIdentify(one.text))
      .sort((a, b) => rank(a) - rank(b))
      .map((one) => one.text);
  } catch (error) {
    if (error instanceof XmlProblem) return [];
    throw error;
  }
}

/** Every text in a JSON answer, last segments of addresses among them; undefined where the answer cannot be read. */
export function textsIn(exchange: Exchange): ReadonlySet<string> | undefined {
  const { json, problem } = jsonOf(exchange);
  const leaves = problem === undefined ? leavesOf(json) : undefined;
  return leaves && new Set(leaves.flatMap(({ text }) => forms(text)));
}

/** Gathers the texts of one entry, in every form; false where it is too deep, or a number that was rounded when it was read. */
function gather(value: unknown, into: string[], depth: number): boolean {
  const rounded = typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
  if (rounded && depth === 0) return false;
  if (typeof value === 'string' || Number.isSafeInteger(value) || rounded) {
    for (const text of forms(String(value))) if (!into.includes(text)) into.push(text);
    return into.length < MOST_LEAVES;
  }
  if (typeof value !== 'object' || value === null) return true;
  return depth < DEEPEST && Object.values(value).every((inner) => gather(inner, into, depth + 1));
}

/** A text as it may be compared: the last segment where it is an address (decoded and not), as it is, and without a trailing slash. */
function forms(text: string): string[] {
  if (!text.includes('/')) return [text];
  const whole = [text, text.replace(/\/$/, '')];
  return isAddress(text) ? [lastSegment(text), text.replace(/^.*\/(?=.)/s, ''), ...whole] : whole;
}

/** The content of an answer. An object that holds only an empty list is an empty list; details may hold one. */
export function emptiness(exchange: Exchange, what: 'list' | 'details' = 'list'): 'blank' | 'empty' | 'something' {
  if (
    exchange.outcome.kind !== 'answer' ||
    (exchange.outcome.body.size === 0 && exchange.outcome.body.bytes.length === 0)
  )
    return 'blank';
  if (!exchange.outcome.body.truncated && textOf(exchange).trim() === '') return 'blank';
  const { json, problem } = jsonOf(exchange);
  if (problem !== undefined) return 'something';
  if (json === null || (typeof json === 'string' && json.trim() === '')) return 'empty';
  if (typeof json !== 'object') return 'something';
  if (Object.keys(json).length === 0 || holdsBlanksAlone(json)) return 'empty';
  return what === 'list' && listingOf(exchange)?.entries.every((texts) => texts.length === 0) ? 'empty' : 'something';
}

/** Whether a JSON value holds texts, and all of them are blank: an empty identifier. */
function holdsBlanksAlone(json: unknown): boolean {
  const leaves = leavesOf(json);
  return leaves?.[0] !== undefined && leaves.every(({ text }) => text.trim() === '');
}

/** A list in an answer. */
export interface Listing {
  /** Texts of each entry, in every form in which they may be compared. */
  readonly entries: readonly (readonly string[])[];
  /** All texts of all entries. */
  readonly texts: ReadonlySet<string>;
  /** Nothing says that there is more. */
  readonly complete: boolean;
  /** Each entry is one text and no more. */
  readonly bare: boolean;
  readonly form: string;
}

/** Listings by the body that they were read from; several checks look at the same one. */
const read = new WeakMap<Exchange, Listing | undefined>();

/** Reads a list: an array, the longest array in an object, or a map keyed by identifiers; else undefined. */
export function listingOf(exchange: Exchange): Listing | undefined {
  if (!read.has(exchange)) read.set(exchange, readListing(exchange));
  return read.get(exchange);
}

function readListing(exchange: Exchange): Listing | undefined {
  const { json, problem } = jsonOf(exchange);
  if (problem !== undefined || typeof json !== 'object' || json === null) return undefined;
  const {
    entries: found,
    around,
    form,
  } = Array.isArray(json) ? { entries: json as readonly unknown[], around: [], form: 'an array' } : within(json);
  const entries: string[][] = [];
  const texts = new Set<string>();
  for (const entry of found) {
    const own: string[] = [];
    if (!gather(entry, own, 0)) return undefined;
    for (const text of own) texts.add(text);
    entries.push(own);
  }
  const bare = found.every((entry) => typeof entry !== 'object');
  const complete =
    !saysMore(around, found.length) && !headersSayMore(exchange, found.length) && !mayBeOnePage(found.length);
  return { entries, texts, complete, bare, form };
}

/** Whether the status or the headers say that there is more: a part of it, a link to what follows, a range, a larger total. */
function headersSayMore(exchange: Exchange, shown: number): boolean {
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
function mayBeOnePage(shown: number): boolean {
  return shown >= 100 ? shown % 100 === 0 || (shown & (shown - 1)) === 0 : shown === 10 || shown === 50;
}

type Member = readonly [name: string, value: unknown];

/** The list in an object, with the members that stand around it. */
function within(object: object): { entries: readonly unknown[]; around: readonly Member[]; form: string } {
  const around: Member[] = [];
  let level: object[] = [object];
  for (let depth = 0; depth < 4 && level.length > 0; depth += 1) {
    const members = level.flatMap((one) => Object.entries(one));
    around.push(...members.filter(([, value]) => typeof value !== 'object' || value === null));
    const arrays = members.flatMap(([name, value]) =>
      Array.isArray(value) ? [[name, value as unknown[]] as const] : [],
    );
    const longest = arrays.sort(([, a], [, b]) => b.length - a.length)[0];
    if (longest) return { entries: longest[1], around, form: `an array in the member ${longest[0]}` };
    level = members
      .map(([, value]) => value)
      .filter((value): value is object => typeof value === 'object' && value !== null);
  }
  const single = Object.entries(object);
  const [, inner] = single[0] ?? [];
  // An empty map under a name is an empty list; under another key it is a map's entry for one thing.
  const named = /^[A-Za-z_]+$/.test(single[0]?.[0] ?? '');
  const enveloped =
    single.length === 1 && typeof inner === 'object' && inner !== null && (named || Object.keys(inner).length > 0);
  const members = enveloped ? Object.entries(inner) : single;
  // A map with one entry looks like an envelope: its key counts as a text of its contents.
  const outer = enveloped && members.length <= 2 ? [single[0]?.[0]] : [];
  return { entries: members.map(([key, value]) => [key, value, ...outer]), around: [], form: 'a map' };
}

/** Whether a member beside the list announces more entries. */
function saysMore(around: readonly Member[], shown: number): boolean {
  return around.some(([name, value]) => {
    if (/next|cursor|continu|resum/i.test(name)) return value !== null && value !== '' && value !== false;
    if (/more|truncated|partial/i.test(name)) return value === true;
    if (/^is_?last/i.test(name)) return value === false;
    if (/range/i.test(name)) return true;
    return /total|count|size/i.test(name) && typeof value === 'number' && value > shown;
  });
}

/** Candidates for identifiers of the things that are listed: of each entry one, then the others; blanks and numbers that count aside. */
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
