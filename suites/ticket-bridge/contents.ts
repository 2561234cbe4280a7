/** Contents of requests that are unusual in one way, and combinations of them. */

import { wrapBase64 } from '../../src/soap/encode.ts';
import type { Origin } from '../words.ts';

/** A value before it is encoded: bytes become base64. */
export type Content = string | Uint8Array;

/** Something unusual about one part of a request. */
export interface UnusualPart {
  readonly part: string;
  /** The part in the words of messages. */
  readonly what: string;
  /** The statement of the document that such a value is accepted; absent: the document leaves it open. */
  readonly statement?: string;
  /** Returns the value, made unusual. */
  readonly of: (plain: Content) => Content;
}

export type Unusual = readonly UnusualPart[];

/** Returns origins of a part of a request. */
export function originsOf(part: string, odd: Unusual): readonly Origin[] {
  const own = odd.filter((one) => one.part === part);
  return own.length === 0
    ? [{ from: 'assay' }]
    : own.map((one) => ({
        from: 'assay',
        unusual: wordsOf(one),
        ...(one.statement === undefined && { leftOpen: true }),
      }));
}

const odd = (part: string, what: string, of: UnusualPart['of'], statement?: string) => ({
  part,
  what,
  of,
  statement,
});

/** Text that every XML string may contain, by kind. */
const TEXTS: Readonly<Record<string, string>> = {
  'non-ASCII characters': 'é Ω ß',
  'characters outside the Basic Multilingual Plane': '𝄞 👩\u200d💻',
  'markup characters and quotes': '& < > " \' ]]> &amp; &#65; <!--',
  'combining marks': 'e\u0301 A\u030a o\u0302\u0323',
  'scripts beyond Latin': 'עברית العربية हिन्दी 中文 한국어',
  'percent and plus signs': '100 % + 1%2B1',
  'consecutive, leading and trailing spaces': 'a  b   ',
};
const LINES: Readonly<Record<string, string>> = {
  'line breaks': 'one\ntwo\n\nthree',
  'tabs and carriage returns': 'a\tb\r\nc\rd',
};

const texts = (part: string, kinds: Readonly<Record<string, string>>) =>
  Object.entries(kinds).map(([kind, text]) =>
    odd(part, kind, (plain) => `${kind.startsWith('consecutive') ? '  ' : ''}${plain} ${text}`, 'accepts-any-text'),
  );

const SUBJECT = texts('Subject', TEXTS);
const CORRESPONDENCE = texts('Correspondence', { ...TEXTS, ...LINES });

/** Splits values into those at even and at odd places. */
const halves = (of: Unusual) => [0, 1].map((rest) => of.filter((_, at) => at % 2 === rest));

/** Every kind of text in both parts. */
export const RICH_TEXT: Unusual = [...SUBJECT, ...CORRESPONDENCE];

const bytes = (what: string, content: Uint8Array) => odd('AttachmentData', what, () => content, 'accepts-any-bytes');
const EVERY_BYTE = bytes(
  'every byte value',
  new Uint8Array(256).map((_, index) => index),
);
const wrapped = (length: number) =>
  odd(
    'AttachmentData',
    `base64 in lines of ${length} characters`,
    (content) => wrapBase64(content as Uint8Array, length),
    'accepts-line-wrapped-base64',
  );
const WRAPPED = wrapped(76);
const named = (what: string, rest: string) =>
  odd('AttachmentName', what, (name) => String(name).replace('.txt', rest), 'accepts-any-name');
const ODD_NAME = named('a space and non-ASCII characters', ' Übersicht Störung 1.txt');

/** Returns a part of a given size: letters for a text, bytes for a file. */
const sized = (part: string, size: number, what = `a size of ${size}`) =>
  odd(
    part,
    what,
    (plain) => (typeof plain === 'string' ? 'x'.repeat(size) : new Uint8Array(size).fill(0x61)),
    // No service has a limit as small as this.
    part === 'AttachmentData' && [1, 2, 3].includes(size) ? 'accepts-any-bytes' : undefined,
  );

const AS_LONG = 'a plain text as long as the rejected one';

/**
 * Returns texts of plain letters, each as long as the unusual text: if these are rejected too, the length may be the
 * reason, because the document leaves limits open.
 */
export const asLong = (some: Unusual): Unusual =>
  [...new Set(some.map(({ part }) => part))]
    .filter((part) => part !== 'AttachmentData')
    .map((part) => odd(part, AS_LONG, (plain) => 'x'.repeat(Buffer.byteLength(String(withOdd(plain, part, some))))));

