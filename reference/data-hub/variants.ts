/** Lawful variants of data hubs: nothing may turn red with one, and only the declared passes may be lost. */
import { piecesOf } from '../http-operators.ts';
import type { ReferenceResponse, Variant } from '../types.ts';
import {
  answering,
  declined,
  forbidden,
  isEmptyUpload,
  isFolderPath,
  isOverwriting,
  nameIn,
  nodeIn,
  withHeaders,
} from './conditions.ts';
import type { Change, VariantLine as Line } from './operators.ts';
import { problem, type Reply } from './reply.ts';
import type { HubSituation } from './situation.ts';
import type { StreamStyle } from './stream.ts';
import { DETAIL_VARIANTS, HOSTILE_LISTS, LIST_VARIANTS } from './variants-of-answers.ts';
import { settingsVariants } from './variants-of-settings.ts';

const ids = (
  make: (thing: { readonly digest: string; readonly record: string; readonly element: number }) => string,
): Change => ({
  operator: 'id',
  argument: (_usual, { digest = '', record = '', element = 0 }) => make({ digest, record, element }),
});
const NUMERIC = ids(({ element }) => String(700_000 + element * 7));

const IDS: readonly Line[] = [
  [
    'ids-uuid',
    'identifiers are UUIDs',
    ids(({ digest }) => digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5')),
  ],
  ['ids-numeric', 'identifiers are digits', NUMERIC],
  [
    'ids-json-numbers',
    'identifiers are JSON numbers',
    [NUMERIC, { operator: 'rewrite', argument: (text) => text.replace(/"(7\d{5})"(?!:)/g, '$1') }],
  ],
  [
    'ids-long',
    'identifiers have 200 and more characters',
    ids(({ digest, record }) =>
      Buffer.from(`guid#${digest}#${digest}#${record}#${digest}${digest}`).toString('hex').toUpperCase(),
    ),
  ],
  [
    'ids-short',
    'identifiers have two or three characters',
    ids(({ record, element }) => `${record.slice(0, 1)}${element}`),
  ],
  [
    'ids-special',
    'identifiers hold a slash, + and =',
    ids(({ digest, element }) => `${Buffer.from(digest, 'hex').toString('base64').slice(0, 20)}/+${element}=`),
  ],
  ['ids-urn', 'identifiers are URNs', ids(({ record, digest }) => `urn:example:${record}:${digest.slice(0, 12)}`)],
  [
    'ids-alike-at-the-end',
    'identifiers are paths that all end alike',
    ids(({ digest, record }) => `vault/${digest.slice(0, 16)}/${record}`),
  ],
];

/** Location of a new handle, from the usual path of its details. */
const location = (make: (path: string, id: string, zoneUrl: string) => string): Change => ({
  at: 'create-handle',
  operator: 'identify',
  argument: (path = '', { zoneUrl = '' }) => make(path, path.split('/').at(-1) ?? '', zoneUrl),
});

const HANDLES: readonly Line[] = [
  ['location-absolute', 'Location is an absolute address', location((path, _id, zone) => `${zone}${path}`)],
  ['location-identifier', 'Location is the identifier alone', location((_path, id) => decodeURIComponent(id))],
  [
    'location-identifier-fragment',
    'Location is the identifier alone, with a query and a fragment',
    location((_path, id) => `${decodeURIComponent(id)}?created=1#top`),
  ],
  ['location-relative', 'Location is a relative path', location((_path, id) => `handles/${id}`)],
  [
    'location-dot',
    'Location is a relative path that begins with a dot segment',
    location((_path, id) => `./handles/${id}`),
  ],
  ['location-trailing-slash', 'Location ends in a slash', location((path) => `${path}/`)],
  ['location-query', 'Location has a query and a fragment', location((path) => `${path}?created=1#top`)],
  [
    'location-protocol-relative',
    'Location begins with two slashes',
    location((path, _id, zone) => `${zone.replace(/^https?:/, '')}${path}`),
  ],
  [
    'handle-id-odd',
    'the identifier of a handle holds a slash, a blank and a letter beyond ASCII',
    { record: 'handle', operator: 'id', argument: (usual) => `20.500/${usual.slice(0, 8)} ä` },
  ],
  [
    'handle-body-json',
    'a registration answers with a body as well',
    {
      at: 'create-handle',
      operator: 'reply',
      argument: (_reply, { state }) => ({ body: { json: { handleId: [...state.handles.keys()].at(-1) } } }),
    },
  ],
  [
    'handle-body-text',
    'a registration answers with a text as well',
    answering('create-handle', { text: 'Registered.\n', type: 'text/plain' }),
  ],
  [
    'handles-forbidden',
    'the caller may not register handles',
    forbidden('create-handle'),
    ['create-handle/**', 'list-handles/holds-created', 'get-handle/**'],
  ],
];

const stream = (style: Partial<StreamStyle>): Change => ({ operator: 'stream', argument: style });
const frames = (make: (text: string) => readonly string[], type?: string): Change =>
  stream({ frames: (_event, text) => make(text), ...(type !== undefined && { type }) });
const EVENT_STREAM = 'text/event-stream';

const STREAMS: readonly Line[] = [
  ['stream-crlf', 'events end in CRLF', frames((text) => [`${text}\r\n`])],
  [
    'stream-event-stream',
    'events are framed as an event stream',
    stream({
      type: EVENT_STREAM,
      frames: ({ sequence, kind }, text) => [`id: ${sequence}\nevent: ${kind}\ndata: ${text}\n\n`],
    }),
  ],
  [
    'stream-json-sequence',
    'events are a JSON text sequence',
    frames((text) => [`\u001e${text}\n`], 'application/json-seq'),
  ],
  [
    'stream-batches',
    'events come in batches',
    stream({
      frames: (event) => [
        `${JSON.stringify({ seq: event.sequence, changes: [event, { ...event, kind: 'attributes' }] })}\n`,
      ],
    }),
  ],
  [
    'stream-split',
    'an event comes in three pieces',
    frames((text) => [text.slice(0, 9), text.slice(9, 20), `${text.slice(20)}\n`]),
  ],
  [
    'stream-split-at-colon',
    'an event comes in two pieces, the second begins with a colon, and no line ends',
    frames((text) => [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':'))]),
  ],
  ['stream-bare', 'events are not separated', frames((text) => [text])],
  [
    'stream-xml',
    'events are XML',
    stream({
      frames: ({ sequence, kind, fileId }) => [`<change seq="${sequence}" kind="${kind}" file="${fileId}"/>\n`],
    }),
  ],
  ['stream-array', 'each event is an array', frames((text) => [`[${text}]\n`])],
  [
    'stream-text-lines',
    'events are lines of text',
    stream({ frames: ({ sequence, kind, fileId }) => [`change ${sequence} (${kind}), file id: ${fileId}\n`] }),
  ],
  [
    'stream-large-events',
    'an event is larger than what is kept of a stream',
    stream({ frames: (event) => [`${JSON.stringify({ ...event, attributes: 'x'.repeat(100_000) })}\n`] }),
    ['subscribe-changes/speaks-after-*'],
  ],
  ['stream-heartbeat-blank', 'blank lines as heartbeats', stream({ heartbeat: '\n' })],
  ['stream-heartbeat-crlf', 'blank lines that end in CRLF as heartbeats', stream({ heartbeat: '\r\n' })],
  [
    'stream-heartbeat-comment',
    'comment lines as heartbeats',
    stream({ type: EVENT_STREAM, heartbeat: ': alive\n\n', frames: (_event, text) => [`data: ${text}\n\n`] }),
  ],
  ['stream-heartbeat-json', 'JSON objects as heartbeats', stream({ heartbeat: '{"heartbeat":true}\n' })],
  ['stream-greeting', 'the stream begins with a greeting', stream({ opening: ['{"subscribed":true}\n'] })],
  ['stream-retry-line', 'the stream begins with a retry line', stream({ opening: ['retry: 3000\n\n'] })],
  [
    'changes-forbidden',
    'the caller lacks the permission to subscribe',
    forbidden('subscribe-changes'),
    ['subscribe-changes/**'],
  ],
];

