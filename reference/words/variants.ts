/** Legal variants in words: one sentence each. */
import { VARIANTS_OF_DATA_HUB } from './data-hub-variants.ts';
import { tableOf, wordsOf } from './ids.ts';

/**
 * Sentences by the beginning or end of a name; `*` is the rest of the name. Deeper lines replace a rest that a stranger
 * would not understand. Sentences that begin with neither an operation nor a record are about the operation at which
 * all changes of the variant apply, else about the interface.
 */
const SENTENCES: Readonly<Record<string, string>> = {
  'client-library': `
    *-version-first sends GET /
    checks-identity-in-context sends GET /whoami
    remembers-identity Context: sends GET /whoami, and whoami returns the remembered response
    *-identity-once sends GET /whoami only once per context
    reads-each-job-once reads each job only once per context
    reads-job-back reads the job after its submission
    delegates-before-submission delegates a credential before the submission
    delegates-once-per-context delegates a credential once per context
    *-in-a-thread sends requests from a separate thread
    keeps-connections keeps connections open
    shares-connections shares connections between contexts
    leaves-threads leaves a thread running after the call
    prints prints to stdout and stderr
    trusts-by-directory-alone trusts only the authorities in X509_CERT_DIR
    trusts-nothing-it-is-told trusts no certificate authority
    silent-about-tls trusts no certificate authority, and hides TLS errors
    further-members-in-results returns objects with additional members
    extra-parameters accepts undocumented parameters
    own-http-status returns http_status "200 OK" for every job
    body-indented sends indented JSON
    objects-for-jobs represents transfers and jobs as objects
    urllib sends requests with urllib
    tls-1.2 supports TLS 1.2 at most
    odd-exceptions on network errors, raises a BaseException without readable text
    class-for-context is a class
    ordered-results returns mappings other than plain dictionaries
    attributes-for-results returns objects with attributes instead of dictionaries
    identifier-as-uuid returns the identifier as a UUID object
    times-as-datetime returns times as datetime objects
    trailing-slash sends a path with a trailing slash
    query-behind-job sends a path with a query
    other-job-path sends GET /api/v3/jobs/{job_id}
    job-parameters-with-defaults adds undocumented members to the submission and to params
    file-fields-beyond adds undocumented members and empty token lists
    filesize-and-metadata-left-out omits filesize and metadata from the submission
    files-in-other-order puts files in reverse order
    * sends *
      doubled-slashes paths that begin with two slashes; chunked-body bodies in chunks
      media-type-with-charset Content-Type with a charset parameter, and header names in lower case; content-type-always Content-Type in every request`,
  'ticket-bridge': `
    type-* Response part s-gensym3 has xsi:type *
      soapenc-short soapenc:short; short
    type-* Response part s-gensym5 has xsi:type *
      ncname NCName; normalized-string normalizedString; token
    type-* The xsi:type of each response part is *
      soapenc a type of SOAP encoding; 1999 a type of XML Schema 1999; 2000 a type of XML Schema 2000/10; other-prefix written with a different prefix
      default-namespace written without a prefix; spaced surrounded by white space
    int-* Response part s-gensym3 is written with @
      spaced white space around it; plus a plus sign; zeros leading zeros; references character references; comment an XML comment
    originator-* Response part s-gensym5 is *
      self-closed written as <s-gensym5/>; odd text with markup, quotes and characters beyond U+FFFF; long 160,000 characters long; digits a number; cdata written with CDATA
    reference-within Response part s-gensym5 has an id that no href refers to
    reference-* Each response part has an href to *
      multiref a multiRef element with soapenc:root; without-root a multiRef element; before an element before it; named-by-type an element named by its type
      chain an element that refers to another one; with-style a multiRef element with an encodingStyle
    wrapper-attributes The response element and its parts have additional attributes
    wrapper-* The response element is *
      return named return; as-operation named like the operation; gensym named s-gensym1; default-namespace written without a prefix
      default-parts-none written without a prefix, its parts without a namespace
    parts-* Response parts have *
      qualified a namespace prefix; own-prefixes different namespace prefixes
    style-* The encodingStyle is *
      list a list of two URIs; list-special-first a list that begins with a different URI; tightened the URI of SOAP encoding with a suffix
    style-overridden The encodingStyle of the response element overrides a different one on the envelope
    header-nested The SOAP header has nested elements
    header-optional The SOAP header has an entry with mustUnderstand="0"
    charset-* The charset of responses is *
      only-declared stated only in the XML declaration; among-parameters one of several parameters of the Content-Type
    busy-* returns 503*
      creations  for every request; odd-creation  for a non-ASCII Subject; plain-creation  for an ASCII Subject
      modifications  for every request; odd-modification  for a non-ASCII Subject
      attachments  for every request; odd-name  for a non-ASCII AttachmentName; every-byte  for the byte 255 in AttachmentData
    closed-odd-creation resets the connection on a non-ASCII Subject
    closed-attachments resets the connection for every request
    forbidden-odd-modification returns 403 for a non-ASCII Subject
    large-closed resets the connection on an attachment of more than 64 KiB
    large-* returns * for an attachment of more than 64 KiB
      refused a SOAP fault; unnumbered the identifier 0
    empty-* returns * for an empty attachment
      refused a SOAP fault; unnumbered the identifier -1
    unsuited-not Ticket identifiers are negative
    unsuited-* returns *
      zero the identifier 0 for placeholder field values; zero-again the identifier 0 for placeholder field values, from the second modification of a ticket on; minus-one the identifier -1 if some field values are placeholders
      modifications a SOAP fault for placeholder field values
    unsuited-* returns a SOAP fault *
      creations for placeholder field values; priority if some field values are placeholders
    unsuited-binaries with placeholder field values, returns 503 for a text file, and a SOAP fault for the byte 255
    known-late returns a SOAP fault for the first modification of each ticket
    indented indents responses
    untyped Response parts have no xsi:type
    untyped-identifier Response part s-gensym3 has no xsi:type
    utf-* Responses are in UTF-*
      8-marked-alone 8, stated only by a byte order mark
    latin-1* Responses are in ISO-8859-1*
    latin-9 Responses are in ISO-8859-15
    windows-1252 Responses are in windows-1252
    iso-8859-5 Responses are in ISO-8859-5
    us-ascii Responses are in US-ASCII
    root-attribute The response element has the attribute soapenc:root
    soap-lite Responses imitate the XML of SOAP::Lite
    axis Responses imitate the XML of Apache Axis
    php Responses imitate the XML of PHP
    * sends responses with *
      further-part an additional part; further-struct an additional part that is an array; header-empty an empty SOAP header; http-headers additional HTTP headers
      comments XML comments; carriage-returns carriage returns between elements; no-declaration no XML declaration; attributes-spread attributes on separate lines
      single-quotes attributes in single quotes; body-attributes attributes on the SOAP body; nil-false xsi:nil="false" on each part
      envelope-default-namespace an envelope without a prefix; prefix-odd the namespace prefix Sóäp-1.x_ for the envelope
      prefix-rebound an envelope prefix that the response element binds to the service namespace; end-tags-spaced white space in end tags
      namespace-references a character reference in the namespace; blank-after-declaration blank lines after the XML declaration
      standalone standalone="yes" in the XML declaration; after-body an element after the SOAP body
      declaration-without-encoding an XML declaration without encoding; parameter-over-declaration different charsets in the XML declaration and in Content-Type`,
  transfer: `
    status-elsewhere returns 404, because jobs are read at a different path
    submit-* returns *
      201-location 201 and a Location
    submit-collides returns 409 once for each new body after the first submission
    submit-unknown-host-* returns * for a source on a host that does not exist
    submit-quota returns 400 for each submission after the first
    redirect-* redirects each GET once, with *
    redirect-absolute redirects each GET once, to an absolute URL (307)
    first-* returns * for the first GET of each operation
    each-first-* returns * for the first request of each operation
    others-first-* GET {job_status_path}: returns * for the first listed job, which belongs to a different user
    others-alone-* GET {job_status_path}: returns * for every job listed at the start of the run, because it belongs to a different user
    more-members-in-level identity object: level has undocumented members
    more-members-in-granted-levels identity object: get_granted_level_for and get_granted_level_for_overriden have undocumented members
    more-members* Records have undocumented members*
      -like-documented  named almost like documented ones; -of-prototypes  with names such as __proto__
    dn-more identity object: dn contains additional names
    dn-reversed identity object: dn is in reverse order
    dn-mixed identity object: dn is comma-separated, and user_dn in the OpenSSL one-line format
    dn-mixed-in-jobs job object: user_dn is comma-separated, but in the OpenSSL one-line format in the identity object
    dn-mixed-reversed job object: user_dn is an RFC 4514 string, but in the OpenSSL one-line format in the identity object
    dn-of-another-name The values of user_dn and dn differ from the subject of the certificate
    dn-* Distinguished names are *
      with-commas comma-separated (C=…, O=…, CN=…); with-commas-reversed RFC 4514 strings (CN=…,O=…,C=…)
    opaque-* identity object: user_dn is @ (with a token)
      dn a distinguished name; e-mail an e-mail address; number a string of digits
    uuid-* identity object: base_id and vos_id are *
      nil the nil UUID; max the max UUID; upper-case UUIDs in upper case
      v1 UUIDs of version 1; v3 UUIDs of version 3; v5 UUIDs of version 5; v7 UUIDs of version 7
    identity-* identity object: *
      without-attributes voms_cred is empty; empty roles, vos, vos_id and level.transfer are empty; root is_root is true, roles are root and admin, and level.transfer is all
      several-organisations vos contains several virtual organisations, one of them twice
    scopes-* identity object: *
      with-spaces oauth2_scope has two spaces between scopes, and one at each end; in-another-order voms_cred has the scopes of oauth2_scope in reverse order
    delegation-id-with-letters identity object: delegation_id contains a space, a slash and ü
    delegation-* delegation object: *
      empty voms_attrs is empty; many voms_attrs has 200 entries; ended termination_time is in the past
    job-id-upper-case-when-read job object: job_id is in upper case, but in lower case in the submission result
    job-id-* Job identifiers are UUIDs *
    job-* job object: *
      nulls max_time_in_queue, job_metadata and reason are null; no-nulls max_time_in_queue, job_metadata and reason have values; unknown-words job_type is Y and verify_checksum is b
      big-integers priority and retry_delay exceed 2^53; empty job_type, reason, internal_job_params, job_metadata and space tokens are empty
      metadata-odd job_metadata has an empty name, a 301-character name and a 5,000-character value; negative priority, retry, retry_delay and three other integers are negative
      times-at-the-edge submit_time is on 29 February and job_finished in the year 9999; long-reason reason has more than 9,000 characters
      cred-upper-case cred_id is in upper case; cred-long cred_id has 64 hexadecimal digits; other-users user_dn and cred_id of jobs listed at the start of the run are those of a different user
    endpoint-scheme-* job object: source_se and dest_se of jobs listed at the start of the run have the scheme *, and dest_se an IPv6 address
      x-own-scheme-1 x-own+scheme.1
    endpoint-* job object: source_se and dest_se have @
    endpoint-capitals job object: source_se and dest_se are in upper case
    http-status-* job object: http_status is *
      1 "404 Not Found"; 2 empty; 3 "200"
    jobs-in-unknown-states job object: job_state ends in _AND_ARCHIVED
    jobs-in-very-many-states job object: each of 30 jobs listed at the start of the run has a different job_state
    jobs-in-many-states job object: job_state of unfinished jobs is one of five undocumented values, one of them empty
    jobs-* Jobs are *
      active-at-once active immediately; finish-at-once finished immediately; not-kept removed once they finish
    cancel-too-late-* DELETE /jobs/{job_id}: returns *, because the job has already failed
    cancel-too-late-with-tokens DELETE /jobs/{job_id}: returns 404 with a token, because the job has already failed
    cancel-removes DELETE /jobs/{job_id}: removes the job
    cancel-removes-410 returns 410 for a cancelled job
    cancel-takes-a-moment DELETE /jobs/{job_id}: takes effect after 300 ms
    cancel-sets-a-flag DELETE /jobs/{job_id}: sets cancel_job to true, and job_state to SUBMITTED
    cancel-known-later returns 404 for the first cancellation of each job
    cancel-fails-the-job DELETE /jobs/{job_id}: changes job_state to FAILED
    cancel-* returns @
      empty an empty body; text plain text; null the JSON value null; broken-json truncated JSON
    cancelled-by-others All unfinished jobs are cancelled by a different user after the first cancellation
    list-empty-by-vo GET /jobs?vo_name={vo_name}: lists no job
    list-* GET /jobs: lists *
      empty no job; reversed jobs in reverse order; one one job at the start of the run; none-at-the-start no job at the start of the run
      none-at-the-start-then-latest no job at the start of the run, and later only the latest 12; lags a job no earlier than 300 ms after its submission
      latest only the latest 12 jobs; unfinished-alone no finished jobs; many 5,000 jobs at the start of the run
    certificate-alone accepts certificates, and rejects tokens
    token-alone accepts tokens, and rejects certificates
    several-storages-last-named job object: source_se and dest_se name the last of several storage endpoints
    several-storages-named-in-turn job object: source_se and dest_se alternate between several storage endpoints
    plain-* Assay: presents *
      proxy a proxy certificate without VOMS attributes; certificate an end-entity certificate instead of a proxy certificate
    *-token Assay: presents a token *
      opaque that is not a JWT; long with 120 groups`,
  'data-hub': VARIANTS_OF_DATA_HUB,
};

