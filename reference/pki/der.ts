/** The part of DER (X.690) that proxies and attribute certificates need; no library of this project encodes it. */

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
