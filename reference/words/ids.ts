/** The words of an id, as a sentence writes them. */

/** Words that a sentence writes otherwise than an id. */
const CAPITALS =
  /\b(?:ascii|bmp|bom|cdata|cdmi|cr|crlf|dn|html|http|iso|json|jwt|lf|oidc|php|post|put|rest|soap|tls|urn|utf|uuid|xml)\b/g;
const SPELLED: readonly (readonly [form: RegExp, word: string])[] = [
  [/(?<!\b(?:e|s|utf|latin|iso|windows|non))-/g, ' '],
  [/\brefused\b/g, 'rejected'],
  [/\ban octet\b/g, 'a byte'],
  [/\boctet/g, 'byte'],
  [/\bbeyond bmp\b/g, 'characters beyond the BMP'],
  [/\bkib\b/g, 'KiB'],
  [/\bmib\b/g, 'MiB'],
  [/\bbeyond latin-/g, 'characters beyond Latin-'],
  [/\blatin-/g, 'Latin-'],
];

/** The words of an id. */
export const wordsOf = (id: string): string =>
  SPELLED.reduce((words, [form, word]) => words.replace(form, word), id).replace(CAPITALS, (word) =>
    word.toUpperCase(),
  );
