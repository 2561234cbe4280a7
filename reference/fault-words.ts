/** Deviations of faults in words: a phrase where the id of a fault does not say it to a stranger. */

const PHRASES: Readonly<Record<string, string>> = {
  'let-in': 'it is accepted',
  'nearly-valid-is-let-in': 'a nearly valid one is accepted',
  'refused-but-done': 'it is rejected, and carried out all the same',
  applied: 'it is rejected, and carried out all the same',
  'refused-with-the-data': 'it is rejected with a response that contains the data',
  fraction: 'a number with a fraction',
  other: 'another one',
  none: 'none at all',
  present: 'it appears without a token too',
  outside: 'a reference to another address',
  late: 'it goes wrong in later calls',
  'after-another': 'it goes wrong in one later call',
  'first-only': 'the first time alone',
  second: 'wrong the second time',
  third: 'wrong the third time',
  slash: 'one slash more at its end',
  case: 'it is in capitals',
  plain: 'text/plain',
  dead: 'the identifier leads nowhere',
  invisible: 'what was written is not found',
  form: 'the media type of a form',
  blank: 'blanks alone',
  'lacks-all-made': 'what the run created is missing',
  'says-so-and-does-not': 'the job is reported as cancelled, and stays as it was',
  'astral-lost': 'a question mark for each character beyond U+FFFF',
  'cr-lost': 'each CR is lost',
  'cut-at-1a': 'it is cut at the byte 1A',
  'later-ones-were-listed': 'later identifiers are those of listed jobs',
  'later-ones-are-empty': 'later identifiers are empty',
  'made-up-unasked': 'the result is made up without a request',
  'second-ignored': 'the second is ignored',
};

const SIGNS: Readonly<Record<string, string>> = { 'less-than': '<', 'greater-than': '>', ampersand: '&' };

/** Words that a sentence writes in capitals. */
const CAPITALS = /\b(?:ascii|bmp|cdata|cdmi|crlf|dn|html|http|iso|json|jwt|oidc|php|rest|soap|tls|urn|utf|uuid|xml)\b/g;

/** The words of an id. */
export const wordsOf = (id: string): string =>
  id.replaceAll(/(?<!\b(?:e|s|utf|latin|iso|windows))-/g, ' ').replace(CAPITALS, (word) => word.toUpperCase());

/** The deviation that a fault's id names behind `@`, in words. */
export function deviationOf(id: string): string {
  const [way = '', ...when] = id.slice(id.indexOf('@') + 1).split('/');
  const [, sign, part] = /^(.+)-in-([A-Z]\w+)$/.exec(way) ?? [];
  const words =
    PHRASES[way] ??
    (/^\d{3}$/.test(way)
      ? `status ${way}`
      : sign && part
        ? `${SIGNS[sign] ?? wordsOf(sign)} in ${part} is rejected`
        : wordsOf(way));
  return [words, ...when.map(wordsOf)].join(' ');
}
