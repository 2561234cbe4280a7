/** Deviations of faults in words: a phrase where the id of a fault does not say it to a stranger. */

const PHRASES: Readonly<Record<string, string>> = {
  'let-in': 'it is accepted',
  'nearly-valid-is-let-in': 'a nearly valid one is accepted',
  'no-scheme-is-let-in': 'it is accepted without a scheme',
  'refused-but-done': 'it is rejected, and carried out all the same',
  applied: 'it is rejected, and carried out all the same',
  'refused-with-the-data': 'it is rejected with a response that contains the data',
  refused: 'it is rejected',
  missing: 'it is missing',
  text: 'a text',
  number: 'a number',
  boolean: 'a boolean',
  object: 'an object',
  array: 'an array',
  string: 'a string',
  fraction: 'a number with a fraction',
  exponent: 'a number with an exponent',
  hexadecimal: 'a hexadecimal number',
  grouped: 'a number with separators of thousands',
  spaced: 'a number with a space in it',
  'other-digits': 'digits other than 0 to 9',
  nil: 'xsi:nil',
  dangling: 'a reference without a target',
  cyclic: 'a reference to itself',
  'element-content': 'an element within the part',
  'foreign-type': 'a type of another namespace',
  'unbound-type': 'a type with an unbound prefix',
  'short-overflow': 'a short that is too great',
  'foreign-struct': 'a structure of another namespace',
  foreign: 'an envelope of another namespace',
  envelope: 'the namespace of the envelope',
  unqualified: 'the attribute without its namespace',
  'first-part': 'stated on the first part alone',
  'no-parts': 'stated on everything but the parts',
  'one-part': 'another style on one part',
  several: 'several at once',
  reversed: 'the reverse order',
  'late-header': 'a header after the body',
  next: 'the next identifier',
  constant: 'the same identifier each time',
  count: 'the number of requests',
  negated: 'the identifier with a minus sign',
  external: 'the identifier of the other system',
  'after-attachment': 'a wrong one after an attachment',
  'next-of-made-up': 'the next identifier, after an unknown one',
  'zero-of-made-up': 'zero, for an unknown ticket',
  'right-to-left': 'text from right to left',
  'second-ticket': 'a wrong one for the second ticket',
  high: 'bytes above 127',
  'not-utf-8': 'bytes that are not UTF-8',
  control: 'control characters',
  'line-feed': 'any line break',
  'one-line': 'more than two lines',
  other: 'another one',
  none: 'none at all',
  reference: 'a character reference',
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
  both: 'an ampersand in both',
  'letter-outside': 'a letter beyond F',
  'in-a-string': 'JSON within a string',
  'two-documents': 'two JSON documents',
  'not-a-number': 'NaN, which JSON lacks',
  'first-alone': 'the first element without a list',
  ignored: 'the parameter is ignored',
  inverted: 'all the others',
  'one-of-another': 'one job of another organisation',
  'two-in-turn': 'two identifiers in turn',
  swapped: 'source and destination swapped',
  'host-within-the-host': 'a host that contains the host',
  'comes-back': 'the change is undone',
  'readable-once': 'it can be read once only',
  'lacks-all-made': 'what the run created is missing',
  'lacks-it': 'it is missing',
  'lacks-earlier': 'earlier ones are missing',
  'lacks-cdmi': 'files written through CDMI are missing',
  'lacks-rest': 'files written through REST are missing',
  'lacks-cdmi-among-identifiers': 'identifiers of files written through CDMI are missing',
  'lacks-upper-case': 'names with capitals are missing',
  'says-so-and-does-not': 'the job is reported as cancelled, and stays as it was',
  'astral-lost': 'a question mark for each character beyond U+FFFF',
  'cr-lost': 'each CR is lost',
  'cut-at-1a': 'it is cut at the byte 1A',
  'spoilt-by-identifier': 'one written by identifier is damaged',
  'tail-kept': 'the end of the old content stays',
  appended: 'the new content follows the old',
  'rest-stale': 'REST returns the old content',
  'cdmi-stale': 'CDMI returns the old content',
  'breaks-down': 'it is answered with an error',
  child: 'the identifier of something in it',
  parent: 'the identifier of the folder above',
  'newest-once-two': 'the newest, once there are two',
  'later-ones-were-listed': 'later identifiers are those of listed jobs',
  'later-ones-are-empty': 'later identifiers are empty',
  'made-up': 'a result without a request',
  'made-up-unasked': 'the result is made up without a request',
  'second-ignored': 'the second is ignored',
  'second-raises': 'the second call raises an exception',
  'second-unasked': 'the second call sends no request',
  'second-unsent': 'the second call sends no request',
  raises: 'it raises an exception',
  exits: 'it calls sys.exit',
  nothing: 'None',
  pairs: 'a list of pairs',
  'lost-within': 'a member of an inner object is lost',
  gathered: 'all transfers in one',
  bearer: 'a bearer token',
  submission: 'another one in submissions',
  status: 'another one in calls for a job',
  'latest-for-all': 'that of the latest context, for all',
  'first-for-all': 'that of the first context, for all',
  'of-the-one-before': 'as the context before it',
  'of-the-latest': 'as the latest context',
  'two-only': 'more than two are rejected',
};

const SIGNS: Readonly<Record<string, string>> = { 'less-than': '<', 'greater-than': '>', ampersand: '&' };

/** Words that a sentence writes otherwise than an id. */
const CAPITALS =
  /\b(?:ascii|bmp|bom|cdata|cdmi|cr|crlf|dn|html|http|iso|json|jwt|lf|oidc|php|rest|soap|tls|urn|utf|uuid|xml)\b/g;
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

/** Statements that a request is accepted: its fault is named after what is rejected. */
const ACCEPTS = /\/accepts-(?:any-|line-)/;

/** The words of an id. */
export const wordsOf = (id: string): string =>
  SPELLED.reduce((words, [form, word]) => words.replace(form, word), id).replace(CAPITALS, (word) =>
    word.toUpperCase(),
  );

function inWords(way: string): string {
  const [, inner, place] = /^(.+)-(element|value)$/.exec(way) ?? [];
  if (inner) return `in an ${place}: ${inWords(inner)}`.replace('an value', 'a value');
  const [, sign, part] = /^(.+)-in-([A-Z]\w+)$/.exec(way) ?? [];
  if (sign && part) return `${SIGNS[sign] ?? wordsOf(sign)} in ${part}`;
  return PHRASES[way] ?? (/^\d{3}$/.test(way) ? `status ${way}` : wordsOf(way));
}

/** The deviation that a fault's id names behind `@`, in words. */
export function deviationOf(id: string): string {
  const [statement = '', deviation = ''] = id.split('@');
  const [way = '', ...when] = deviation.split('/');
  const words = inWords(way);
  const rejects = ACCEPTS.test(statement) && !words.startsWith('status');
  return [...(rejects ? ['it rejects'] : []), words, ...when.map(wordsOf)].join(' ');
}
