/** How faulty deployments spoil bytes. Each leaves alone what it is not about, so that a fault is about one kind of content. */

/** Octets as they come back instead of those that were written. */
export type Corruption = (bytes: Uint8Array) => Uint8Array;

const KIB = 1024;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

const startsWithBom = (bytes: Uint8Array): boolean => bytes.length >= 3 && BOM.equals(bytes.subarray(0, 3));

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

type Test = (bytes: Uint8Array) => boolean;
const small: Test = (bytes) => bytes.length > 0 && bytes.length <= 64 * KIB;

/** Whether content is of a kind, by the kind's name. */
export const IS_OF_KIND: Readonly<Record<string, Test>> = {
  empty: (bytes) => bytes.length === 0,
  text: (bytes) => small(bytes) && !startsWithBom(bytes) && isUtf8(bytes),
  'all-bytes': (bytes) => small(bytes) && !isUtf8(bytes),
  'bom-crlf': (bytes) => small(bytes) && startsWithBom(bytes),
  'one-mib': (bytes) => bytes.length > 64 * KIB && bytes.length <= KIB * KIB,
  large: (bytes) => bytes.length > KIB * KIB,
};

const text =
  (change: (text: string) => string): Corruption =>
  (bytes) =>
    Buffer.from(change(Buffer.from(bytes).toString('utf8')), 'utf8');
const binaryText =
  (change: (text: string) => string): Corruption =>
  (bytes) =>
    Buffer.from(change(Buffer.from(bytes).toString('latin1')), 'latin1');
const cutAt =
  (size: number): Corruption =>
  (bytes) =>
    bytes.subarray(0, size);
const lastByteLost: Corruption = (bytes) => bytes.subarray(0, -1);
const oneByteChanged: Corruption = (bytes) => {
  const copy = Uint8Array.from(bytes);
  const middle = copy.length >> 1;
  copy[middle] = (copy[middle] ?? 0) ^ 1;
  return copy;
};

/** The octet of a character in Latin-1, a question mark where it has none. */
const latin1Octet = (character: string): number => {
  const code = character.codePointAt(0) ?? 0;
  return code < 256 ? code : 0x3f;
};

const SPOILED: Readonly<Record<string, Readonly<Record<string, Corruption>>>> = {
  empty: {
    'as-newline': () => Buffer.from('\n'),
    'as-null': () => Buffer.from('null'),
    'as-zero-octet': () => Uint8Array.of(0),
  },
  text: {
    'as-latin-1': (bytes) => Uint8Array.from([...Buffer.from(bytes).toString('utf8')], latin1Octet),
    'encoded-twice': (bytes) => Buffer.from(Buffer.from(bytes).toString('latin1'), 'utf8'),
    'astral-lost': text((value) => value.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
    'last-byte-lost': lastByteLost,
    'last-line-break-lost': text((value) => value.replace(/\n$/, '')),
    'blanks-trimmed': text((value) => value.trim()),
    'newline-added': text((value) => `${value}\n`),
  },
  'all-bytes': {
    'cut-at-zero-octet': (bytes) => bytes.subarray(0, Math.max(0, bytes.indexOf(0))),
    'high-bit-lost': (bytes) => bytes.map((octet) => octet & 0x7f),
    'invalid-utf-8-replaced': text((value) => value),
    'cr-lost': binaryText((value) => value.replaceAll('\r', '')),
    'cut-at-1a': binaryText((value) => value.split('\u001a')[0] ?? ''),
  },
  'bom-crlf': {
    'bom-stripped': (bytes) => bytes.subarray(3),
    'crlf-to-lf': binaryText((value) => value.replaceAll('\r\n', '\n')),
    'lf-to-crlf': binaryText((value) => value.replace(/(?<!\r)\n/g, '\r\n')),
    'cr-to-lf': binaryText((value) => value.replace(/\r(?!\n)/g, '\n')),
  },
  'one-mib': {
    'cut-at-64-kib': cutAt(64 * KIB),
    'last-byte-lost': lastByteLost,
    'one-bit-changed': oneByteChanged,
    'block-repeated': (bytes) =>
      Buffer.concat([bytes.subarray(0, 4 * KIB), bytes.subarray(0, 4 * KIB), bytes.subarray(8 * KIB)]),
  },
  large: { 'cut-at-1-mib': cutAt(KIB * KIB), 'last-byte-lost': lastByteLost, 'one-bit-changed': oneByteChanged },
};

/** Corruptions by kind of content and by name; each leaves other content as it is. */
export const CORRUPTIONS: Readonly<Record<string, Readonly<Record<string, Corruption>>>> = Object.fromEntries(
  Object.entries(SPOILED).map(([kind, corruptions]) => {
    const only =
      (spoil: Corruption): Corruption =>
      (bytes) =>
        IS_OF_KIND[kind]?.(bytes) ? spoil(bytes) : bytes;
    return [kind, Object.fromEntries(Object.entries(corruptions).map(([what, spoil]) => [what, only(spoil)]))];
  }),
);