/** Describes a plain text as long as an unusual value, given the description of that; undefined for a file. */
export function lengthOf(words: string): string | undefined {
  const one = ALL.find((each) => wordsOf(each) === words);
  return one && one.part !== 'AttachmentData' ? wordsOf({ ...one, what: AS_LONG }) : undefined;
}

/** Returns the value of a part with everything unusual about it. */
export const withOdd = (plain: Content, part: string, some: Unusual): Content =>
  some.reduce<Content>((before, one) => (one.part === part ? one.of(before) : before), plain);

const MEBIBYTE = 1024 * 1024;
export const RICH_FILE: Unusual = [EVERY_BYTE, WRAPPED];
export const LARGE_FILE: Unusual = [sized('AttachmentData', MEBIBYTE, '1 MiB'), ODD_NAME];
export const EMPTY_FILE: Unusual = [sized('AttachmentData', 0)];

/**
 * Levels of each factor, the plain one first. Lengths of files leave each remainder by three, and are more than one
 * line of base64.
 */
const LEVELS = {
  texts: [
    [[], ...halves(SUBJECT)],
    [[], ...halves(CORRESPONDENCE)],
  ],
  files: [
    [
      [EVERY_BYTE],
      [
        bytes(
          'XML behind a byte order mark',
          Buffer.from(`\ufeff<?xml version="1.0"?>\r\n<a>${'<b>]]></b>'.repeat(9)}</a>`),
        ),
      ],
      [bytes('compressed bytes', Buffer.alloc(104, 'H4sIAAAAAAAAA0tMSk5JTUvPyMzKzskFAIw', 'base64'))],
    ],
    [[], [WRAPPED], [wrapped(64)]],
    [[], [ODD_NAME], [named('an apostrophe and characters outside the Basic Multilingual Plane', "' 写真 𝄞.tar.gz")]],
  ],
} as const satisfies Readonly<Record<string, readonly (readonly Unusual[])[]>>;

/** Contents for one request, and which of three tickets it is about. */
export interface Row {
  readonly ticket: number;
  readonly odd: Unusual;
}

/**
 * Returns the orthogonal array of nine rows: of any two of four factors with three levels each, every pair of levels
 * occurs once.
 */
const array = (kind: keyof typeof LEVELS) =>
  Array.from({ length: 9 }, (_, row) => {
    const [one, two] = [Math.trunc(row / 3), row % 3];
    const level = [one, two, (one + two) % 3, (one + 2 * two) % 3];
    return { ticket: level[3]!, odd: LEVELS[kind].flatMap((levels, factor) => levels[level[factor]!] ?? []) };
  });

/** Lengths around usual sizes of buffers and columns. */
const SIZES = [255, 256, 257, 1, 1023, 1024, 1025, 2, 4095, 4096, 4097, 3, 65_535, 65_536, 65_537, 99_991];

const ALL: Unusual = [
  ...[...RICH_TEXT, ...RICH_FILE, ...LARGE_FILE, ...LEVELS.files.flat(2)],
  ...SIZES.map((size) => sized('AttachmentData', size)),
];

/** Describes an unusual value, for messages and origins. */
const wordsOf = ({ what, part }: UnusualPart) => `${what} in ${part}`;

/**
 * Returns the statement that something unusual is accepted, by its words, or undefined if the document leaves it open.
 */
export const statementOf = (words: string): string | undefined => ALL.find((one) => wordsOf(one) === words)?.statement;

/**
 * Returns the requests of a round: three of the nine rows, and a third of the sizes; at depth `standard`, only the
 * first `few`.
 */
export function rowsOf(
  kind: keyof typeof LEVELS,
  part: string,
  { depth, round }: { readonly depth: string; readonly round: number },
  few: number,
): readonly Row[] {
  const ofRound = (_: unknown, at: number) => at % 3 === round % 3;
  const sizes = SIZES.filter(ofRound).map((size, at) => ({ ticket: at % 3, odd: [sized(part, size)] }));
  // The row in which no factor is plain goes first.
  const rows = array(kind).filter((__, at) => at % 3 === (round + 1) % 3);
  const all = [...rows.slice(1), ...rows.slice(0, 1), ...sizes];
  return depth === 'standard' ? all.slice(0, few) : all;
}
