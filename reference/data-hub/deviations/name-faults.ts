/** Faults on names: a name is read wrongly where a file is written, read or looked up. */
import { decodeSegment, type Reading } from '../files.ts';
import { by, type FaultLine } from '../operators.ts';

/**
 * Returns the change by which operations read names wrongly; a name of which nothing would be left is read as it is.
 */
const misread = (at: string | readonly string[], read: Reading) =>
  by.misread(at, (segment) => {
    const name = decodeSegment(segment);
    return read(name) || name;
  });

/** Wrong readings of decoded names. */
const READINGS: Readonly<Record<string, Reading>> = {
  'plus-as-space': (name) => name.replaceAll('+', ' '),
  'space-as-plus': (name) => name.replaceAll(' ', '+'),
  'space-kept-encoded': (name) => name.replaceAll(' ', '%20'),
  'decoded-twice': (name) => (/^(?:[^%]|%[0-9a-fA-F]{2})*$/.test(name) ? unescaped(name) : name),
  'lower-cased': (name) => name.toLowerCase(),
  'extension-dropped': (name) => name.replace(/\.[^.]*$/, ''),
  'cut-at-semicolon': (name) => name.replace(/;.*$/s, ''),
  'cut-at-ampersand': (name) => name.replace(/&.*$/s, ''),
  'question-mark-dropped': (name) => name.replaceAll('?', ''),
  'percent-dropped': (name) => name.replaceAll('%', ''),
  'plus-dropped': (name) => name.replaceAll('+', ''),
  'non-ascii-dropped': (name) => name.replace(/[^ -~]/gu, ''),
  'non-ascii-as-question-mark': (name) => name.replace(/[^ -~]/gu, '?'),
  'non-ascii-as-latin-1': (name) => Buffer.from(name, 'utf8').toString('latin1'),
};

/** Returns the text that a percent-encoded one stands for. Bytes that are not UTF-8 become U+FFFD. */
const unescaped = (text: string) =>
  Buffer.from(
    Buffer.from(text)
      .toString('latin1')
      .replace(/%(..)/g, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16))),
    'latin1',
  ).toString();

/** Wrong readings by the form of the name. `-on-write`: only what is written is misread, so it is not found again. */
const PATHS: Readonly<Record<string, readonly string[]>> = {
  spaces: ['space-as-plus', 'space-kept-encoded-on-write'],
  'non-ascii': ['non-ascii-dropped', 'non-ascii-as-latin-1-on-write', 'non-ascii-as-question-mark-on-write'],
  plus: ['plus-as-space', 'plus-dropped-on-write'],
  percent: ['decoded-twice', 'percent-dropped-on-write'],
  'mixed-case': ['lower-cased', 'lower-cased-on-write', 'extension-dropped-on-write'],
  boundaries: ['cut-at-semicolon-on-write', 'cut-at-ampersand-on-write', 'question-mark-dropped-on-write'],
};
/**
 * Statements on names, the operations that read the name, and that which writes under it (then it may be misread only
 * there).
 */
const NAMES: Readonly<Record<string, { readonly read: readonly string[]; readonly writes?: string }>> = {
  'cdmi-write/path': { read: ['cdmi-read', 'cdmi-write'], writes: 'cdmi-write' },
  'lookup-file-id/path': { read: ['lookup-file-id'] },
  'upload-file/name': { read: ['upload-file'], writes: 'upload-file' },
};

/** Statements on lists that show the names. */
const LISTED = ['cdmi-list', 'list-children', 'list-files'].map((name) => `${name}/holds-created`);

/**
 * Returns the faults of names that are read wrongly. A wrong reading may also change names of other forms, and lists
 * then show them differently from lookups. Each fault therefore declares the requirements on these, too.
 */
export const nameFaults = (): FaultLine[] =>
  Object.entries(NAMES).flatMap(([statement, { read, writes }]) =>
    Object.entries(PATHS).flatMap(([form, readings]) =>
      [...new Set(readings.map((what) => (writes ? what : what.replace('-on-write', ''))))].map((what): FaultLine => {
        const reading = what.replace('-on-write', '');
        return [
          `${statement}/${form}`,
          what,
          misread(reading === what ? read : (writes ?? read), READINGS[reading]!),
          [
            `${statement}/*`,
            'lookup-file-id/path/*',
            ...['read-content', 'lookup-file-id', 'cdmi-read'].map((name) => `${name}/answers`),
            ...LISTED,
          ],
        ];
      }),
    ),
  );

/** Names that are stored differently, by the form of name that is nearest to them. */
const SECOND_READINGS: Readonly<Record<string, readonly [form: string, read: Reading]>> = {
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

/** Returns intermittent faults: names of a certain form are stored differently. */
export const nameLines = (): FaultLine[] =>
  Object.entries(SECOND_READINGS).flatMap(([what, [form, read]]) =>
    (['cdmi-write/path', 'upload-file/name'] as const).map(
      (statement): FaultLine => [
        `${statement}/${form}`,
        what,
        misread(statement.split('/')[0] ?? '', read),
        [`${statement}/*`, ...LISTED],
      ],
    ),
  );
