/** Lawful variants of data hubs: nothing may turn red with one, and only the declared passes may be lost. */
import type { Variant } from '../types.ts';

/** Id, title, and the rows (as globs, without the interface's name; `**` spans segments) that may become inconclusive with it. */
type Line = readonly [id: string, title: string, loses?: readonly string[]];

const LISTS_UNREADABLE = ['*/holds-*', 'list-handle-services/identifiers-work', 'get-handle-service/**', '*/not-empty'];

const LISTS: readonly Line[] = [
  ['lists-array-of-strings', 'lists are arrays of identifiers', ['*/holds-created']],
  ['lists-array-of-objects', 'lists are arrays of objects'],
  ['lists-envelope-of-objects', 'lists are objects that hold an array of objects'],
  ['lists-map-by-id', 'lists are maps from identifier to object'],
  ['lists-map-in-envelope', 'lists are objects that hold a map from identifier to name'],
  ['lists-map-of-nothing', 'lists are maps from identifier to nothing', ['*/holds-created']],
  ['lists-silent-page', 'lists hold ten entries at most, and do not say so', ['*/holds-*']],
  ['lists-nested-deep', 'lists lie three members deep'],
  ['lists-entries-nested', 'the identifier of an entry lies two members deep'],
  ['lists-key-differs', 'identifiers stand under an unexpected word'],
  [
    'lists-hrefs',
    'lists hold addresses instead of identifiers',
    ['*/holds-*', 'list-handle-services/identifiers-work'],
  ],
  [
    'lists-names',
    'lists are arrays of names',
    ['list-handle-services/identifiers-work', '*/holds-*', 'get-handle-service/**'],
  ],
  ['lists-paged', 'lists come in pages, with a token for the next', ['*/holds-*', '*/not-empty']],
  ['lists-last-page', 'lists say that they are the last page'],
  ['lists-counted', 'lists carry counts beside their items'],
  ['lists-with-kinds', 'lists tell the kind of each entry'],
  ['lists-pairs', 'lists are arrays of pairs of name and identifier'],
  ['lists-plain-text', 'lists are plain text, one identifier a line', LISTS_UNREADABLE],
  ['lists-xml', 'lists are XML', LISTS_UNREADABLE],
  ['lists-json-lines', 'lists are JSON lines', LISTS_UNREADABLE],
  ['lists-reversed', 'lists begin with the newest'],
  ['lists-long', 'lists hold 1500 further entries'],
  ['list-files-paths', 'the listing by path holds whole paths'],
  ['cdmi-listing-whole', 'the CDMI listing holds all members of a container'],
  ['cdmi-listing-objects', 'the CDMI listing holds objects'],
  ['cdmi-listing-no-slash', 'folders in the CDMI listing end without a slash'],
  [
    'cdmi-listing-range',
    'the CDMI listing holds a part, and says which',
    ['cdmi-list/holds-created', 'cdmi-list/not-empty'],
  ],
];

const DETAILS: readonly Line[] = [
  ['details-nested', 'details are nested'],
  ['details-in-array', 'details stand in an array'],
  ['details-attributes', 'details are a list of names and values'],
  ['details-href', 'details hold an address instead of an identifier', ['*/speaks-of-*']],
  ['details-name-only', 'details hold no identifier', ['*/speaks-of-*']],
  ['details-plain-id', 'details are an identifier alone', ['*/speaks-of-*', 'create-share/of-directory']],
  ['details-metadata-alone', 'details of a handle are its metadata alone'],
  ['details-share-alone', 'details of a handle name the share alone'],
  [
    'details-kind-alone',
    'details of a new share tell what kind of thing is shared, as lists do, and not which',
    ['create-share/of-directory'],
  ],
  ['details-nulls', 'details hold null members'],
  ['details-more', 'details hold further members'],
  ['details-xml', 'details are XML', ['*/speaks-of-*', 'create-share/of-directory']],
  ['lookup-plain-text', 'a lookup answers with plain text'],
  ['lookup-json-string', 'a lookup answers with a JSON text'],
  ['lookup-nested', 'a lookup answers with a nested identifier'],
  ['lookup-array', 'a lookup answers with an array'],
  ['lookup-with-path', 'a lookup answers with path, type and identifier'],
  ['lookup-among-ids', 'a lookup answers with another identifier before that of the file'],
  ['lookup-behind-many', 'a lookup answers with four other identifiers before that of the file', ['**']],
  ['lookup-in-location', 'a lookup answers with Location alone'],
  ['lookup-with-others', 'a lookup answers with further texts before and after'],
  ['made-plain-text', 'what was made is identified in plain text'],
  ['made-nested', 'what was made is identified in a nested member'],
  ['made-json-string', 'what was made is identified by a JSON text'],
  ['made-in-location', 'a new share is identified in Location alone'],
  ['made-with-location', 'a new share is identified in the body and in Location'],
  [
    'made-nothing',
    'what was made is not identified',
    [
      'create-share/identifies-share',
      'create-share/of-directory',
      'create-handle/**',
      'get-share/speaks-of-share',
      'get-handle/**',
      'list-handles/holds-created',
    ],
  ],
  ['ids-uuid', 'identifiers are UUIDs'],
  ['ids-numeric', 'identifiers are digits'],
  ['ids-json-numbers', 'identifiers are JSON numbers'],
  ['ids-long', 'identifiers have 200 and more characters'],
  ['ids-short', 'identifiers have two or three characters'],
  ['ids-special', 'identifiers hold a slash, + and ='],
  ['ids-urn', 'identifiers are URNs'],
  ['ids-alike-at-the-end', 'identifiers are paths that all end alike'],
];

