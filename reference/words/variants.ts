/** Legal variants in words: one sentence each. */
import { VARIANTS_OF_DATA_HUB } from './data-hub-phrases.ts';
import { tableOf, withArticle, wordsOf } from './ids.ts';

/** Sentences by the beginning of a name, with the rest of the name as `*`; below them, rests that a stranger would not understand. Without a subject, it is the library or the service. */
const SENTENCES: Readonly<Record<string, string>> = {
  'client-library': `
    *-version-first requests GET / for each context
    *-identity-once requests GET /whoami only once
    *-in-a-thread sends requests from a thread
    checks-identity-in-context requests GET /whoami for each context
    delegates-* delegates a credential *
    keeps-connections keeps connections open
    leaves-* leaves *
      threads threads running after a call
    prints prints to stdout and stderr
    reads-* reads *
      job-back each job after its submission; each-job-once each job only once
    remembers-identity remembers the identity of each context
    shares-connections shares connections between contexts
    trusts-* trusts *
      by-directory-alone only the authorities of a directory
    trusts-nothing-it-is-told ignores configured authorities
    silent-about-tls ignores configured authorities and hides TLS errors
    further-members-in-results adds members to results
    extra-parameters accepts extra parameters
    own-http-status sets http_status itself
    body-indented indents the JSON that it sends
    objects-for-jobs represents transfers and jobs as objects
    urllib uses urllib
    tls-1.2 uses TLS 1.2 at most
    odd-exceptions raises exceptions whose text cannot be read
    * returns *
      class-for-context an instance of a class as context; ordered-results results that are not plain dictionaries
      attributes-for-results objects with attributes as results; identifier-as-uuid UUID objects as identifiers; times-as-datetime datetime objects as times
    * sends *
      doubled-slashes paths that begin with two slashes; trailing-slash a slash after the path of a job; query-behind-job a query after the path of a job
      other-job-path requests for a job to another path; chunked-body bodies in chunks; media-type-with-charset a Content-Type with a charset
      content-type-always a Content-Type in each request; job-parameters-with-defaults undocumented members of params
      file-fields-beyond undocumented members of files; filesize-and-metadata-left-out neither filesize nor metadata
      files-in-other-order files in another order`,
  'ticket-bridge': `
    type-* The xsi:type of a part is *
      soapenc a type of the SOAP encoding; ncname NCName; normalized-string normalizedString; soapenc-short soapenc:short; 1999 a type of XML Schema 1999
      2000 a type of XML Schema 2000/10; other-prefix written with another prefix; default-namespace written without a prefix; spaced surrounded by white space
    int-* The number in s-gensym3 is written with @
      spaced white space around it; plus a plus sign; zeros leading zeros; references character references
    originator-* The part s-gensym5 is *
      self-closed empty, written as <s-gensym5/>; odd a text with markup, quotes and characters beyond U+FFFF; long 160,000 characters long; digits a number; cdata written with CDATA
    reference-within The part s-gensym5 has an id that no href refers to
    reference-* Each part refers (href) to *
      multiref a multiRef element with soapenc:root; without-root a multiRef element; before an element before it; named-by-type an element named by its type
      chain an element that refers to another; with-style a multiRef element with an encodingStyle
    wrapper-* The response element is *
      return named return; as-operation named like the operation; gensym named s-gensym1; default-namespace written without a prefix
      default-parts-none written without a prefix, its parts without a namespace; attributes written with further attributes
    parts-* Response parts have *
      qualified a namespace prefix; own-prefixes different namespace prefixes
    style-* The encodingStyle is *
      list a list of two URIs; list-special-first a list that begins with another URI; tightened the URI of the SOAP encoding with a suffix
    style-overridden The encodingStyle of the response element overrides another on the envelope
    further-* Responses have a further *
      struct part, which is an array
    header-nested The SOAP header has nested elements
    header-optional The SOAP header has an entry with mustUnderstand="0"
    header-* The SOAP header is *
    charset-* The charset of responses is *
      only-declared stated only in the XML declaration; among-parameters one of several parameters of the Content-Type
    busy-* answers with status 503 to *
      plain-creation an ASCII Subject in TicketCreate; odd-name a non-ASCII AttachmentName; creations TicketCreate; modifications TicketModify; attachments AddTicketAttachment
      every-byte an attachment with every byte value
    closed-* closes the connection on *
      attachments AddTicketAttachment
    forbidden-* answers with status 403 to *
    large-closed closes the connection on an attachment of more than 64 KiB
    large-* answers with * to an attachment of more than 64 KiB
      refused a SOAP fault; unnumbered the identifier 0
    empty-* answers with * to an empty attachment
      refused a SOAP fault; unnumbered the identifier -1
    unsuited-not Ticket identifiers are negative
    unsuited-* answers with the identifier * to every TicketModify
      zero 0; minus-one -1
    unsuited-* answers with a SOAP fault to every *
      creations TicketCreate; priority TicketCreate, also if TICKET_BRIDGE_VALUES names some values; modifications TicketModify
    unsuited-binaries AddTicketAttachment answers with status 503 to a plain file and with a SOAP fault to a file with every byte value
    known-late answers with a SOAP fault to the first modification of a ticket
    indented Responses are indented
    untyped Response parts have no xsi:type
    untyped-identifier The part s-gensym3 has no xsi:type
    utf-* Responses are in UTF-*
      8-marked-alone 8, shown only by a byte order mark
    latin-* Responses are in Latin-*
    status-* answers with *
    root-attribute The response element has the attribute soapenc:root
    * Responses have *
      comments XML comments; carriage-returns carriage returns between elements; no-declaration no XML declaration; windows-1252 the charset Windows-1252
      iso-8859-5 the charset ISO 8859-5; us-ascii the charset US-ASCII; attributes-spread attributes on separate lines
      single-quotes attributes in single quotes; body-attributes attributes on the SOAP body; nil-false xsi:nil="false" on each part
      soap-lite the form that SOAP::Lite writes; axis the form that Apache Axis writes; php the form that PHP writes
      envelope-default-namespace an envelope without a prefix; prefix-odd the namespace prefix Sóäp-1.x_ for the envelope
      prefix-rebound a namespace prefix that is bound twice; end-tags-spaced end tags with white space
      namespace-references a character reference in the namespace; blank-after-declaration blank lines after the XML declaration
      standalone standalone="yes" in the XML declaration; after-body an element after the SOAP body; http-headers further headers
      declaration-without-encoding an XML declaration without encoding; parameter-over-declaration another charset in the XML declaration`,
  transfer: `
    status-elsewhere A single job is read at another path
    status-* answers with * to successful requests
    submit-* answers with * to a submission
      201-location status 201 and Location
    submit-collides answers with status 409 to the first submission of each further kind
    submit-quota answers with status 400 to each submission after the first
    redirect-* Reads are redirected once with @
      absolute an absolute address
    first-* answers with * to the first read of each operation
    each-first-* answers with * to the first request of each operation
    others-first-* The first listed job belongs to another user, and reading it is answered with *
    others-alone-* All listed jobs belong to another user, and reading them is answered with *
    more-members* Records have undocumented members*
      -like-documented  named almost like documented ones; -of-prototypes  with names such as __proto__; -in-granted-levels  in get_granted_level_for
    dn-more The array dn contains further names
    dn-reversed The array dn is in reverse order
    dn-* Distinguished names are *
      with-commas written with commas; with-commas-reversed written with commas in reverse order; mixed written with commas only in dn
      mixed-in-jobs written with commas only in jobs; mixed-reversed written in reverse order only in jobs; of-another-name not those of the certificate
    opaque-* With a token, user_dn is @
      dn a distinguished name; e-mail an e-mail address; number a string of digits
    uuid-* UUIDs of the identity object are *
      nil the nil UUID; max the max UUID
    identity-* In the identity object, *
      without-attributes voms_cred is empty; empty roles, vos, vos_id and level.transfer are empty
    identity-* The identity object is *
      root that of an administrator; several-organisations that of a member of several organisations, one of them listed twice
    scopes-* In the identity object, *
      with-spaces oauth2_scope has two spaces between scopes; in-another-order voms_cred has the scopes of oauth2_scope in another order
    delegation-id-with-letters The delegation_id of a user contains a space, a slash and ü
    delegation-* The delegation object has *
      empty an empty voms_attrs; many 200 entries in voms_attrs; ended a termination_time in the past
    job-id-* Job identifiers are UUIDs *
    job-* The job object has @
      nulls null in each member that may be null; no-nulls no null; unknown-words job_type Y and verify_checksum b; big-integers integers beyond 2^53
      empty empty strings and an empty job_metadata; metadata-odd an empty name, a name of 301 characters and a value of 5000 in job_metadata
      negative negative numbers; times-at-the-edge submit_time on 29 February and job_finished in the year 9999; long-reason a reason of more than 9,000 characters
      cred-upper-case a cred_id in upper case; cred-long a cred_id of 64 hexadecimal digits; other-users the user_dn and cred_id of another user
    endpoint-scheme-* Storage endpoints have the scheme *
      x-own-scheme-1 x-own+scheme.1
    endpoint-* Storage endpoints have @
      capitals only upper-case letters
    http-status-* The http_status of a job is *
      1 "404 Not Found"; 2 empty; 3 "200"
    jobs-in-unknown-states The job_state of each job ends in _AND_ARCHIVED
    jobs-in-very-many-states Each of 30 jobs has a different state
    jobs-in-many-states Unfinished jobs are in five undocumented states, one of them an empty string
    jobs-* Jobs are *
      active-at-once active immediately; finish-at-once finished immediately; not-kept forgotten once they finish
    cancel-too-late-* answers with * to the cancellation of a finished job
    cancel-too-late-with-tokens With a token, the service answers with status 404 to the cancellation of a finished job
    cancel-removes A cancelled job is removed
    cancel-removes-410 answers with status 410 to reads of a cancelled job
    cancel-takes-a-moment A cancellation takes effect only after 300 ms
    cancel-sets-a-flag A cancellation sets only cancel_job
    cancel-known-later answers with status 404 to the first cancellation of each job
    cancel-fails-the-job A cancelled job has the state FAILED
    cancel-* answers with @ to a cancellation
      empty an empty body; text plain text; null the JSON value null
    cancelled-by-others Others cancel all unfinished jobs after the first cancellation
    list-* The listing of jobs *
      empty is empty; empty-by-vo is empty with vo_name; reversed is in reverse order; one has one job at the start; none-at-the-start is empty at the start
      none-at-the-start-then-latest is empty at the start, and later has only the latest jobs; lags shows a job only 300 ms after its submission
      latest has only the latest jobs; unfinished-alone has no finished jobs; many has 5000 jobs
    *-alone accepts only *s
    several-storages-last-named The job object names the last of several storages
    plain-* The client presents a *
      proxy proxy certificate without VO attributes; certificate certificate, not a proxy
    *-token The client presents a token *
      opaque that is not a JWT; long with 120 groups`,
  'data-hub': VARIANTS_OF_DATA_HUB,
};

