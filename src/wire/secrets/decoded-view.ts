/** Bytes with their escapes undone (JSON, C, URL, XML), and their original positions. */
import { isUtf8 } from 'node:buffer';

const BACKSLASH = 0x5c;
const PERCENT = 0x25;
const AMPERSAND = 0x26;

/** Bytes with which an escape begins. */
const BEGINNINGS = [BACKSLASH, PERCENT, AMPERSAND];
const BEGINS = new Uint8Array(256);
for (const byte of BEGINNINGS) BEGINS[byte] = 1;

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
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const REFERENCE = /^&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]{2,4}));/;
const LONGEST_REFERENCE = 10;

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

/** Returns bytes with all escapes undone. */
export function decodedFully(bytes: Uint8Array): Uint8Array {
  let last = bytes;
  for (const view of decodedViews(bytes)) last = view.bytes;
  return last;
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

function decodedOnce(bytes: Uint8Array): DecodedView | undefined {
  const sequence: EscapeSequence = { length: 0, count: 0, bytes: new Uint8Array(4) };
  // Most texts have no escape: a test for one is faster than a search.
  const firsts = BEGINNINGS.map((byte) => bytes.indexOf(byte)).filter((first) => first >= 0);
  let at = firsts.length === 0 ? bytes.length : nextEscape(bytes, Math.min(...firsts), sequence);
  if (at === bytes.length) return undefined;
  const result = Buffer.allocUnsafe(bytes.length);
  const places = new Places();
  let read = 0;
  let write = 0;
  while (true) {
    if (at > read) result.set(bytes.subarray(read, at), write);
    write += at - read;
    if (at === bytes.length) break;
    for (let index = 0; index < sequence.count; index += 1) result[write + index] = sequence.bytes[index] as number;
    places.add(write, sequence.count, at, sequence.length);
    write += sequence.count;
    read = at + sequence.length;
    at = nextEscape(bytes, read, sequence);
  }
  return {
    bytes: result.subarray(0, write),
    source: ({ start, end }) => ({ start: places.source(start).start, end: places.source(end - 1).end }),
  };
}

/**
 * An escape sequence: its length, and the bytes that it represents. One object is used again and again: there may be
 * millions.
 */
interface EscapeSequence {
  length: number;
  count: number;
  readonly bytes: Uint8Array;
}

/** Returns the index of the next escape; the length of `bytes` if no escape follows. */
function nextEscape(bytes: Uint8Array, from: number, sequence: EscapeSequence): number {
  for (let at = from; at < bytes.length; at += 1)
    if (BEGINS[bytes[at] as number] === 1 && readEscape(bytes, at, sequence)) return at;
  return bytes.length;
}

function readEscape(bytes: Uint8Array, at: number, sequence: EscapeSequence): boolean {
  const first = bytes[at];
  if (first === PERCENT) return single(sequence, 3, numberIn(bytes, at + 1, 2));
  if (first === AMPERSAND) return readReference(bytes, at, sequence);
  const second = bytes[at + 1] ?? 0;
  if (second === 0x75) return readUnits(bytes, at, sequence);
  if (second === 0x78) return single(sequence, 4, numberIn(bytes, at + 2, 2));
  if (second >= 0x30 && second <= 0x33) return single(sequence, 4, numberIn(bytes, at + 1, 3, 8));
  return single(sequence, 2, SHORT.get(second));
}

/** Makes the sequence represent one byte. Returns false if `byte` is undefined. */
function single(sequence: EscapeSequence, length: number, byte: number | undefined): boolean {
  if (byte === undefined) return false;
  sequence.length = length;
  sequence.count = 1;
  sequence.bytes[0] = byte;
  return true;
}

/** Makes the sequence represent a character in UTF-8 (RFC 3629); half a surrogate pair becomes U+FFFD. */
function character(sequence: EscapeSequence, length: number, raw: number): boolean {
  const code = raw >= 0xd800 && raw <= 0xdfff ? 0xfffd : raw;
  if (code < 0x80) return single(sequence, length, code);
  const { bytes } = sequence;
  sequence.length = length;
  sequence.count = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  let rest = code;
  for (let index = sequence.count - 1; index > 0; index -= 1) {
    bytes[index] = 0x80 | (rest & 0x3f);
    rest >>= 6;
  }
  bytes[0] = (0xf00 >> sequence.count) | rest;
  return true;
}

/** Returns the number that the given count of digits represents, or undefined if one of them is not of the base. */
function numberIn(bytes: Uint8Array, at: number, count: number, base = 16): number | undefined {
  let value = 0;
  for (let index = at; index < at + count; index += 1) {
    const digit = DIGIT[bytes[index] ?? 0] as number;
    if (digit >= base) return undefined;
    value = value * base + digit;
  }
  return value;
}

/** `\u` and a UTF-16 code unit; two of them if they are a surrogate pair. */
function readUnits(bytes: Uint8Array, at: number, sequence: EscapeSequence): boolean {
  const unit = numberIn(bytes, at + 2, 4);
  if (unit === undefined) return false;
  const isHigh = unit >= 0xd800 && unit <= 0xdbff;
  const low = isHigh && bytes[at + 6] === BACKSLASH && bytes[at + 7] === 0x75 ? numberIn(bytes, at + 8, 4) : undefined;
  const isPair = low !== undefined && low >= 0xdc00 && low <= 0xdfff;
  return isPair
    ? character(sequence, 12, 0x10000 + ((unit - 0xd800) << 10) + low - 0xdc00)
    : character(sequence, 6, unit);
}

function readReference(bytes: Uint8Array, at: number, sequence: EscapeSequence): boolean {
  const [text, decimal, hex, entity] =
    REFERENCE.exec(Buffer.from(bytes.subarray(at, at + LONGEST_REFERENCE)).toString('latin1')) ?? [];
  if (text === undefined) return false;
  if (entity !== undefined) return single(sequence, text.length, ENTITIES[entity]?.charCodeAt(0));
  const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
  return code <= 0x10ffff && character(sequence, text.length, code);
}

/** Positions of the escapes, in order: four numbers each, because there may be millions. */
class Places {
  #numbers = new Int32Array(64);
  #count = 0;

  add(decodedAt: number, decodedLength: number, at: number, length: number): void {
    if ((this.#count + 1) * 4 > this.#numbers.length) {
      const larger = new Int32Array(this.#numbers.length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    const place = this.#count * 4;
    this.#numbers[place] = decodedAt;
    this.#numbers[place + 1] = decodedLength;
    this.#numbers[place + 2] = at;
    this.#numbers[place + 3] = length;
    this.#count += 1;
  }

  /** Returns the byte at `position`, or the escape that represents it. */
  source(position: number): Stretch {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#numbers[middle * 4] as number) <= position) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return { start: position, end: position + 1 };
    const [decodedAt = 0, decodedLength = 0, at = 0, length = 0] = this.#numbers.subarray((low - 1) * 4, low * 4);
    if (position < decodedAt + decodedLength) return { start: at, end: at + length };
    const start = at + length + position - decodedAt - decodedLength;
    return { start, end: start + 1 };
  }
}
