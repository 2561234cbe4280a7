/** The forms of tokens, of the responses that give them, and of rejections of invalid grants. */
import { by, type State, type VariantTable } from '../operators.ts';
import { Text } from '../reply.ts';
import { forbidden } from './conditions.ts';

const token = (record: string, make: (usual: string) => string) => by.token({ record }, make);
const coded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (claims: object, signature: string) =>
  `${coded({ alg: 'HS256', typ: 'JWT' })}.${coded(claims)}.${signature}`;

/** Returns the response with a named token in another form. */
const shownToken = (form: (token: string, id: unknown) => unknown) =>
  by.form('create-named-token', ({ token, tokenId }) => form(String(token), tokenId));
const UNUSABLE = ['create-named-token/usable-token'];
const DIGESTS = {
  fingerprint: 'f1d2d2f924e986ac86fdf7b36c94bcdf32beec15',
  digest: 'e242ed3bffccdf271b7fbaf34ed72d089537b42f',
};
const members = (argument: Readonly<Record<string, unknown>>) => by.members('token-grant', argument);

/** Time in milliseconds until a service has learned of a new token. */
const TOKEN_MS = 100;
const firstUsed = new WeakMap<State, Map<string, number>>();
const PROVIDER = [
  ...['cdmi-list', 'cdmi-read', 'cdmi-write', 'lookup-file-id', 'list-children', 'read-content'],
  ...['upload-file', 'list-files', 'create-share', 'subscribe-changes'],
];
/** A named token that was just created is not known everywhere at once. */
const knownLater = (at?: readonly string[]) =>
  by.access(at ? { at } : {}, (access, { request, state, lane }) => {
    const token = request.headers['x-auth-token'] ?? '';
    if (lane !== 'good-named' || token === state.tokens.initialToken) return access;
    const before = firstUsed.get(state) ?? new Map<string, number>();
    firstUsed.set(state, before);
    const since = before.get(token) ?? Date.now();
    before.set(token, since);
    return Date.now() - since < TOKEN_MS ? 'refused' : access;
  });

export const TOKENS: VariantTable = {
  'named-token-known-later': knownLater(),
  'named-token-known-later-by-provider': knownLater(PROVIDER),
  'named-token-jwt': token('named-token', (usual) =>
    jwt(
      { type: 'access', caveats: [{ type: 'interface', interface: 'rest' }], sub: 'ada', exp: 4_102_444_800 },
      usual.slice(-43),
    ),
  ),
  'named-token-macaroon': token('named-token', (usual) =>
    Buffer.from(
      `0019location zone.example.org\n003bidentifier ${usual.slice(-64, -32)}\n001acid interface = rest\n002fsignature ${usual.slice(-32)}\n`,
    ).toString('base64'),
  ),
  'named-token-6k': token('named-token', (usual) => usual.repeat(47)),
  'named-token-short': token('named-token', (usual) => usual.slice(-16)),
  'named-token-as-text': shownToken((text) => new Text('text/plain', text)),
  'named-token-nested': shownToken((serialized, id) => ({ data: { token: { id, serialized } } })),
  'named-token-alone': by.drop({ at: 'create-named-token', path: 'tokenId' }),
  'named-token-renamed': shownToken((credential, id) => ({ id, credential, type: 'access' })),
  'named-token-in-array': shownToken((text) => [text]),
  'named-token-hidden': [by.drop({ at: 'create-named-token', path: 'token' }), UNUSABLE],
  'named-token-hidden-among-texts': [shownToken((_token, tokenId) => ({ tokenId, ...DIGESTS })), UNUSABLE],
  'named-token-hidden-beside-time': [
    by.members('create-named-token', { token: undefined, expires: '2026-01-01T00:00:00Z' }),
    UNUSABLE,
  ],
  'named-tokens-forbidden': [forbidden('create-named-token'), ['create-named-token/**']],
  'oidc-token-opaque': token('access-token', (usual) => usual.slice(-43)),
  'oidc-token-6k': token('access-token', (usual) =>
    jwt(
      { azp: 'token-portal', groups: Array.from({ length: 64 }, (_, at) => `${at}`.padEnd(64, '-')) },
      usual.slice(-43),
    ),
  ),
  'refresh-rotation': by.refresh({}, 'rotated'),
  'refresh-token-repeated': by.refresh({}, 'repeated'),
  'token-response-more': members({
    expires_in: undefined,
    scope: undefined,
    id_token: 'eyJhbGciOiJub25lIn0.e30.',
    session_state: 'b9c4',
    'not-before-policy': 0,
    refresh_expires_in: 1800,
  }),
  'token-response-bare': members({ expires_in: undefined, scope: undefined }),
  'token-type-lower-case': members({ token_type: 'bearer' }),
  'no-store-among-others': by.header({ at: 'token-grant', path: 'Cache-Control' }, 'private, No-Store, max-age=0'),
};
