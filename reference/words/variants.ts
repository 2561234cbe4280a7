/** Legal variants in words: one sentence each. */
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
      by-directory-alone the authorities of a directory alone
    trusts-nothing-it-is-told The library ignores configured authorities
    silent-about-tls The library ignores configured authorities and hides errors of TLS
    further-members-in-results The library adds members to results
    extra-parameters The library accepts extra parameters
    own-http-status The library sets http_status itself
    body-indented The library indents the JSON that it sends
    objects-for-jobs The library represents transfers and jobs as objects
    urllib The library uses urllib
    tls-1.2 The library uses TLS 1.2 at most
    odd-exceptions The library raises unusual exceptions
    * The library returns *
      class-for-context an object of a class as context; ordered-results results that are not plain dictionaries
      attributes-for-results objects with attributes as results; identifier-as-uuid UUID objects as identifiers; times-as-datetime datetime objects as times
    * The library sends *
      doubled-slashes paths that begin with two slashes; trailing-slash a slash at the end of a path; query-behind-job a query behind the path of a job
      other-job-path requests for a job to another path; chunked-body bodies in chunks; media-type-with-charset a Content-Type with a charset
      content-type-always a Content-Type in each request; job-parameters-with-defaults undocumented params with default values
      file-fields-beyond undocumented members of files; filesize-and-metadata-left-out neither filesize nor metadata
      files-in-other-order files in another order`,
  'ticket-bridge': `
    type-* The xsi:type of a part is *
      soapenc of the SOAP encoding; ncname NCName; normalized-string normalizedString; soapenc-short soapenc:short; 1999 of XML Schema 1999
      2000 of XML Schema 2000/10; other-prefix written with another prefix; default-namespace written without a prefix; spaced surrounded by white space
    int-* The number in s-gensym3 is written with @
      spaced white space; plus a plus sign; zeros leading zeros; references character references
    originator-* The part s-gensym5 is *
      self-closed empty, as <s-gensym5/>; odd full of special characters; digits a number; cdata written with CDATA
    reference-within The part s-gensym5 has an id
    reference-* Each part refers (href) to *
      multiref a multiRef element with soapenc:root; without-root a multiRef element; before an element before it; named-by-type an element named by its type
      chain another reference; with-style a multiRef element with an encodingStyle
    wrapper-* The response element is *
      return named return; as-operation named like the operation; gensym named s-gensym1; default-namespace written without a prefix
      default-parts-none written without a prefix, its parts without a namespace; attributes written with further attributes
    parts-* The parts have *
      qualified a prefix; own-prefixes different prefixes
    style-* The encodingStyle is *
      list a list; list-special-first a list that begins with another one; tightened narrower than that of SOAP; overridden another one on the envelope
    further-* The response has a further *
      struct structure
    header-nested The SOAP header has nested elements
    header-optional The SOAP header has an entry with mustUnderstand="0"
    header-* The SOAP header is *
    charset-* The charset is *
      only-declared in the XML declaration alone; among-parameters one of several parameters of the Content-Type
    busy-* The service answers * with status 503
      odd-creation a non-ASCII Subject in TicketCreate; plain-creation an ASCII Subject in TicketCreate; odd-name a non-ASCII AttachmentName
      odd-modification a non-ASCII Subject in TicketModify; creations TicketCreate; modifications TicketModify; attachments AddTicketAttachment
      every-byte an attachment with every byte value
    closed-* The service closes the connection on *
      odd-creation a non-ASCII Subject in TicketCreate; attachments AddTicketAttachment
    forbidden-odd-modification The service answers a non-ASCII Subject in TicketModify with status 403
    large-* A large attachment is answered with *
      refused a SOAP fault; closed a closed connection; unnumbered the identifier 0
    empty-* An empty attachment is answered with *
      refused a SOAP fault; unnumbered the identifier -1
    unsuited-not The identifiers of tickets are negative
    unsuited-* The service rejects unsuitable values in *
      creations TicketCreate; priority Priority; modifications TicketModify; binaries AddTicketAttachment; zero TicketModify, with the identifier 0
      minus-one TicketModify, with the identifier -1
    known-late A new ticket can be modified only after a while
    indented The response is indented
    untyped The parts have no xsi:type
    untyped-identifier The part s-gensym3 has no xsi:type
    utf-* The response is in UTF-*
      16le-marked 16LE with a byte order mark; 16be-marked 16BE with a byte order mark; 32le-marked 32LE with a byte order mark
      16le-parameter 16LE, as its Content-Type says; 16be-declared 16BE, as its XML declaration says
    latin-* The response is in Latin-*
    * The response has *
      no-declaration no XML declaration; windows-1252 the charset Windows-1252; iso-8859-5 the charset ISO 8859-5; us-ascii the charset US-ASCII
      attributes-spread attributes on separate lines; root-attribute the attribute soapenc:root on its element; single-quotes attributes in single quotes
      body-attributes attributes on its SOAP body; nil-false xsi:nil="false" in its parts; soap-lite the form that SOAP::Lite writes
      axis the form that Apache Axis writes; php the form that PHP writes; envelope-default-namespace an envelope without a prefix
      prefix-odd an unusual prefix of the envelope; prefix-rebound a prefix that is bound twice; end-tags-spaced end tags with white space
      namespace-references a character reference in its namespace; blank-after-declaration blank lines after the XML declaration
      standalone an XML declaration with standalone; after-body an element after the SOAP body; http-headers further headers
      declaration-without-encoding an XML declaration without encoding; parameter-over-declaration another charset in its XML declaration`,
  transfer: `
    status-elsewhere A single job is read at another path
    status-* The service answers successful requests with *
    submit-* The service answers a submission with *
      201-location status 201 and Location; collides status 409 if it is the first with its members; quota status 400 after the first
    redirect-* Reads are redirected once with @
      absolute an absolute address
    first-* The first read of each operation is answered with *
    each-first-* The first request of each operation is answered with *
    others-first-* The first listed job is that of another user, and is read with *
    others-alone-* Listed jobs are those of another user, and are read with *
    more-members* Records have undocumented members*
      -like-documented  named almost like documented ones; -of-prototypes  with names such as __proto__
    dn-more The array dn contains further names
    dn-reversed The array dn is in reverse order
    dn-* Distinguished names are *
      with-commas written with commas; with-commas-reversed written with commas in reverse order; mixed written with commas in dn alone
      mixed-in-jobs written with commas in jobs alone; mixed-reversed written in reverse order in jobs alone; of-another-name not those of the certificate
    opaque-token The client presents a token that is not a JWT
    opaque-* With a token, user_dn is @
      dn a distinguished name; e-mail an e-mail address; number a string of digits
    uuid-* UUIDs of the identity object are *
      nil all the nil UUID; max all the max UUID
    identity-without-attributes In the identity object, voms_cred is empty
    identity-empty In the identity object, roles, vos, vos_id and level.transfer are empty
    identity-* The identity object is *
      root that of an administrator; several-organisations that of a member of several organisations
    scopes-* The scopes are written *
      with-spaces with two spaces between them
    delegation-* The delegation object has *
      id-with-letters an identifier with letters; empty an empty voms_attrs; many 200 entries in voms_attrs; ended a termination_time in the past
    job-id-* Job identifiers are UUIDs *
    job-* The job object has @
      nulls null in each member that may be null; no-nulls no null; unknown-words other values of job_type and verify_checksum; big-integers large integers
      empty empty values; metadata-odd unusual metadata; negative negative numbers; times-at-the-edge times at the end of the calendar
      cred-upper-case a cred_id in upper case; cred-long a long cred_id; other-users the user_dn and cred_id of another user
    endpoint-scheme-* Storage endpoints have the scheme *
      x-own-scheme-1 x-own+scheme.1
    endpoint-* Storage endpoints have @
    http-status-* The http_status of a job is *
      1 "404 Not Found"; 2 empty; 3 "200"
    jobs-* Jobs are *
      active-at-once under way immediately; finish-at-once finished immediately; not-kept forgotten once they finished
    cancel-too-late-* The service answers the cancellation of a finished job with *
      with-tokens status 404 for tokens alone
    cancel-removes A cancelled job is removed
    cancel-removes-410 The service answers reads of a cancelled job with status 410
    cancel-takes-a-moment A cancellation takes effect a moment later
    cancel-sets-a-flag A cancellation sets cancel_job alone
    cancel-known-later A new job can be cancelled only later
    cancel-fails-the-job A cancelled job has the state FAILED
    cancel-* The service answers a cancellation with @
      empty an empty body
    cancelled-by-others The cancellation of one job cancels all unfinished jobs
    list-* The listing of jobs is *
      empty-by-vo empty with vo_name; one one job long at the start; none-at-the-start empty at the start; none-at-the-start-then-latest empty at the start, later cut to the latest jobs; lags late by a moment; latest cut to the latest jobs
      unfinished-alone without finished jobs; many 5000 jobs long
    certificate-alone The service accepts certificates alone
    token-alone The service accepts tokens alone
    several-storages-last-named The job object names the last of several storages
    plain-proxy The client presents a proxy certificate without VO attributes
    plain-certificate The client presents a certificate, not a proxy
    long-* The client presents a long *`,
  'data-hub': `
    lists-* Listings are *
      array-of-strings arrays of strings; array-of-objects arrays of objects; envelope-of-objects objects with an array of objects
      map-by-id maps by identifiers; map-in-envelope maps within objects; silent-page cut after 20 entries without a sign of it
      beside-empty maps beside an empty list; first-page-empty pages, the first of which is empty; nested-deep nested deep in objects
      entries-nested arrays of nested objects; key-differs objects with an unusual key; hrefs links; names names without identifiers
      paged cut, with a token for the rest; last-page marked as the last page; counted lists with a total; other-services services of others, their titles first
      beside-links lists beside a longer list of links; map-with-arrays maps by identifiers, with arrays in them; with-kinds lists with the type of each entry
      pairs lists of pairs; plain-text plain text; json-lines lines of JSON; long 1500 entries longer
    lists-map-of-* Listings are maps of identifiers to empty objects
    list-files-paths The listing of files has full paths as names
    cdmi-listing-forbidden CDMI listings are forbidden
    cdmi-listing-* A CDMI listing has *
      whole all members of the standard; objects objects in place of names; no-slash no slash behind folders; range a range of its entries
    cdmi-write-object The response to a CDMI write describes the file
    details-more Details of a space, share or handle have further members
    details-metadata-alone Details of a handle are its metadata alone
    details-share-alone Details of a handle are the identifier of its share alone
    details-kind-alone Details of a share are its identifier, name and type alone
    details-words-of-others Details of a handle service have no identifier
    details-folder-renamed Details of a share have another identifier of its folder
    details-* Details of a space, share or handle are *
      attributes a list of names and values; href an address in place of the identifier; name-only without an identifier; plain-id the identifier alone
      nulls null in part; nested nested in objects
    lookup-* The lookup of a file returns its identifier *
      with-parent beside that of its parent; nested in a nested object; array in an array; json-string as a JSON string; with-path with its path; among-ids with that of a provider
      behind-many behind four others; with-others between two others
    made-no* The response to a creation has no body
    made-empty-object The response to a creation is an empty object
    made-* A creation returns the identifier *
      nested in a nested object; json-string as a JSON string; with-location also in Location
    ids-* Identifiers are *
      small small numbers, in a list beside others; uuid all UUIDs; urn all URNs; special full of special characters; alike-at-the-end alike at their end
    location-* The Location of a new handle is *
      public the public address of the handle; absolute an absolute address; identifier the identifier alone; identifier-fragment the identifier with a query and a fragment
      relative a relative path; dot a path that begins with a dot; trailing-slash a path with a slash at its end
      query a path with a query; protocol-relative an address without a scheme
    handle-* A new handle has *
      id-odd an identifier of special characters; body-json a JSON body in its response; body-text a text in its response
    stream-history The stream of changes begins with an earlier change, which has other numbers
    stream-heartbeat-* Between events, the stream of changes sends @
      blank blank lines; crlf blank lines with CRLF; json JSON objects
    stream-* The stream of changes sends @
      crlf lines with CRLF; event-stream server-sent events; json-sequence a JSON text sequence; batches several changes per event
      split events in pieces; split-at-colon events in two pieces; bare events without line breaks; array each event in an array
    named-token-* The named token is *
      jwt a JWT; macaroon a macaroon; nested nested in objects; as-text plain text; 6k 6 kB long; alone without an identifier
      renamed under another name; hidden not returned; hidden-among-texts not returned, but other texts are; hidden-beside-time not returned, but a time is
    oidc-token-* The access token is *
      6k 6 kB long; opaque not a JWT
    refresh-* A grant returns *
      rotation another refresh token; token-repeated the same refresh token
    token-response-more The token response has further members
    token-response-bare The token response has no optional members
    token-type-* The token_type is *
    no-store-among-others Cache-Control has no-store among other directives
    status-made-* The service answers creations with *
    status-written-* The service answers CDMI writes with *
    status-read-* The service answers reads with *
    status-stream-* The stream of changes begins with *
    coding-gzip Responses are compressed with gzip
    coding-chunked Responses are sent in chunks
    json-* JSON in responses is *
      pretty indented; newline followed by a line break; escaped written with escapes
    answers-* Responses are *
    content-* The response with the content of a file has *
      text-plain the Content-Type text/plain; disposition Content-Disposition; etag an ETag; redirected a redirect before it
    overwrite-refused The service never overwrites files
    encoded-path-forbidden The service forbids encoded paths
    handles-forbidden The service forbids the registration of handles
    cdmi-delete-refused The service rejects DELETE through CDMI
    zone-forbidden The zone service forbids everything except named tokens
    changes-forbidden The service forbids subscriptions to changes
    *-forbidden The service forbids *
    *-refused The service rejects *
    space-name-odd The name of the space has special characters
    names-plain-only The service accepts only file names of ASCII letters, digits, -, _ and .
    names-normalised The service changes names to Unicode NFC
    one-share-a-folder A folder can have only one share
    one-handle-a-user A user can have only one handle`,
};

/** Those of every service. */
const OF_HTTP = `
    headers-* The names of headers are *
    type-in-capitals The Content-Type has capital letters
    type-* The Content-Type is *
      problem application/vnd.transfer.v3+json; text text/plain; html text/html
      text-for-json text/plain for JSON; with-charset application/json with a charset; none missing; problem-free application/vnd.example.hub+json
    type-o* The Content-Type is application/octet-stream
    refusal-* The service answers an invalid credential with @
      empty an empty body; many-members an object of many members; by-kind a different response for each kind; bare status 401 and no body
      challenges WWW-Authenticate headers; redirect-303 a redirect with status 303; reset a reset of the connection
    slow The response is slow
    * The response is *
      chunked sent in chunks; chunked-by-the-byte sent in chunks of one byte; gzip compressed with gzip; deflate compressed with deflate; brotli compressed with Brotli
    * The response has *
      white-space white space between the parts of its JSON; unicode-escapes Unicode escapes in its JSON; escaped-slashes escaped slashes in its JSON
      integers-with-a-point integers with a decimal point; integers-with-an-exponent integers with an exponent
      pretty indented JSON; headers-many many headers; headers-more further headers; members-reversed members in reverse order
      connection-close the header Connection: close; date-of-another-year a date of another year`;

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
  [/ declared$/, ', as its XML declaration says'],
  [/ parameter$/, ', as its Content-Type says'],
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
