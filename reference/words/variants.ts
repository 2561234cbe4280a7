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
    type-* Response part s-gensym3 has xsi:type *
      soapenc-short soapenc:short; short short
    type-* Response part s-gensym5 has xsi:type *
      ncname NCName; normalized-string normalizedString; token token
    type-* The xsi:type of each part is *
      soapenc a type of the SOAP encoding; 1999 a type of XML Schema 1999; 2000 a type of XML Schema 2000/10; other-prefix written with another prefix
      default-namespace written without a prefix; spaced surrounded by white space
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
      default-parts-none written without a prefix, its parts without a namespace; attributes written with additional attributes
    parts-* Response parts have *
      qualified a namespace prefix; own-prefixes different namespace prefixes
    style-* The encodingStyle is *
      list a list of two URIs; list-special-first a list that begins with another URI; tightened the URI of the SOAP encoding with a suffix
    style-overridden The encodingStyle of the response element overrides another on the envelope
    further-* Responses have an additional *
      struct part, which is an array
    header-nested The SOAP header has nested elements
    header-optional The SOAP header has an entry with mustUnderstand="0"
    header-* The SOAP header is *
    charset-* The charset of responses is *
      only-declared stated only in the XML declaration; among-parameters one of several parameters of the Content-Type
    busy-* returns 503 for *
      plain-creation an ASCII Subject in TicketCreate; odd-name a non-ASCII AttachmentName; creations TicketCreate; modifications TicketModify; attachments AddTicketAttachment
      every-byte an attachment with every byte value
    closed-* closes the connection on *
      attachments AddTicketAttachment
    forbidden-* returns 403 for *
    large-closed AddTicketAttachment: closes the connection on an attachment of more than 64 KiB
    large-* AddTicketAttachment: returns * for an attachment of more than 64 KiB
      refused a SOAP fault; unnumbered the identifier 0
    empty-* AddTicketAttachment: returns * for an empty attachment
      refused a SOAP fault; unnumbered the identifier -1
    unsuited-not Ticket identifiers are negative
    unsuited-* TicketModify: returns the identifier * each time
      zero 0; minus-one -1
    unsuited-* *
      creations TicketCreate: returns a SOAP fault each time (TICKET_BRIDGE_VALUES not set); modifications TicketModify: returns a SOAP fault each time (TICKET_BRIDGE_VALUES not set)
      priority TicketCreate: returns a SOAP fault although TICKET_BRIDGE_VALUES sets some values
    unsuited-binaries AddTicketAttachment: returns 503 for a plain file and a SOAP fault for a file with every byte value (TICKET_BRIDGE_VALUES not set)
    known-late TicketModify: returns a SOAP fault for the first modification of a ticket
    indented Responses are indented
    untyped Response parts have no xsi:type
    untyped-identifier The part s-gensym3 has no xsi:type
    utf-* Responses are in UTF-*
      8-marked-alone 8, shown only by a byte order mark
    latin-* Responses are in Latin-*
    status-* returns *
    windows-1252 Responses are in Windows-1252
    iso-8859-5 Responses are in ISO 8859-5
    us-ascii Responses are in US-ASCII
    root-attribute The response element has the attribute soapenc:root
    * Responses have *
      comments XML comments; carriage-returns carriage returns between elements; no-declaration no XML declaration; attributes-spread attributes on separate lines
      single-quotes attributes in single quotes; body-attributes attributes on the SOAP body; nil-false xsi:nil="false" on each part
      soap-lite the form that SOAP::Lite writes; axis the form that Apache Axis writes; php the form that PHP writes
      envelope-default-namespace an envelope without a prefix; prefix-odd the namespace prefix Sóäp-1.x_ for the envelope
      prefix-rebound a namespace prefix that is bound twice; end-tags-spaced end tags with white space
      namespace-references a character reference in the namespace; blank-after-declaration blank lines after the XML declaration
      standalone standalone="yes" in the XML declaration; after-body an element after the SOAP body; http-headers additional headers
      declaration-without-encoding an XML declaration without encoding; parameter-over-declaration an XML declaration with a charset other than that of Content-Type`,
  transfer: `
    status-elsewhere A single job is read at another path
    status-* returns * for successful requests
    submit-* POST /jobs: returns *
      201-location 201 and Location
    submit-collides POST /jobs: returns 409 for the first submission of each additional kind
    submit-quota POST /jobs: returns 400 for each submission after the first
    redirect-* Reads are redirected once with @
      absolute an absolute address
    first-* returns * for the first read of each operation
    each-first-* returns * for the first request of each operation
    others-first-* The first listed job belongs to another user, and reading it returns *
    others-alone-* All listed jobs belong to another user, and reading them returns *
    more-members* Records have undocumented members*
      -like-documented  named almost like documented ones; -of-prototypes  with names such as __proto__; -in-granted-levels  in get_granted_level_for
    dn-more The array dn contains additional names
    dn-reversed The array dn is in reverse order
    dn-* Distinguished names are *
      with-commas written with commas; with-commas-reversed written with commas in reverse order; mixed written with commas only in dn
      mixed-in-jobs written with commas only in jobs; mixed-reversed written in reverse order only in jobs; of-another-name not those of the certificate
    opaque-* With a token, user_dn is @
      dn a distinguished name; e-mail an e-mail address; number a string of digits
    uuid-* UUIDs of the identity object are *
      nil the nil UUID; max the max UUID
    identity-* identity object: *
      without-attributes voms_cred is empty; empty roles, vos, vos_id and level.transfer are empty
    identity-* The identity object is *
      root that of an administrator; several-organisations that of a member of several organisations, one of them listed twice
    scopes-* identity object: *
      with-spaces oauth2_scope has two spaces between scopes; in-another-order voms_cred has the scopes of oauth2_scope in another order
    delegation-id-with-letters The delegation_id of a user contains a space, a slash and ü
    delegation-* delegation object: *
      empty voms_attrs is empty; many voms_attrs has 200 entries; ended termination_time is in the past
    job-id-* Job identifiers are UUIDs *
    job-* job object: *
      nulls max_time_in_queue, job_metadata and reason are null; no-nulls no member is null; unknown-words job_type is Y and verify_checksum is b
      big-integers integers exceed 2^53; empty strings and job_metadata are empty
      metadata-odd job_metadata has an empty name, a 301-character name and a 5,000-character value; negative numbers are negative
      times-at-the-edge submit_time is on 29 February and job_finished in the year 9999; long-reason reason has more than 9,000 characters
      cred-upper-case cred_id is in upper case; cred-long cred_id has 64 hexadecimal digits; other-users user_dn and cred_id are those of another user
    endpoint-scheme-* Storage endpoints have the scheme *
      x-own-scheme-1 x-own+scheme.1
    endpoint-* Storage endpoints have @
      capitals only upper-case letters
    http-status-* job object: http_status is *
      1 "404 Not Found"; 2 empty; 3 "200"
    jobs-in-unknown-states The job_state of each job ends in _AND_ARCHIVED
    jobs-in-very-many-states Each of 30 jobs has a different state
    jobs-in-many-states Unfinished jobs are in five undocumented states, one of them an empty string
    jobs-* Jobs are *
      active-at-once active immediately; finish-at-once finished immediately; not-kept forgotten once they finish
    cancel-too-late-* DELETE /jobs/{job_id}: returns * for a finished job
    cancel-too-late-with-tokens DELETE /jobs/{job_id}: with a token, returns 404 for a finished job
    cancel-removes A cancelled job is removed
    cancel-removes-410 GET {job_status_path}: returns 410 for a cancelled job
    cancel-takes-a-moment A cancellation takes effect only after 300 ms
    cancel-sets-a-flag A cancellation sets only cancel_job
    cancel-known-later DELETE /jobs/{job_id}: returns 404 for the first cancellation of each job
    cancel-fails-the-job A cancelled job has the state FAILED
    cancel-* DELETE /jobs/{job_id}: returns @
      empty an empty body; text plain text; null the JSON value null
    cancelled-by-others All unfinished jobs are cancelled by another user after the first cancellation
    list-empty-by-vo GET /jobs?vo_name: lists no job
    list-* GET /jobs: lists *
      empty no job; reversed jobs in reverse order; one one job at the start; none-at-the-start no job at the start
      none-at-the-start-then-latest no job at the start, and later only the latest; lags a job only 300 ms after its submission
      latest only the latest jobs; unfinished-alone no finished jobs; many 5000 jobs
    *-alone accepts only *s
    several-storages-last-named The job object names the last of several storages
    plain-* The client presents a *
      proxy proxy certificate without VO attributes; certificate certificate, not a proxy
    *-token The client presents a token *
      opaque that is not a JWT; long with 120 groups`,
  'data-hub': VARIANTS_OF_DATA_HUB,
};

/** Titles of variants of every service. */
const OF_HTTP = `
    headers-* Header names are *
    type-in-capitals The Content-Type has upper-case letters
    type-* The Content-Type is *
      problem application/vnd.transfer.v3+json; text text/plain; html text/html; text-for-json text/plain for JSON; with-charset application/json with a charset
      none missing; absent missing; problem-free application/vnd.example.hub+json
    type-o* The Content-Type is application/octet-stream
    refusal-by-kind returns a different response for each kind of invalid credential
    refusal-reset resets the connection on an invalid credential
    refusal-* returns @ for an invalid credential
      empty an empty body; many-members an object of many members; bare 401 and no body; null the JSON value null; challenges WWW-Authenticate headers
      redirect-303 a redirect (status 303)
    slow Responses are delayed
    * Responses are *
      chunked sent in chunks; chunked-by-the-byte sent in chunks of one byte; gzip compressed with gzip; deflate compressed with deflate
      brotli compressed with Brotli
    * JSON in responses *
      white-space has white space between its parts; unicode-escapes has Unicode escapes; escaped-slashes has escaped slashes
      integers-with-a-point has integers with a decimal point; pretty is indented
    * Responses have *
      headers-many more than 40 headers
      headers-more additional headers; members-reversed members in reverse order; connection-close the header Connection: close
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
  return sentence.replace(/^(?!\w+ object: )(?=[a-z])/, of === 'client-library' ? 'The library ' : 'The service ');
}

/** A sentence with words in its place: `*` takes them as they are, `@` with an article. */
const filled = (sentence: string, words: string): string =>
  sentence.replace('*', words).replace('@', withArticle(words));
