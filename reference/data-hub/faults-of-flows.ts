/** Hand-written faults: the grant, tokens, identifiers, overwriting, shares, handles, change events. */
import { guardedOperations } from '../documented-operations.ts';
import { breaking, declined, isEmptyUpload, isFolderPath, isOverwriting, nameIn } from './conditions.ts';
import { type Content, inMemory } from './content.ts';
import { failed, formIn } from './identity-provider.ts';
import type { Change, FaultLine as Line } from './operators.ts';
import { type Body, type Item, problem } from './reply.ts';
import { membersIn } from './service.ts';
import type { Collection, HubSituation } from './situation.ts';
import { itemsIn } from './storage.ts';
import type { StreamStyle } from './stream.ts';
import { ofIdentifiers, ofObjects } from './variants-of-answers.ts';

/** Requirements that turn red with faults of a kind. */
const GRANT = ['token-response/access_token', 'token-grant/token-type'];
const HANDLE = ['get-handle/answers', 'list-handles/holds-created'];
const SHARE = ['get-share/answers', 'create-handle/answers'];
const NAMED = ['create-named-token/answers'];
const FOLDER = ['list-children/answers', 'create-share/answers', 'upload-file/answers'];
const SPEAKS = ['subscribe-changes/speaks-after-cdmi-write', 'subscribe-changes/speaks-after-upload'] as const;
const CDMI_WRITE = ['subscribe-changes/speaks-after-cdmi-write'];
const IDENTIFIED_FILE = [
  'lookup-file-id/path/*',
  'cdmi-write/read-back-rest/*',
  'cdmi-write/overwrite',
  'upload-file/read-back/*',
];

const OPERATIONS = guardedOperations('data-hub');
/** Operations whose paths begin so. */
const below = (...bases: readonly string[]): string[] =>
  OPERATIONS.flatMap(({ name, path = '' }) => (bases.some((base) => path.startsWith(base)) ? [name] : []));
const ZONE = '/api/v3/zone/';
const REST = '/api/v3/provider/';
const answersOf = (operations: readonly string[]): string[] => operations.map((name) => `${name}/answers`);
/** Good tokens are refused there. */
const lockedOut = (at: readonly string[]): Change => ({
  at,
  lane: ['good-named', 'good-prefixed'],
  operator: 'access',
  argument: 'refused',
});

const member = (path: string, argument: unknown): Change => ({
  at: 'token-grant',
  path,
  operator: 'set',
  argument: argument as string,
});
const accessToken = (what: string, title: string, argument: unknown): Line => [
  'token-response/access_token',
  what,
  title,
  member('access_token', argument),
];
const response = (what: string, title: string, body: (token: Readonly<Record<string, unknown>>) => Body): Line => [
  'token-grant/returns-json-object',
  what,
  title,
  {
    at: 'token-grant',
    operator: 'reply',
    argument: (reply) => ({ body: body((reply.body as { readonly json: Readonly<Record<string, unknown>> }).json) }),
  },
  GRANT,
];
const scopesOf = (situation: HubSituation): string[] => (formIn(situation).get('scope') ?? '').split(' ');
const scopeRefused = (isRefused: (scope: string) => boolean): Change =>
  declined('token-grant', failed(400, 'invalid_scope'), (situation) => scopesOf(situation).some(isRefused));
const SCOPE_REFUSED = scopeRefused((scope) => scope !== '');
const caveatsOf = (situation: HubSituation): unknown => membersIn(situation)['caveats'];

/** A path is not found with a slash at its end. */
const notFound = problem(404, 'No such resource.', 'notFound');
const slashNotFound = (at: string): Change =>
  declined(at, notFound, ({ request: { target } }) => target.split('?')[0]?.endsWith('/') === true);

type Naming = (id: string, situation: HubSituation) => string | undefined;
/** An answer names something else. */
const naming = (at: string, record: string | undefined, argument: Naming): Change => ({
  at,
  ...(record !== undefined && { record }),
  operator: 'identify',
  argument: (id, situation) => (id === undefined ? id : argument(id, situation)),
});
const dead: Naming = (id) => `${id}0`;
const another =
  (collection: Collection, which: 'first' | 'last' = 'first'): Naming =>
  (id, { state }) =>
    [...state[collection].keys()].filter((other) => other !== id).at(which === 'first' ? 0 : -1) ?? id;
