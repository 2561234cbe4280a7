/** Deviations of faults in words: a phrase where the id of a fault does not say it to a stranger. */
import { tableOf, withArticle, wordsOf } from './ids.ts';

/** By what stands behind `@`; also by the last part of the requirement's id and that. */
const PHRASES = tableOf(`
    * * is accepted
      let-in it; nearly-valid-is-let-in a nearly valid one; no-scheme-is-let-in one without a scheme
    * uses verify of the *
      of-the-latest latest context; of-the-one-before context before it
    * the identifier of *
      one-that-was-listed a listed job; first the first ticket; external the other system; child something in it
      parent the folder above; share a share; directory the directory; returns-job-id@another another job
      earlier an earlier handle
    * all use that of the * context
      first-for-all first; latest-for-all latest
    * JSON *
      in-a-string within a string; not-a-number with the value NaN; trailing-comma with a trailing comma
      single-quotes with single quotes
    * the second call *
      second-raises raises an exception; second-unasked sends no request; second-unsent sends no request
    * carries out the request all the same*
      refused-but-done; applied
    * * is missing
      missing it; lacks-all-made what the run created; silent it; none it
    * a reference *
      dangling without a target; cyclic to itself; outside to another address
    * a wrong identifier *
      after-attachment after an attachment; second-ticket for the second ticket
      same-ticket@after-another after another modification
    * Content-Type *
      plain text/plain; media-type@json application/json; media-type@soap-1.2 application/soap+xml
      application-xml application/xml; media-type@html text/html
    * * returns the old content
      rest-stale REST; cdmi-stale CDMI
    * * use another one
      submission submissions; status calls for a job
    * null in *
      finished-without-a-time jobs with the state FINISHED; failed-without-a-time jobs with the state FAILED
      named-one-without-a-time the job that the settings name; never-a-time every job
    * status *, and the job stays as it was
      nothing-happens-202 202; nothing-happens-204 204
    * in groups with a *
      grouped comma (4,711); spaced space (4 711)
    * sends * request, and makes up the result
      sends-get-whoami@made-up another; made-up-unasked no; made-up no
    * *
      no-such-day a day that does not exist; no-leap-day the 29th of February in a common year; http-date an HTTP date
      date-only a date without a time; non-ascii-as-latin-1-on-write non-ASCII characters are written as Latin-1
      non-ascii-as-question-mark-on-write non-ASCII characters are written as question marks
      non-ascii-as-latin-1 non-ASCII characters are read as Latin-1; non-ascii-as-question-mark non-ASCII characters are read as question marks
      space-as-plus spaces are turned into plus signs; plus-as-space plus signs are turned into spaces
      non-ascii-dropped non-ASCII characters are dropped; latest-of-the-list requests GET /jobs, and returns the last job of the list
      other-path-member-lost another path is used, and a member is lost; member-lost a member is lost; member-changed a member is changed
      newline-added a line break is added; block-repeated a block is repeated; sources-text sources is a text; params-list params is a list
      overwrite-text overwrite is a text; checksum-object checksum is an object; python-text the body is a Python literal
      content-type-twice Content-Type comes twice; json-text@byte-order-mark a byte order mark comes first
      json-text@a-name-twice a member name appears twice; as-newline as a line break; as-null as the text null
      holds-created@lower-cased names are in lower case; lower-cased it is in lower case; file-as-container a file is listed as a container
      lacks-upper-case files with upper-case names are missing
      lacks-cdmi-among-identifiers identifiers of files written through CDMI are missing
      accepts-any-name@space a space in AttachmentName; accepts-any-name@non-ascii non-ASCII characters in AttachmentName
      late-header a header after the body; trailing-text text after the root element
      no-store@other another directive; common-name-alone the common name alone; no-uuid-in-later-answers is not a UUID in later responses
      overwrite-flag-differs-by-organisation overwrite_flag differs by organisation; no-other-encoding@soap-1.2 the encodingStyle of SOAP 1.2
      dashes-elsewhere hyphens elsewhere; other-path a request to another path
      unbound-type has an xsi:type with an unbound prefix; foreign-type has an xsi:type of another namespace
      lost-within an inner member is lost; foreign-struct a structure of another namespace; source-instead the source
      name-only the name of the algorithm alone; one-context-alone one context uses that of another; last the latest one
      environment-first the environment comes first; first-alone the first element without a list
      first-again the second one leads to the first handle; unprocessable status 422
      latest-built submits the latest job that was built; last-again contains the last one three times
      zero-of-made-up zero for an unknown ticket; next-of-made-up the next identifier for an unknown ticket
      no-other-encoding@other another encodingStyle; refused-with-the-data the rejection contains the data
      other-digits digits other than 0 to 9; nil xsi:nil; short-overflow too great for its type short
      foreign an envelope of another namespace; envelope in the namespace of the envelope
      unqualified the attribute without its namespace; first-part on the first part alone; no-parts on everything but the parts
      one-part another style on one part; constant the same identifier each time; count the number of requests
      negated the identifier with a minus sign; control control characters; line-feed any line break; one-line more than two lines
      other another one; reference a character reference; present it appears without a token too; first-only only at first
      slash one slash more at its end; invisible what was written is not found; form the media type of a form; blank blanks alone
      letter-outside letters beyond F; inverted all the others; one-of-another one job of another organisation
      host-within-the-host a longer host; says-so-and-does-not the job is reported as cancelled, and stays as it was
      astral-lost a question mark for each character beyond U+FFFF; newest-once-two returns the newest once there are two
      bearer a bearer token; envelope@no-body an envelope without a body; same-ticket@cut-off its last digit is lost
      accepts-any-bytes@last the byte 255; accepts-any-bytes@zero the byte zero
      byte-order-mark-and-name a byte order mark with a name beyond ASCII; with-z with Z at its end
      epoch-text the seconds since 1970, as a text; no-dashes without hyphens; of-a-stranger names of another user
      content-type-in-the-listing-by-organisation two Content-Type headers in the listing by organisation
      false it does not verify; every-second another job in every second call; returns-json-object@form a form-encoded response
      other-of-named another handle service; slash-not-found the path with its final slash is answered with 404
      no-break-space no-break spaces among its digits; large-refused-with-200 a large attachment is rejected with status 200
      namespace@other in another namespace; namespace@none in no namespace; only-with-status@present it appears in GET /jobs too
      own-job@second-ignored it submits the first job in place of the second; envelope@not-xml it is not XML
      envelope@no-envelope the element of the body alone; envelope@other-root XML with another root element
      media-type@none no Content-Type; never-speaks never sends an event; ncname-with-space an NCName with a space
      two-documents a body of two JSON texts; same-each-time the same identifier each time
      returns-own-id@white-space an identifier of white space alone
      later-ones-were-listed the identifiers of listed jobs from the third on; user-dn-of-a-stranger user_dn is of another user
      all-scopes-in-one all scopes in one entry; user-twice the user's name twice and no proxy's; pairs a list of pairs
      zero-for-null with 0 in place of null; whole-answer the whole response; vo-name-filters@ignored returns all jobs
      several-files-are-forgotten jobs with several files are forgotten; comes-back the old state comes back
      names-source@swapped source and destination are swapped
      one-element-is-of-another-organisation vo_name differs in one element of one listing
      accepts-any-text@both & in Subject and Correspondence at once; accepts-any-text@several non-ASCII text with markup
      no-other-encoding@several two others in a list; right-to-left text from right to left; part-order@reversed in reverse order
      exits raises SystemExit; holds-each-transfer@first-only contains only the first
      gathered contains those of earlier calls too; http-status@number http_status is a number; complete-answer is complete
      empty-where-encoded returns an empty list for it; scheme-relative without scheme, as //host
      lacks-earlier lacks earlier ones; less-than <; greater-than >; ampersand &; environment-instead it is not presented
      case it is in capitals; cut-at-1a it is cut at the byte 1A; of-the-first that of the first transfer
      last-submitted that of the last submission; dead it leads nowhere; nowhere it leads nowhere; ignored it is ignored
      third-ignored the third upload is ignored; truncated it is cut off
      large-cut-off the response to a large attachment is cut off; refused it is rejected; next the next identifier
      high bytes above 127; not-utf-8 bytes that are not UTF-8; late not in later calls; after-another not in one later call
      second not the second time; third not the third time; lacks-cdmi files written through CDMI are missing
      lacks-rest files written through REST are missing; cred_id@with-space with a space at its end
      with-space with a space in place of the T`);