const token = (record: string, make: (usual: string) => string): Change => ({
  record,
  operator: 'token',
  argument: make,
});
const coded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (claims: object, signature: string): string =>
  `${coded({ alg: 'HS256', typ: 'JWT' })}.${coded(claims)}.${signature}`;

/** The answer with a named token in another form. */
const shownToken = (form: (token: string, id: string) => Reply['body']): Change => ({
  at: 'create-named-token',
  operator: 'reply',
  argument: ({ body }) => {
    const { tokenId, token } = (body as { readonly json: Readonly<Record<string, string>> }).json;
    return { body: form(token ?? '', tokenId ?? '') };
  },
});
const UNUSABLE = ['create-named-token/usable-token'];
const DIGESTS = {
  fingerprint: 'f1d2d2f924e986ac86fdf7b36c94bcdf32beec15',
  digest: 'e242ed3bffccdf271b7fbaf34ed72d089537b42f',
};
const members = (argument: Readonly<Record<string, unknown>>): Change => ({
  at: 'token-grant',
  operator: 'members',
  argument,
});

const TOKENS: readonly Line[] = [
  [
    'named-token-jwt',
    'named tokens are JSON Web Tokens',
    token('named-token', (usual) =>
      jwt(
        { type: 'access', caveats: [{ type: 'interface', interface: 'rest' }], sub: 'ada', exp: 4_102_444_800 },
        usual.slice(-43),
      ),
    ),
  ],
  [
    'named-token-macaroon',
    'named tokens look like macaroons',
    token('named-token', (usual) =>
      Buffer.from(
        `0019location zone.example.org\n003bidentifier ${usual.slice(-64, -32)}\n001acid interface = rest\n002fsignature ${usual.slice(-32)}\n`,
      ).toString('base64'),
    ),
  ],
  ['named-token-6k', 'named tokens have 6 KB', token('named-token', (usual) => usual.repeat(47))],
  ['named-token-short', 'named tokens have 16 characters', token('named-token', (usual) => usual.slice(-16))],
  ['named-token-as-text', 'a named token comes as plain text', shownToken((text) => ({ text, type: 'text/plain' }))],
  [
    'named-token-nested',
    'a named token comes in a nested member',
    shownToken((serialized, id) => ({ json: { data: { token: { id, serialized } } } })),
  ],
  [
    'named-token-alone',
    'a named token comes without an identifier',
    { at: 'create-named-token', operator: 'drop', path: 'tokenId' },
  ],
  [
    'named-token-renamed',
    'a named token comes under another word',
    shownToken((credential, id) => ({ json: { id, credential, type: 'access' } })),
  ],
  ['named-token-in-array', 'a named token comes in an array', shownToken((text) => ({ json: [text] }))],
  [
    'named-token-hidden',
    'the answer does not show the named token',
    { at: 'create-named-token', operator: 'drop', path: 'token' },
    UNUSABLE,
  ],
  [
    'named-token-hidden-among-texts',
    'the answer shows three texts, none of which is the named token',
    shownToken((_token, tokenId) => ({ json: { tokenId, ...DIGESTS } })),
    UNUSABLE,
  ],
  [
    'named-tokens-forbidden',
    'the caller may not create tokens',
    forbidden('create-named-token'),
    ['create-named-token/**'],
  ],
  [
    'oidc-token-opaque',
    'access tokens of the identity provider are opaque',
    token('access-token', (usual) => usual.slice(-43)),
  ],
  [
    'oidc-token-6k',
    'access tokens of the identity provider have 6 KB',
    token('access-token', (usual) =>
      jwt(
        { azp: 'token-portal', groups: Array.from({ length: 64 }, (_, at) => `${at}`.padEnd(64, '-')) },
        usual.slice(-43),
      ),
    ),
  ],
  [
    'refresh-rotation',
    'each grant gives a new refresh token, and the old one is dead',
    { operator: 'refresh', argument: 'rotated' },
  ],
  [
    'refresh-token-repeated',
    'each grant gives the same refresh token again',
    { operator: 'refresh', argument: 'repeated' },
  ],
  [
    'token-response-more',
    'the token response holds further members',
    members({
      expires_in: undefined,
      scope: undefined,
      id_token: 'eyJhbGciOiJub25lIn0.e30.',
      session_state: 'b9c4',
      'not-before-policy': 0,
      refresh_expires_in: 1800,
    }),
  ],
  [
    'token-response-bare',
    'the token response holds only what it must',
    members({ expires_in: undefined, scope: undefined }),
  ],
  ['token-type-lower-case', 'token_type is written in lower case', members({ token_type: 'bearer' })],
  [
    'no-store-among-others',
    'no-store stands among other directives, in mixed case',
    { at: 'token-grant', operator: 'header', path: 'Cache-Control', argument: 'private, No-Store, max-age=0' },
  ],
];

