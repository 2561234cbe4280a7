/** Sentences for the legal variants of the data hub, as `variants.ts` reads them. */
export const VARIANTS_OF_DATA_HUB = `
    lists-other-services GET …/user/handle_services: lists one identifier three times, with different titles
    lists-map-of-* Listings are objects keyed by identifier, with empty objects as values
    lists-map-* Listings are objects keyed by identifier*
      by-id ; in-envelope , within an object; with-arrays , with arrays in them; with-empty-arrays , with empty arrays in them
    lists-* Listings *
      last-page have a last-page marker; hrefs contain URLs instead of identifiers; names contain only names; long have 1,500 additional entries
    lists-* Listings are *
      array-of-strings arrays of strings; array-of-objects arrays of objects; envelope-of-objects objects with an array of objects
      beside-empty objects keyed by identifier, next to an empty array; silent-page truncated to 20 entries, without notice
      paged paginated, with a token for the next page; first-page-empty paginated, with an empty first page
      counted objects with an array and a total; nested-deep nested three levels deep in objects; entries-nested arrays of nested objects; key-differs objects with an array of entries, whose identifier is named globalKey
      beside-links objects with an array of entries and an array of links
      with-kinds objects with an array of entries and their types; pairs arrays of pairs; json-lines newline-delimited JSON; plain-text; reversed in reverse order
    spaces-page returns an HTML page instead of a list
    list-files-paths lists full paths as names
    cdmi-listing-* response has *
      whole all members of a CDMI container object; objects objects instead of names; no-slash no slash after names of directories
      range childrenrange and only half of the entries
    cdmi-listing-forbidden returns 403
    cdmi-write-object returns a description of the file
    details-metadata-alone GET …/user/handles/{handle_id}: returns only the metadata
    details-share-alone GET …/user/handles/{handle_id}: returns only the identifier of the share
    details-kind-alone GET …/shares/{share_id}: returns only identifier, name and type
    details-folder-renamed returns a different identifier of the directory
    details-words-of-others GET …/user/handle_services/{handle_service_id}: returns no identifier, while the list states identifiers and types
    details-* Responses about one object contain *
      href a URL instead of the identifier; name-only no identifier; nulls additional members that are null; more additional members
    details-* Responses about one object are *
      attributes an array of names and values; plain-id only the identifier; nested nested in objects
    lookup-* returns the identifier *
      with-parent together with those of parent, space and owner; nested in a nested object; array in an array; json-string as a JSON string; with-path together with the path
      among-ids together with that of a provider; behind-many after four others; with-others between two other values
    made-no* Responses to POST …/shares-id/{dir_id} and to uploads have no body
    made-* Responses to POST …/shares-id/{dir_id} and to uploads *
      empty-object are an empty object; plain-text contain the identifier as plain text
      nested contain the identifier in a nested object; json-string contain the identifier as a JSON string
    made-in-location POST …/shares-id/{dir_id}: returns the identifier only in Location; uploads return no body
    made-with-location returns the identifier in the body and in Location
    ids-* Identifiers are *
      small small numbers, and the list of handles also contains an array of numbers; uuid UUIDs; urn URNs; numeric strings of digits; special strings with +, / and =; short a letter and a number
      long more than 500 hexadecimal digits long; alike-at-the-end paths with equal last segments, such as vault/0123abcd/share
    location-* POST …/user/handles: returns @ as Location
      public the public URL of the handle; absolute an absolute URL; identifier the identifier alone
      identifier-fragment the identifier with a query and a fragment; relative a relative path; dot a path that begins with a dot
      trailing-slash a path with a trailing slash; query a path with a query and a fragment; protocol-relative a URL without a scheme; of-application the address of a page in the user interface
    handle-id-odd POST …/user/handles: returns an identifier with a slash, a space and ä
    handle-body-* returns a *
      json JSON body; text plain-text body
    stream-heartbeat-* sends @ between events
      blank blank lines; crlf blank lines with CRLF; json JSON objects
    stream-* POST …/changes/metadata/{space_id}: sends @
      history an earlier change first; greeting a JSON greeting first; retry-line the line retry: 3000 first
      of-one-event only one event, without a line break, because the upload through CDMI returns 507
      large-events events of 100 kB; text-lines lines of plain text
      crlf lines with CRLF; event-stream server-sent events; json-sequence a JSON text sequence; batches several changes per line; split each event in three pieces
      split-at-colon each event in two pieces, split before a colon; bare events without line breaks; array each event in an array
    *-forbidden returns 403
    named-token-known-later every service rejects a new named token for 100 ms
    named-token-known-later-by-provider the provider rejects a new named token for 100 ms
    named-token-* POST …/user/tokens/named: returns *
      jwt a token that is a JWT; macaroon a token that is a macaroon; 6k a token of 6 kB; short a token of 16 characters
      nested the token nested in objects; as-text the token as plain text; alone the token without an identifier; in-array the token in an array
      renamed the token in the member credential; hidden no token; hidden-among-texts other strings, but no token; hidden-beside-time an expiry time, but no token
    oidc-token-* POST …/protocol/openid-connect/token: returns an access token *
      6k of 6 kB; opaque that is not a JWT
    refresh-* POST …/protocol/openid-connect/token: returns *
      rotation a new refresh token, and invalidates the old one; token-repeated the refresh token of the request
    token-response-* token response: has *
      more additional members; bare no expires_in or scope
    token-type-lower-case token response: token_type is bearer in lower case
    no-store-among-others response has no-store among other directives of Cache-Control
    status-made-* returns * for uploads and creations
    status-written-* returns * for uploads
    status-read-* returns * for reads
    status-stream-* POST …/changes/metadata/{space_id}: returns *
    * *
      coding-gzip compresses responses with gzip; coding-chunked sends responses in chunks; answers-slow delays responses
      json-pretty indents JSON; json-newline ends JSON with a line break; json-escaped writes JSON with escapes
    content-redirected returns a redirect (307)
    content-presigned Responses with the content of a file are redirects (307) to an address that requires no token
    content-* Responses with the content of a file have *
      text-plain Content-Type text/plain; disposition Content-Disposition; etag an ETag
    zone-forbidden The zone service returns 403 for everything except the creation of named tokens
    refusal-reset resets the connection on an invalid X-Auth-Token
    refusal-* rejects an invalid X-Auth-Token with @
      bare 401 and no body; html 401 and HTML
    encoded-path-forbidden returns 403 if unreserved characters in the path are percent-encoded
    cdmi-delete-refused DELETE /cdmi/{file_path}: returns 405
    empty-files-refused returns 400 for uploads of empty files
    overwrite-refused returns 409 for an existing file
    space-name-odd The name of the space contains spaces, Ü, + and %
    names-plain-only returns 400 for file names with characters other than ASCII letters, digits, -, _ and .
    names-normalised normalises names to NFC, and strips trailing dots and spaces
    one-share-a-folder returns 409 after the first share
    same-share-and-handle-again returns the existing share or handle if one is created again
    one-handle-a-user returns 409 after the first handle`;
