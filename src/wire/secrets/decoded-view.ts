/** Octets with their escapes undone (JSON, C, URL, XML), and the way back to where they stood. */
import { isUtf8 } from 'node:buffer';

/** Escapes begin with a backslash, `%` or `&`. */
const BEGINNINGS = [0x5c, 0x25, 0x26];
/** RFC 8259, section 7; C; RFC 3986, section 2.1; XML 1.0, section 4.1. */
const ESCAPE =
  /(?:%|\\x)([0-9a-fA-F]{2})|\\([0-3][0-7]{2})|\\(["'\\/bfnrt])|\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|\\u([0-9a-fA-F]{4})|&#[xX]([0-9a-fA-F]{1,6});|&#(\d{1,7});|&(amp|lt|gt|quot|apos);/g;
/** Characters that stand behind a backslash for others. */
const SHORT: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** As often as escapes of escapes are undone, in text and in other octets: what looks like an escape there seldom is one. */
const MOST_LEVELS = 5;
const MOST_LEVELS_OF_BINARY = 1;

/** A stretch of octets. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

export interface DecodedView {
  readonly octets: Uint8Array;
  /** The stretch from which `stretch` was decoded: whole escapes. */
  source(stretch: Stretch): Stretch;
}

/** Escapes undone once, twice and so on, as long as there are any: escapes may be escaped themselves. */
export function* decodedViews(octets: Uint8Array): Generator<DecodedView> {
  let before: DecodedView = { octets, source: (stretch) => stretch };
  const levels = isUtf8(octets) ? MOST_LEVELS : MOST_LEVELS_OF_BINARY;
  for (let level = 0; level < levels; level += 1) {
    const decoded = decodedOnce(before.octets);
    if (decoded === undefined) return;
    const outer = before;
    before = { octets: decoded.octets, source: (stretch) => outer.source(decoded.source(stretch)) };
    yield before;
  }
}

/** Octets with all escapes undone. */
export function decodedFully(octets: Uint8Array): Uint8Array {
  let last = octets;
  for (const view of decodedViews(octets)) last = view.octets;
  return last;
}

function decodedOnce(octets: Uint8Array): DecodedView | undefined {
  // Most texts hold none: whether there is one at all is seen faster than where.
  if (!BEGINNINGS.some((octet) => octets.includes(octet))) return undefined;
  const text = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength).toString('latin1');
  const pieces: string[] = [];
  /** Of each escape: where its octets begin and end in the result, and where it begins and ends itself. */
  const places: number[] = [];
  let read = 0;
  let write = 0;
  ESCAPE.lastIndex = 0;
  for (let match = ESCAPE.exec(text); match !== null; match = ESCAPE.exec(text)) {
    const meaning = meaningOf(match);
    if (meaning === undefined) continue;
    write += match.index - read;
    pieces.push(text.slice(read, match.index), meaning);
    read = ESCAPE.lastIndex;
    places.push(write, write + meaning.length, match.index, read);
    write += meaning.length;
  }
  if (places.length === 0) return undefined;
  pieces.push(text.slice(read));
  return {
    octets: Buffer.from(pieces.join(''), 'latin1'),
    source: ({ start, end }) => ({ start: sourceOf(places, start).start, end: sourceOf(places, end - 1).end }),
  };
}

/** The octets that an escape stands for, as Latin-1; undefined where it is none. Half a surrogate pair is the replacement character. */
function meaningOf(match: RegExpExecArray): string | undefined {
  const [, octet, octal, short, high, low, unit, hexadecimal, decimal, entity] = match;
  if (octet !== undefined) return String.fromCharCode(Number.parseInt(octet, 16));
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
  if (short !== undefined) return SHORT[short] ?? short;
  if (entity !== undefined) return ENTITIES[entity];
  const code =
    decimal !== undefined
      ? Number(decimal)
      : high !== undefined && low !== undefined
        ? 0x10000 + ((Number.parseInt(high, 16) - 0xd800) << 10) + Number.parseInt(low, 16) - 0xdc00
        : Number.parseInt(unit ?? hexadecimal ?? '', 16);
  if (code > 0x10ffff) return undefined;
  return code < 0x80 ? String.fromCharCode(code) : Buffer.from(String.fromCodePoint(code)).toString('latin1');
}

/** The octet, or the escape, that stands for the octet at `position`. */
function sourceOf(places: readonly number[], position: number): Stretch {
  let low = 0;
  let high = places.length / 4;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle * 4] as number) <= position) low = middle + 1;
    else high = middle;
  }
  const [, decodedEnd = 0, begin = 0, end = 0] = low === 0 ? [] : places.slice((low - 1) * 4, low * 4);
  if (position < decodedEnd) return { start: begin, end };
  const start = end + position - decodedEnd;
  return { start, end: start + 1 };
}