/** Success is answered with these codes, by the kind of request. */
export const statuses = (codes: Partial<Record<Reply['kind'], number>>): Change => ({
  operator: 'reply',
  argument: ({ kind, status }) => ({ status: codes[kind] ?? status }),
});
const typed = (make: (type: string) => string): Change => ({
  operator: 'response',
  argument: ({ headers }) => ({
    headers: headers.map(
      ([name, value]) => [name, name.toLowerCase() === 'content-type' ? make(value) : value] as const,
    ),
  }),
});
const renamed = (make: (name: string) => string): Change => ({
  operator: 'response',
  argument: ({ headers }) => ({ headers: headers.map(([name, value]) => [make(name), value] as const) }),
});
const rewritten = (make: (text: string) => string): Change => ({ operator: 'rewrite', argument: make });
const inThirds = ({ body }: ReferenceResponse): Partial<ReferenceResponse> =>
  body instanceof Uint8Array && body.length > 0 ? { body: () => piecesOf(body, Math.ceil(body.length / 3)) } : {};
/** Bad tokens are refused so; bad grants are not. */
const refusing = (reply: Omit<Reply, 'kind'>): Change => ({
  when: ({ operation }) => operation !== 'token-grant',
  operator: 'refuse',
  argument: { kind: 'refusal', ...reply },
});
const refusingWith = (status: number): Change => refusing(problem(status, 'A valid token is required.'));
const RESET: Reply = { status: 503, kind: 'error', connection: 'reset' };
const badGrant = (change: Partial<Reply>): Change => ({
  at: 'token-grant',
  operator: 'refuse',
  argument: (reply) => ({ ...reply, ...change }),
});

