/** Deviations of faults in words: a phrase where the id of a fault does not say it to a stranger. */
import { tableOf, withArticle, wordsOf } from './ids.ts';

/** By what stands behind `@`; also by the last part of the requirement's id and that. */
const PHRASES = tableOf(`
    let-in it is accepted
    second-ignored the second context is ignored
    environment-instead it presents the proxy of the environment
    unbound-type its type with an unbound prefix
    foreign-type its type in another namespace
    one-with-several-files-too a job with several files is cancelled, too
    one-with-a-checksum-too a job with a checksum is cancelled, too
    lost-within a member of an inner object is lost
    foreign-struct a structure of another namespace
    fourth-missing the fourth file is missing
    source-instead the source
    name-only the name of the algorithm alone
    of-the-latest as in the latest context
    of-the-one-before as in the context before it
    of-the-first that of the first transfer
    two-in-turn two identifiers in turn
    one-that-was-listed the identifier of a listed job
    one-context-alone those of one context alone
    first-for-all that of the first context, for all
    latest-for-all that of the latest context, for all
    in-a-string JSON within a string
    last the latest one
    first the first identifier
    environment-first the environment comes first
    plain-submission submissions go without TLS
    first-alone the first element without a list
    overwrite-text overwrite is a text
    checksum-object checksum is an object
    sources-text sources is a text
    params-list params is a list
    lacks-earlier lacks earlier ones
    first-again the first identifier again
    unprocessable status 422
    last-submitted that of the last submission
    one-at-most one transfer at most
    latest-built the latest job that was built
    last-again the last one twice
    second-raises the second call raises an exception
    zero-of-made-up zero for an unknown ticket
    next-of-made-up the next identifier for an unknown ticket
    dead it leads nowhere
    ignored it is ignored
    truncated it is cut off
    no-other-encoding@other another encoding style
    nearly-valid-is-let-in a nearly valid one is accepted
    no-scheme-is-let-in one without a scheme is accepted
    refused-but-done carries out the request all the same
    applied carries out the request all the same
    refused-with-the-data the rejection contains the data
    refused it is rejected
    missing it is missing
    other-digits digits other than 0 to 9
    nil xsi:nil
    dangling a reference without a target
    cyclic a reference to itself
    element-content elements within it
    short-overflow too great for its type short
    foreign an envelope of another namespace
    envelope in the namespace of the envelope
    unqualified the attribute without its namespace
    first-part on the first part alone
    no-parts on everything but the parts
    one-part another style on one part
    several several at once
    reversed the reverse order
    next the next identifier
    constant the same identifier each time
    count the number of requests
    negated the identifier with a minus sign
    external the identifier of the other system
    after-attachment a wrong identifier after an attachment
    second-ticket a wrong identifier for the second ticket
    high bytes above 127
    not-utf-8 bytes that are not UTF-8
    control control characters
    line-feed any line break
    one-line more than two lines
    other another one
    none none at all
    reference a character reference
    present it appears without a token too
    outside a reference to another address
    late not in later calls
    after-another not in one later call
    first-only only the first time
    second not the second time
    third not the third time
    slash one slash more at its end
    case it is in capitals
    plain text/plain
    invisible what was written is not found
    form the media type of a form
    blank blanks alone
    letter-outside letters beyond F
    not-a-number the value NaN
    inverted all the others
    one-of-another one job of another organisation
    host-within-the-host a longer host
    lacks-all-made what the run created is missing
    lacks-cdmi files written through CDMI are missing
    lacks-rest files written through REST are missing
    says-so-and-does-not the job is reported as cancelled, and stays as it was
    astral-lost a question mark for each character beyond U+FFFF
    cr-lost each CR is lost
    cut-at-1a it is cut at the byte 1A
    spoilt-by-identifier one written by identifier is damaged
    rest-stale REST returns the old content
    cdmi-stale CDMI returns the old content
    child the identifier of something in it
    parent the identifier of the folder above
    newest-once-two the newest, once there are two
    second-unasked the second call sends no request
    second-unsent the second call sends no request
    bearer a bearer token
    submission another one in submissions
    status another one in calls for a job
    envelope@no-body an envelope without a body
    same-ticket@cut-off its last digit is lost
    cut-off it is cut off
    accepts-any-bytes@last the byte 255
    accepts-any-bytes@zero the byte zero
    byte-order-mark-and-name a byte order mark with a name beyond ASCII
    with-z with Z at its end
    epoch-text the seconds since 1970, as a text
    no-dashes without hyphens
    dashes-elsewhere hyphens at other places
    of-a-stranger names of another user
    finished-without-a-time null in finished jobs
    failed-without-a-time null in failed jobs
    named-one-without-a-time null in the job that the settings name
    nothing-happens-202 status 202, and the job stays as it was
    nothing-happens-204 status 204, and the job stays as it was
    content-type-in-the-listing-by-organisation two Content-Type headers in the listing by organisation
    false it does not verify
    every-second another job in every second call
    share the identifier of a share
    nowhere an address that leads nowhere
    earlier the identifier of an earlier handle
    directory the identifier of the directory
    silent no event
    returns-json-object@form a form-encoded response
    returns-json-object@cut it is cut off
    other-of-named another handle service
    slash-not-found the path with its final slash is answered with 404
    no-break-space no-break spaces among its digits
    large-refused-with-200 a large attachment is rejected with status 200
    large-cut-off the response to a large attachment is cut off
    namespace@other in another namespace
    namespace@none in no namespace`);

