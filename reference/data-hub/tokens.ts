/** Credentials of the data hub: refresh tokens, OpenID Connect access tokens, named tokens. */
import { jwtVerify, SignJWT } from 'jose';
import { byVariant, type Switches } from './switches.ts';

const SCOPES = ['openid', 'email', 'profile', 'eduperson_entitlement'] as const;
const LIFETIME_S = 300;

export interface TokenOptions {
  readonly switches: Switches;
  readonly clock: () => number;
  readonly digest: (text: string) => string;
  readonly newId: (kind: string) => string;
  readonly realm: string;
  readonly clientId: string;
  readonly idpPrefix: string;
}

/** What a value of X-Auth-Token is to the data hub. */
export type TokenKind = 'good-named' | 'good-prefixed' | 'none' | 'empty-token' | 'garbage-token' | 'prefixed-garbage-token';

export interface Tokens {
  readonly initialRefreshToken: string;
  /** Whether a refresh token is live. */
  refreshable(token: string): boolean;
  /** Issues an access token, and a new refresh token where the provider rotates (the old one is then dead). */
  grant(
    refreshToken: string,
  ): Promise<{ readonly accessToken: string; readonly refreshToken: string | undefined; readonly scope: string; readonly expiresIn: number }>;
  /** Issues a named token. */
  name(): Promise<{ readonly id: string; readonly token: string }>;
  /** Tells what a header's value is; undefined: there is no header. */
  classify(value: string | undefined): Promise<TokenKind>;
  readonly scopes: readonly string[];
}

export function createTokens({ switches, clock, digest, newId, realm, clientId, idpPrefix }: TokenOptions): Tokens {
  const key = Buffer.from(digest('signing key'), 'hex');
  let issued = 0;
  const fresh = (kind: string, octets: number): string => {
    issued += 1;
    let hex = '';
    for (let i = 0; hex.length < octets * 2; i += 1) hex += digest(`${kind}:${issued}:${i}`);
    return Buffer.from(hex.slice(0, octets * 2), 'hex').toString('base64url');
  };
  const initialRefreshToken = `refresh-${fresh('refresh', 48)}`;
  const live = new Set([initialRefreshToken]);
  const opaque = new Map<string, number>();
  const named = new Set<string>();

  const jwt = async (claims: Readonly<Record<string, unknown>>, seconds: number): Promise<string> => {
    issued += 1;
    const now = Math.floor(clock() / 1000);
    return new SignJWT({ ...claims, jti: digest(`jti:${issued}`).slice(0, 24) })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(`https://identity.example.org/auth/realms/${realm}`)
      .setSubject('ada')
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(key);
  };
  const accessToken = async (): Promise<string> => {
    const shape = switches.oneOf('oidc-token-opaque', 'oidc-token-6k');
    if (shape === 'oidc-token-opaque') {
      const token = fresh('access', 32);
      opaque.set(token, clock() + LIFETIME_S * 1000);
      return token;
    }
    const groups = shape === 'oidc-token-6k' ? { eduperson_entitlement: Array.from({ length: 64 }, (_, i) => `urn:example:group:${digest(`g${i}`)}`) } : {};
    return jwt({ azp: clientId, scope: SCOPES.join(' '), ...groups }, LIFETIME_S);
  };
  const namedToken = async (): Promise<string> => {
    const drawn = switches.drawn.find((behaviour) => behaviour.namedToken);
    if (drawn?.namedToken) return drawn.namedToken(issued++);
    return byVariant<string | Promise<string>>(
      switches,
      {
        'named-token-jwt': () => jwt({ type: 'access', caveats: [{ type: 'interface', interface: 'rest' }] }, 31_536_000),
        'named-token-macaroon': () =>
          Buffer.from(
            `0019location zone.example.org\n003bidentifier ${fresh('named', 24)}\n001acid interface = rest\n002fsignature ${fresh('sig', 24)}\n`,
          ).toString('base64'),
        'named-token-6k': () => fresh('named', 4608),
        'named-token-short': () => fresh('named', 12),
      },
      () => `MDAx${fresh('named', 96)}`,
    );
  };
  const isAccessToken = async (token: string): Promise<boolean> => {
    const until = opaque.get(token);
    if (until !== undefined) return clock() < until;
    return jwtVerify(token, key, { currentDate: new Date(clock()), algorithms: ['HS256'] }).then(
      ({ payload }) => payload.azp === clientId,
      () => false,
    );
  };
  return {
    initialRefreshToken,
    scopes: SCOPES,
    refreshable: (token) => live.has(token),
    async grant(token) {
      let next: string | undefined;
      if (switches.variant('refresh-rotation')) {
        live.delete(token);
        next = `refresh-${fresh('refresh', 48)}`;
        live.add(next);
      } else if (switches.variant('refresh-token-repeated')) next = token;
      return { accessToken: await accessToken(), refreshToken: next, scope: SCOPES.join(' '), expiresIn: LIFETIME_S };
    },
    async name() {
      const token = await namedToken();
      named.add(token);
      return { id: newId('token'), token };
    },
    async classify(value) {
      if (value === undefined) return 'none';
      if (value.trim() === '') return 'empty-token';
      if (named.has(value)) return switches.is('create-named-token/usable-token@refused') ? 'garbage-token' : 'good-named';
      if (!value.startsWith(`${idpPrefix}:`)) return 'garbage-token';
      return (await isAccessToken(value.slice(idpPrefix.length + 1))) ? 'good-prefixed' : 'prefixed-garbage-token';
    },
  };
}
