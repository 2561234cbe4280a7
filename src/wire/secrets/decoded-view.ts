/**
 * Bytes with their escapes undone (JSON, C, URL, XML), without invisible characters, and their original positions.
 */

const BACKSLASH = 0x5c;
const PERCENT = 0x25;
const AMPERSAND = 0x26;

/** Values of hexadecimal digits; 255 for every other byte. */
const DIGIT = new Uint8Array(256).fill(255);
for (const [value, digit] of [...'0123456789abcdef'].entries())
  DIGIT[digit.charCodeAt(0)] = DIGIT[digit.toUpperCase().charCodeAt(0)] = value;

/** Bytes by the character after a backslash (RFC 8259, section 7). */
const SHORT: ReadonlyMap<number, number> = new Map(
  Object.entries({ '"': '"', "'": "'", '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }).map(
    ([from, to]) => [from.charCodeAt(0), to.charCodeAt(0)],
  ),
);
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", shy: '\u00ad' };
/** Places where a line may be broken, and other characters that are not shown. */
const INVISIBLE = ['\u00ad', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '<wbr>', '<wbr/>'].map((text) =>
  Buffer.from(text),
);
/** First bytes of everything that is decoded. */
const IS_START = new Uint8Array(256);
for (const first of [BACKSLASH, PERCENT, AMPERSAND, ...INVISIBLE.map(([byte]) => byte as number)]) IS_START[first] = 1;
const REFERENCE = /^&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]{2,4}));/;
const LONGEST_REFERENCE = 10;

/** Maximum depth of escapes that are undone. */
const MOST_LEVELS = 5;

/** A stretch of bytes. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

export interface DecodedView {
  readonly bytes: Buffer;
  /** Returns the stretch from which `stretch` was decoded: whole escapes. */
  source(stretch: Stretch): Stretch;
}

/** Escapes undone once, twice and so on, until none is left: escapes may be escaped themselves. */
export function* decodedViews(bytes: Buffer): Generator<DecodedView> {
  let before: DecodedView = { bytes, source: (stretch) => stretch };
  for (let level = 0; level < MOST_LEVELS; level += 1) {
    const decoded = decodedOnce(before.bytes);
    if (decoded === undefined) return;
    const outer = before;
    before = { bytes: decoded.bytes, source: (stretch) => outer.source(decoded.source(stretch)) };
    yield before;
  }
}

/** Returns bytes with all escapes undone. */
export function decodedFully(bytes: Uint8Array): Buffer {
  let last: Buffer = Buffer.from(bytes);
  for (const view of decodedViews(last)) last = view.bytes;
  return last;
}

function decodedOnce(bytes: Buffer): DecodedView | undefined {
  // Most texts have no escape.
  if (![BACKSLASH, PERCENT, AMPERSAND, ...INVISIBLE].some((start) => bytes.includes(start))) return undefined;
  const result = Buffer.allocUnsafe(bytes.length);
  const places: Place[] = [];
  let [read, write] = [0, 0];
  const copyUntil = (at: number) => {
    result.set(bytes.subarray(read, at), write);
    write += at - read;
  };
  for (let at = 0; at < bytes.length; ) {
    const found = IS_START[bytes[at] as number] === 1 ? escapeAt(bytes, at) : undefined;
    if (found === undefined) {
      at += 1;
      continue;
    }
    copyUntil(at);
    read = at + found.length;
    const decodedAt = write;
    write += result.write(found.text, write, found.encoding);
    places.push({ start: at, end: read, decodedAt, decodedEnd: write });
    at = read;
  }
  if (places.length === 0) return undefined;
  copyUntil(bytes.length);
  const sourceAt = (position: number) => sourceOf(places, position);
  return {
    bytes: result.subarray(0, write),
    source: ({ start, end }) => ({ start: sourceAt(start).start, end: sourceAt(end - 1).end }),
  };
}

/** An escape sequence: its length, and the text that it represents; `latin1`: one byte of any text. */
interface Escape {
  readonly length: number;
  readonly text: string;
  readonly encoding: 'latin1' | 'utf8';
}

/** Returns the escape sequence at an index. */
export function escapeAt(bytes: Uint8Array, at: number): Escape | undefined {
  const first = bytes[at] as number;
  if (first === PERCENT) return byteOf(3, numberIn(bytes, at + 1, 2));
  if (first === AMPERSAND) return reference(bytes, at);
  if (first !== BACKSLASH) return invisible(bytes, at);
  const second = bytes[at + 1] ?? 0;
  if (second === 0x75) return units(bytes, at);
  if (second === 0x78) return byteOf(4, numberIn(bytes, at + 2, 2));
  if (second >= 0x30 && second <= 0x33) return byteOf(4, numberIn(bytes, at + 1, 3, 8));
  return byteOf(2, SHORT.get(second));
}

function byteOf(length: number, byte: number | undefined): Escape | undefined {
  return byte === undefined ? undefined : { length, text: String.fromCharCode(byte), encoding: 'latin1' };
}

/** Returns the number that the given count of digits represents, or undefined if one of them is not of the base. */
function numberIn(bytes: Uint8Array, at: number, count: number, base = 16) {
  let value = 0;
  for (let index = at; index < at + count; index += 1) {
    const digit = DIGIT[bytes[index] ?? 0] as number;
    if (digit >= base) return undefined;
    value = value * base + digit;
  }
  return value;
}

/** `\u` and a UTF-16 code unit; two of them if they are a surrogate pair. Half a pair is written as U+FFFD. */
function units(bytes: Uint8Array, at: number): Escape | undefined {
  const unit = numberIn(bytes, at + 2, 4);
  if (unit === undefined) return undefined;
  const low = bytes[at + 6] === BACKSLASH && bytes[at + 7] === 0x75 ? numberIn(bytes, at + 8, 4) : undefined;
  const pair = String.fromCharCode(unit, low ?? 0);
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(pair)
    ? { length: 12, text: pair, encoding: 'utf8' }
    : { length: 6, text: String.fromCharCode(unit), encoding: 'utf8' };
}

function reference(bytes: Uint8Array, at: number): Escape | undefined {
  const [text, decimal, hex, entity = ''] =
    REFERENCE.exec(Buffer.from(bytes.subarray(at, at + LONGEST_REFERENCE)).toString('latin1')) ?? [];
  const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : ENTITIES[entity]?.charCodeAt(0);
  return text === undefined || code === undefined || code > 0x10ffff
    ? undefined
    : { length: text.length, text: String.fromCodePoint(code), encoding: 'utf8' };
}

function invisible(bytes: Uint8Array, at: number): Escape | undefined {
  const [first, second] = [bytes[at], bytes[at + 1]];
  const found = INVISIBLE.find(
    (text) => text[0] === first && text[1] === second && text.every((byte, index) => bytes[at + index] === byte),
  );
  return found && { length: found.length, text: '', encoding: 'utf8' };
}

/** The stretch of an escape, and its place in the decoded bytes. */
interface Place extends Stretch {
  readonly decodedAt: number;
  readonly decodedEnd: number;
}

/** Returns the byte at `position` of the decoded bytes, or the escape that represents it. `places` are in order. */
function sourceOf(places: readonly Place[], position: number) {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] as Place).decodedAt <= position) low = middle + 1;
    else high = middle;
  }
  const before = places[low - 1];
  if (before === undefined) return { start: position, end: position + 1 };
  if (position < before.decodedEnd) return before;
  const start = before.end + position - before.decodedEnd;
  return { start, end: start + 1 };
}