/** Those of every service. */
const OF_HTTP = `
    headers-* Header names are *
    type-in-capitals The Content-Type has upper-case letters
    type-* The Content-Type is *
      problem application/vnd.transfer.v3+json; text text/plain; html text/html; text-for-json text/plain for JSON; with-charset application/json with a charset
      none missing; absent missing; problem-free application/vnd.example.hub+json
    type-o* The Content-Type is application/octet-stream
    refusal-by-kind answers each kind of invalid credential differently
    refusal-reset resets the connection on an invalid credential
    refusal-* answers with @ to an invalid credential
      empty an empty body; many-members an object of many members; bare status 401 and no body; null the JSON value null; challenges WWW-Authenticate headers
      redirect-303 a redirect (status 303)
    slow Responses are delayed
    * Responses are *
      chunked sent in chunks; chunked-by-the-byte sent in chunks of one byte; gzip compressed with gzip; deflate compressed with deflate
      brotli compressed with Brotli
    * Responses have *
      white-space white space between the parts of their JSON; unicode-escapes Unicode escapes in their JSON; escaped-slashes escaped slashes in their JSON
      integers-with-a-point integers with a decimal point; pretty indented JSON; headers-many more than 40 headers
      headers-more further headers; members-reversed members in reverse order; connection-close the header Connection: close
      date-of-another-year a Date header of another year`;