const SIGNS: Readonly<Record<string, string>> = { 'less-than': '<', 'greater-than': '>', ampersand: '&' };

/** Things of one word, and kinds of them. */
const NOUNS = /^(?:text|number|boolean|object|array|string|list|e-mail|UUID|URN|empty \w+)$/;

function inWords(way: string, of: string): string {
  const [, inner, place] = /^(.+)-(element|value)$/.exec(way) ?? [];
  if (inner) return `in ${place === 'value' ? 'a' : 'an'} ${place}: ${inWords(inner, of)}`;
  const [, sign, part] = /^(.+)-in-([A-Z]\w+)$/.exec(way) ?? [];
  if (sign && part) return `${SIGNS[sign] ?? wordsOf(sign)} in ${part}`;
  const words = PHRASES.get(`${of}@${way}`) ?? PHRASES.get(way) ?? wordsOf(way);
  return (NOUNS.test(words) ? withArticle(words) : words)
    .replace(/^other (?=\w+[^s]$)/, 'another ')
    .replace(/^(?:(\w+) with )?(?=\d{3}$)/, (_all, kind?: string) => `${kind ? `a ${kind} with ` : ''}status `);
}

/** The deviation that a fault's id names behind `@`, in words. */
export function deviationOf(id: string): string {
  const [statement = '', deviation = ''] = id.split('@');
  const [way = '', ...when] = deviation.split('/');
  return [inWords(way, statement.split('/').at(-1) ?? ''), ...when.map(wordsOf)].join(' ');
}

const VERBS = /^(returns|sends|presents|requests|builds|passes on|rejects|response (?:is|has|states|names)) ?(.*)$/;
/** Words that have a verb. */
const VERB =
  /\b(?:is|are|were|has|can|does|go|lose|(?:send|return|differ|reject|demand|look|present|raise|call|end|come|stay|lead|follow|read|goe|contain|happen|carrie|verifie|searche|appear|cancel|lack|need|break|remember|exit)s)\b/;
/** Words that name what comes instead. */
const STATE =
  /^(?:an? |the |all the|[A-Z]|null|another (?!one in)|no |not XML|empty|too |date|xsi|in a|blanks|zero|minus)/;
/** Words that a field can be. */
const IS = /^(?:without|in|renamed|hexadecimal|grouped|spaced|of)/;
/** Words that say how, where or when. */
const HOW =
  /^(?:not?|none|another|th[ao]se?|that|only|never|always|twice|once|each|all|cut|[de][en]coded|lower|in|on|at|of|for|as|by|without?|with|made|rejected|forbidden|zone|provider|late|lost|gone|page|one with|renamed|readable|swapped|gathered|same|silent|appended|spoilt)\b/;
