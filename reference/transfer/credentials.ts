/** Who calls: a chain of certificates or a bearer token, or why neither will do. */
import { createHash } from 'node:crypto';
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import type { Pki } from '../pki/create-pki.ts';
import { type ChainVerdict, createChainValidator } from '../pki/validate-chain.ts';
import type { ReferenceRequest } from '../types.ts';

export type LaneName = 'certificate' | 'token';

/** What is known of a caller whose credential was accepted. */
export interface Caller {
  readonly lane: LaneName;
  readonly userDn: string;
  /** User identity and proxy identities; for tokens the subject alone. */
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
  /** The credential was a bad one, and a fault let it in. */
  readonly letIn: boolean;
}

export const REFUSED_KINDS = [
  'none',
  'empty-token',
  'garbage-token',
  'foreign-token',
  'foreign-certificate',
  'expired-proxy',
  'not-yet-valid-proxy',
  'misnamed-proxy',
  'tampered-token',
  'unsigned-token',
] as const;
/** Kinds of bad credentials; beyond the ones above an expired token and a chain that breaks a rule of proxies. */
export type RefusedKind = (typeof REFUSED_KINDS)[number] | 'expired-token' | 'broken-proxy';

export type Authentication = { readonly ok: true; readonly caller: Caller } | { readonly ok: false; readonly kind: RefusedKind; readonly why: string };

const BY_CHAIN: Readonly<Record<Exclude<ChainVerdict, { ok: true }>['kind'], RefusedKind>> = {
  malformed: 'foreign-certificate',
  untrusted: 'foreign-certificate',
  misnamed: 'misnamed-proxy',
  expired: 'expired-proxy',
  'not-yet-valid': 'not-yet-valid-proxy',
  'proxy-rules': 'broken-proxy',
};

/** First hexadecimal digits of the SHA-256 of a text. */
export const hexOf = (text: string, digits = 16): string => createHash('sha256').update(text).digest('hex').slice(0, digits);

/** Tells who a request comes from. A token, where there is one, counts before a certificate. `clock` in milliseconds. */
export function createAuthenticator(
  pki: Pki,
  clock: () => number,
  tokenHeader: { readonly name: string; readonly scheme: string },
): (request: ReferenceRequest) => Promise<Authentication> {
  const validate = createChainValidator(pki.ca, clock);
  const verify = createTokenVerifier(pki, clock);
  const header = tokenHeader.name.toLowerCase();
  const scheme = tokenHeader.scheme.toLowerCase();
  return async (request) => {
    const value = request.headers[header];
    if (value === undefined) return request.peer.length > 0 ? fromChain(validate(request.peer), pki.vo) : refused('none', 'no credential');
    const [word = '', ...rest] = value.trim().split(/\s+/);
    const credential = scheme === '' ? value.trim() : rest.join(' ');
    if (scheme !== '' && word.toLowerCase() !== scheme) return refused('garbage-token', 'not the scheme that tokens have');
    if (credential === '') return refused('empty-token', 'the token is empty');
    return verify(credential);
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
  readonly sub?: string;
  readonly scope?: unknown;
  readonly nbf?: number;
  readonly exp?: number;
}

function createTokenVerifier(pki: Pki, clock: () => number): (token: string) => Promise<Authentication> {
  const key = importJWK(pki.identityProvider.publicJwk, 'ES256');
  // Signatures do not change: claims by token. Times are looked at each time.
  const verified = new Map<string, Claims>();
  const bySignedPart = new Map<string, Buffer>();
  const classify = (token: string): RefusedKind => {
    const [head = '', payload = '', signature = ''] = token.split('.');
    const genuine = bySignedPart.get(`${head}.${payload}`);
    const presented = Buffer.from(signature, 'base64url');
    if (!genuine || genuine.length !== presented.length) return 'foreign-token';
    return presented.filter((octet, i) => octet !== genuine[i]).length <= 2 ? 'tampered-token' : 'foreign-token';
  };
  const remember = (token: string, claims: Claims): void => {
    const [head = '', payload = '', signature = ''] = token.split('.');
    verified.set(token, claims);
    bySignedPart.set(`${head}.${payload}`, Buffer.from(signature, 'base64url'));
  };
  const [goodHead = '', goodPayload = '', goodSignature = ''] = pki.token.split('.');
  bySignedPart.set(`${goodHead}.${goodPayload}`, Buffer.from(goodSignature, 'base64url'));
  return async (token) => {
    let claims = verified.get(token);
    if (!claims) {
      try {
        if (decodeProtectedHeader(token).alg === 'none') return refused('unsigned-token', 'the token is not signed');
      } catch {
        return refused('garbage-token', 'this is no token');
      }
      try {
        const { payload } = await jwtVerify(token, await key, { algorithms: ['ES256'], issuer: pki.identityProvider.issuer, currentDate: new Date(clock()) });
        claims = payload;
        remember(token, payload);
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : undefined;
        if (code === 'ERR_JWT_EXPIRED' || code === 'ERR_JWT_CLAIM_VALIDATION_FAILED') return refused('expired-token', 'the token is not valid now');
        return refused(classify(token), 'the signature does not match');
      }
    }
    const seconds = clock() / 1000;
    if (seconds > (claims.exp ?? 0) || seconds < (claims.nbf ?? 0)) return refused('expired-token', 'the token is not valid now');
    return { ok: true, caller: fromClaims(claims, pki.vo) };
  };
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
