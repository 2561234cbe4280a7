/** Authenticates callers by a certificate chain or a bearer token. */
import { compactVerify, decodeProtectedHeader, importJWK } from 'jose';
import type { Pki } from '../pki/create-pki.ts';
import { type ChainVerdict, createChainValidator } from '../pki/validate-chain.ts';
import type { ReferenceRequest } from '../types.ts';
import { hexOf } from './jobs.ts';
import { isTokenKind, type LaneName, type RefusedKind } from './lanes.ts';

/** A caller whose credential was accepted. */
export interface Caller {
  readonly lane: LaneName;
  readonly userDn: string;
  /** The user identity and the proxy identities; for tokens only the subject. */
  readonly dn: readonly string[];
  /** VO attributes, or scopes. */
  readonly vomsCred: readonly string[];
  readonly vos: readonly string[];
  /** Scopes as the token has them. */
  readonly scope: string | undefined;
  /** Hexadecimal. */
  readonly delegationId: string;
  /** When the credential ends, milliseconds since 1970. */
  readonly expires: number;
  /** Whether the credential is invalid, and was accepted because of a fault. */
  readonly letIn: boolean;
}

type Authentication =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly kind: RefusedKind; readonly why: string };

const BY_CHAIN: Readonly<Record<Exclude<ChainVerdict, { ok: true }>['kind'], RefusedKind>> = {
  malformed: 'foreign-certificate',
  untrusted: 'foreign-certificate',
  misnamed: 'misnamed-proxy',
  expired: 'expired-proxy',
  'not-yet-valid': 'not-yet-valid-proxy',
};

/** Identifies the caller of a request at a time in milliseconds. */
export type Authenticator = (request: ReferenceRequest, now: number) => Promise<Authentication>;

/** Authenticates callers; a token, if sent, counts before a certificate. */
export function createAuthenticator(pki: Pki): Authenticator {
  const verify = { chain: createChainValidator(pki.ca), token: createTokenVerifier(pki) };
  return async (request, now) => {
    const value = request.headers['authorization'];
    if (value === undefined)
      return request.peer.length > 0
        ? fromChain(verify.chain(request.peer, now), pki.vo)
        : refused('none', 'no credential');
    const [scheme = '', ...rest] = value.trim().split(/\s+/);
    const credential = rest.join(' ');
    if (scheme.toLowerCase() !== 'bearer') {
      const good = (await verify.token(credential === '' ? scheme : credential, now)).ok;
      return refused(good ? 'token-under-another-scheme' : 'garbage-token', 'not the scheme that tokens have');
    }
    if (credential === '') return refused('empty-token', 'the token is empty');
    return verify.token(credential, now);
  };
}

function fromChain(verdict: ChainVerdict, vo: string): Authentication {
  if (!verdict.ok) return refused(BY_CHAIN[verdict.kind], verdict.why);
  const { userDn, proxyDns, fqans, notAfter } = verdict.identity;
  const named = [...new Set(fqans.map((fqan) => fqan.split('/')[1] ?? ''))].filter((name) => name !== '');
  return {
    ok: true,
    caller: {
      lane: 'certificate',
      userDn,
      dn: [userDn, ...[...proxyDns].reverse()],
      vomsCred: fqans,
      // Members without attributes are known to the service by their name.
      vos: named.length > 0 ? named : [vo],
      scope: undefined,
      delegationId: hexOf(`${userDn} ${fqans.join(' ')}`),
      expires: notAfter.getTime(),
      letIn: false,
    },
  };
}

interface Claims {
  readonly iss?: string;
  readonly sub?: string;
  readonly scope?: unknown;
  readonly nbf?: number;
  readonly exp?: number;
}