const HTTP: readonly Line[] = [
  ['status-made-200', 'what was made is answered 200', statuses({ made: 200, written: 200 })],
  ['status-made-201', 'what was made or written is answered 201', statuses({ made: 201, written: 201 })],
  ['status-made-202', 'what was made or written is answered 202', statuses({ made: 202, written: 202 })],
  ['status-made-203', 'what was made or written is answered 203', statuses({ made: 203, written: 203 })],
  ['status-written-200', 'what was written is answered 200', statuses({ written: 200 })],
  ['status-written-204', 'what was written is answered 204', statuses({ written: 204 })],
  ['status-read-203', 'what is read is answered 203', statuses({ read: 203 })],
  ['status-stream-201', 'a subscription is answered 201', statuses({ stream: 201 })],
  ['status-stream-202', 'a subscription is answered 202', statuses({ stream: 202 })],
  ['headers-lower-case', 'names of headers in lower case', renamed((name) => name.toLowerCase())],
  ['headers-upper-case', 'names of headers in upper case', renamed((name) => name.toUpperCase())],
  [
    'headers-more',
    'further headers, one of them twice',
    {
      operator: 'response',
      argument: ({ headers }) => ({
        headers: [
          ...headers,
          ['Server', 'example/1'],
          ['Set-Cookie', 'a=b; Secure'],
          ['Set-Cookie', 'c=d; Secure'],
          ['X-Request-Id', '0000-17'],
          ['Strict-Transport-Security', 'max-age=31536000'],
        ],
      }),
    },
  ],
  ['coding-gzip', 'bodies are compressed', { operator: 'coding', argument: 'gzip' }],
  ['coding-chunked', 'bodies come in chunks', { operator: 'response', argument: inThirds }],
  ['type-absent', 'no Content-Type', { operator: 'header', path: 'Content-Type' }],
  ['type-with-charset', 'Content-Type with a charset', typed((type) => `${type}; charset=UTF-8`)],
  ['type-text-for-json', 'JSON is called text/plain', typed((type) => type.replace('application/json', 'text/plain'))],
  [
    'type-problem-free',
    'JSON has a media type of the vendor',
    typed((type) => type.replace(/^application\/json$/, 'application/vnd.example.hub+json')),
  ],
  ['json-pretty', 'JSON is indented', rewritten((text) => JSON.stringify(JSON.parse(text), undefined, '  '))],
  ['json-newline', 'JSON ends in a line break', rewritten((text) => `${text}\r\n`)],
  [
    'json-escaped',
    'slashes and letters beyond ASCII are escaped in JSON',
    rewritten((text) =>
      text
        .replaceAll('/', '\\/')
        .replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ),
  ],
  ['answers-slow', 'each answer takes a little', { operator: 'response', argument: { delayMs: 15 } }],
  ['refusal-403', 'bad credentials are refused with 403', refusingWith(403)],
  ['refusal-400', 'bad credentials are refused with 400', refusingWith(400)],
  ['refusal-404', 'bad credentials are refused with 404', refusingWith(404)],
  ['refusal-419', 'bad credentials are refused with 419', refusingWith(419)],
  ['refusal-500', 'bad credentials break the service down', refusingWith(500)],
  [
    'refusal-302',
    'bad credentials are sent to a page to sign in',
    refusing({ status: 302, headers: [['Location', '/login']] }),
  ],
  ['refusal-reset', 'bad credentials close the connection', refusing({ status: 401, connection: 'reset' })],
  ['refusal-bare', 'bad credentials are refused without a body', refusing({ status: 401 })],
  [
    'refusal-html',
    'bad credentials are refused with a page',
    refusing({ status: 401, body: { text: '<html><body><h1>401</h1></body></html>', type: 'text/html' } }),
  ],
];