/** Things of one word, and kinds of them. */
const NOUNS = /^(?:text|number|boolean|object|array|string|list|e-mail|UUID|URN|empty \w+)$/;

function inWords(way: string, of: string): string {
  const [, inner, place] = /^(.+)-(element|value)$/.exec(way) ?? [];
  if (inner && place) return `in ${withArticle(place)}: ${inWords(inner, of)}`;
  const [, sign, part] = /^(.+)-in-([A-Z]\w+)$/.exec(way) ?? [];
  if (sign && part) return `${inWords(sign, '')} in ${part}`;
  const words = PHRASES.get(`${of}@${way}`) ?? PHRASES.get(way) ?? wordsOf(way);
  return (NOUNS.test(words) ? withArticle(words) : words)
    .replace(/^other (?=\w+[^s](?: for |$))/, 'another ')
    .replace(/^rejected with /, 'rejects that together with ')
    .replace(/^(?:(\w+) with )?(?=\d{3}$)/, (_all, kind?: string) => `${kind ? `a ${kind} with ` : ''}status `);
}

/** The deviation that a fault's id names behind `@`, in words. */
export function deviationOf(id: string): string {
  const [statement = '', deviation = ''] = id.split('@');
  const [way = '', ...when] = deviation.split('/');
  return [inWords(way, statement.split('/').at(-1) ?? ''), ...when.map(wordsOf)].join(' ');
}

