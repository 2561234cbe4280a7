/** Intermittent faults: contents and names of a certain kind come back changed. */

import { BYTE_WAYS, binaryText, type Corruption, lastByteLost, readBack, text } from '../deviations/byte-faults.ts';
import { decodeSegment, inMemory, type Reading } from '../files.ts';
import { by, type FaultLine } from '../operators.ts';

const starts =
  (...first: readonly number[]) =>
  (bytes: Uint8Array): boolean =>
    first.every((byte, at) => bytes[at] === byte);
const ofSize =
  (size: number) =>
  (bytes: Uint8Array): boolean =>
    bytes.length === size;
const asText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');
const isText = (bytes: Uint8Array): boolean => Buffer.from(asText(bytes)).equals(bytes);

/** Contents that come back changed, each as the kind of content that is nearest to it. */
const CONTENTS: Readonly<
  Record<string, readonly [kind: string, is: (bytes: Uint8Array) => boolean, spoil: Corruption]>
> = {
  'one-octet-lost': ['text', ofSize(1), () => new Uint8Array()],
  '4096-octets-cut': ['one-mib', ofSize(4096), lastByteLost],
  '8192-octets-twice': ['one-mib', ofSize(8192), (bytes) => Buffer.concat([bytes, bytes])],
  '65536-octets-cut': ['one-mib', ofSize(65536), lastByteLost],
  'gzip-decoded': ['all-bytes', starts(0x1f, 0x8b), () => Buffer.from('decoded')],
  'utf-16-mark-stripped': [
    'bom-crlf',
    (bytes) => starts(0xff, 0xfe)(bytes) || starts(0xfe, 0xff)(bytes),
    (bytes) => bytes.subarray(2),
  ],
  'crlf-of-plain-text-to-lf': [
    'bom-crlf',
    (bytes) => isText(bytes) && !starts(0xef, 0xbb)(bytes),
    binaryText((value) => value.replaceAll('\r\n', '\n')),
  ],
  composed: ['text', isText, text((value) => value.normalize('NFC'))],
  'json-written-anew': [
    'text',
    starts(0x7b),
    text((value) => {
      try {
        return JSON.stringify(JSON.parse(value));
      } catch {
        return value;
      }
    }),
  ],
  'zero-octets-at-the-end-lost': ['all-bytes', () => true, binaryText((value) => value.replace(/\0+$/, ''))],
  'first-octet-255-lost': ['all-bytes', starts(0xff), (bytes) => bytes.subarray(1)],
};

/** Returns contents that come back changed. */
export const contentLines = (): FaultLine[] =>
  Object.entries(CONTENTS).flatMap(([what, [kind, is, spoil]], at) =>
    // Two of the four ways each, in turn.
    BYTE_WAYS.filter((_, way) => (way + at) % 2 === 0).map(
      (way): FaultLine => [
        `${way}/${kind}`,
        what,
        readBack(way, async (content) => {
          if (content.size > 1024 * 1024) return content;
          const bytes = await content.bytes();
          return is(bytes) ? inMemory(spoil(bytes)) : content;
        }),
        [`${way}/*`],
      ],
    ),
  );

/** Names that are stored differently, by the form of name that is nearest to them. */
const READINGS: Readonly<Record<string, readonly [form: string, read: Reading]>> = {
  'dot-at-the-end-dropped': ['mixed-case', (name) => name.replace(/\.+$/, '')],
  'dot-at-the-start-dropped': ['mixed-case', (name) => name.replace(/^\.+/, '')],
  'cut-at-a-semicolon': ['percent', (name) => name.replace(/;.*/, '')],
  'cut-at-an-ampersand': ['percent', (name) => name.replace(/&.*/, '')],
  'cut-at-a-number-sign': ['percent', (name) => name.replace(/#.*/, '')],
  'apostrophe-doubled': ['percent', (name) => name.replaceAll("'", "''")],
  'tilde-dropped': ['percent', (name) => name.replaceAll('~', '')],
  composed: ['non-ascii', (name) => name.normalize('NFC')],
  'astral-dropped': ['non-ascii', (name) => name.replace(/[\u{10000}-\u{10ffff}]/gu, '')],
  'lower-case-beyond-ascii': ['non-ascii', (name) => name.replace(/[^ -~]/gu, (letter) => letter.toLowerCase())],
  'blanks-at-the-end-dropped': ['spaces', (name) => name.trimEnd()],
};

/** Names that are stored differently. */
export const nameLines = (): FaultLine[] =>
  Object.entries(READINGS).flatMap(([what, [form, read]]) =>
    (['cdmi-write/path', 'upload-file/name'] as const).map(
      (statement): FaultLine => [
        `${statement}/${form}`,
        what,
        by.misread(statement.split('/')[0] ?? '', (segment) => read(decodeSegment(segment)) || decodeSegment(segment)),
        [`${statement}/*`, 'cdmi-list/holds-created', 'list-children/holds-created', 'list-files/holds-created'],
      ],
    ),
  );
