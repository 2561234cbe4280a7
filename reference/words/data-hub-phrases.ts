/** Phrases for faults and variants of the data hub. */

/** Titles as `fault-phrases.ts` reads them. */
export const FAULTS_OF_DATA_HUB = `
    empty@* stores * in place of an empty file
      as-newline a line break; as-null the word null; as-zero-byte a zero byte
    empty@breaks-down returns 500 for an empty file
    last-byte-lost loses the last byte of {}
    one-bit-changed changes one bit of {}
    text@* *
      as-latin-1 stores {} as Latin-1; encoded-twice encodes {} in UTF-8 twice; astral-lost replaces characters beyond U+FFFF with ?
      last-line-break-lost removes the last line break of {}; blanks-trimmed strips leading and trailing white space from {}; newline-added adds a line break to {}
      invisible loses a text file; always-empty stores every file empty; other-file stores the content of another file
      lost-later loses the first file after many others; spoilt-later empties the first file after many others
      spoilt-by-identifier adds a number sign before the content of every file
    all-bytes@* *
      cut-at-zero-byte truncates a file at its first zero byte; high-bit-lost clears the high bit of each byte
      invalid-utf-8-replaced replaces bytes that are not UTF-8; cr-lost removes carriage returns; cut-at-1a truncates a file at the byte 1A
    bom-crlf@* *
      bom-stripped removes a byte order mark; crlf-to-lf changes CRLF to LF; lf-to-crlf changes LF to CRLF; cr-to-lf changes CR to LF
    one-mib@* *
      cut-at-64-kib truncates {} at 64 KiB; block-repeated repeats a block of {}
    large@cut-at-1-mib truncates {} at 1 MiB
    boundaries@* *
      whole-blocks-lose-an-byte loses the last byte of a file of whole 4 KiB blocks; gzip-unpacked unpacks a gzip file; json-written-anew rewrites a JSON file
    accepts-scope@entitlement-refused rejects the scope eduperson_entitlement
    usable-token@* returns a token *
      refused that the service rejects; one-letter-changed with its last character changed
    accepts-interface-caveat@unprocessable returns 422 if the member caveats is present
    valid-everywhere@* *
      zone-only provider services reject the access token; provider-only the zone service rejects the access token; not-for-cdmi CDMI rejects the access token
      not-for-provider-rest the REST API of provider services rejects the access token
    identifiers-work@dead returns identifiers that lead to no handle service
    takes-encoded-path@* *
      not-decoded does not decode a URL-encoded path; empty-where-encoded returns an empty list for a URL-encoded path
    identifies-folder@* returns for a directory *
      dead an identifier that leads nowhere; child the identifier of a file in it
    identifies-file@* returns for a file *
      dead an identifier that leads nowhere; other the identifier of another file; parent the identifier of its directory
    overwrite@* *
      ignored keeps the old content of an existing file; appended appends the new content to an existing file; tail-kept keeps the end of the old content if it was longer
      cut-to-old-size cuts the new content to the old size; rest-stale leaves the old content readable through REST; cdmi-stale leaves the old content readable through CDMI
      breaks-down returns 500 if the file exists; third-ignored ignores the third upload
    identifies-share@* returns *
      dead an identifier that leads to no share; empty an empty identifier; directory the identifier of the directory
    identifies-share@gone-later makes the first share unreadable once a second exists
    location@* returns *
      missing no Location; blank a Location of only white space; slash-alone a Location of only a slash; no-identifier a Location without an identifier
    location-leads-to-handle@* *
      nowhere returns a Location that leads nowhere; truncated returns a Location that is cut off; earlier returns the Location of an earlier handle
      share returns a Location with the identifier of a share; first-again returns the Location of the first handle for the second
      gone-later makes the first handle unreadable once a second exists
    stays-open@* response *
      ends-at-once ends immediately; ends-when-quiet ends if no event comes; ends-after-first-event ends after the first event
      ends-with-a-change ends when something changes; complete-answer is a complete JSON text
    space-as-plus changes spaces # to plus signs
    space-kept-encoded leaves %20 # undecoded
    non-ascii-dropped removes non-ASCII characters #
    non-ascii-as-latin-1 decodes non-ASCII characters # as Latin-1
    non-ascii-as-question-mark replaces non-ASCII characters # with ?
    plus-as-space changes plus signs # to spaces
    plus-dropped removes plus signs #
    decoded-twice decodes the percent-encoding # twice
    percent-dropped removes percent signs #
    mixed-case@lower-cased changes upper-case letters # to lower case
    mixed-case@extension-dropped drops the file extension #
    cut-at-semicolon removes what follows a semicolon #
    question-mark-dropped removes question marks #
    non-ascii@breaks-down returns 500 for non-ASCII characters in the path
    token-type@* returns *
      missing no token_type; empty an empty token_type; number a number as token_type
    access-token-syntax@* returns an access token with a *
      line-break line break; non-ascii non-ASCII character
    no-store@* response has *
      missing no Cache-Control; other Cache-Control private
    lacks-all-made omits everything that this run created
    lacks-it omits ~
    holds-created@* *
      lacks-earlier omits the first handle that this run registered; lacks-cdmi omits files written through CDMI; lacks-rest omits files written through REST
      fourth-missing omits the fourth file; other-folder lists another directory; lacks-upper-case omits files with upper-case names
      lower-cased lists names in lower case; extension-dropped lists names without their extension; file-as-container lists a file as a container
      lacks-cdmi-among-identifiers lists only identifiers, and omits files written through CDMI
    speaks-of@* returns *
      other another ~; last the latest ~; newest-once-two the latest ~ once there are two; other-of-named a ~ other than the listed one
    of-directory@* creates a share of *
      parent the parent directory; other another directory
    silent sends no ~
    heartbeats-only sends heartbeats and no ~
    speaks-after-cdmi-write@first-only sends no event after later changes through CDMI
    speaks-after-upload@* sends *
      first-only no event after later changes through REST; never-speaks no events at all; blank-lines-alone blank lines and no events
      json-heartbeats-alone JSON heartbeats and no events`;