const HANDLES: readonly Line[] = [
  ['location-absolute', 'Location is an absolute address'],
  ['location-identifier', 'Location is the identifier alone'],
  ['location-identifier-fragment', 'Location is the identifier alone, with a query and a fragment'],
  ['location-relative', 'Location is a relative path'],
  ['location-dot', 'Location is a relative path that begins with a dot segment'],
  ['location-trailing-slash', 'Location ends in a slash'],
  ['location-query', 'Location has a query and a fragment'],
  ['location-protocol-relative', 'Location begins with two slashes'],
  ['handle-id-odd', 'the identifier of a handle holds a slash, a blank and a letter beyond ASCII'],
  ['handle-body-json', 'a registration answers with a body as well'],
  ['handle-body-text', 'a registration answers with a text as well'],
  [
    'handles-forbidden',
    'the caller may not register handles',
    ['create-handle/**', 'list-handles/holds-created', 'get-handle/**'],
  ],
];

const STREAMS: readonly Line[] = [
  ['stream-crlf', 'events end in CRLF'],
  ['stream-event-stream', 'events are framed as an event stream'],
  ['stream-json-sequence', 'events are a JSON text sequence'],
  ['stream-batches', 'events come in batches'],
  ['stream-split', 'an event comes in three pieces'],
  ['stream-split-at-colon', 'an event comes in two pieces, the second begins with a colon, and no line ends'],
  ['stream-bare', 'events are not separated'],
  ['stream-xml', 'events are XML'],
  ['stream-array', 'each event is an array'],
  ['stream-text-lines', 'events are lines of text'],
  ['stream-large-events', 'an event is larger than what is kept of a stream', ['subscribe-changes/speaks-after-*']],
  ['stream-heartbeat-blank', 'blank lines as heartbeats'],
  ['stream-heartbeat-crlf', 'blank lines that end in CRLF as heartbeats'],
  ['stream-heartbeat-comment', 'comment lines as heartbeats'],
  ['stream-heartbeat-json', 'JSON objects as heartbeats'],
  ['stream-greeting', 'the stream begins with a greeting'],
  ['stream-retry-line', 'the stream begins with a retry line'],
  ['changes-forbidden', 'the caller lacks the permission to subscribe', ['subscribe-changes/**']],
];

const TOKENS: readonly Line[] = [
  ['named-token-jwt', 'named tokens are JSON Web Tokens'],
  ['named-token-macaroon', 'named tokens look like macaroons'],
  ['named-token-6k', 'named tokens have 6 KB'],
  ['named-token-short', 'named tokens have 16 characters'],
  ['named-token-as-text', 'a named token comes as plain text'],
  ['named-token-nested', 'a named token comes in a nested member'],
  ['named-token-alone', 'a named token comes without an identifier'],
  ['named-token-renamed', 'a named token comes under another word'],
  ['named-token-in-array', 'a named token comes in an array'],
  ['named-token-hidden', 'the answer does not show the named token', ['create-named-token/usable-token']],
  [
    'named-token-hidden-among-texts',
    'the answer shows three texts, none of which is the named token',
    ['create-named-token/usable-token'],
  ],
  ['named-tokens-forbidden', 'the caller may not create tokens', ['create-named-token/**']],
  ['oidc-token-opaque', 'access tokens of the identity provider are opaque'],
  ['oidc-token-6k', 'access tokens of the identity provider have 6 KB'],
  ['refresh-rotation', 'each grant gives a new refresh token, and the old one is dead'],
  ['refresh-token-repeated', 'each grant gives the same refresh token again'],
  ['token-response-more', 'the token response holds further members'],
  ['token-response-bare', 'the token response holds only what it must'],
  ['token-type-lower-case', 'token_type is written in lower case'],
  ['no-store-among-others', 'no-store stands among other directives, in mixed case'],
];