/** A thing and what is done to it. */
const DONE = /^(?!an? |the )((?:[\w-]+ )*?[\w-]+) ((?:missing|swapped|lost|written|kept|(?!cased)\w+[^e\W]ed)\b.*)$/;

/** The title of a fault: what the reference does, in the place of the title of the requirement. */
export function faultInWords(title: string, id: string): string {
  const [, subject = '', predicate = ''] = /^(.+?): (.+)$/.exec(title) ?? [];
  return `${subject}: ${predicateOf(predicate, deviationOf(id))}`;
}

function predicateOf(predicate: string, words: string): string {
  const [, verb = '', object = ''] = VERBS.exec(predicate) ?? [];
  const accepted = /^it is accepted(.*)$/.exec(words)?.[1];
  if (verb === 'rejects' && accepted !== undefined) return `accepts ${object}${accepted}`;
  const [, place, wrong = words] = /^in (an? \w+): (.*)$/.exec(words) ?? [];
  const [, when = '', field] =
    /^(with .+?, )?((?:response part )?[\w.-]+) (?:is|contains|appears) /.exec(predicate) ?? [];
  if (field && field !== 'response' && verb === '') {
    const part = `${when}${place ? `${place} of ` : ''}${field}`;
    if (VERB.exec(wrong.replace(/^it /, ''))?.index === 0) return `${part} ${wrong.replace(/^it /, '')}`;
    if (VERB.test(wrong) && !wrong.includes(' that ')) return `${part}: ${wrong}`;
    if (STATE.test(wrong) || IS.test(wrong)) return `${part} is ${wrong}`;
    return `${part} has ${withArticle(wrong.replace(/^with /, ''))}`;
  }
  if (/^status|\bfault\b|^a \w+ with status/.test(words))
    return predicate.startsWith('answers ')
      ? predicate.replace(
          /without a SOAP fault|(?<=with )status 2xx/,
          (good) => (good.startsWith('w') ? 'with ' : '') + words,
        )
      : predicate.startsWith('accepts ')
        ? `answers ${predicate.slice('accepts '.length)} with ${withArticle(words)}`
        : `${predicate}, but answers with ${withArticle(words)}`;
  if (/^(?:it is missing|lacks it)$/.test(words) && !predicate.startsWith('response'))
    return predicate.replace(/^is (?=offered)|^(\w+)s /, (_all, infinitive?: string) =>
      infinitive ? `does not ${infinitive} ` : 'is not ',
    );
  if (words === 'it is rejected' && predicate.startsWith('accepts ')) return predicate.replace('accepts', 'rejects');
  if (VERB.test(words)) return `${predicate}, but ${words}`;
  if (/^accepts (?:any|a non-ASCII) |line breaks$/.test(predicate)) return `rejects ${withArticle(words)}`;
  const state = words === 'empty' && !verb.endsWith('is') ? 'an empty text' : place ? `${wrong} as ${place}` : words;
  if (predicate.startsWith('accepts the query')) return `${predicate}, but returns ${withArticle(state)}`;
  const negative = /^no[nt]?\b|^a non-/.test(object);
  if (negative) return `${verb} ${state}`;
  if (
    /^in /.test(words)
      ? /^in /.test(object)
      : verb && STATE.test(words) && !(verb.endsWith('is') && /^an? /.test(words))
  )
    return `${verb} ${state}, not ${object}`;
  const [, thing, done] = (!HOW.test(words) && DONE.exec(words)) || [];
  if (thing)
    return `${predicate}, but ${/^(?:[A-Z]|one|s-)/.test(thing) ? '' : 'the '}${thing} ${/[^u]s$| and /.test(thing) ? 'are' : 'is'} ${done}`;
  return `${predicate}, but ${HOW.test(state) ? state : `with ${withArticle(state)}`}`;
}
