/** Faults on bytes: what is read is not what was written, by kind of content and by the two ways; and names that are misread. */
import { gunzipSync } from 'node:zlib';
import { decodeSegment, inMemory, type Reading } from '../files.ts';
import { by, type Change, type FaultLine } from '../operators.ts';

/** Changes bytes before they are returned. */
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
const IS_OF_KIND: Readonly<Record<string, Test>> = {
  empty: (bytes) => bytes.length === 0,
  text: (bytes) => small(bytes) && !startsWithBom(bytes) && isUtf8(bytes),
  'all-bytes': (bytes) => small(bytes) && !isUtf8(bytes),
  'bom-crlf': (bytes) => small(bytes) && startsWithBom(bytes),
  'one-mib': (bytes) => bytes.length > 64 * KIB && bytes.length <= KIB * KIB,
  large: (bytes) => bytes.length > KIB * KIB,
  boundaries: (bytes) => small(bytes) && (bytes.length % (4 * KIB) === 0 || isGzip(bytes) || isObject(bytes)),
};

const isGzip: Test = (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b;
function isObject(bytes: Uint8Array): boolean {
  try {
    return typeof JSON.parse(Buffer.from(bytes).toString('utf8')) === 'object';
  } catch {
    return false;
  }
}

export const text =
  (change: (text: string) => string): Corruption =>
  (bytes) =>
    Buffer.from(change(Buffer.from(bytes).toString('utf8')), 'utf8');
export const binaryText =
  (change: (text: string) => string): Corruption =>
  (bytes) =>
    Buffer.from(change(Buffer.from(bytes).toString('latin1')), 'latin1');
const cutAt =
  (size: number): Corruption =>
  (bytes) =>
    bytes.subarray(0, size);
export const lastByteLost: Corruption = (bytes) => bytes.subarray(0, -1);
const oneByteChanged: Corruption = (bytes) => {
  const copy = Uint8Array.from(bytes);
  const middle = copy.length >> 1;
  copy[middle] = (copy[middle] ?? 0) ^ 1;
  return copy;
};

/** Returns the byte of a character in Latin-1, or a question mark if it has none. */
const latin1Octet = (character: string): number => {
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
    'whole-blocks-lose-an-octet': (bytes) => (bytes.length % (4 * KIB) === 0 ? bytes.subarray(0, -1) : bytes),
    'gzip-unpacked': (bytes) => (isGzip(bytes) ? gunzipSync(bytes) : bytes),
    'json-written-anew': (bytes) =>
      isObject(bytes) ? Buffer.from(JSON.stringify(JSON.parse(Buffer.from(bytes).toString('utf8')))) : bytes,
  },
};

/** Ways to write and to read: the way in which a file is written, the reader, and further requirements that fail or warn if no file is spared. */
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

export const BYTE_WAYS = Object.keys(WAYS) as [Way, ...Way[]];
export const CONTENT_KINDS: readonly string[] = Object.keys(CORRUPTIONS);

type Read = Extract<Change, { readonly operator: 'content' }>['argument'];
export const readBack = (way: Way, argument: Read): Change =>
  by.content({ at: WAYS[way].reader, when: ({ node }) => node?.way === WAYS[way].written }, argument);

/** Returns the change by which content of one kind, written one way and read the other, comes back as other bytes. */
export const spoiling = (way: Way, kind: string, spoil: Corruption): Change =>
  readBack(way, async (content) => {
    const bytes = await content.bytes();
    return IS_OF_KIND[kind]?.(bytes) ? inMemory(spoil(bytes)) : content;
  });

