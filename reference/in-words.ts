/** Titles of faults from the words of their ids. */

/** Words that a sentence writes in another way than an id; the rules apply in turn. */
const WRITTEN: readonly (readonly [found: RegExp, written: string])[] = [
  [/-/g, ' '],
  [/\butf (8|16)\b/g, 'UTF-$1'],
  [/\blatin 1\b/g, 'Latin-1'],
  [/\bnon ascii\b/g, 'non-ASCII'],
  [/\bascii\b/g, 'ASCII'],
  [/\bastral\b/g, 'characters beyond U+FFFF'],
  [/\ban octet\b/g, 'a byte'],
  [/\boctet(s?)\b/g, 'byte$1'],
  [/\b1a\b/g, 'byte 0x1A'],
  [/\bbom\b/g, 'byte order mark'],
  [/\bkib\b/g, 'KiB'],
  [/\bmib\b/g, 'MiB'],
  [/\bcrlf\b/g, 'CRLF'],
  [/\bcr\b/g, 'CR'],
  [/\blf\b/g, 'LF'],
  [/\bcdata\b/g, 'CDATA'],
  [/\bjson\b/g, 'JSON'],
  [/\buuid\b/g, 'UUID'],
  [/\bhttp\b/g, 'HTTP'],
  [/^as /, 'read as '],
];

/** The end of an id as a sentence writes it, e.g. `cut at 64 KiB` for `cut-at-64-kib`. */
export const inWords = (what: string): string =>
  WRITTEN.reduce((text, [found, written]) => text.replace(found, written), what);

/** A title that names its subject, which is the first part of the id: an operation, a call. */
export function about(id: string, title: string): string {
  const [subject = ''] = id.split('/');
  return title.includes(subject) ? title : `${subject}: ${title}`;
}
