/**
 * The part of DER (X.690) that proxies and attribute certificates need, and that no library of this project encodes.
 */

/** A decoded element: its tag byte, its content, and the elements within a constructed one. */
export interface Element {
  readonly tag: number;
  readonly content: Uint8Array;
  readonly children: readonly Element[];
}

const CONSTRUCTED = 0x20;

/** Encodes one element from a tag byte and its contents in order. */
export function der(tag: number, ...contents: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag]), lengthBytes(content.length), content]);
}

export const sequence = (...contents: readonly Uint8Array[]): Uint8Array => der(0x30, ...contents);
export const set = (...contents: readonly Uint8Array[]): Uint8Array => der(0x31, ...contents);
export const octetString = (content: Uint8Array | string): Uint8Array => der(0x04, Buffer.from(content as string));
/** Context-specific, constructed. */
export const tagged = (number: number, ...contents: readonly Uint8Array[]): Uint8Array =>
  der(0xa0 + number, ...contents);
/** Returns a small non-negative INTEGER, or a big one given as its bytes. */
export const integer = (value: number | Uint8Array): Uint8Array =>
  der(0x02, typeof value === 'number' ? Buffer.from([value]) : value);
export const bitString = (content: Uint8Array): Uint8Array => der(0x03, Buffer.from([0]), content);
/** GeneralizedTime `YYYYMMDDHHMMSSZ`. */
export const generalizedTime = (at: Date): Uint8Array =>
  der(
    0x18,
    Buffer.from(
      at
        .toISOString()
        .replace(/\.\d+Z$/, 'Z')
        .replace(/[-:T]/g, ''),
    ),
  );

/** OBJECT IDENTIFIER from dotted form. */
export function objectIdentifier(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return der(0x06, Buffer.from([40 * first + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const bytes = [value % 128];
  for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128)) bytes.unshift(128 + (left % 128));
  return bytes;
}

function lengthBytes(length: number): Uint8Array {
  if (length < 0x80) return Buffer.from([length]);
  const bytes: number[] = [];
  for (let left = length; left > 0; left = Math.floor(left / 256)) bytes.unshift(left % 256);
  return Buffer.from([0x80 + bytes.length, ...bytes]);
}

/** Decodes the elements in `bytes`. Throws a RangeError if they are cut short or nested more than 32 deep. */
export function decode(bytes: Uint8Array, depth = 0): Element[] {
  if (depth > 32) throw new RangeError('DER nested too deeply');
  const elements: Element[] = [];
  let at = 0;
  while (at < bytes.length) {
    const tag = bytes[at] ?? 0;
    let length = bytes[at + 1] ?? 0xff;
    let from = at + 2;
    if (length >= 0x80) {
      const size = length - 0x80;
      if (size < 1 || size > 4) throw new RangeError('DER length not understood');
      length = 0;
      for (let i = 0; i < size; i++) length = length * 256 + (bytes[from + i] ?? 0);
      from += size;
    }
    const content = bytes.subarray(from, from + length);
    if (content.length !== length) throw new RangeError('DER cut short');
    elements.push({ tag, content, children: tag & CONSTRUCTED ? decode(content, depth + 1) : [] });
    at = from + length;
  }
  return elements;
}
