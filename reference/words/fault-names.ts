/** Names of faults that words alone do not explain, each with what the fault does. */
import { tableOf } from './ids.ts';

export const FAULT_NAMES: ReadonlyMap<string, string> = tableOf(`
    with-zone has a time zone
    empty-entries returns only empty entries
    ends-after-first-event ends after the first event
    scope-refused rejects the scope
    content-type-twice has two Content-Type fields
    trailing-comma contains a trailing comma
    decoded-twice decodes the name twice
    cut-at-ampersand cuts the name at an ampersand
    cut-at-semicolon cuts the name at a semicolon
    question-mark-dropped drops question marks
    extension-dropped drops the file name extension
    percent-dropped drops percent signs
    plus-dropped drops plus signs
    non-ascii-dropped drops non-ASCII characters
    always-empty returns no content
    encoded-twice encodes the text twice
    as-zero-octet stores a zero byte
    json-written-anew writes JSON in a different form
    quotes-lost drops quotation marks at both ends
    single-byte-lost drops the content of a file of one byte
    gzip-unpacked unpacks gzip files
    block-repeated repeats a block
    one-bit-changed changes one bit
    bom-stripped drops the byte order mark
    cut-at-zero-octet cuts the content at the byte 0
    cr-lost drops carriage returns
    invalid-utf-8-replaced replaces bytes that are not UTF-8
    high-bit-lost clears the highest bit of each byte
    blanks-trimmed drops white space at both ends
    last-line-break-lost drops the last line break
    last-byte-lost drops the last byte
    newline-added adds a line break at the end
    present contains @
    missing omits @
    let-in accepts the request
    applied rejects the request, but carries it out
    refused-but-done rejects the request, but carries it out
    refused-with-the-data rejects the request, but returns the data
    blank contains only white space
    text returns a string
    none omits @
    other returns a different @
    html returns an HTML page
    json returns a JSON document
    xml returns an XML document
    late not after several correct calls
    after-another not after another context was used
    first-only only in the first call
    dead returns an identifier that matches no object
    inverted returns only what the filter excludes
    outside has an href to a place outside the message
    dangling has an href without a matching id
    cyclic has href attributes that form a cycle
    nil has xsi:nil
    foreign has an Envelope in an unknown namespace
    foreign-type has a type of a different namespace
    foreign-struct contains elements of a different namespace
    unbound-type has an xsi:type with an undeclared prefix
    element-content contains child elements in place of text
    grouped has digits in groups
    spaced has a space between digits
    other-digits has digits that are not ASCII
    case has a different letter case
    slash has an additional slash at the end
    envelope has the namespace of the envelope
    unqualified has @ without a namespace
    first-part has @ only on the first response part
    late-header has the SOAP Header after the Body
    short-overflow has xsi:type short and a value above 32767
    in-a-string returns JSON in a JSON string
    not-a-number contains NaN
    cut-off ends too early
    truncated ends too early
    cut ends too early
    external returns the identifier in the external system
    constant returns the same identifier for every ticket
    count returns the number of earlier requests
    next returns the following number
    first returns the first @
    third not the third time
    last returns the latest @
    negated returns the negative number
    next-of-made-up returns the following number, for unknown tickets
    zero-of-made-up returns 0, for unknown tickets
    file-as-container lists a file as a container
    invisible returns 404 when the file is read
    spoilt-later is empty when read later
    spoilt-by-identifier has different content when read by identifier
    gone-later returns 404 for the first object, once there are two
    lost-later returns 404 when the file is read later
    breaks-down returns 500
    silent sends no event
    never-speaks sends no event at all
    blank-lines-alone sends only empty lines
    json-heartbeats-alone sends only JSON heartbeats
    complete-answer returns a complete response instead of a stream
    ends-when-quiet ends if no event comes
    ends-with-a-change ends at the first change
    tail-kept keeps the end of longer old content
    cut-to-old-size cuts new content to the old size
    rest-stale returns the old content through REST
    cdmi-stale returns the old content through CDMI
    astral-lost changes characters beyond U+FFFF to question marks
    cut-at-1a drops the byte 0x1A and what follows
    as-null stores the word null
    as-newline stores a line break
    nowhere returns an address where no handle is
    slash-alone contains only a slash
    child returns the identifier of a file in the directory
    parent returns the identifier of the directory above
    zone-only is accepted only by the zone
    provider-only is accepted only by the provider
    unprocessable returns 422
    newest-once-two returns the newest @, once there are two
    other-of-named returns a different @, in a list of objects
    other-folder lists a different directory
    says-so-and-does-not returns CANCELED, but does not cancel the job
    nothing-happens does not cancel the job
    nothing-happens-202 returns 202 and does not cancel the job
    nothing-happens-204 returns 204 and does not cancel the job
    nothing-happens-from-the-second-on ignores the third and later cancellations
    nothing-happens-to-jobs-with-several-files does not cancel jobs with several files
    comes-back the cancelled job is SUBMITTED again
    job-goes-on the cancelled job is active later
    job-cancelled-late rejects the request, but cancels the job later
    job-marked rejects the request, but marks the job as cancelled
    job-removed rejects the request, but removes the job
    job-failed rejects the request, and the job fails
    cancelled-job-goes-on a cancelled job is active again later
    moves-while-under-way changes with each response while the job is unfinished
    cancels-another cancels a different job
    one-with-a-checksum-too also cancels a job with a checksum
    one-with-several-files-too also cancels a job with several files
    all-others-too also cancels all other jobs
    never-a-time is always null
    before-its-submission is earlier than the submission
    two-in-turn alternates between two identifiers
    same-each-time returns the same identifier each time
    one-of-another contains a job of a different organisation
    of-a-stranger contains the name of a different person
    a-stranger contains the name of a different person
    the-proxy contains the name of the proxy certificate
    one-part-less contains the name without its first part
    common-name-alone contains only the common name
    common-names-alone contains only the common names
    host-within-the-host returns a host name that contains the submitted one
    one-part has a different @ on the first part instead
    one-part-within-the-encoding has a different @ on the first part as well
    minus-one returns -1
    zero returns 0
    zero-from-the-second-on returns 0 from the second ticket on
    host-alone contains only the host
    directory returns the identifier of the directory
    not-for-cdmi is rejected by the CDMI API
    not-for-provider-rest is rejected by the REST API of the provider
    proxy-of-a-stranger contains the proxy certificate of a different person
    user-dn-of-a-stranger has the user_dn of a different person
    user-dn-of-the-proxy has the proxy certificate's name in user_dn
    soap-1.2 returns a SOAP 1.2 message
    urn is a URN
    uuid is a UUID
    e-mail is an e-mail address
    application-xml sends Content-Type application/xml
    plain sends Content-Type text/plain
    form sends Content-Type application/x-www-form-urlencoded
    client-fault returns a SOAP fault with faultcode Client
    server-fault returns a SOAP fault with faultcode Server
    basic-form has the basic form of ISO 8601
    epoch-text is the Unix time as a string
    http-date is an HTTP date
    date-only has no time
    exponent has an exponent
    fraction has a fraction
    hexadecimal is hexadecimal
    braces is in braces
    dashes-elsewhere has hyphens in other places
    letter-outside contains a letter that is not a hexadecimal digit
    line-break contains a line break
    with-z ends with Z
    scheme-relative begins with two slashes
    one-slash has one slash after the scheme
    ncname-with-space is an xsd:NCName that contains a space
    doctype contains a DOCTYPE declaration
    processing-instruction contains a processing instruction
    bare-ampersand contains an ampersand that is not escaped
    unbound-prefix contains an undeclared prefix
    undeclared-entity contains an undeclared entity
    control-character contains a control character
    stray-text contains text between the elements
    blank-before-declaration has white space before the XML declaration
    byte-order-mark contains a byte order mark
    byte-order-mark-in-the-second-listing contains a byte order mark in the second list
    wrong-charset has a charset other than the stated one
    unknown-charset states an unknown charset
    line-feed rejects base64 with white space
    one-line rejects text of more than two lines
    content-type-in-the-listing-by-organisation has two Content-Type fields in the list by organisation
    all-scopes-in-one contains all scopes in one string
    scopes-separated-by-commas oauth2_scope separates scopes by commas
    scopes-without-paths contains scopes without paths
    scope-string-lacks-one oauth2_scope lacks a scope of voms_cred
    attributes-of-an-organisation contains attributes of an organisation
    finished-without-a-time is null in FINISHED jobs
    failed-without-a-time is null in FAILED jobs
    submitted-ones-failed-without-a-time-when-read is null in submitted jobs that FAILED
    named-one-without-a-time is null in the job that TRANSFER_FINISHED_JOB_ID names
    later-ones-were-listed returns the identifier of a listed job, from the third submission on
    id-of-the-first-job returns the identifier of the first job
    the-destination returns the destination
    the-source returns the source
    readable-once can be read only once
    appended adds the new content to the old
    third-ignored ignores the third write
    reversed-content returns the content in reverse
    reversed has the parts in reverse order
    swapped swaps source and destination
    heartbeats-only sends only heartbeats
    other-root has a different root element
    lower-cased changes the name to lower case
    space-kept-encoded keeps %20 in the name
    empty-where-encoded returns an empty list for an encoded path
    space-as-plus changes spaces to plus signs
    plus-as-space changes plus signs to spaces
    non-ascii-as-latin-1 reads the name as Latin-1
    non-ascii-as-question-mark changes non-ASCII characters to question marks
    large-cut-off ends too early for a large attachment
    first-alone returns only the first element
    slash-not-found returns 404 for the path with a slash at the end
    renamed has a different name
    a-name-twice contains a name twice
    an-escaped-name-twice contains an escaped name twice
    several-files-are-forgotten returns 410 when a job with several files is read again
    no-break-space contains a no-break space
    no-leap-day is 29 February in a year without that day
    no-such-day is a day that does not exist
    no-scheme-is-let-in accepts a token without a scheme
    nearly-valid-is-let-in accepts nearly valid tokens
    one-that-was-listed returns the identifier of a job that was listed
    other-metadata returns different metadata
    large-refused-with-200 rejects a large attachment with 200
    cut-at-1-mib is cut at 1 MiB
    cut-at-64-kib is cut at 64 KiB
    token-in-a-cookie-is-let-in accepts the token in a cookie
    lacks-* omits *
      rest the files uploaded through REST; cdmi the files written through CDMI
      cdmi-among-identifiers the identifiers of files written through CDMI
      all-made all files that the run wrote
      all-in-a-whole-range the files that the run wrote, although childrenrange covers all entries
      upper-case names that contain capital letters; the-proxy the proxy certificate
      the-user the user`);