const READS = ['cdmi-read', 'read-content'];
const WRITES = ['cdmi-write', 'upload-file'];
const LISTING_FORBIDDEN = forbidden('cdmi-list');
const isLarge = ({ request: { stream, body } }: HubSituation): boolean =>
  stream !== undefined || body.length > 1024 * 1024;

const FILES: readonly Line[] = [
  [
    'content-text-plain',
    'content is called text/plain',
    {
      at: READS,
      operator: 'reply',
      argument: ({ body }) => ({ body: { ...body, type: 'text/plain;charset=utf-8' } as Reply['body'] }),
    },
  ],
  [
    'content-disposition',
    'content comes with a file name',
    {
      at: READS,
      operator: 'reply',
      argument: ({ body, headers = [] }) => {
        const name = body && 'name' in body ? body.name : '';
        return {
          headers: [...headers, ['Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`]],
        };
      },
    },
  ],
  [
    'content-etag',
    'content comes with an entity tag and ranges',
    withHeaders(READS, ['ETag', '"5"'], ['Accept-Ranges', 'bytes'], ['Last-Modified', 'Thu, 01 Jan 2026 00:00:00 GMT']),
  ],
  [
    'content-redirected',
    'reading through CDMI is redirected once',
    {
      at: 'cdmi-read',
      when: ({ query }) => query === undefined,
      operator: 'decline',
      argument: (_none, { request: { target } }) => ({
        status: 307,
        kind: 'fixed',
        headers: [['Location', `${target}?direct`]],
      }),
    },
  ],
  [
    'cdmi-write-object',
    'an upload through CDMI is answered with an object',
    {
      at: 'cdmi-write',
      when: (situation) => !isFolderPath(situation),
      operator: 'reply',
      argument: (_reply, situation) => ({
        body: {
          json: {
            objectType: 'application/cdmi-object',
            objectID: nodeIn(situation)?.id,
            objectName: nameIn(situation),
          },
        },
      }),
    },
  ],
  [
    'cdmi-delete-refused',
    'files cannot be removed',
    declined('cdmi-delete', problem(405, 'DELETE is not offered.', 'notAllowed')),
  ],
  ['cdmi-listing-forbidden', 'folders may not be listed through CDMI', LISTING_FORBIDDEN, ['cdmi-list/**']],
  [
    'encoded-path-forbidden',
    'paths whose letters are percent-encoded are refused',
    forbidden('list-files', ({ raw }) => /%(?:2[de]|[3-7])/i.test(raw[0] ?? '')),
    ['list-files/takes-encoded-path'],
  ],
  [
    'space-name-odd',
    'the space has a name with blanks, a plus sign, a percent sign and a letter beyond ASCII',
    { operator: 'setup', argument: { space: 'Assay Übung + 1%' } },
  ],
  [
    'names-plain-only',
    'names with odd characters are refused',
    declined(WRITES, problem(400, 'This name is not allowed.', 'badName'), (situation) =>
      /[^\w.-]/u.test(nameIn(situation)),
    ),
    ['cdmi-write/path/*', 'upload-file/name/*', 'lookup-file-id/path/*'],
  ],
  [
    'empty-files-refused',
    'empty uploads are refused',
    declined(WRITES, problem(400, 'The body is empty.', 'empty'), isEmptyUpload),
    ['*/read-back*/empty'],
  ],
  [
    'overwrite-refused',
    'files are never overwritten',
    declined('cdmi-write', problem(409, 'Files are never overwritten.', 'exists'), isOverwriting),
    ['cdmi-write/overwrite'],
  ],
];

/** Connections that break, bad grants that are refused in odd ways. */
const TROUBLE: readonly Line[] = [
  [
    'stream-reset',
    'the connection of a subscription breaks',
    declined('subscribe-changes', RESET),
    ['subscribe-changes/**'],
  ],
  [
    'identity-provider-down',
    'the identity provider closes every connection',
    { at: 'token-grant', operator: 'answer', argument: RESET },
    ['**'],
  ],
  [
    'named-token-reset',
    'the connection breaks where a token is named',
    declined('create-named-token', RESET),
    ['create-named-token/**'],
  ],
  ['grant-refusal-501', 'bad grants are refused with 501', badGrant({ status: 501 })],
  ['grant-refusal-503', 'bad grants are answered 503', badGrant({ status: 503 }), ['token-grant/refuses-*']],
  [
    'grant-refusal-reset',
    'bad grants close the connection',
    badGrant({ connection: 'reset' }),
    ['token-grant/refuses-*'],
  ],
  [
    'grant-refusal-text',
    'bad grants are refused with a plain text, status 200',
    badGrant({ status: 200, body: { text: 'No.\n', type: 'text/plain' } }),
  ],
  [
    'grant-refusal-json-text',
    'bad grants are refused with a JSON text, status 200',
    badGrant({ status: 200, body: { json: 'no' } }),
  ],
  ['grant-refusal-null', 'bad grants are refused with null', badGrant({ body: { json: null } })],
  ['grant-refusal-200', 'bad grants are refused with an error, status 200', badGrant({ status: 200 })],
  [
    'grant-refusal-object',
    'bad grants are refused with an error that is an object',
    badGrant({ body: { json: { error: { code: 17 } } } }),
  ],
  [
    'prefixed-token-for-naming-only',
    'the prefixed token is taken for naming a token alone',
    {
      lane: 'good-prefixed',
      when: ({ operation }) => operation !== 'create-named-token',
      operator: 'access',
      argument: 'refused',
    },
  ],
  [
    'gzip-and-close',
    'responses are coded with gzip, and each closes its connection',
    [
      { operator: 'coding', argument: 'gzip' },
      { operator: 'header', path: 'Connection', argument: 'close' },
    ],
  ],
  [
    'large-files-refused',
    'large uploads are refused for their size',
    [
      declined('cdmi-write', problem(413, 'The body is too large.', 'tooLarge'), isLarge),
      declined('upload-file', problem(507, 'Not enough space.', 'full'), isLarge),
    ],
    ['*/read-back*/large'],
  ],
];

/** A variant with what makes it. */
export interface HubVariant extends Variant {
  readonly changes: readonly Change[];
}

const toVariants = (tag: string, lines: readonly Line[]): HubVariant[] =>
  lines.map(([id, title, changes, loses = [], settings]) => ({
    id,
    title,
    tags: [tag],
    ...(loses.length > 0 && { loses: loses.map((glob) => `data-hub/${glob}`) }),
    ...(settings && { settings }),
    changes: [changes].flat(),
  }));

/** Lawful forms of answers; ids are unique. */
export const dataHubVariants = (): HubVariant[] =>
  Object.entries({
    lists: LIST_VARIANTS,
    details: [...DETAIL_VARIANTS, ...IDS],
    handles: HANDLES,
    streams: STREAMS,
    tokens: TOKENS,
    http: HTTP,
    files: FILES,
  }).flatMap(([tag, lines]) => toVariants(tag, lines));

/** What a run meets besides: settings that are absent, operations that are not offered, connections that break. */
export const dataHubRunVariants = (): HubVariant[] =>
  toVariants('run', [...settingsVariants(LISTING_FORBIDDEN), ...TROUBLE]);

/** 100 MB without content, as fast as they are read. */
async function* flood(signal: AbortSignal): AsyncIterable<Uint8Array> {
  const block = Buffer.alloc(64 * 1024, 'flood\n');
  for (let sent = 0; sent < 100_000_000 && !signal.aborted; sent += block.length) {
    yield block;
    // Others get their turn, so that the reader's wish to close is heard.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Deployments that are not lawful, or hard to bear: a run has to stay bounded, and its verdicts right. Turned on like variants. */
export const dataHubHostile = (): HubVariant[] =>
  toVariants('hostile', [
    ['stream-silent', 'a stream that never speaks', stream({ frames: () => [] })],
    [
      'stream-garbage',
      'a stream with garbage from time to time',
      stream({ heartbeat: Uint8Array.of(0xff, 0x00, 0xfe, 0x7b, 0x0d, 0x80, 0x0a), frames: () => [] }),
    ],
    ['stream-flood', 'a stream that floods its reader with 100 MB', stream({ before: flood })],
    ...HOSTILE_LISTS,
  ]);
