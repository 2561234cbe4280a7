/** Bearer tokens: their presentation, problems visible beforehand, and invalid tokens made from them. */
import { randomBytes } from 'node:crypto';
import { objectIn } from '../files/json-value.ts';
import type { WireCredential } from '../wire/types.ts';
import type { InvalidCredential } from './types.ts';
import { validityProblems } from './validity.ts';

/** The header that carries a token. Without a scheme the header contains only the token. */
export interface TokenHeader {
  readonly header: string;
  readonly scheme?: string;
}

/** RFC 6750, section 2.1. */
export const BEARER = { header: 'Authorization', scheme: 'Bearer' } as const satisfies TokenHeader;

/** Returns the header that carries tokens, with the profile's name for `Bearer`; without a scheme if that is empty. */
export function bearerHeader(renamed: ReadonlyMap<string, string>): TokenHeader {
  const scheme = renamed.get(BEARER.scheme) ?? BEARER.scheme;
  return { header: BEARER.header, ...(scheme !== '' && { scheme }) };
}

/** Returns headers sent with a token. */
export function bearer(token: string, { header, scheme }: TokenHeader = BEARER, name = 'token'): WireCredential {
  return { name, headers: [[header, scheme === undefined ? token : `${scheme} ${token}`]] };
}

type JsonObject = Readonly<Record<string, unknown>>;

type CompactToken = NonNullable<ReturnType<typeof readCompact>>;

/**
 * Returns a signed token in compact form (RFC 7515, section 7.1), taken apart but not verified. `parts`: header,
 * payload and signature as they are in the token, base64url.
 */
function readCompact(token: string | undefined) {
  const parts = token?.split('.') ?? [];
  const [header, payload, signature] = parts;
  if (parts.length !== 3 || !header || !payload || signature === undefined) return undefined;
  const [decodedHeader, decodedPayload] = [decodeJson(header), decodeJson(payload)];
  return decodedHeader && decodedPayload && typeof decodedHeader.alg === 'string'
    ? { header: decodedHeader, payload: decodedPayload, parts: [header, payload, signature] as const }
    : undefined;
}

function decodeJson(part: string): JsonObject | undefined {
  try {
    return objectIn(JSON.parse(Buffer.from(part, 'base64url').toString('utf8')));
  } catch {
    return undefined;
  }
}

function encode(value: string | Uint8Array) {
  return Buffer.from(value).toString('base64url');
}

/**
 * Returns why a token cannot be accepted now, as sentences: expired, or not valid yet (RFC 7519, sections 4.1.4 and
 * 4.1.5). Empty for an opaque token, whose validity is unknown.
 * @param setting subject of the sentences: the setting that contains the token
 */
export function tokenProblems(token: string, now: Date, setting = 'The access token'): readonly string[] {
  const payload = readCompact(token)?.payload;
  return validityProblems(setting, now, dateOf(payload?.nbf), dateOf(payload?.exp));
}

/** Returns the expiry of a token; undefined for an opaque one. */
export function tokenExpiry(token: string): Date | undefined {
  return dateOf(readCompact(token)?.payload.exp);
}

