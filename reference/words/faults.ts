/** Titles of faults: the phrase of an id instead of the statement of the requirement. */
import { PHRASES } from './fault-phrases.ts';
import { tableOf, withArticle, wordsOf } from './ids.ts';

/** Ways in which a field is wrong. */
const FIELDS = tableOf(`
    * is *
      missing; empty; string a string; text not a number; number a number; boolean a boolean; object an object; array an array
      null; below-minimum below its minimum; above-maximum above its maximum; unlisted not a listed value; other a different string; fraction not a whole number; upper-case; too-short; too-long; too-great too large for an int
      too-small too small for an int; e-mail an e-mail address; uuid a UUID; common-name-alone only a common name; braces in braces
      hexadecimal hexadecimal (0x1267); date-only a date without a time; basic-form in the basic format of ISO 8601
      epoch-text a Unix time as a string; http-date an HTTP date; no-uuid-in-later-answers not a UUID in the second and later responses to a certificate
      short-overflow too large for its xsi:type short; foreign-struct a structure of two elements
      no-break-space followed by a no-break space; grouped grouped with a comma (4,711); spaced grouped with a space (4 711)
      renamed named return; access_token@renamed named accessToken; foreign-namespace in a different namespace; a-text-in-the-second-reading a string in the second response
      a-word-in-the-listing-by-organisation not a timestamp in GET /jobs?vo_name={vo_name}; a-number-in-later-answers a number in the second and later responses to a certificate
      a-number-in-the-third a number in the third response; finished-without-a-time null in FINISHED jobs; failed-without-a-time null in FAILED jobs
      submitted-ones-failed-without-a-time-when-read null in submitted jobs that are FAILED when read; moves-while-under-way another time at each reading of an unfinished job; cancelled-job-goes-on null again in a cancelled job that was read twice
      never-a-time null in every job; named-one-without-a-time null in the configured finished job
    * *
      present appears with a certificate too; doubled appears twice; ncname-with-space has xsi:type NCName and a value with a space
      lacks-the-user lacks the name of the user; lacks-the-proxy lacks the name of the proxy; scheme-relative begins with // instead of a scheme
    * refers (href) to *
      dangling a missing element; cyclic itself; outside a URL outside the message
    * has *
      with-z a trailing Z; with-zone a time zone; with-fraction fractions of a second; with-space a space instead of the T
      without-seconds no seconds; month-13 the month 13; hour-25 the hour 25; minute-60 the minute 60; no-such-day a day that does not exist; no-leap-day the date 29 February in a common year
      line-break a trailing line break; no-dashes no hyphens; dashes-elsewhere hyphens in the wrong places; letter-outside a non-hexadecimal letter
      urn the prefix urn:uuid:; with-prefix the prefix 0x; with-colons colons between its bytes; cred_id@with-space a trailing space
      without-scheme no scheme; without-host no host; one-slash one slash after its scheme; with-path a path
      with-query a query; other-digits Arabic-Indic digits; s-gensym3@fraction a decimal point (4711.0)
      s-gensym3@exponent an exponent (4.711e3); capitalised an upper-case name; nil xsi:nil="true"
      foreign-type an xsi:type of a different namespace; unbound-type an xsi:type with an unbound prefix; element-content an element as its content
      of-a-stranger the names of a different user; user-twice the user's name in place of the proxy's
      proxy-of-a-stranger the name of a different user's proxy; attributes-of-an-organisation VO attributes instead of scopes
      all-scopes-in-one all scopes in one entry; scopes-without-paths scopes without their paths`);

/** Occasions, if the end of a word names one. */
const OCCASIONS: readonly (readonly [end: RegExp, words: string])[] = [
  [/-on-write$/, ' when writing, but not when reading'],
  [/-(20[24])$/, ', and returns $1'],
  [/-in-the-end$/, ' when the job is read again'],
  [/-at-the-(\w+)-reading$/, ' in the $1 response'],
  [/-at-each-(\w+)-reading$/, ' in every $1 response'],
];