/** Titles as `variants.ts` reads them. */
export const VARIANTS_OF_DATA_HUB = `
    lists-other-services GET …/user/handle_services: lists one identifier three times, with different titles
    lists-map-of-* Listings are objects keyed by identifier, with empty values
    lists-map-* Listings are objects keyed by identifier*
      by-id ; in-envelope , within an object; with-arrays , with arrays in them
    lists-* Listings *
      last-page carry a last-page marker; hrefs have URLs in place of identifiers; names contain names only; long have 1500 additional entries
    lists-* Listings are *
      array-of-strings arrays of strings; array-of-objects arrays of objects; envelope-of-objects objects with an array of objects
      beside-empty objects keyed by identifier, next to an empty array; silent-page cut off after 20 entries, without notice
      paged paginated, with a token for the next page; first-page-empty paginated, with an empty first page
      counted arrays with a total; nested-deep deeply nested in objects; entries-nested arrays of nested objects; key-differs objects with an array of entries, whose identifier is named globalKey
      beside-links arrays with a longer array of links next to them
      with-kinds arrays with the type of each entry; pairs arrays of pairs; json-lines newline-delimited JSON; plain-text plain text; reversed in reverse order
    list-files-paths The listing of files has full paths as names
    cdmi-listing-* A CDMI listing has *
      whole all members of the standard; objects objects in place of names; no-slash no slash after names of directories
      range a childrenrange and only half of its entries
    cdmi-write-object The response to a CDMI write describes the file
    details-*-alone Details of a handle contain only *
      metadata its metadata; share the identifier of its share
    details-kind-alone Details of a share contain only its identifier, name and type
    details-words-of-others Listed handle services have a type, and their details no identifier
    details-folder-renamed Details of a share name its directory by another identifier
    details-* Details contain *
      href a URL in place of the identifier; name-only no identifier; nulls additional members that are null; more additional members
    details-* Details are *
      attributes an array of names and values; plain-id only the identifier; nested nested in objects
    lookup-* A lookup returns the identifier *
      with-parent together with that of the parent; nested in a nested object; array in an array; json-string as a JSON string; with-path together with the path
      among-ids together with that of a provider; behind-many after four others; with-others between two other values
    made-no* The response to a creation has no body
    made-empty-object The response to a creation is an empty object
    made-in-location Responses to share creations contain the identifier in Location, and those to uploads have no body
    made-with-location Responses to share creations contain the identifier in the body and in Location
    made-* Responses to share creations and uploads contain the identifier *
      nested in a nested object; json-string as a JSON string
    ids-* Identifiers are *
      small small numbers, with an array of other numbers; uuid UUIDs; urn URNs; special strings with +, / and =; short a letter and a number; long more than 500 hexadecimal digits; alike-at-the-end paths that end in the kind of object
    location-* The Location of a new handle is *
      public the public URL of the handle; absolute an absolute URL; identifier only the identifier
      identifier-fragment the identifier with a query and a fragment; relative a relative path; dot a path that begins with a dot
      trailing-slash a path with a slash at its end; query a path with a query and a fragment; protocol-relative a URL without a scheme
    handle-id-odd The identifier of a new handle contains a slash, a space and ä
    handle-body-* The response to a registration has *
      json a JSON body; text a plain-text body
    stream-history The stream of changes begins with an earlier change
    stream-heartbeat-* Between events, the stream of changes sends @
      blank blank lines; crlf blank lines with CRLF; json JSON objects
    stream-* The stream of changes sends @
      large-events events of 100 kB
      crlf lines with CRLF; event-stream server-sent events; json-sequence a JSON text sequence; batches several changes per event; split each event in three pieces
      split-at-colon each event in two pieces, split before a colon; bare events without line breaks; array each event in an array
    named-token-* The named token is *
      jwt a JWT; macaroon a macaroon; nested nested in objects; as-text plain text; 6k 6 kB long; alone returned without an identifier; short 16 characters long
      renamed returned under another name; hidden not returned; hidden-among-texts not returned, but other strings are
      hidden-beside-time not returned, but a time is
    oidc-token-* The access token is *
      6k 6 kB long; opaque not a JWT
    refresh-* A token grant returns *
      rotation another refresh token; token-repeated the same refresh token
    token-response-* The token response has *
      more additional members; bare no optional members
    token-type-* The token_type is *
    no-store-among-others Cache-Control has no-store among other directives
    status-made-* returns * for creations
    status-written-* returns * for CDMI writes
    status-read-* returns * for reads
    status-stream-* returns * for a subscription
    coding-* Responses are *
      gzip compressed with gzip; chunked sent in chunks
    json-* JSON in responses is *
      pretty indented; newline followed by a line break; escaped written with escapes
    answers-slow Responses are delayed
    content-redirected Reads of a file through CDMI are redirected
    content-* Responses with the content of a file have *
      text-plain the Content-Type text/plain; disposition Content-Disposition; etag an ETag
    zone-forbidden The zone service returns 403 for everything but the creation of named tokens
    *-forbidden returns 403 for *
      cdmi-listing CDMI listings; encoded-path a path with unnecessary percent-encoding; handles the registration of handles; changes subscriptions to changes
      named-tokens the creation of named tokens
    *-refused returns *
      cdmi-delete 405 for DELETE through CDMI; empty-files 400 for empty files; overwrite 409 for writes to an existing file
    space-name-odd The name of the space contains spaces, Ü, + and %
    names-plain-only returns 400 for file names with characters other than ASCII letters, digits, -, _ and .
    names-normalised normalises names to NFC and strips trailing dots and spaces
    one-share-a-folder A directory can have only one share
    one-handle-a-user A user can have only one handle`;
