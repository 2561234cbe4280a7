/**
 * Finding identifiers and entries in responses whose form the document does not specify. The method:
 * 1. `Location`, if present: its last path segment, percent-decoded, then the whole value.
 * 2. A JSON body: every text and every whole number in it. Members whose name ends in `id` come first, those about the
 * request (request, trace, session) last; what contains blanks or repeats a value of the request is left out.
 * 3. Another body: each of its lines that contains no blank, if it is plain text.
 *
 * Another operation takes an identifier; at most three candidates are tried. If a profile states the place of the
 * identifier, only that place counts.
 */

import { XSI } from '../../src/soap/namespaces.ts';
import { descendants, parseXml, XmlProblem } from '../../src/soap/xml-tree.ts';
import {
  answerOf,
  decodeURIComponentSafely,
  type Exchange,
  headerOf,
  isHtml,
  jsonOf,
  mediaTypeOf,
  stepsOf,
  whyUnusable,
} from '../words.ts';
import { canIdentify, isAddress, leavesOf, rank } from './leaves.ts';

/** A candidate for an identifier, and its place. */
export interface Candidate {
  readonly text: string;
  /** `Location`, `the body`, or a JSON pointer. */
  readonly how: string;
  /** Whether no other text in the response can be the identifier. */
  readonly sure: boolean;
}

/** Maximum number of candidates that are tried. */
export const TRIES = 3;
/** Maximum number of candidates: a list may contain hundreds of thousands of texts. */
const MOST_CANDIDATES = 16;

/** Returns the decoded last segment of an address; its query, fragment and trailing slash do not count. */
export function lastSegment(address: string): string {
  const segments = address
    .replace(/[?#].*$/s, '')
    .replace(/\/+$/, '')
    .split('/');
  return decodeURIComponentSafely(segments.at(-1) ?? '');
}

/**
 * Returns candidates for the one identifier that a response gives, likeliest first.
 * @param sent texts that the request contained (a path, a name): they are ignored
 */
export function candidatesIn(exchange: Exchange, sent: readonly string[] = []): readonly Candidate[] {
  const { exact: json, problem } = jsonOf(exchange);
  const { identifierAt: stated } = exchange;
  const located = stated === undefined ? locationCandidates(exchange) : [];
  const isText = problem !== undefined && stated === undefined;
  const { found, sure } = isText ? candidatesInText(exchange) : candidatesInJson(json, sent, stated);
  const all = [...located, ...found].filter(({ text }) => text !== '');
  return distinct(all)
    .slice(0, MOST_CANDIDATES)
    .map((one, at) => ({ ...one, sure: at === 0 && (sure || located.length > 0) }));
}

/** Returns the first with each text. */
function distinct<T extends { readonly text: string }>(all: readonly T[]) {
  const seen = new Set<string>();
  return all.filter(({ text }) => !seen.has(text) && seen.add(text));
}

/** @param stated the place that a profile states (a JSON pointer, RFC 6901) */
function candidatesInJson(json: unknown, sent: readonly string[], stated?: string) {
  const known = new Set(sent.flatMap((text) => [text, `/${text}`]));
  const place =
    stated &&
    stepsOf(stated)
      .map((step) => `/${step}`)
      .join('');
  const unknown = (leavesOf(json) ?? [])
    .filter(({ at, text }) => (place === undefined ? !known.has(text) : at === place))
    .map((leaf) => ({ leaf, text: leaf.text, rank: rank(leaf) }))
    .sort((a, b) => a.rank - b.rank);
  const possible = unknown.filter(({ text }) => canIdentify(text));
  // If no request can be sent with any of them, the likeliest, so that the reason is recorded.
  const leaves =
    possible.length > 0 ? possible : unknown.filter(({ text }) => whyUnusable(text) !== undefined).slice(0, 1);
  const found = distinct(leaves)
    .slice(0, MOST_CANDIDATES)
    .flatMap(({ leaf: { at, text } }) => {
      const how = stated || at || 'the body';
      return [...(isAddress(text) ? [{ text: lastSegment(text), how: `${how}, last segment` }] : []), { text, how }];
    });
  const alone = leaves.length === 1 || leaves.filter((one) => one.rank === 0).length === 1;
  return { found, sure: alone && !isRooted(leaves[0]?.text) };
}

/** Whether a text is a path, which may be the identifier unchanged: then no request is sent with it. */
const isRooted = (text = '') => /^\/(?!\/)/.test(text);

function candidatesInText(exchange: Exchange) {
  const lines = linesOf(exchange);
  return { found: lines.map((text) => ({ text, how: 'the body' })), sure: lines.length === 1 };
}

/**
 * Returns the candidates from `Location`: first the last segment of the address, then the part after the collection,
 * then the whole value, which may be just an identifier, then the whole without its query and fragment, then what these
 * and a URN contain. Of the address of the collection or of the host, only the query and the fragment count.
 * @param collection the segment before the identifier, if that is known: an identifier may itself contain slashes, as
 * those of handles do
 */
export function locationCandidates(exchange: Exchange, collection?: string): { text: string; how: string }[] {
  const location = headerOf(exchange, 'location')?.trim() ?? '';
  if (location === '') return [];
  const before = location.replace(/[?#].*$/s, '');
  const bare = `/${before.replace(/^(?:https?:)?\/\/[^/]*/i, '').replace(/\/+$/, '')}`;
  // A page of an application may be named in the fragment or the query.
  const within = location
    .slice(before.length)
    .split(/[?#&=/]/)
    .filter((part) => part !== '' && part !== collection)
    .map((part) => ({ text: decodeURIComponentSafely(part), how: 'Location, in its query or fragment' }))
    .toReversed();
  const isList = bare === '/' || (collection !== undefined && bare.endsWith(`/${collection}`));
  if (isList) return distinct(within);
  const last = { text: lastSegment(location), how: 'Location, last segment' };
  const [, ...behind] = before.split(`/${collection}/`);
  // The value may be the public address of a handle.
  const after = behind.join(`/${collection}/`) || before.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*\//i, '');
  const found = [
    ...(location.includes('/') ? [last] : []),
    {
      text: collection === undefined ? '' : decodeURIComponentSafely(after),
      how: `Location, after ${behind.length > 0 ? collection : 'the host'}`,
    },
    { text: location, how: 'Location' },
    { text: before, how: 'Location without its query' },
    ...within,
    { text: /^[a-z]+:(?!\/)(?:.*:)?([^:]+)$/i.exec(before)?.[1] ?? '', how: 'Location, last part' },
  ];
  return distinct(found.filter(({ text }) => text !== ''));
}

export function linesOf(exchange: Exchange): string[] {
  const { text } = answerOf(exchange);
  // A page is for people, even if it is well-formed.
  if (/^\s*</.test(text)) return isHtml(exchange) ? [] : xmlTextsIn(text);
  // Broken JSON is not an identifier, nor is text that looks like JSON; any other plain text may be one.
  if (/^\s*[[{]/.test(text) && (mediaTypeOf(exchange) !== 'text/plain' || /[\]}]\s*$/.test(text))) return [];
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter(canIdentify);
}

/**
 * Returns values of attributes and texts of elements, those that are called identifiers first, empty if the text is not
 * well-formed.
 */
function xmlTextsIn(text: string) {
  try {
    const found = [...descendants(parseXml(text.trim(), { prolog: true }))].flatMap((element) => [
      ...element.attributes
        .filter(({ namespace }) => namespace !== XSI)
        .map(({ local, value }) => ({ name: local, text: value.trim() })),
      { name: element.local, text: element.text.trim() },
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