/** Titles of variants of every service. */
const OF_HTTP = `
    status-* returns * for successful requests
    headers-* sends header names *
    type-in-capitals sends Content-Type with upper-case letters
    type-* sends *
      problem Content-Type application/vnd.transfer.v3+json; text Content-Type text/plain; html Content-Type text/html
      with-charset Content-Type with a charset parameter; none no Content-Type; absent no Content-Type
    type-o* sends Content-Type application/octet-stream
    type-* sends JSON with Content-Type *
      text-for-json text/plain; problem-free application/vnd.example.hub+json
    refusal-by-kind rejects invalid credentials with a different status for each kind
    refusal-login-page returns 200 and an HTML login page for invalid credentials
    refusal-reset resets the connection on an invalid credential
    refusal-* rejects invalid credentials with @
      empty 403 and no body; many-members 403 and an object of six members; null 403 and the JSON value null; challenges 401 and two WWW-Authenticate headers
      html 401 and HTML; redirect a redirect (302); redirect-303 a redirect (303)
    * *
      slow delays responses; pretty indents JSON; chunked sends responses in chunks; chunked-by-the-byte sends responses in chunks of one byte
    * compresses responses with *
      gzip; deflate; brotli Brotli
    * writes JSON *
      white-space with white space between its parts; unicode-escapes with Unicode escapes; escaped-slashes with escaped slashes
      integers-with-a-point integers with a decimal point; integers-with-an-exponent; members-reversed members in reverse order
    * sends *
      headers-many more than 40 headers; headers-more additional headers; connection-close the header Connection: close
      date-of-another-year a Date header of 1970`;