const VERBS =
  /^(returns(?: for a \w+)?|sends|presents|requests|builds|passes on|accepts|rejects|finds|response (?:is|has|states|names)) ?(.*)$/;
/** Words that have a verb. */
const VERB =
  /\b(?:is|are|were|has|can|does|use|lose|(?:happen|submit|use|verifie|send|return|differ|reject|raise|end|come|stay|lead|contain|carrie|searche|appear|cancel|lack|need|break|remember)s)\b/;
/** Words that name what comes instead. */
const STATE =
  /^(?:an? |the |that |all the|[A-Z]|null|another (?!one in)|no |empty|too |date|xsi|in a|blanks|zero|minus)/;
/** Words that a field can be. */
const IS = /^(?:without|in|renamed|hexadecimal|of)/;
/** Words that say how, where or when. */
const HOW = /^(?:not?|only|twice|each|page|another|zone|provider|in|on|at|of|for|as|by|without?|with|one with)\b/;
/** A participle whose subject is the thing itself. */
const PASSIVE =
  /^(?:(?:not|always) )?(?:\w*coded|appended|lower cased|cut|empty|forbidden|gone|implemented|lost|presented|readable|spoilt)\b/;
/** A thing and what is done to it. */
const DONE = /^(?!an? |the )((?:[\w-]+ )*?[\w-]+) ((?:missing|swapped|lost|written|kept|(?!cased)\w+[^e\W]ed)\b.*)$/;
/** Deviations that leave the requirement true in part. */
const IN_PART = /^(?:not (?:the|in|for)|on|only|carries|the rejection)\b/;

/** The title of a fault: what the reference does, in the place of the title of the requirement. */
export function faultInWords(title: string, id: string): string {
  const [, subject = '', predicate = ''] = /^(.+?): (.+?)(?:, not another one)?$/.exec(title) ?? [];
  return `${subject}: ${predicateOf(predicate, deviationOf(id))}`;
}

