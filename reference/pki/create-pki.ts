/** A throw-away public key infrastructure: authority, host, user, proxies, an identity provider and its tokens. */
import { randomUUID } from 'node:crypto';
import 'reflect-metadata';
import { Extension } from '@peculiar/x509';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import type { KeyKind } from '../types.ts';
import { type Issued, issueAuthority, issueEndEntity, issueProxy, newKeys, slashForm } from './issue.ts';
import { VOMS_EXTENSION, vomsExtension } from './voms.ts';

/** A credential as PEM: `cert` is the chain, leaf first, without the authority. */
export interface PemCredential {
  readonly cert: string;
  readonly key: string;
  /** Subject of the leaf in slash form. */
  readonly dn: string;
}

export type Pki = Awaited<ReturnType<typeof build>>;

const HOUR = 3_600_000;
const VO = 'assay';
const FQANS = ['/assay/Role=NULL/Capability=NULL'];
/** Names and addresses of this machine. */
export const HOSTS = ['localhost', '127.0.0.1', '::1'];
const COMPONENTS = [{ DC: ['example'] }, { DC: ['assay'] }];
const ISSUER = 'https://identity.example.org/';

/** Scopes of the valid token. */
const SCOPES = 'openid storage.read:/ storage.modify:/';

const shared = new Map<KeyKind, Promise<Pki>>();

/**
 * Makes a PKI with keys of one kind: EC by default, or RSA for software that reads no other keys. Without `now`, it
 * uses the real time, and is made once per process and kind.
 */
export function createPki({ now, keys = 'ec' }: { readonly now?: Date; readonly keys?: KeyKind } = {}): Promise<Pki> {
  if (now) return build(now, keys);
  const made = shared.get(keys) ?? build(new Date(), keys);
  shared.set(keys, made);
  return made;
}

async function build(now: Date, kind: KeyKind) {
  const long = { notBefore: hours(now, -24), notAfter: hours(now, 30 * 24) };
  const short = { notBefore: hours(now, -1), notAfter: hours(now, 12) };
  const [end, further] = await keyPairs(kind);
  const issueUnder = async (authority: Issued) => {
    const named = (name: string, hosts?: readonly string[]) =>
      issueEndEntity([...COMPONENTS, { CN: [name] }], authority, { ...long, ...end }, hosts);
    const user = await named('Ada Example');
    return {
      host: await named('localhost', HOSTS),
      user,
      proxy: await issueProxy(user, { ...short, ...further }),
      server: await named('voms.example.org'),
    };
  };
  const ca = await issueAuthority([...COMPONENTS, { CN: ['Throw-away Authority'] }], long);
  const { host, user, proxy, server } = await issueUnder(ca);
  const identityProvider = await createTokenSigner(now);
  const attributes = vomsExtension({
    holder: user.cert,
    server: server.cert,
    serverKey: server.key,
    vo: VO,
    fqans: FQANS,
    ...short,
  });
  const vomsProxy = await issueProxy(user, {
    ...short,
    ...further,
    extensions: [new Extension(VOMS_EXTENSION, false, attributes)],
  });

  // The stranger uses the same names, so that only the signature distinguishes the two.
  const foreignCa = await issueAuthority(ca.name, long);
  const foreign = await issueUnder(foreignCa);
  return {
    /** Certificate of the authority, PEM. */
    ca: ca.cert,
    host: pem(host),
    user: pem(user),
    proxy: pem(proxy, user),
    vomsProxy: pem(vomsProxy, user),
    /** Virtual organisation. */
    vo: VO,
    token: await identityProvider.sign(),
    /** Variants of the token: one of more than 4 KB, and one that is not a JWT. */
    longToken: await identityProvider.sign({
      groups: Array.from({ length: 120 }, (_, i) => `/assay/group/number-${i}`),
    }),
    opaqueToken: Buffer.from(randomUUID() + randomUUID()).toString('base64url'),
    identityProvider,
    /** Credentials of an untrusted authority. */
    foreign: {
      ca: foreignCa.cert,
      host: pem(foreign.host),
      user: pem(foreign.user),
    },
    /** The trusted certificates with their keys, to issue more from. */
    issued: { ca, user, proxy },
    /**
     * Reference time: certificates are valid from one day before it to 30 days after it, proxies from one hour before
     * to 12 hours after.
     */
    now,
  };
}

/**
 * Key pairs to share among end entities and among proxies: RSA keys take long to make. The keys of authorities, which
 * no client loads, are EC.
 */
async function keyPairs(kind: KeyKind) {
  if (kind === 'ec') return [];
  return Promise.all(Array.from({ length: 2 }, async () => ({ keys: await newKeys(kind) })));
}

/** Signs tokens as an identity provider does (ES256). */
async function createTokenSigner(now: Date) {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const publicJwk = { ...(await exportJWK(publicKey)), kid: 'signing-key', alg: 'ES256' };
  const seconds = Math.floor(now.getTime() / 1000);
  return {
    issuer: ISSUER,
    /** Public key as a JWK with `kid` and `alg`. */
    publicJwk,
    /**
     * Returns a token with these claims over the usual ones (`iss`, `sub`, `aud`, `scope`, `iat`, `nbf`, `exp`, `jti`).
     */
    sign: (claims: JWTPayload = {}) =>
      new SignJWT({
        iss: ISSUER,
        sub: '9f1c6f1e-3b7a-4a55-9a52-6f2f0f4c9d11',
        aud: 'https://transfer.example.org',
        scope: SCOPES,
        iat: seconds,
        nbf: seconds - 3600,
        exp: seconds + 12 * 3600,
        jti: randomUUID(),
        'wlcg.ver': '1.0',
        ...claims,
      })
        .setProtectedHeader({ alg: 'ES256', kid: 'signing-key', typ: 'at+jwt' })
        .sign(privateKey),
  };
}

/** Returns a credential from a certificate and those that issued it, leaf first. */
export const pem = (leaf: Issued, ...issuers: readonly Issued[]): PemCredential => ({
  cert: [leaf, ...issuers].map((each) => each.cert).join(''),
  key: leaf.key,
  dn: slashForm(leaf.name),
});

const hours = (from: Date, count: number) => new Date(from.getTime() + count * HOUR);