const TABLES = new Map(Object.entries(SENTENCES).map(([of, lines]) => [of, tableOf(`${OF_HTTP}\n${lines}`)]));

/** Words of the rest of a name, in a sentence. */
const REST: readonly (readonly [form: RegExp, words: string])[] = [
  [/^odd creation$/, 'a non-ASCII Subject in TicketCreate'],
  [/^odd modification$/, 'a non-ASCII Subject in TicketModify'],
  [/^v(\d)$/, 'of version $1'],
  [/^on /, 'stated on the '],
  [/^in array$/, 'in an array'],
  [/ location$/, ' Location'],
  [/^(?=plain text$|JSON string$)/, 'as '],
  [/^(?=\d{3}$)/, 'status '],
  [/ marked/, ' with a byte order mark'],
  [/ both$/, ', as Content-Type and XML declaration say'],
  [/ declared$/, ', as the XML declaration says'],
  [/ parameter$/, ', as Content-Type says'],
];

/** The title of a variant of an interface's reference, by its id. */
export function variantInWords(of: string, id: string): string {
  const name = id.split('/').at(-1) ?? '';
  const table = TABLES.get(of)!;
  const parts = [...table.keys()]
    .map((key) => key.split('*'))
    .filter(([start = '', end]) => end !== undefined && name.startsWith(start) && name.endsWith(end));
  const [start = '', end = ''] = parts.toSorted((one, other) => other.join('').length - one.join('').length)[0] ?? [];
  const rest = wordsOf(name.slice(start.length, name.length - end.length));
  const sentence =
    table.get(name) ??
    filled(
      table.get(`${start}*${end}`) ?? '',
      REST.reduce((words, [form, by]) => words.replace(form, by), rest),
    );
  return sentence.replace(/^(?=[a-z])/, of === 'client-library' ? 'The library ' : 'The service ');
}

/** A sentence with words in its place: `*` takes them as they are, `@` with an article. */
const filled = (sentence: string, words: string): string =>
  sentence.replace('*', words).replace('@', withArticle(words));
