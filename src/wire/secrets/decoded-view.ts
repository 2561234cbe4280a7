/** Bytes with their escapes undone (JSON, C, URL, XML), and their original positions. */
import { isUtf8 } from 'node:buffer';

/** An escape: of JSON (RFC 8259, section 7), a reference to a character, a byte in hexadecimal or octal digits, or one of `NAMED`. */
const ESCAPE =
  /(\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[\da-fA-F]{4}|\\["\\/bfnrt])|&#(\d{1,7}|[xX][\da-fA-F]{1,6});|(?:%|\\x)([\da-fA-F]{2})|\\([0-3][0-7]{2})|\\'|&(?:amp|lt|gt|quot|apos);/g;
const NAMED: Readonly<Record<string, string>> = {
  "\\'": "'",
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

/** How often escapes of escapes are undone, in text, and in other bytes, in which they are rare. */
const MOST_LEVELS = 5;
const MOST_LEVELS_OF_BINARY = 1;

/** A stretch of bytes. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

export interface DecodedView {
  readonly bytes: Uint8Array;
  /** Returns the stretch from which `stretch` was decoded: whole escapes. */
  source(stretch: Stretch): Stretch;
}

/** Escapes undone once, twice and so on, until none is left: escapes may be escaped themselves. */
export function* decodedViews(bytes: Uint8Array): Generator<DecodedView> {
  let before: DecodedView = { bytes, source: (stretch) => stretch };
  const levels = isText(bytes) ? MOST_LEVELS : MOST_LEVELS_OF_BINARY;
  for (let level = 0; level < levels; level += 1) {
    const decoded = decodedOnce(before.bytes);
    if (decoded === undefined) return;
    const outer = before;
    before = { bytes: decoded.bytes, source: (stretch) => outer.source(decoded.source(stretch)) };
    yield before;
  }
}

/** Whether bytes are UTF-8, except for a character that is cut off at either end. */
function isText(bytes: Uint8Array): boolean {
  let [from, to] = [0, bytes.length];
  while (from < 3 && ((bytes[from] ?? 0) & 0xc0) === 0x80) from += 1;
  while (to > from && to > bytes.length - 4 && (bytes[to - 1] as number) >= 0x80) {
    to -= 1;
    if ((bytes[to] as number) >= 0xc0) break;
  }
  return isUtf8(bytes.subarray(from, to));
}

/** Returns bytes with all escapes undone. */
export function decodedFully(bytes: Uint8Array): Uint8Array {
  let last = bytes;
  for (const view of decodedViews(bytes)) last = view.bytes;
  return last;
}

function decodedOnce(bytes: Uint8Array): DecodedView | undefined {
  // Most texts have no escape: a test for one is faster than a search.
  if (![...'\\%&'].some((first) => bytes.includes(first.charCodeAt(0)))) return undefined;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const result = Buffer.allocUnsafe(bytes.length);
  const places: number[] = [];
  let [read, write] = [0, 0];
  const copyUpTo = (end: number): void => {
    result.set(bytes.subarray(read, end), write);
    write += end - read;
    read = end;
  };
  for (const match of text.matchAll(ESCAPE)) {
    const value = meaningOf(match);
    if (value === undefined) continue;
    copyUpTo(match.index);
    const begin = write;
    if (typeof value === 'number') result[write++] = value;
    else write += result.write(value, write);
    read += match[0].length;
    places.push(begin, write, match.index, read);
  }
  if (places.length === 0) return undefined;
  copyUpTo(bytes.length);
  return {
    bytes: result.subarray(0, write),
    source: ({ start, end }) => ({ start: sourceOf(places, start).start, end: sourceOf(places, end - 1).end }),
  };
}

/** Returns the character that an escape represents, or the byte; undefined for a number above that of the last character. */
function meaningOf([text, json, reference, hex, octal]: RegExpExecArray): string | number | undefined {
  if (json) return JSON.parse(`"${json}"`) as string;
  if (hex ?? octal) return Number(hex ? `0x${hex}` : `0o${octal}`);
  if (!reference) return NAMED[text];
  const code = Number(reference.replace(/x/i, '0x'));
  return code > 0x10ffff ? undefined : String.fromCodePoint(code);
}

/**
 * Returns the byte at a position, or the escape that represents it.
 * @param places of each escape, in order: where its value begins and ends, and where it begins and ends itself
 */
function sourceOf(places: readonly number[], position: number): Stretch {
  let [low, high] = [0, places.length / 4];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle * 4] as number) <= position) low = middle + 1;
    else high = middle;
  }
  if (low === 0) return { start: position, end: position + 1 };
  const [, valueEnd = 0, start = 0, end = 0] = places.slice((low - 1) * 4, low * 4);
  const byte = end + position - valueEnd;
  return byte < end ? { start, end } : { start: byte, end: byte + 1 };
}