/** A predicate with a word before its verb: `should return`, `does not return`. */
const modal = (word: string, predicate: string): string =>
  predicate
    .replace(
      /^((?:(?:with|beside) .+?, )?(?:(?:JSON )?responses?(?: parts)? |status |one access token )?)(\w+)/,
      (_all, lead: string, verb: string) =>
        `${lead}${word} ${verb
          .replace(/ies$/, 'ys')
          .replace(/^(?:is|are)$/, 'be')
          .replace(/^has$/, 'have')
          .replace(/(?:(?<=ss)e)?s$/, '')}`,
    )
    .replace(/(?<=, or \w+)s\b/, '')
    .replace('does not be', 'is not');

function predicateOf(predicate: string, words: string): string {
  const [, verb = '', object = ''] = VERBS.exec(predicate) ?? [];
  const but = (deviation: string): string =>
    `${IN_PART.test(deviation) ? predicate : modal('should', predicate)}, but ${deviation}`;
  if (verb === 'rejects' && words.startsWith('it is accepted'))
    return words.replace('it is accepted', `accepts ${object}`);
  const [, place, wrong = words] = /^in (an? \w+): (.*)$/.exec(words) ?? [];
  const [, when = '', field] =
    /^(with .+?, )?((?:response part )?[\w.-]+) (?:is|contains|appears) /.exec(predicate) ?? [];
  if (field === 'status') return words.replace(/^(a \w+) with status (\d+)/, 'status is $2 with $1');
  if (field && field !== 'response') {
    const part = `${when}${place ? `${place} of ` : ''}${field}`;
    const own = wrong.replace(/^it /, '');
    if (VERB.exec(own)?.index === 0) return `${part} ${own}`;
    if (VERB.test(wrong) && !wrong.includes(' that ')) return `${when}${wrong}`;
    if (STATE.test(wrong) || IS.test(wrong)) return `${part} is ${wrong}`;
    return `${part} has ${withArticle(wrong.replace(/^with /, ''))}`;
  }
  if (/^status|\bfault\b/.test(words)) {
    const answer = `with ${withArticle(words)}`;
    if (verb === 'accepts') return `answers ${object} ${answer}`;
    return predicate.startsWith('answers ')
      ? predicate.replace(/with(?:out a SOAP fault| status 2xx)/, answer)
      : but(`answers ${answer}`);
  }
  if (/^(?:it is missing|lacks it)$/.test(words)) return modal('does not', predicate);
  if (verb === 'accepts') {
    if (words === 'it is rejected') return `rejects ${object}`;
    if (/^(?:any|a non-ASCII) |line breaks$/.test(object)) return `rejects ${withArticle(words)}`;
  }
  if (/ differs /.test(words)) return words;
  if (VERB.test(words)) return but(words);
  const state = words === 'empty' && !verb.endsWith('is') ? 'an empty text' : place ? `${wrong} as ${place}` : words;
  if (object.startsWith('the query')) return but(`returns ${withArticle(state)}`);
  if (/^no[nt]?\b|^a non-|neither|no other/.test(object) || words.startsWith('no ')) return `${verb} ${state}`;
  if (
    /^in /.test(words)
      ? /^in /.test(object)
      : verb && STATE.test(words) && !(verb.endsWith('is') && /^an? /.test(words))
  )
    return `${verb} ${state}, not ${object.replace(/ unchanged$|^Content-Type /, '')}`;
  if (PASSIVE.test(words)) return but(`it is ${words}`);
  const [, thing, done] = (!HOW.test(words) && DONE.exec(words)) || [];
  if (thing)
    return but(
      `${/^(?:[A-Z]|one|s-|verify|submit)/.test(thing) ? '' : 'the '}${thing} ${/[^u]s$| and /.test(thing) ? 'are' : 'is'} ${done}`,
    );
  if (HOW.test(state)) return but(state.replace(/^as /, 'stores '));
  return but(
    `with ${withArticle(place ? state : state.replace(/^([\w-]+(?: [a-z]+)?) (?:as|to) (.+)$/, '$2 in place of $1'))}`,
  );
}
