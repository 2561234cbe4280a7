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

/** Kinds of values of X-Auth-Token. */
export type TokenKind =
  | 'good-named'
  | 'good-prefixed'
  | 'none'
  | 'empty-token'
  | 'garbage-token'
  | 'prefixed-garbage-token';

export interface Tokens {
  readonly initialRefreshToken: string;
  /** Whether a refresh token is live. */
  refreshable(token: string): boolean;
  /** Issues an access token, and a new refresh token where the provider rotates (the old one is then dead). */
  grant(refreshToken: string): Promise<{
    readonly accessToken: string;
    readonly refreshToken: string | undefined;
    readonly scope: string;
    readonly expiresIn: number;
  }>;
  /** Issues a named token. */
  name(): Promise<{ readonly id: string; readonly token: string }>;
  /** Classifies the value of the header; undefined: the header is absent. */
  classify(value: string | undefined): Promise<TokenKind>;
  readonly scopes: readonly string[];
}

/** Fresh values, all different: random-looking texts and signed JSON Web Tokens. */
class Mint {
  readonly #options: TokenOptions;
  readonly #key: Buffer;
  #issued = 0;

  constructor(options: TokenOptions) {
    this.#options = options;
    this.#key = Buffer.from(options.digest('signing key'), 'hex');
  }

  /** How many values were issued before. */
  count(): number {
    return this.#issued++;
  }

  /** So many octets, as base64url. */
  fresh(kind: string, octets: number): string {
    const issued = this.count() + 1;
    let hex = '';
    for (let i = 0; hex.length < octets * 2; i += 1) hex += this.#options.digest(`${kind}:${issued}:${i}`);
    return Buffer.from(hex.slice(0, octets * 2), 'hex').toString('base64url');
  }

  jwt(claims: Readonly<Record<string, unknown>>, seconds: number): Promise<string> {
    const issued = this.count() + 1;
    const now = Math.floor(this.#options.clock() / 1000);
    return new SignJWT({ ...claims, jti: this.#options.digest(`jti:${issued}`).slice(0, 24) })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(`https://identity.example.org/auth/realms/${this.#options.realm}`)
      .setSubject('ada')
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(this.#key);
  }

  /** The claims of a token that it signed and that is valid now. */
  async claims(token: string): Promise<Readonly<Record<string, unknown>> | undefined> {
    const options = { currentDate: new Date(this.#options.clock()), algorithms: ['HS256'] };
    return jwtVerify(token, this.#key, options).then(
      ({ payload }) => payload,
      () => undefined,
    );
  }
}

/** Issues access tokens, and recognises them while they are valid. */
function accessTokens({ switches, clock, digest, clientId }: TokenOptions, mint: Mint) {
  const opaque = new Map<string, number>();
  return {
    async issue(): Promise<string> {
      const shape = switches.oneOf('oidc-token-opaque', 'oidc-token-6k');
      if (shape === 'oidc-token-opaque') {
        const token = mint.fresh('access', 32);
        opaque.set(token, clock() + LIFETIME_S * 1000);
        return token;
      }
      const groups =
        shape === 'oidc-token-6k'
          ? { eduperson_entitlement: Array.from({ length: 64 }, (_, i) => `urn:example:group:${digest(`g${i}`)}`) }
          : {};
      return mint.jwt({ azp: clientId, scope: SCOPES.join(' '), ...groups }, LIFETIME_S);
    },
    async isValid(token: string): Promise<boolean> {
      const until = opaque.get(token);
      return until === undefined ? (await mint.claims(token))?.azp === clientId : clock() < until;
    },
  };
}

async function namedToken(switches: Switches, mint: Mint): Promise<string> {
  const drawn = switches.drawn.find((behaviour) => behaviour.namedToken);
  if (drawn?.namedToken) return drawn.namedToken(mint.count());
  return byVariant<string | Promise<string>>(
    switches,
    {
      'named-token-jwt': () =>
        mint.jwt({ type: 'access', caveats: [{ type: 'interface', interface: 'rest' }] }, 31_536_000),
      'named-token-macaroon': () =>
        Buffer.from(
          `0019location zone.example.org\n003bidentifier ${mint.fresh('named', 24)}\n001acid interface = rest\n002fsignature ${mint.fresh('sig', 24)}\n`,
        ).toString('base64'),
      'named-token-6k': () => mint.fresh('named', 4608),
      'named-token-short': () => mint.fresh('named', 12),
    },
    () => `MDAx${mint.fresh('named', 96)}`,
  );
}

/** Issues and recognises the data hub's credentials. */
export function createTokens(options: TokenOptions): Tokens {
  const { switches, newId, idpPrefix } = options;
  const mint = new Mint(options);
  const refreshToken = (): string => `refresh-${mint.fresh('refresh', 48)}`;
  const initialRefreshToken = refreshToken();
  const live = new Set([initialRefreshToken]);
  const access = accessTokens(options, mint);
  const named = new Set<string>();
  return {
    initialRefreshToken,
    scopes: SCOPES,
    refreshable: (token) => live.has(token),
    async grant(token) {
      let next: string | undefined;
      if (switches.variant('refresh-rotation')) {
        live.delete(token);
        next = refreshToken();
        live.add(next);
      } else if (switches.variant('refresh-token-repeated')) next = token;
      return { accessToken: await access.issue(), refreshToken: next, scope: SCOPES.join(' '), expiresIn: LIFETIME_S };
    },
    async name() {
      const token = await namedToken(switches, mint);
      named.add(token);
      return { id: newId('token'), token };
    },
    async classify(value) {
      if (value === undefined) return 'none';
      if (value.trim() === '') return 'empty-token';
      if (named.has(value))
        return switches.is('create-named-token/usable-token@refused') ? 'garbage-token' : 'good-named';
      if (!value.startsWith(`${idpPrefix}:`)) return 'garbage-token';
      return (await access.isValid(value.slice(idpPrefix.length + 1))) ? 'good-prefixed' : 'prefixed-garbage-token';
    },
  };
}
