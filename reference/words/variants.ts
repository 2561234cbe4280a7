/** Legal variants in words: one sentence each. */
import { VARIANTS_OF_DATA_HUB } from './data-hub-phrases.ts';
import { tableOf, withArticle, wordsOf } from './ids.ts';

/** Sentences by the beginning of a name, with the rest of the name as `*`; below them, rests that a stranger would not understand. */
const SENTENCES: Readonly<Record<string, string>> = {
  'client-library': `
    *-version-first The library requests GET / for each context
    *-identity-once The library requests GET /whoami only once
    *-in-a-thread The library sends requests from a thread
    checks-identity-in-context The library requests GET /whoami for each context
    delegates-* The library delegates a credential *
    keeps-connections The library keeps connections open
    leaves-* The library leaves *
      threads threads running after a call
    prints The library prints to stdout and stderr
    reads-* The library reads *
      job-back each job after its submission; each-job-once each job only once
    remembers-identity The library remembers the identity of each context
    shares-connections The library shares connections between contexts
    trusts-* The library trusts *
      by-directory-alone only the authorities of a directory
    trusts-nothing-it-is-told The library ignores configured authorities
    silent-about-tls The library ignores configured authorities and hides TLS errors
    further-members-in-results The library adds members to results
    extra-parameters The library accepts extra parameters
    own-http-status The library sets http_status itself
    body-indented The library indents the JSON that it sends
    objects-for-jobs The library represents transfers and jobs as objects
    urllib The library uses urllib
    tls-1.2 The library uses TLS 1.2 at most
    odd-exceptions The library raises unusual exceptions
    * The library returns *
      class-for-context an instance of a class as context; ordered-results results that are not plain dictionaries
      attributes-for-results objects with attributes as results; identifier-as-uuid UUID objects as identifiers; times-as-datetime datetime objects as times
    * The library sends *
      doubled-slashes paths that begin with two slashes; trailing-slash paths that end with a slash; query-behind-job a query after the path of a job
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
      self-closed empty, written as <s-gensym5/>; odd full of special characters; digits a number; cdata written with CDATA
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
    busy-* The service answers * with status 503
      odd-creation a non-ASCII Subject in TicketCreate; plain-creation an ASCII Subject in TicketCreate; odd-name a non-ASCII AttachmentName
      odd-modification a non-ASCII Subject in TicketModify; creations TicketCreate; modifications TicketModify; attachments AddTicketAttachment
      every-byte an attachment with every byte value
    closed-* The service closes the connection on *
      odd-creation a non-ASCII Subject in TicketCreate; attachments AddTicketAttachment
    forbidden-odd-modification The service answers a non-ASCII Subject in TicketModify with status 403
    large-closed The service closes the connection on a large attachment
    large-* The service answers a large attachment with *
      refused a SOAP fault; unnumbered the identifier 0
    empty-* The service answers an empty attachment with *
      refused a SOAP fault; unnumbered the identifier -1
    unsuited-not Ticket identifiers are negative
    unsuited-* The service rejects unsuitable values in *
      creations TicketCreate; priority Priority; modifications TicketModify
    unsuited-binaries AddTicketAttachment answers a plain file with status 503 and rejects a file with every byte value
    unsuited-zero The service answers unsuitable values in TicketModify with the identifier 0
    unsuited-minus-one The service answers unsuitable values in TicketModify with the identifier -1
    known-late A new ticket can be modified only after a while
    indented Responses are indented
    untyped Response parts have no xsi:type
    untyped-identifier The part s-gensym3 has no xsi:type
    utf-* Responses are in UTF-*
      8-marked-alone 8, shown only by a byte order mark
    latin-* Responses are in Latin-*
    status-* The service answers with *
    root-attribute The response element has the attribute soapenc:root
    * Responses have *
      comments XML comments; carriage-returns carriage returns between elements; no-declaration no XML declaration; windows-1252 the charset Windows-1252
      iso-8859-5 the charset ISO 8859-5; us-ascii the charset US-ASCII; attributes-spread attributes on separate lines
      single-quotes attributes in single quotes; body-attributes attributes on the SOAP body; nil-false xsi:nil="false" on each part
      soap-lite the form that SOAP::Lite writes; axis the form that Apache Axis writes; php the form that PHP writes
      envelope-default-namespace an envelope without a prefix; prefix-odd an unusual namespace prefix for the envelope
      prefix-rebound a namespace prefix that is bound twice; end-tags-spaced end tags with white space
      namespace-references a character reference in the namespace; blank-after-declaration blank lines after the XML declaration
      standalone standalone="yes" in the XML declaration; after-body an element after the SOAP body; http-headers further headers
      declaration-without-encoding an XML declaration without encoding; parameter-over-declaration another charset in the XML declaration`,
  transfer: `
    status-elsewhere A single job is read at another path
    status-* The service answers successful requests with *
    submit-* The service answers a submission with *
      201-location status 201 and Location
    submit-collides The service answers the first submission of each kind with status 409
    submit-quota The service answers each submission after the first with status 400
    redirect-* Reads are redirected once with @
      absolute an absolute address
    first-* The service answers the first read of each operation with *
    each-first-* The service answers the first request of each operation with *
    others-first-* The first listed job belongs to another user, and reading it returns *
    others-alone-* All listed jobs belong to another user, and reading them returns *
    more-members* Records have undocumented members*
      -like-documented  named almost like documented ones; -of-prototypes  with names such as __proto__; -in-granted-levels  in get_granted_level_for
    dn-more The array dn contains further names
    dn-reversed The array dn is in reverse order
    dn-* Distinguished names are *
      with-commas written with commas; with-commas-reversed written with commas in reverse order; mixed written with commas only in dn
      mixed-in-jobs written with commas only in jobs; mixed-reversed written in reverse order only in jobs; of-another-name not those of the certificate
    opaque-token The client presents a token that is not a JWT
    opaque-* With a token, user_dn is @
      dn a distinguished name; e-mail an e-mail address; number a string of digits
    uuid-* UUIDs of the identity object are *
      nil the nil UUID; max the max UUID
    identity-without-attributes In the identity object, voms_cred is empty
    identity-empty In the identity object, roles, vos, vos_id and level.transfer are empty
    identity-* The identity object is *
      root that of an administrator; several-organisations that of a member of several organisations
    scopes-* The scopes are written *
      with-spaces with two spaces between them
    delegation-id-with-letters The delegation_id of a user has special characters
    delegation-* The delegation object has *
      empty an empty voms_attrs; many 200 entries in voms_attrs; ended a termination_time in the past
    job-id-* Job identifiers are UUIDs *
    job-* The job object has @
      nulls null in each member that may be null; no-nulls no null; unknown-words other values of job_type and verify_checksum; big-integers large integers
      empty empty values; metadata-odd unusual metadata; negative negative numbers; times-at-the-edge times at the end of the calendar
      cred-upper-case a cred_id in upper case; cred-long a long cred_id; other-users the user_dn and cred_id of another user
    endpoint-scheme-* Storage endpoints have the scheme *
      x-own-scheme-1 x-own+scheme.1
    endpoint-* Storage endpoints have @
      capitals only upper-case letters
    http-status-* The http_status of a job is *
      1 "404 Not Found"; 2 empty; 3 "200"
    jobs-* Jobs are *
      active-at-once active immediately; finish-at-once finished immediately; not-kept forgotten once they finish
    cancel-too-late-* The service answers the cancellation of a finished job with *
      with-tokens status 404 only for tokens
    cancel-removes A cancelled job is removed
    cancel-removes-410 The service answers reads of a cancelled job with status 410
    cancel-takes-a-moment A cancellation takes effect a moment later
    cancel-sets-a-flag A cancellation sets only cancel_job
    cancel-known-later A new job can be cancelled only later
    cancel-fails-the-job A cancelled job has the state FAILED
    cancel-* The service answers a cancellation with @
      empty an empty body; text plain text; null the JSON value null
    cancelled-by-others The cancellation of one job cancels all unfinished jobs
    list-* The listing of jobs *
      empty is empty; empty-by-vo is empty with vo_name; reversed is in reverse order; one has one job at the start; none-at-the-start is empty at the start
      none-at-the-start-then-latest is empty at the start, and later has only the latest jobs; lags shows a job a moment after its submission
      latest has only the latest jobs; unfinished-alone has no finished jobs; many has 5000 jobs
    certificate-alone The service accepts only certificates
    token-alone The service accepts only tokens
    several-storages-last-named The job object names the last of several storages
    plain-proxy The client presents a proxy certificate without VO attributes
    plain-certificate The client presents a certificate, not a proxy
    long-* The client presents a long *`,
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
    refusal-by-kind The service answers each kind of invalid credential differently
    refusal-reset The service resets the connection on an invalid credential
    refusal-* The service answers an invalid credential with @
      empty an empty body; many-members an object of many members; bare status 401 and no body; null the JSON value null; challenges WWW-Authenticate headers
      redirect-303 a redirect (status 303)
    slow Responses are slow
    * Responses are *
      chunked sent in chunks; chunked-by-the-byte sent in chunks of one byte; gzip compressed with gzip; deflate compressed with deflate
      brotli compressed with Brotli
    * Responses have *
      white-space white space between the parts of their JSON; unicode-escapes Unicode escapes in their JSON; escaped-slashes escaped slashes in their JSON
      integers-with-a-point integers with a decimal point; integers-with-an-exponent integers with an exponent; pretty indented JSON; headers-many many headers
      headers-more further headers; members-reversed members in reverse order; connection-close the header Connection: close
      date-of-another-year a Date header of another year`;

const TABLES = new Map(Object.entries(SENTENCES).map(([of, lines]) => [of, tableOf(`${OF_HTTP}\n${lines}`)]));

/** Words of the rest of a name, in a sentence. */
const REST: readonly (readonly [form: RegExp, words: string])[] = [
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
  return (
    table.get(name) ??
    filled(
      table.get(`${start}*${end}`) ?? '',
      REST.reduce((words, [form, by]) => words.replace(form, by), rest),
    )
  );
}

/** A sentence with words in its place: `*` takes them as they are, `@` with an article. */
const filled = (sentence: string, words: string): string =>
  sentence.replace('*', words).replace('@', withArticle(words));