/** Requirements that any wrong body contradicts. */
const BODIES = /^(?:returns-json-.*|accepts-vo-name)$/;

/** Returns the title of a fault: what the reference does, instead of the title of the requirement. */
export function faultInWords(title: string, id: string): string {
  const [, subject = '', when = '', predicate = ''] = /^(.+?): ((?:with|when) .+?, )?(.+)$/.exec(title) ?? [];
  const [statement = '', way = ''] = id.split('@');
  const of = (statement.split('/').at(-1) ?? '').replace(/^asks-for/, 'requests');
  const phrase = PHRASES.get(id) ?? predicateOf(predicate, of, way);
  const [, read] = /^returns \d/.test(phrase) ? [] : (READ.exec(predicate) ?? []);
  return `${subject}: ${when}${phrase}${read ? ` (read back ${read})` : ''}`;
}

/** Matches the way in which a file is read back. */
const READ = / \(read back (through .*)\)$/;

function predicateOf(predicate: string, of: string, way: string) {
  const [, verb = '', object = ''] = /^(response (?:has|is)|\S+) (.*)$/.exec(predicate.replace(READ, '')) ?? [];
  const filled = (words: string) =>
    words
      .replace('{}', object.replace(/ unchanged$/, ''))
      .replace('~', object.replace(/^(?:an?|the requested) | with the .*/, ''))
      .replace('^', verb)
      .replace('#', `the ${/file name|$/.exec(object)?.[0] || 'path'}`);
  const [end = /$^/, occasion = ''] = OCCASIONS.find(([form]) => form.test(way)) ?? [];
  const [late = ''] = end.exec(way) ?? [];
  const name = way
    .replace(end, '')
    .replace(/octet$/, 'byte')
    .replace(/^nothing$/, 'none');
  const phrase = PHRASES.get(`${of.replace(/^(speaks-of).*/, '$1')}@${name}`) ?? PHRASES.get(name);
  if (phrase) return filled(phrase) + late.replace(end, occasion);
  const [, part, wrong = ''] = /^(s-gensym\d)-(.+)$/.exec(way) ?? [];
  if (part) return `response part ${part} ${FIELDS.get(wrong)}`;
  const [, sign, argument] = /^(.+)-in-([A-Z]\w+)$/.exec(way) ?? [];
  if (sign) return `${PHRASES.get(`rejects@${sign}`)} in ${argument}`;
  if (of === 'agrees')
    return wordsOf(way)
      .replace(/ differs in the listing$/, ' differs between GET /jobs and GET (job status)')
      .replace('differs in later responses', 'differs in the second and later responses to a certificate');
  const [, status] = /^(?:status-)?(\d{3})$/.exec(way) ?? [];
  if (status && verb === 'accepts') return `returns ${status} for ${object}`;
  if (status) return predicate.replace('2xx', status);
  const body = BODIES.test(of) && PHRASES.get(`body@${way}`);
  if (body)
    return `returns ${body}${/^(?:invalid|truncated) /.test(body) ? '' : ` instead of ${of === 'accepts-vo-name' ? 'a JSON array of objects' : object}`}`;
  const [, field] = /^((?:response part )?[\w.-]+) (?:is|contains|appears) /.exec(predicate) ?? [];
  if (!field) return `${verb} ${withArticle(wordsOf(way))}${/empty/.test(object) ? '' : ` instead of ${object}`}`;
  const [, inner = way, place = ''] = /^(.+?)(?:-(element|value))?$/.exec(way) ?? [];
  const [, type] = /^type-(\w+)$/.exec(way) ?? [];
  const words =
    FIELDS.get(`${of}@${way}`) ??
    FIELDS.get(inner) ??
    (type ? `has xsi:type ${type}` : `has ${withArticle(wordsOf(inner))}`);
  if (!place) return `${field} ${words}`;
  if (place === 'element' && /^is (?:an? |null)/.test(words)) return `${field} ${words.replace('is', 'contains')}`;
  return `${field} contains ${withArticle(place)} that ${words}`;
}