const HTTP: readonly Line[] = [
  ['status-made-200', 'what was made is answered 200'],
  ['status-made-201', 'what was made or written is answered 201'],
  ['status-made-202', 'what was made or written is answered 202'],
  ['status-made-203', 'what was made or written is answered 203'],
  ['status-written-200', 'what was written is answered 200'],
  ['status-written-204', 'what was written is answered 204'],
  ['status-read-203', 'what is read is answered 203'],
  ['status-stream-201', 'a subscription is answered 201'],
  ['status-stream-202', 'a subscription is answered 202'],
  ['headers-lower-case', 'names of headers in lower case'],
  ['headers-upper-case', 'names of headers in upper case'],
  ['headers-more', 'further headers, one of them twice'],
  ['coding-gzip', 'bodies are compressed'],
  ['coding-chunked', 'bodies come in chunks'],
  ['type-absent', 'no Content-Type'],
  ['type-with-charset', 'Content-Type with a charset'],
  ['type-text-for-json', 'JSON is called text/plain'],
  ['type-problem-free', 'JSON has a media type of the vendor'],
  ['json-pretty', 'JSON is indented'],
  ['json-newline', 'JSON ends in a line break'],
  ['json-escaped', 'slashes and letters beyond ASCII are escaped in JSON'],
  ['answers-slow', 'each answer takes a little'],
  ['refusal-403', 'bad credentials are refused with 403'],
  ['refusal-400', 'bad credentials are refused with 400'],
  ['refusal-404', 'bad credentials are refused with 404'],
  ['refusal-419', 'bad credentials are refused with 419'],
  ['refusal-500', 'bad credentials break the service down'],
  ['refusal-302', 'bad credentials are sent to a page to sign in'],
  ['refusal-reset', 'bad credentials close the connection'],
  ['refusal-bare', 'bad credentials are refused without a body'],
  ['refusal-html', 'bad credentials are refused with a page'],
];

const FILES: readonly Line[] = [
  ['content-text-plain', 'content is called text/plain'],
  ['content-disposition', 'content comes with a file name'],
  ['content-etag', 'content comes with an entity tag and ranges'],
  ['content-redirected', 'reading through CDMI is redirected once'],
  ['cdmi-write-object', 'an upload through CDMI is answered with an object'],
  ['cdmi-delete-refused', 'files cannot be removed'],
  ['cdmi-listing-forbidden', 'folders may not be listed through CDMI', ['cdmi-list/**']],
  ['encoded-path-forbidden', 'paths whose letters are percent-encoded are refused', ['list-files/takes-encoded-path']],
  ['space-name-odd', 'the space has a name with blanks, a plus sign, a percent sign and a letter beyond ASCII'],
  [
    'names-plain-only',
    'names with odd characters are refused',
    ['cdmi-write/path/*', 'upload-file/name/*', 'lookup-file-id/path/*'],
  ],
  ['empty-files-refused', 'empty uploads are refused', ['*/read-back*/empty']],
  ['overwrite-refused', 'files are never overwritten', ['cdmi-write/overwrite']],
];

/** All lawful variants of the reference data hub; ids are unique. */
export function dataHubVariants(): Variant[] {
  const groups = {
    lists: LISTS,
    details: DETAILS,
    handles: HANDLES,
    streams: STREAMS,
    tokens: TOKENS,
    http: HTTP,
    files: FILES,
  };
  return Object.entries(groups).flatMap(([tag, lines]) =>
    lines.map(
      ([id, title, loses]): Variant => ({
        id,
        title,
        tags: [tag],
        ...(loses && { loses: loses.map((glob) => `data-hub/${glob}`) }),
      }),
    ),
  );
}

const HOSTILE: readonly Line[] = [
  ['stream-silent', 'a stream that never speaks'],
  ['stream-garbage', 'a stream with garbage from time to time'],
  ['stream-flood', 'a stream that floods its reader with 100 MB'],
  ['lists-deep', 'lists are nested 100,000 deep'],
  ['lists-huge', 'lists hold 200,000 entries beside those that are there'],
  ['lists-odd-keys', 'lists are maps with keys such as __proto__ and constructor'],
];

/** Deployments that are not lawful, or hard to bear: a run has to stay bounded, and its verdicts right. Turned on like variants. */
export function dataHubHostile(): Variant[] {
  return HOSTILE.map(([id, title]) => ({ id, title, tags: ['hostile'] }));
}