function createTokenVerifier(pki: Pki): (token: string, now: number) => Promise<Authentication> {
  const key = importJWK(pki.identityProvider.publicJwk, 'ES256');
  const read = async (token: string): Promise<Claims | RefusedKind> => {
    try {
      if (decodeProtectedHeader(token).alg === 'none') return 'unsigned-token';
    } catch {
      return 'garbage-token';
    }
    try {
      const { payload } = await compactVerify(token, await key, { algorithms: ['ES256'] });
      return JSON.parse(Buffer.from(payload).toString('utf8')) as Claims;
    } catch {
      const known = [pki.token, pki.longToken, pki.opaqueToken];
      if (known.some((one) => differsInSignature(one, token))) return 'tampered-token';
      return known.some((one) => isMisspelt(one, token)) ? 'garbage-token' : 'foreign-token';
    }
  };
  return async (token, now) => {
    const claims = await read(token === pki.opaqueToken ? pki.longToken : token);
    if (typeof claims === 'string') return refused(claims, 'the token does not verify');
    const seconds = now / 1000;
    if (claims.iss !== pki.identityProvider.issuer) return refused('foreign-token', 'the token is of another issuer');
    if (seconds > (claims.exp ?? 0) || seconds < (claims.nbf ?? 0))
      return refused('expired-token', 'the token is not valid now');
    return { ok: true, caller: fromClaims(claims, pki.vo) };
  };
}

/** Whether two tokens are equal except for one or two bytes of their signatures. */
function differsInSignature(known: string, other: string): boolean {
  const [a, b] = [known.split('.'), other.split('.')];
  if (a[0] !== b[0] || a[1] !== b[1]) return false;
  const [signed, presented] = [Buffer.from(a[2] ?? '', 'base64url'), Buffer.from(b[2] ?? '', 'base64url')];
  return signed.length === presented.length && presented.filter((byte, i) => byte !== signed[i]).length <= 2;
}

/** Whether a text is a known token with a few characters changed, left out or put in at one place. */
function isMisspelt(known: string, other: string): boolean {
  const most = Math.min(known.length, other.length);
  let [before, behind] = [0, 0];
  while (before < most && known[before] === other[before]) before += 1;
  while (behind < most - before && known.at(-1 - behind) === other.at(-1 - behind)) behind += 1;
  return before + behind >= most - 2 || known.toLowerCase() === other.toLowerCase();
}

function fromClaims(claims: Claims, vo: string): Caller {
  const subject = claims.sub ?? '';
  const scope = typeof claims.scope === 'string' ? claims.scope : '';
  return {
    lane: 'token',
    userDn: subject,
    dn: [subject],
    vomsCred: scope.split(' ').filter((word) => word !== ''),
    vos: [vo],
    scope,
    delegationId: hexOf(`${subject} token`),
    expires: (claims.exp ?? 0) * 1000,
    letIn: false,
  };
}

const refused = (kind: RefusedKind, why: string): Authentication => ({ ok: false, kind, why });

/** Callers of a service, and the valid callers in whose place a fault accepts invalid credentials. */
export class Callers {
  readonly #accepted = new Map<LaneName, Caller>();
  readonly authenticate: Authenticator;

  constructor(pki: Pki) {
    this.authenticate = createAuthenticator(pki);
  }

  /** Remembers the caller as the latest of its lane. */
  accept(caller: Caller): void {
    this.#accepted.set(caller.lane, caller);
  }

  /** Returns the latest caller of a lane. */
  latest(lane: LaneName): Caller | undefined {
    return this.#accepted.get(lane);
  }

  /**
   * Returns the caller whose delegation this is: `caller`, or any accepted one if `caller` was accepted with an invalid
   * credential.
   */
  ownerOf(delegationId: string, caller: Caller): Caller | undefined {
    if (delegationId === caller.delegationId) return caller;
    return caller.letIn ? [...this.#accepted.values()].find((each) => each.delegationId === delegationId) : undefined;
  }

  /**
   * Returns the caller in whose place an invalid credential of this kind is accepted, preferably of the same lane;
   * undefined before any was accepted.
   */
  standIn(kind: RefusedKind): Caller | undefined {
    const lanes: readonly LaneName[] = isTokenKind(kind) ? ['token', 'certificate'] : ['certificate', 'token'];
    const [known] = lanes.flatMap((lane) => this.#accepted.get(lane) ?? []);
    return known && { ...known, letIn: true };
  }
}