/** Small texts are also what paths, overwriting and lookups are tried with. */
export const byteFaults = (): FaultLine[] =>
  BYTE_WAYS.flatMap((way) => {
    const { reader, readers } = WAYS[way];
    const everything = [`${way}/*`, ...readers];
    return [
      ...Object.entries(CORRUPTIONS).flatMap(([kind, corruptions]) =>
        Object.entries(corruptions).map(([what, spoil]): FaultLine => {
          const also = kind === 'text' ? readers : kind === 'one-mib' ? [`${way}/large`] : [];
          return [`${way}/${kind}`, what, spoiling(way, kind, spoil), also];
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

/** Wrong readings of names. */
const READINGS: Readonly<Record<string, Reading>> = {
  'plus-as-space': (segment) =>
    decodeSegment(segment.replaceAll('%2B', '+').replaceAll('%2b', '+')).replaceAll('+', ' '),
  'space-as-plus': (segment) => decodeSegment(segment).replaceAll(' ', '+'),
  'space-kept-encoded': (segment) => decodeSegment(segment).replaceAll(' ', '%20'),
  'decoded-twice': (segment) => {
    const once = decodeSegment(segment);
    return /^(?:[^%]|%[0-9a-fA-F]{2})*$/.test(once) ? Buffer.from(unescapeBytes(once)).toString('utf8') : once;
  },
  'lower-cased': (segment) => decodeSegment(segment).toLowerCase(),
  'extension-dropped': (segment) => decodeSegment(segment).replace(/\.[^.]*$/, ''),
  'cut-at-semicolon': (segment) => decodeSegment(segment).replace(/;.*$/s, ''),
  'question-mark-dropped': (segment) => decodeSegment(segment).replaceAll('?', ''),
  'percent-dropped': (segment) => decodeSegment(segment).replaceAll('%', ''),
  'plus-dropped': (segment) => decodeSegment(segment).replaceAll('+', ''),
  'non-ascii-dropped': (segment) => decodeSegment(segment).replace(/[^ -~]/gu, ''),
  'non-ascii-as-question-mark': (segment) => decodeSegment(segment).replace(/[^ -~]/gu, '?'),
  'non-ascii-as-latin-1': (segment) => Buffer.from(decodeSegment(segment), 'utf8').toString('latin1'),
};

function unescapeBytes(text: string): Uint8Array {
  const unescaped: number[] = [];
  const bytes = Buffer.from(text, 'utf8');
  for (let i = 0; i < bytes.length; i += 1) {
    if (bytes[i] === 0x25) {
      unescaped.push(Number.parseInt(bytes.toString('latin1', i + 1, i + 3), 16));
      i += 2;
    } else unescaped.push(bytes[i] ?? 0);
  }
  return Uint8Array.from(unescaped);
}

/** Wrong readings by the form of the name. `-on-write`: only what is written is misread, so it is not found again. */
const PATHS: Readonly<Record<string, readonly string[]>> = {
  spaces: ['space-as-plus', 'space-kept-encoded-on-write'],
  'non-ascii': ['non-ascii-dropped', 'non-ascii-as-latin-1-on-write', 'non-ascii-as-question-mark-on-write'],
  plus: ['plus-as-space', 'plus-dropped-on-write'],
  percent: ['decoded-twice', 'percent-dropped-on-write'],
  'mixed-case': ['lower-cased', 'lower-cased-on-write', 'extension-dropped-on-write'],
  boundaries: ['cut-at-semicolon-on-write', 'question-mark-dropped-on-write'],
};
export const PATH_FORMS: readonly string[] = Object.keys(PATHS);
/** Statements on names, the operations that read the name, and that which writes under it (then it may be misread only there). */
const NAMES: Readonly<Record<string, { readonly read: readonly string[]; readonly writes?: string }>> = {
  'cdmi-write/path': { read: ['cdmi-read', 'cdmi-write'], writes: 'cdmi-write' },
  'lookup-file-id/path': { read: ['lookup-file-id'] },
  'upload-file/name': { read: ['upload-file'], writes: 'upload-file' },
};

/** Returns the faults of names that are read wrongly. A wrong reading may confuse the names of two forms, and the two ways then disagree on a name. */
export const nameFaults = (): FaultLine[] =>
  Object.entries(NAMES).flatMap(([statement, { read, writes }]) =>
    Object.entries(PATHS).flatMap(([form, readings]) =>
      [...new Set(readings.map((what) => (writes ? what : what.replace('-on-write', ''))))].map((what): FaultLine => {
        const reading = what.replace('-on-write', '');
        return [
          `${statement}/${form}`,
          what,
          by.misread(reading === what ? read : (writes ?? read), READINGS[reading] ?? decodeSegment),
          [
            `${statement}/*`,
            'lookup-file-id/path/*',
            'read-content/answers',
            'lookup-file-id/answers',
            'cdmi-read/answers',
            'cdmi-list/holds-created',
            'list-children/holds-created',
            'list-files/holds-created',
          ],
        ];
      }),
    ),
  );