const sibling: Naming = (id, { node }) =>
  itemsIn(node?.parent).find((other) => other.id !== id && (other.kind === 'file') === !node?.children)?.id ?? id;
const parent: Naming = (id, { node }) => node?.parent?.id ?? id;
/** Location with another identifier at its end. */
const location =
  (change: Naming): Naming =>
  (path, situation) => {
    const id = decodeURIComponent(path.split('/').at(-1) ?? '');
    return path.replace(/[^/]*$/, encodeURIComponent(change(id, situation) ?? ''));
  };
const leadsTo = (change: Naming): Change => naming('create-handle', undefined, location(change));
const locationIs = (argument: string | undefined): Change => naming('create-handle', undefined, () => argument);

type Kept = (before: Uint8Array, after: Uint8Array) => Uint8Array;
const kept = (make: Kept): Change => ({
  at: 'cdmi-write',
  operator: 'keep',
  argument: async (after, { before }) =>
    inMemory(make((await before?.bytes()) ?? new Uint8Array(), await after.bytes())),
});
const stale = (content: Content, { node }: HubSituation): Content => node?.earlier ?? content;

const stream = (argument: Partial<StreamStyle>): Change => ({ operator: 'stream', argument });
/** Nothing is said of events of some kinds. */
const silent = (way: string | undefined, heartbeat?: string): Change =>
  stream({
    frames: (_event, text, of) => (way === undefined || of === way ? [] : [`${text}\n`]),
    ...(heartbeat !== undefined && { heartbeat }),
  });

const leftOut = (at: string, isLeftOut: (item: Item) => boolean): Change => ({
  at,
  operator: 'item',
  argument: (item) => (item && !isLeftOut(item) ? item : undefined),
});
/** Names are shown otherwise; a listing of identifiers beside them would still identify the file. */
const misnamed = (at: string, change: (name: string) => string): Change => ({
  at,
  operator: 'item',
  argument: (item) => item && { ...item, id: change(item.name), name: change(item.name) },
});