function dateOf(seconds: unknown) {
  const date = new Date(typeof seconds === 'number' ? seconds * 1000 : Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/**
 * Returns the parts of a token that are secret or identify its owner: payload and signature of a JWT, and the token
 * itself.
 */
export function tokenSecrets(token: string): readonly string[] {
  const parts = readCompact(token)?.parts ?? [];
  return [token, ...parts.slice(1)].filter((part) => part.length > 0);
}

/**
 * Returns credentials that a service has to reject: `empty-token`, `garbage-token`, `foreign-token` (same header and
 * payload, signed with a stranger's key), `tampered-token` (one decoded byte of the signature changed) and
 * `unsigned-token` (algorithm none, RFC 7519, section 6). The last two need a signed JWT; if the token is not one, they
 * have the reason instead. Others differ as little as possible from the valid one, or have a random token where the
 * document specifies none: `<kind>~<what is wrong>`.
 * @param absent the reason without a token
 * @param prefix text before each token, such as the name of its identity provider
 */
export async function makeInvalidTokens(
  token: string | undefined,
  header: TokenHeader = BEARER,
  { absent = 'Needs a token.', prefix }: { readonly absent?: string; readonly prefix?: string } = {},
) {
  const good = readCompact(token);
  const garbage = `garbage-${encode(randomBytes(24))}`;
  const made: Readonly<Record<string, string | undefined>> = {
    'empty-token': '',
    'garbage-token': garbage,
    'foreign-token': await signAsStranger(good),
    'tampered-token': good && Buffer.from(good.parts[2], 'base64url').length > 0 ? tampered(good, 0.5) : undefined,
    'unsigned-token': good && `${encode(JSON.stringify({ ...good.header, alg: 'none' }))}.${good.parts[1]}.`,
    ...(token !== undefined && nearly(token)),
  };
  const cannot =
    token === undefined
      ? absent
      : `Needs a signed JWT; the configured token ${good ? 'has no signature' : 'is not a JWT'}.`;
  const before = prefix === undefined ? '' : `${prefix}:`;
  return {
    credentials: [
      ...Object.entries(made).map(([kind, text]) =>
        text === undefined ? { kind, cannot } : { kind, credential: bearer(`${before}${text}`, header, kind) },
      ),
      ...misplaced(garbage, header, token && `${before}${token}`),
    ],
    secrets: [...new Set([token, ...Object.values(made)].flatMap((text) => tokenSecrets(text ?? '')))],
  };
}

/** Returns the invalid credentials that could be made, with their kinds. */
export const byKind = (invalid: readonly InvalidCredential[]): [string, WireCredential][] =>
  invalid.flatMap((one): [string, WireCredential][] => ('credential' in one ? [[one.kind, one.credential]] : []));

/** Places where services look for a token, with the text before it. */
const PLACES: Readonly<Record<string, string>> = {
  Authorization: 'Bearer ',
  Cookie: 'access_token=',
};

/**
 * Returns credentials with a random token where the document specifies none, so that the request has no credential; and
 * with the valid one in a cookie and in the query.
 */
function misplaced(
  random: string,
  { header: documented }: TokenHeader,
  valid: string | undefined,
): readonly InvalidCredential[] {
  const inHeader = (header: string, token: string) => ({ headers: [[header, `${PLACES[header]}${token}`]] as const });
  const inQuery = (token: string) => ({ query: `access_token=${encodeURIComponent(token)}` });
  const others = Object.keys(PLACES).filter((header) => header.toLowerCase() !== documented.toLowerCase());
  const made: Readonly<Record<string, Omit<WireCredential, 'name'>>> = {
    ...Object.fromEntries(others.map((header) => [`a-token-in-${header}`, inHeader(header, random)])),
    'a-token-in-query': inQuery(random),
    ...(valid && {
      'the-token-in-a-cookie': inHeader('Cookie', valid),
      'the-token-in-the-query': { ...inQuery(valid), isRare: true },
    }),
  };
  return Object.entries(made).map(([what, sent]) => {
    const name = `none~but-${what}`;
    return { kind: name, credential: { name, ...sent } };
  });
}

/** Minimum length of an opaque token that is altered: in a shorter one, the changed place may have no meaning. */
const SHORTEST_OPAQUE = 16;

/**
 * Changes that might leave a token valid are left out: an opaque token may be hexadecimal, or end in padding or unused
 * bits.
 */
function nearly(token: string): Readonly<Record<string, string>> {
  const cased = /[a-z]/.test(token) && /[A-Z]/.test(token);
  const turned = token.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  const garbage = {
    ...(cased && { 'the-valid-one-in-other-case': turned }),
    'the-valid-one-after-a-character': `z${token}`,
    'the-valid-one-without-its-first-character': token.slice(1),
  };
  const good = readCompact(token);
  const all = (kind: string, made: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(made).map(([what, text]) => [`${kind}~${what}`, text]));
  if (good === undefined || good.parts[2] === '')
    return token.length < SHORTEST_OPAQUE
      ? {}
      : all('garbage-token', {
          ...garbage,
          'the-first-half-of-the-valid-one': token.slice(0, token.length / 2),
          // A decoder may stop at padding.
          ...(!token.endsWith('=') && { 'the-valid-one-with-more-characters': `${token}AAAAAAAA` }),
        });
  const [head, payload, signature] = good.parts;
  return {
    ...all('tampered-token', {
      'first-byte-of-the-signature': tampered(good, 0),
      'last-byte-of-the-signature': tampered(good, 1),
    }),
    ...all('garbage-token', {
      ...garbage,
      'changed-header': `${withCharacterChanged(head)}.${payload}.${signature}`,
      'changed-payload': `${head}.${withCharacterChanged(payload)}.${signature}`,
      'the-valid-one-with-more-characters': `${token}AA`,
      'the-valid-one-without-its-last-character': token.slice(0, -1),
    }),
  };
}

/** Returns a token with another signature: one byte of it is changed. @param place from 0, the first, to 1, the last */
function tampered({ parts: [header, payload, signature] }: CompactToken, place: number) {
  const bytes = Buffer.from(signature, 'base64url');
  const at = Math.floor((bytes.length - 1) * place);
  bytes[at] = (bytes[at] ?? 0) ^ 0x01;
  return `${header}.${payload}.${encode(bytes)}`;
}

function withCharacterChanged(part: string) {
  const middle = Math.floor(part.length / 2);
  return `${part.slice(0, middle)}${part[middle] === 'x' ? 'y' : 'x'}${part.slice(middle + 1)}`;
}

async function signAsStranger(good: CompactToken | undefined) {
  const jose = await import('jose');
  const seconds = Math.floor(Date.now() / 1000);
  const payload = good
    ? Buffer.from(good.parts[1], 'base64url')
    : Buffer.from(
        JSON.stringify({
          iss: 'https://stranger.invalid',
          sub: 'stranger',
          iat: seconds,
          nbf: seconds,
          exp: seconds + 3600,
        }),
      );
  const sign = async (alg: string, header: JsonObject) => {
    const key = alg.startsWith('HS') ? randomBytes(64) : (await jose.generateKeyPair(alg)).privateKey;
    return new jose.CompactSign(payload).setProtectedHeader({ ...header, alg }).sign(key);
  };
  try {
    return await sign(String(good?.header.alg ?? 'ES256'), good?.header ?? { typ: 'JWT' });
  } catch {
    // The library does not know the algorithm or a critical header, so the token is signed with ES256 instead.
    const { kid, typ } = good?.header ?? {};
    return sign('ES256', { kid, typ });
  }
}
