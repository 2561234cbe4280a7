/** Phrases for faults of the data hub, as `fault-phrases.ts` reads them. */
export const OF_DATA_HUB = `
    empty@* stores an empty file as *
      as-newline a line break; as-null the text null; as-zero-byte a zero byte
    empty@breaks-down answers an empty file with status 500
    last-byte-lost loses the last byte of {}
    one-bit-changed changes one bit of {}
    text@* *
      as-latin-1 stores a text in Latin-1; encoded-twice encodes a text in UTF-8 twice; astral-lost replaces characters beyond U+FFFF with ?
      last-line-break-lost removes the last line break of a text; blanks-trimmed removes white space around a text; newline-added adds a line break to a text
      invisible does not find a written file; always-empty returns an empty file; other-file returns the content of another file
      lost-later no longer finds the first file after many others; spoilt-later returns the first file empty after many others
      spoilt-by-identifier returns a number sign before the content of a file
    all-bytes@* *
      cut-at-zero-byte cuts a file at its first zero byte; high-bit-lost clears the high bit of each byte
      invalid-utf-8-replaced replaces bytes that are not UTF-8; cr-lost removes carriage returns; cut-at-1a cuts a file at the byte 1A
    bom-crlf@* *
      bom-stripped removes a byte order mark; crlf-to-lf changes CRLF to LF; lf-to-crlf changes LF to CRLF; cr-to-lf changes CR to LF
    one-mib@* *
      cut-at-64-kib cuts {} at 64 KiB; block-repeated repeats a block of {}
    large@cut-at-1-mib cuts {} at 1 MiB
    boundaries@* *
      whole-blocks-lose-an-byte loses the last byte of a file of whole 4 KiB blocks; gzip-unpacked unpacks a gzip file; json-written-anew rewrites a JSON file
    accepts-scope@* rejects *
      refused {}; entitlement-refused the scope eduperson_entitlement
    usable-token@* returns a token *
      refused that the service rejects; one-letter-changed with its last character changed
    accepts-interface-caveat@* *
      refused rejects {}; unprocessable answers any caveat with status 422
    valid-everywhere@* *
      zone-only provider services reject the access token; provider-only the zone service rejects the access token; not-for-cdmi CDMI rejects the access token
      not-for-provider-rest the REST API of provider services rejects the access token
    identifiers-work@dead returns identifiers that lead to no handle service
    takes-encoded-path@* *
      not-decoded does not decode a URL-encoded path; empty-where-encoded returns an empty list for a URL-encoded path
    identifies-folder@* returns for a folder *
      dead an identifier that leads nowhere; child the identifier of a file in it
    identifies-file@* returns for a file *
      dead an identifier that leads nowhere; other the identifier of another file; parent the identifier of its folder
    overwrite@* *
      ignored keeps the old content of an existing file; appended appends the new content to an existing file; tail-kept keeps the end of longer old content
      cut-to-old-size cuts the new content to the old size; rest-stale returns the old content through REST; cdmi-stale returns the old content through CDMI
      breaks-down answers with status 500 if the file exists; third-ignored ignores the third upload
    identifies-share@* returns *
      dead an identifier that leads to no share; empty an empty identifier; directory the identifier of the directory
    identifies-share@gone-later no longer finds the first share once there are two
    location@* returns *
      missing no Location; blank a Location of white space alone; slash-alone a Location of a slash alone; no-identifier a Location without an identifier
    location-leads-to-handle@* *
      nowhere returns a Location that leads nowhere; truncated returns a Location that is cut off; earlier returns the Location of an earlier handle
      share returns a Location with the identifier of a share; first-again returns the Location of the first handle for the second
      gone-later no longer finds the first handle once there are two
    stays-open@* response *
      ends-at-once ends immediately; ends-when-quiet ends if no event comes; ends-after-first-event ends after the first event
      ends-with-a-change ends when something changes; complete-answer is a complete JSON text
    space-as-plus changes spaces # to plus signs
    space-kept-encoded keeps spaces # encoded as %20
    non-ascii-dropped removes non-ASCII characters #
    non-ascii-as-latin-1 takes non-ASCII characters # as Latin-1
    non-ascii-as-question-mark replaces non-ASCII characters # with ?
    plus-as-space changes plus signs # to spaces
    plus-dropped removes plus signs #
    decoded-twice decodes percent signs # twice
    percent-dropped removes percent signs #
    mixed-case@lower-cased changes upper-case letters # to lower case
    mixed-case@extension-dropped removes the extension #
    cut-at-semicolon removes what follows a semicolon #
    question-mark-dropped removes question marks #
    non-ascii@breaks-down answers non-ASCII characters in the path with status 500
    token-type@* returns *
      missing no token_type; empty an empty token_type; number a number as token_type
    access-token-syntax@* returns an access token with a *
      line-break line break; non-ascii non-ASCII character
    no-store@* response has *
      missing no Cache-Control; other Cache-Control private
    lacks-all-made omits everything that this run created
    holds-handle-service@lacks-it omits the handle service of DATA_HUB_HANDLE_SERVICE_ID
    holds-space@lacks-it omits the space of DATA_HUB_SPACE_ID
    holds-created@* *
      lacks-it omits the handle that this run registered; lacks-earlier omits the first handle that this run registered
      lacks-cdmi omits files written through CDMI; lacks-rest omits files written through REST; fourth-missing omits the fourth file
      other-folder lists another folder; lacks-upper-case omits files with upper-case names; lower-cased lists names in lower case
      extension-dropped lists names without their extension; file-as-container lists a file as a container
      lacks-cdmi-among-identifiers lists identifiers alone, and omits files written through CDMI
    speaks-of-space@other returns another space
    speaks-of-share@* returns *
      other another share; last the latest share; newest-once-two the latest share once there are two
    speaks-of-handle@* returns *
      other another handle; last the latest handle; newest-once-two the latest handle once there are two
    speaks-of-handle-service@* returns another handle service*
      other ; other-of-named  than the list names
    of-directory@* creates a share of *
      parent the folder above; other another directory
    speaks-after-cdmi-write@* sends no event after *
      silent a change through CDMI; first-only later changes through CDMI; heartbeats-only a change through CDMI, only heartbeats
    speaks-after-upload@* sends *
      silent no event after a change through REST; first-only no event after later changes through REST
      heartbeats-only no event after a change through REST, only heartbeats; never-speaks no events at all; blank-lines-alone blank lines and no events
      json-heartbeats-alone JSON heartbeats and no events`;