/** Documented statements: each is contradicted. */
export const DOCUMENTED_FLOWS: readonly Line[] = [
  [
    'token-response/access_token',
    'missing',
    'the token response lacks access_token',
    { at: 'token-grant', path: 'access_token', operator: 'drop' },
  ],
  [
    'token-response/access_token',
    'renamed',
    'the token response calls it accessToken',
    {
      at: 'token-grant',
      operator: 'members',
      argument: ({ access_token: accessToken }) => ({ access_token: undefined, accessToken }),
    },
  ],
  accessToken('null', 'access_token is null', null),
  accessToken('number', 'access_token is a number', 42),
  accessToken('boolean', 'access_token is a boolean', true),
  accessToken('empty', 'access_token is empty', ''),
  accessToken('array', 'access_token is an array', (token: unknown) => [token]),
  accessToken('object', 'access_token is an object', (value: unknown) => ({ value })),
  response('array', 'the token response is an array', (token) => ({ json: [token] })),
  response('text', 'the token response is a text', (token) => ({ json: token['access_token'] })),
  response('form', 'the token response is form-encoded', (token) => ({
    text: new URLSearchParams({ access_token: String(token['access_token']), token_type: 'Bearer' }).toString(),
    type: 'application/x-www-form-urlencoded',
  })),
  response('cut', 'the token response ends early', (token) => ({
    text: JSON.stringify(token).slice(0, -1),
    type: 'application/json',
  })),
  response('html', 'the token response is a page', () => ({
    text: '<html><body>Signed in.</body></html>',
    type: 'text/html',
  })),
  response('empty', 'the token response is empty', () => ({ text: '', type: 'application/json' })),
  [
    'token-grant/answers',
    'scope-refused',
    'a grant as documented is refused, one without scope succeeds',
    SCOPE_REFUSED,
    ['token-grant/accepts-scope'],
  ],
  [
    'token-grant/accepts-scope',
    'refused',
    'a grant with scope is refused, one without succeeds',
    SCOPE_REFUSED,
    ['token-grant/answers'],
  ],
  [
    'token-grant/accepts-scope',
    'entitlement-refused',
    'the scope eduperson_entitlement is refused',
    scopeRefused((scope) => scope === 'eduperson_entitlement'),
    ['token-grant/answers'],
  ],
  [
    'create-named-token/usable-token',
    'refused',
    'a named token is refused everywhere',
    { lane: 'good-named', operator: 'access', argument: 'refused' },
  ],
  [
    'create-named-token/usable-token',
    'one-letter-changed',
    'the answer shows another token than the one that works',
    naming('create-named-token', undefined, (token) => `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`),
  ],
  [
    'create-named-token/accepts-interface-caveat',
    'refused',
    'a named token request with a caveat is refused (400)',
    declined('create-named-token', problem(400, 'Unknown caveat.'), (situation) => {
      const caveats = caveatsOf(situation);
      return Array.isArray(caveats) && caveats.length > 0;
    }),
    NAMED,
  ],
  [
    'create-named-token/accepts-interface-caveat',
    'unprocessable',
    'a named token request with caveats is refused (422)',
    declined(
      'create-named-token',
      problem(422, 'Caveats are not supported.'),
      (situation) => caveatsOf(situation) !== undefined,
    ),
    NAMED,
  ],
  [
    'create-named-token/refuses/prefixed-garbage-token',
    'let-in',
    'create-named-token accepts the prefix with an invalid token',
    { at: 'create-named-token', lane: 'prefixed-garbage-token', operator: 'access', argument: 'accepted' },
  ],
  ['token/valid-everywhere', 'zone-only', 'tokens are valid at the zone only', lockedOut(below('/cdmi/', REST))],
  [
    'token/valid-everywhere',
    'provider-only',
    'tokens are valid at the provider only',
    lockedOut(below(ZONE).filter((name) => name !== 'create-named-token')),
  ],
  [
    'token/valid-everywhere',
    'forbidden-for-cdmi',
    'CDMI refuses every request with a token with 403',
    [
      lockedOut(below('/cdmi/')),
      { at: below('/cdmi/'), operator: 'refuse', argument: problem(403, 'A valid token is required.') },
    ],
  ],
  [
    'token/valid-everywhere',
    'not-for-cdmi',
    'tokens are not valid through CDMI',
    lockedOut(below('/cdmi/')),
    answersOf(below('/cdmi/')),
  ],
  [
    'token/valid-everywhere',
    'not-for-provider-rest',
    "tokens are valid through CDMI, not through the provider's REST interface",
    lockedOut(below(REST)),
    answersOf(below(REST)),
  ],
  [
    'list-spaces/answers',
    'slash-not-found',
    'effective_spaces/ is not found, only without its slash',
    slashNotFound('list-spaces'),
  ],
  [
    'list-files/answers',
    'slash-not-found',
    'files/<path>/ is not found, only without its slash',
    slashNotFound('list-files'),
  ],
  [
    'cdmi-list/answers',
    'slash-not-found',
    'a folder is not found under its path with a slash',
    slashNotFound('cdmi-list'),
  ],
  [
    'list-handle-services/identifiers-work',
    'dead',
    'the listed handle services cannot be read',
    {
      at: 'list-handle-services',
      operator: 'item',
      argument: (item) =>
        item && { ...item, id: `${item.id}0`, href: `${item.href}0`, name: `gone ${item.name.length}` },
    },
    ['list-handle-services/holds-handle-service', 'get-handle-service/answers'],
  ],
  [
    'list-files/takes-encoded-path',
    'not-decoded',
    'a percent-encoded path is not decoded',
    { at: 'list-files', operator: 'misread', argument: (segment) => segment },
  ],
  [
    'list-files/takes-encoded-path',
    'empty-where-encoded',
    'a percent-encoded path lists nothing',
    {
      at: 'list-files',
      when: ({ raw }) => /%(?:2[de]|[3-7])/i.test(raw[0] ?? ''),
      operator: 'items',
      argument: [],
    },
  ],
  [
    'lookup-file-id/identifies-folder',
    'dead',
    'the identifier of a folder does not work',
    naming('lookup-file-id', 'folder', dead),
    FOLDER,
  ],
  [
    'lookup-file-id/identifies-folder',
    'child',
    'a file in the folder is identified instead of the folder',
    naming('lookup-file-id', 'folder', (id, { node }) => itemsIn(node).find(({ kind }) => kind === 'file')?.id ?? id),
    FOLDER,
  ],
  [
    'lookup-file-id/identifies-file',
    'dead',
    'the identifier of a file does not work',
    naming('lookup-file-id', 'file', dead),
    ['read-content/answers', ...IDENTIFIED_FILE],
  ],
  [
    'lookup-file-id/identifies-file',
    'other',
    'another file of the folder is identified',
    naming('lookup-file-id', 'file', sibling),
    IDENTIFIED_FILE,
  ],
  [
    'lookup-file-id/identifies-file',
    'parent',
    'the folder is identified instead of the file',
    naming('lookup-file-id', 'file', parent),
    ['read-content/answers', ...IDENTIFIED_FILE],
  ],
  [
    'upload-file/read-back/text',
    'spoilt-by-identifier',
    'what is read by an identifier has an octet too many, whichever way it was written',
    {
      at: 'read-content',
      operator: 'content',
      argument: async (content) => inMemory(Buffer.concat([Buffer.from('#'), await content.bytes()])),
    },
    ['upload-file/read-back/*', 'cdmi-write/read-back-rest/*', 'cdmi-write/overwrite', 'lookup-file-id/path/*'],
  ],
  ['cdmi-write/overwrite', 'ignored', 'a second upload changes nothing', kept((before) => before)],
  [
    'cdmi-write/overwrite',
    'appended',
    'a second upload is appended',
    kept((before, after) => Buffer.concat([before, after])),
  ],
  [
    'cdmi-write/overwrite',
    'tail-kept',
    'shorter content keeps the tail of the longer one',
    kept((before, after) => Buffer.concat([after, before.subarray(after.length)])),
  ],
  [
    'cdmi-write/overwrite',
    'cut-to-old-size',
    'longer content is cut to the size of the shorter one',
    kept((before, after) => after.subarray(0, before.length)),
  ],
  [
    'cdmi-write/overwrite',
    'rest-stale',
    'after a second upload REST still gives the first content',
    { at: 'read-content', operator: 'content', argument: stale },
  ],
  [
    'cdmi-write/overwrite',
    'cdmi-stale',
    'after a second upload CDMI still gives the first content',
    { at: 'cdmi-read', operator: 'content', argument: stale },
  ],
  ['cdmi-write/overwrite', 'breaks-down', 'a second upload is answered 500', breaking('cdmi-write', isOverwriting)],
  [
    'cdmi-write/path/non-ascii',
    'breaks-down',
    'an upload under a name beyond ASCII is answered 500',
    breaking('cdmi-write', (situation) => !isFolderPath(situation) && /[^ -~]/.test(nameIn(situation))),
  ],
  [
    'cdmi-write/read-back/empty',
    'breaks-down',
    'an empty upload is answered 500',
    breaking('cdmi-write', isEmptyUpload),
    ['cdmi-write/read-back-rest/empty'],
  ],
  [
    'create-share/identifies-share',
    'dead',
    'the identifier of the new share does not work',
    naming('create-share', 'share', dead),
    SHARE,
  ],
  [
    'create-share/identifies-share',
    'empty',
    'the answer to a new share holds an empty identifier',
    naming('create-share', 'share', () => ''),
  ],
  [
    'create-share/identifies-share',
    'directory',
    'the answer to a new share identifies the directory',
    naming('create-share', 'share', (id, { node }) => node?.id ?? id),
    SHARE,
  ],
  ['create-handle/location', 'missing', 'a registration answers without Location', locationIs(undefined)],
  ['create-handle/location', 'blank', 'a registration answers with a blank Location', locationIs(' ')],
  [
    'create-handle/location',
    'no-identifier',
    'Location is the address of the listing, without an identifier',
    leadsTo(() => ''),
  ],
  ['create-handle/location', 'slash-alone', 'Location is a slash', locationIs('/')],
  ['create-handle/location-leads-to-handle', 'nowhere', 'Location leads nowhere', leadsTo(dead), HANDLE],
  [
    'create-handle/location-leads-to-handle',
    'truncated',
    'Location lacks the last character of the identifier',
    leadsTo((id) => id.slice(0, -1)),
    HANDLE,
  ],
  [
    'create-handle/location-leads-to-handle',
    'earlier',
    'Location holds the identifier of an earlier handle',
    leadsTo(another('handles')),
  ],
  [
    'create-handle/location-leads-to-handle',
    'share',
    'Location holds the identifier of a share',
    leadsTo(another('shares')),
    HANDLE,
  ],
  ['subscribe-changes/stays-open', 'ends-at-once', 'the stream ends at once', stream({ ends: 'at once' }), SPEAKS],
  [
    'subscribe-changes/stays-open',
    'ends-when-quiet',
    'the stream ends as soon as no event is left',
    stream({ opening: ['\n'], ends: 'when quiet' }),
    SPEAKS,
  ],
  [
    'subscribe-changes/stays-open',
    'ends-after-first-event',
    'the stream ends after one event',
    stream({ ends: 'after an event' }),
    SPEAKS.toReversed(),
  ],
  [
    'subscribe-changes/stays-open',
    'ends-with-a-change',
    'the stream ends when something changes, without a word',
    stream({ ends: 'with an event' }),
    SPEAKS,
  ],
  [
    'subscribe-changes/stays-open',
    'complete-answer',
    'the subscription is answered with a complete body',
    declined('subscribe-changes', { status: 200, kind: 'stream', body: { json: [] } }),
    SPEAKS,
  ],
];

