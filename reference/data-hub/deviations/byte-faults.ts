/** Faults on bytes: what is read is not what was written, by kind of content and by the two ways. */
import { isUtf8 } from 'node:buffer';
import { gunzipSync } from 'node:zlib';
import { jsonIn } from '../../received.ts';
import { inMemory } from '../files.ts';
import { by, type Change, type FaultLine } from '../operators.ts';

/** Changes bytes before they are returned. */
type Corruption = (bytes: Uint8Array) => Uint8Array;

const KIB = 1024;
type Test = (bytes: Uint8Array) => boolean;
const starts =
  (...first: readonly number[]): Test =>
  (bytes) =>
    first.every((byte, at) => bytes[at] === byte);
const startsWithBom = starts(0xef, 0xbb, 0xbf);
const isGzip = starts(0x1f, 0x8b);
const isObject: Test = (bytes) => typeof jsonIn(bytes) === 'object';
const isQuoted: Test = (bytes) => typeof jsonIn(bytes) === 'string';
const isSingle: Test = (bytes) => bytes.length === 1;
const small: Test = (bytes) => bytes.length > 0 && bytes.length <= 64 * KIB;

/** Whether content is of a kind, by the kind's name. */
const CONTENT_KINDS: Readonly<Record<string, Test>> = {
  empty: (bytes) => bytes.length === 0,
  text: (bytes) => small(bytes) && !startsWithBom(bytes) && isUtf8(bytes),
  'all-bytes': (bytes) => small(bytes) && !isUtf8(bytes),
  'bom-crlf': (bytes) => small(bytes) && startsWithBom(bytes),
  'one-mib': (bytes) => bytes.length > 64 * KIB && bytes.length <= KIB * KIB,
  large: (bytes) => bytes.length > KIB * KIB,
  boundaries: (bytes) =>
    small(bytes) &&
    (bytes.length % (4 * KIB) === 0 || isSingle(bytes) || isGzip(bytes) || isObject(bytes) || isQuoted(bytes)),
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

const writtenAnew = text((value) => JSON.stringify(JSON.parse(value)));

/** Returns the byte of a character in Latin-1, or a question mark if it has none. */
const latin1Octet = (character: string) => {
  const code = character.codePointAt(0) ?? 0;
  return code < 256 ? code : 0x3f;
};

/** Corruptions by kind of content and by name. */
const CORRUPTIONS: Readonly<Record<string, Readonly<Record<string, Corruption>>>> = {
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
    'high-bit-lost': (bytes) => bytes.map((byte) => byte & 0x7f),
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
  boundaries: {
    'whole-blocks-lose-an-octet': (bytes) => (bytes.length % (4 * KIB) === 0 ? lastByteLost(bytes) : bytes),
    'gzip-unpacked': (bytes) => (isGzip(bytes) ? gunzipSync(bytes) : bytes),
    'single-byte-lost': (bytes) => (isSingle(bytes) ? lastByteLost(bytes) : bytes),
    'quotes-lost': (bytes) => (isQuoted(bytes) ? bytes.subarray(1, -1) : bytes),
    'json-written-anew': (bytes) => (isObject(bytes) ? writtenAnew(bytes) : bytes),
  },
};

/**
 * The ways to write and read a file: how it is written, the operation that reads it, and the other requirements that
 * fail or warn if every file is changed.
 */
const WAYS = {
  'cdmi-write/read-back': {
    written: 'cdmi',
    reader: 'cdmi-read',
    readers: ['cdmi-write/path/*', 'cdmi-write/overwrite'],
  },
  'cdmi-write/read-back-rest': {
    written: 'cdmi',
    reader: 'read-content',
    readers: ['lookup-file-id/path/*', 'lookup-file-id/identifies-file', 'cdmi-write/overwrite'],
  },
  'upload-file/read-back': {
    written: 'rest',
    reader: 'read-content',
    readers: [],
  },
  'upload-file/read-back-cdmi': {
    written: 'rest',
    reader: 'cdmi-read',
    readers: ['upload-file/name/*'],
  },
} as const;
type Way = keyof typeof WAYS;

const BYTE_WAYS = Object.keys(WAYS) as [Way, ...Way[]];

type Read = Extract<Change, { readonly operator: 'content' }>['argument'];
const readBack = (way: Way, argument: Read): Change =>
  by.content({ at: WAYS[way].reader, when: ({ node }) => node?.way === WAYS[way].written }, argument);

/** Returns the change by which content of a kind, written one way and read the other, comes back as other bytes. */
const spoiling = (way: Way, isOfKind: Test, spoil: Corruption) =>
  readBack(way, async (content) => {
    const bytes = await content.bytes();
    return isOfKind(bytes) ? inMemory(spoil(bytes)) : content;
  });

/**
 * Returns the faults of bytes. Those of texts affect more requirements: paths, overwriting and lookups are tested with
 * small texts.
 */
export const byteFaults = (): FaultLine[] =>
  BYTE_WAYS.flatMap((way) => {
    const { reader, readers } = WAYS[way];
    const everything = [`${way}/*`, ...readers];
    return [
      ...Object.entries(CORRUPTIONS).flatMap(([kind, corruptions]) =>
        Object.entries(corruptions).map(([what, spoil]): FaultLine => {
          const also = kind === 'text' ? readers : kind === 'one-mib' ? [`${way}/large`] : [];
          return [`${way}/${kind}`, what, spoiling(way, CONTENT_KINDS[kind]!, spoil), also];
        }),
      ),
      [`${way}/text`, 'invisible', readBack(way, () => undefined), [...everything, `${reader}/answers`]],
      [`${way}/text`, 'always-empty', readBack(way, () => inMemory(new Uint8Array())), everything],
      [
        `${way}/text`,
        'other-file',
        readBack(
          way,
          (content, { node }) =>
            [...(node?.parent?.children?.values() ?? [])].find((other) => other !== node && other.content)?.content ??
            content,
        ),
        everything,
      ],
    ];
  });

/** Contents that come back changed, each as the kind of content that is nearest to it. */
const CONTENTS: Readonly<Record<string, readonly [kind: string, is: Test, spoil: Corruption]>> = {
  'one-octet-lost': ['text', (bytes) => bytes.length === 1, () => new Uint8Array()],
  '4096-octets-cut': ['one-mib', (bytes) => bytes.length === 4 * KIB, lastByteLost],
  '8192-octets-twice': ['one-mib', (bytes) => bytes.length === 8 * KIB, (bytes) => Buffer.concat([bytes, bytes])],
  '65536-octets-cut': ['one-mib', (bytes) => bytes.length === 64 * KIB, lastByteLost],
  'gzip-decoded': ['all-bytes', isGzip, () => Buffer.from('decoded')],
  'utf-16-mark-stripped': [
    'bom-crlf',
    (bytes) => starts(0xff, 0xfe)(bytes) || starts(0xfe, 0xff)(bytes),
    (bytes) => bytes.subarray(2),
  ],
  'crlf-of-plain-text-to-lf': [
    'bom-crlf',
    (bytes) => isUtf8(bytes) && !startsWithBom(bytes),
    binaryText((value) => value.replaceAll('\r\n', '\n')),
  ],
  composed: ['text', isUtf8, text((value) => value.normalize('NFC'))],
  'json-written-anew': ['text', isObject, writtenAnew],
  'zero-octets-at-the-end-lost': ['all-bytes', () => true, binaryText((value) => value.replace(/\0+$/, ''))],
  'first-octet-255-lost': ['all-bytes', starts(0xff), (bytes) => bytes.subarray(1)],
};

/** Returns intermittent faults: contents of a certain form come back changed. */
export const contentLines = (): FaultLine[] =>
  Object.entries(CONTENTS).flatMap(([what, [kind, is, spoil]], at) =>
    // Two of the four ways each, in turn.
    BYTE_WAYS.filter((_, way) => (way + at) % 2 === 0).map(
      (way): FaultLine => [
        `${way}/${kind}`,
        what,
        spoiling(way, (bytes) => bytes.length <= KIB * KIB && is(bytes), spoil),
        [`${way}/*`],
      ],
    ),
  );
