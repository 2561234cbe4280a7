/** Credentials of the data hub: refresh tokens, OpenID Connect access tokens, named tokens. */
import { SignJWT } from 'jose';

export const SCOPES: readonly string[] = ['openid', 'email', 'profile', 'eduperson_entitlement'];
const LIFETIME_S = 300;

export const REALM = 'hub';
export const CLIENT_ID = 'token-portal';
export const IDP_PREFIX = 'hub-idp';

/** Issues and recognises the data hub's credentials. */
export function createTokens(
  digest: (text: string) => string,
  newId: (kind: string) => string,
  through: <Value>(stage: string, value: Value, more: { record?: string; element?: number }) => Value,
) {
  let issued = 0;
  /** Returns the given number of bytes, all different, as base64url. */
  const fresh = (kind: string, bytes: number) => {
    issued += 1;
    let hex = '';
    for (let at = 0; hex.length < bytes * 2; at += 1) hex += digest(`${kind}:${issued}:${at}`);
    return Buffer.from(hex.slice(0, bytes * 2), 'hex').toString('base64url');
  };
  const jwt = () => {
    const now = Math.floor(Date.now() / 1000);
    issued += 1;
    return new SignJWT({ azp: CLIENT_ID, scope: SCOPES.join(' '), jti: digest(`jti:${issued}`).slice(0, 24) })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(`https://identity.example.org/auth/realms/${REALM}`)
      .setSubject('ada')
      .setIssuedAt(now)
      .setExpirationTime(now + LIFETIME_S)
      .sign(Buffer.from(digest('signing key'), 'hex'));
  };
  const refreshToken = () => `refresh-${fresh('refresh', 48)}`;
  const initialRefreshToken = refreshToken();
  const live = new Set([initialRefreshToken]);
  /** Access tokens, and when they expire. */
  const access = new Map<string, number>();
  const initialToken = `MDAx${Buffer.from(digest('initial token'), 'hex').toString('base64url')}`;
  const named = new Set([initialToken]);
  return {
    initialRefreshToken,
    /** A named token that is there from the beginning. */
    initialToken,
    /** Whether a refresh token is live. */
    refreshable: (token: string) => live.has(token),
    /** Issues an access token, and a new refresh token if the provider rotates it (the old one is then invalid). */
    async grant(token: string) {
      const done = through<'kept' | 'rotated' | 'repeated'>('refresh', 'kept', {});
      const next = done === 'rotated' ? refreshToken() : done === 'repeated' ? token : undefined;
      if (done === 'rotated') live.delete(token);
      if (next !== undefined) live.add(next);
      const accessToken = through('token', await jwt(), { record: 'access-token', element: issued });
      access.set(accessToken, Date.now() + LIFETIME_S * 1000);
      return { accessToken, refreshToken: next, expiresIn: LIFETIME_S };
    },
    /** Issues a named token. */
    async name() {
      const token = through('token', `MDAx${fresh('named', 96)}`, { record: 'named-token', element: issued });
      named.add(token);
      return { id: newId('token'), token };
    },
    /** Returns the kind of a value of X-Auth-Token; undefined: the header is absent. */
    async classify(sent: string | undefined) {
      if (sent === undefined) return 'none';
      const value = sent.trim();
      if (value === '') return 'empty-token';
      if (named.has(value)) return 'good-named';
      if (!value.startsWith(`${IDP_PREFIX}:`)) return 'garbage-token';
      return Date.now() < (access.get(value.slice(IDP_PREFIX.length + 1)) ?? 0)
        ? 'good-prefixed'
        : 'prefixed-garbage-token';
    },
  };
}