const letIn = (what: string, title: string): Line => [
  `token-grant/refuses-${what}`,
  'let-in',
  title,
  { at: 'token-grant', lane: what, operator: 'access', argument: 'accepted' },
];
const describes = (what: string, collection: Collection, which: 'first' | 'last', title: string): Line => [
  `get-${what}/speaks-of-${what}`,
  which === 'first' ? 'other' : 'last',
  title,
  naming(`get-${what}`, undefined, another(collection, which)),
];
const holds = (at: string, what: string, title: string, changes: Change | readonly Change[]): Line => [
  `${at}/holds-created`,
  what,
  `${at} ${title}`,
  changes,
];
/** The folder that is listed. */
const otherFolder = (_items: readonly Item[], { node }: HubSituation): Item[] =>
  itemsIn(node?.parent).filter(({ id }) => id !== node?.id);

const LACKS_MADE = leftOut('list-handles', ({ way }) => way !== 'seed');

/** Statements of standards, and inferred ones. */
export const OTHER_FLOWS: readonly Line[] = [
  [
    'token-grant/token-type',
    'missing',
    'the token response lacks token_type',
    { at: 'token-grant', path: 'token_type', operator: 'drop' },
  ],
  ['token-grant/token-type', 'empty', 'token_type is empty', member('token_type', '')],
  ['token-grant/token-type', 'number', 'token_type is a number', member('token_type', 1)],
  [
    'token-grant/access-token-syntax',
    'line-break',
    'access_token ends in a line break',
    member('access_token', (token: unknown) => `${token}\n`),
  ],
  [
    'token-grant/access-token-syntax',
    'non-ascii',
    'access_token holds a letter beyond ASCII',
    member('access_token', (token: unknown) => `${token}é`),
  ],
  [
    'token-grant/no-store',
    'missing',
    'the token response may be stored',
    { at: 'token-grant', path: 'Cache-Control', operator: 'header' },
  ],
  [
    'token-grant/no-store',
    'other',
    'the token response is private, and may be stored',
    { at: 'token-grant', path: 'Cache-Control', operator: 'header', argument: 'private' },
  ],
  letIn('wrong-refresh-token', 'a made-up refresh token is accepted'),
  letIn('no-refresh-token', 'a grant without a refresh token is accepted'),
  letIn('unknown-client', 'an unknown client is accepted'),
  letIn('unknown-grant-type', 'an unknown grant type is accepted'),
  [
    'list-handle-services/holds-handle-service',
    'lacks-it',
    'the listing lacks the handle service that can be read',
    { at: 'list-handle-services', element: 1, operator: 'item', argument: undefined },
  ],
  [
    'list-spaces/holds-space',
    'lacks-it',
    'the listing lacks a space that can be read',
    { at: 'list-spaces', element: 1, operator: 'item', argument: undefined },
  ],
  ...['lacks-it', 'lacks-all-made'].map((what) => holds('list-handles', what, 'lacks the new handle', LACKS_MADE)),
  describes('handle-service', 'handleServices', 'first', 'another handle service is described'),
  [
    'get-handle-service/speaks-of-handle-service',
    'other-of-named',
    'another handle service is described, and the list tells names beside identifiers',
    [naming('get-handle-service', undefined, another('handleServices')), ofObjects('list-handle-services')],
  ],
  describes('space', 'spaces', 'first', 'another space is described'),
  describes('share', 'shares', 'first', 'the first other share is described'),
  describes('share', 'shares', 'last', 'the last other share is described'),
  describes('handle', 'handles', 'first', 'the first other handle is described'),
  describes('handle', 'handles', 'last', 'the last other handle is described'),
  ...['cdmi-list', 'list-children', 'list-files'].flatMap((at): Line[] => [
    holds(at, 'lacks-all-made', 'shows only what was there before', { ...LACKS_MADE, at }),
    holds(
      at,
      'lacks-cdmi',
      'lacks what was written through CDMI',
      leftOut(at, ({ way }) => way === 'cdmi'),
    ),
    holds(
      at,
      'lacks-rest',
      'lacks what was written through REST',
      leftOut(at, ({ way }) => way === 'rest'),
    ),
    holds(at, 'other-folder', 'lists another folder', { at, operator: 'items', argument: otherFolder }),
    holds(
      at,
      'lacks-upper-case',
      'lacks names with upper-case letters',
      leftOut(at, ({ name }) => name !== name.toLowerCase()),
    ),
    holds(
      at,
      'lower-cased',
      'shows names in lower case',
      misnamed(at, (name) => name.toLowerCase()),
    ),
    holds(
      at,
      'extension-dropped',
      'shows names without their extension',
      misnamed(at, (name) => name.replace(/\.[^.]*$/, '')),
    ),
  ]),
  holds('cdmi-list', 'file-as-container', 'shows files with a slash at the end', {
    at: 'cdmi-list',
    operator: 'item',
    argument: (item) => item && { ...item, kind: 'directory' },
  }),
  holds(
    'list-children',
    'lacks-cdmi-among-identifiers',
    'lists identifiers alone, and lacks what was written through CDMI',
    [leftOut('list-children', ({ way }) => way === 'cdmi'), ofIdentifiers('list-children')],
  ),
  [
    'create-share/of-directory',
    'parent',
    'the share is of the parent directory',
    naming('create-share', 'directory', parent),
  ],
  [
    'create-share/of-directory',
    'other',
    'the share is of another directory',
    naming('create-share', 'directory', sibling),
  ],
  ...(['cdmi-write', 'upload'] as const).flatMap((by): Line[] => {
    const [way, words] = by === 'upload' ? ['rest', 'REST'] : ['cdmi', 'CDMI'];
    const statement = `subscribe-changes/speaks-after-${by}`;
    return [
      [statement, 'silent', `changes through ${words} are not reported`, silent(way)],
      [statement, 'heartbeats-only', `after changes through ${words} only heartbeats come`, silent(way, '\n')],
    ];
  }),
  [SPEAKS[1], 'never-speaks', 'the stream never says anything', silent(undefined), CDMI_WRITE],
  [SPEAKS[1], 'blank-lines-alone', 'nothing but blank lines comes', silent(undefined, '\r\n'), CDMI_WRITE],
  [
    SPEAKS[1],
    'json-heartbeats-alone',
    'nothing but JSON heartbeats comes',
    silent(undefined, '{"heartbeat":true}\n'),
    CDMI_WRITE,
  ],
];
