/** Titles of faults and variants from the words of their ids. */

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
  [/\bs gensym/g, 's-gensym'],
  [/^\d{3}$/, 'status $&'],
  [/^as /, 'read as '],
];

const inWords = (words: string): string =>
  WRITTEN.reduce((text, [found, written]) => text.replace(found, written), words).replace(
    /\b(?:crlf|cr|lf|cdata|json|uuid|http|html|xml|cdmi|vo)\b/g,
    (word) => word.toUpperCase(),
  );

/** Predicates that say more than the word of an id. */
const PREDICATES: Readonly<Record<string, string>> = {
  missing: 'is missing',
  string: 'is a string',
  number: 'is a number',
  boolean: 'is a boolean',
  object: 'is an object',
  array: 'is an array',
  null: 'is null',
  fraction: 'is not a whole number',
  empty: 'is empty',
  'let-in': 'is accepted',
  other: 'has another value',
  'upper-case': 'is in capitals',
  'with-z': 'ends with Z',
  'with-zone': 'has a time zone',
  'with-fraction': 'has a fraction of a second',
  'with-space': 'contains a space',
  'date-only': 'has no time of day',
  'without-seconds': 'has no seconds',
  'no-such-day': 'is on 30 February',
  'no-leap-day': 'is on 29 February of a common year',
  'month-13': 'is in month 13',
  'hour-25': 'is in hour 25',
  'minute-60': 'is in minute 60',
  'basic-form': 'has no hyphens and colons',
  'epoch-text': 'is a count of seconds as text',
  'http-date': 'is an HTTP date',
  'line-break': 'ends with a line break',
  'no-dashes': 'has no hyphens',
  'too-short': 'lacks a digit',
  'too-long': 'has a digit too many',
  'letter-outside': 'contains a letter that is not hexadecimal',
  braces: 'is enclosed in braces',
  urn: 'is a URN',
  'dashes-elsewhere': 'has a hyphen in the wrong place',
  'with-prefix': 'begins with 0x',
  'with-colons': 'has colons between its bytes',
  'without-scheme': 'has no scheme',
  'without-host': 'has no host',
  'scheme-relative': 'begins with //',
  'one-slash': 'has one slash after its scheme',
  'common-name-alone': 'is a common name without its distinguished name',
  'e-mail': 'is an e-mail address',
  uuid: 'is a UUID',
  'with-path': 'has a path',
  'with-query': 'has a query',
  'other-pattern': 'does not match its pattern',
  'other-pattern-property': 'has a member that does not match its pattern',
  'other-combination': 'matches none of its schemas',
};

/** A sentence about what is wrong, e.g. `contains an element that is null` for `null-element`. */
function predicateOf(what: string): string {
  const [, inner, part] = /^(.+)-(element|value)$/.exec(what) ?? [];
  if (inner !== undefined && Object.hasOwn(PREDICATES, inner))
    return `contains ${part === 'element' ? 'an' : 'a'} ${part} that ${PREDICATES[inner]}`;
  return PREDICATES[what] ?? inWords(what);
}

/** The title of a fault or variant, readable without its id: the statement and how it is broken, or what varies. */
export function titleOf(id: string): string {
  const [whole = '', way] = id.split('/sometimes/');
  const [statement = '', what] = whole.split('@');
  const [, subject = '', ...rest] = statement.split('/');
  const words =
    what === undefined
      ? inWords(statement.split('/').at(-1) ?? '')
      : `${[subject, ...rest.map(inWords)].join(' ')}: ${predicateOf(what)}`;
  return way === undefined ? words : `${words}, ${inWords(way)}`;
}