const TABLES = new Map(
  Object.entries(SENTENCES).map(([of, lines]) => {
    const table = tableOf(`${OF_HTTP}\n${lines}`);
    const forms = [...table.keys()].map((key) => key.split('*')).filter(([, end]) => end !== undefined);
    return [of, { table, forms: forms.toSorted((one, other) => other.join('').length - one.join('').length) }];
  }),
);

/** Words of the rest of a name, in a sentence. */
const REST: readonly (readonly [form: RegExp, words: string])[] = [
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

/** Returns the title of a variant of an interface's reference, by its id; `subject`: what it is about. */
export function variantInWords(of: string, id: string, subject: string): string {
  const name = id.split('/').at(-1) ?? '';
  const { table, forms } = TABLES.get(of)!;
  const [start = '', end = ''] =
    forms.find(([start = '', end = '']) => name.startsWith(start) && name.endsWith(end)) ?? [];
  const rest = wordsOf(name.slice(start.length, name.length - end.length));
  const sentence =
    table.get(name) ??
    filled(
      table.get(`${start}*${end}`) ?? '',
      REST.reduce((words, [form, by]) => words.replace(form, by), rest),
    );
  return OWN_SUBJECT.test(sentence)
    ? sentence
    : `${subject}: ${sentence.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase())}`;
}

/** The beginning of a sentence about one operation, record or client. */
const OWN_SUBJECT = /^(?:[A-Z]+ [^:]+|\w+|\w+ (?:object|response|client)): /;

/** Returns words with their article, or without one if they have one, are plural, a name or a value. */
const withArticle = (words: string): string =>
  /s(?: alone| only)?$|JSON$|\d$|^\w*s\b|^(?:an?|the|no|null|HTML|XML|CDATA)\b/.test(words)
    ? words
    : `${/^(?:[aei]|o(?!ne\b)|un)/.test(words) ? 'an' : 'a'} ${words}`;

/** Returns a sentence with words in its place: `*` takes them as they are, `@` with an article. */
const filled = (sentence: string, words: string) => sentence.replace('*', words).replace('@', withArticle(words));
