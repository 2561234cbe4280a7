/** Certificates that a service has to refuse, made from one that it accepts. */
import { createPrivateKey, KeyObject, randomBytes, webcrypto } from 'node:crypto';
import { attributeOid, parseDistinguishedName } from '../records/distinguished-name.ts';
import { PROXY_CERT_INFO, readChain } from './certificate-chain.ts';
import { appendName } from './der.ts';
import { certificateBlocks, pemBlocks } from './pem.ts';
import type { BadCredential, X509Credential } from './types.ts';
import { loadX509Library } from './x509-library.ts';

const DAY = 86_400_000;
/** How far clocks may differ without harm. */
const SKEW = 300_000;
/** ProxyCertInfo with the policy "inherit all" (RFC 3820, section 3.8.2). */
const INHERIT_ALL = '300c300a06082b06010505071501';
const NEW_KEY = { name: 'ECDSA', namedCurve: 'P-256' };
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' };
/** Web Crypto's names of the curves that it can sign with, by OpenSSL's. */
const CURVES: Readonly<Record<string, string>> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' };

interface Window {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** What one bad proxy has wrong; everything else about it is right. */
interface BadProxy {
  readonly kind: string;
  readonly validity: (credential: X509Credential, now: number) => Window;
  readonly misnamed: boolean;
}

const BAD_PROXIES: readonly BadProxy[] = [
  { kind: 'expired-proxy', misnamed: false, validity: (_, now) => window(now - 2 * DAY, now - DAY) },
  // It begins after the good credential has ended, so it never becomes usable.
  {
    kind: 'not-yet-valid-proxy',
    misnamed: false,
    validity: ({ notAfter }, now) => window(Math.max(now, notAfter.getTime()) + DAY, Math.max(now, notAfter.getTime()) + 2 * DAY),
  },
  {
    kind: 'misnamed-proxy',
    misnamed: true,
    validity: ({ notBefore, notAfter }, now) => window(Math.max(now - SKEW, notBefore.getTime()), Math.min(now + DAY / 2, notAfter.getTime())),
  },
];

function window(from: number, to: number): Window {
  return { notBefore: new Date(from), notAfter: new Date(to) };
}

/**
 * Further RFC 3820 proxies, signed with the good credential's own key, each with one thing wrong: `expired-proxy`, `not-yet-valid-proxy`, `misnamed-proxy`
 * (its subject does not extend its issuer's). Those that cannot be made carry the reason.
 */
export async function makeBadCertificates(credential: X509Credential, now: Date = new Date()): Promise<readonly BadCredential[]> {
  const cannot = (why: string): readonly BadCredential[] => BAD_PROXIES.map(({ kind }) => ({ kind, cannot: why }));
  if (credential.problems.length > 0) return cannot('the certificate itself has problems');
  const signer = await importSigner(createPrivateKey(credential.key));
  if (signer === undefined) return cannot('keys of this type cannot sign a proxy here');
  const issuer = (
    await readChain(
      certificateBlocks(pemBlocks(credential.cert))
        .slice(0, 1)
        .map(({ text }) => text),
    )
  )[0];
  if (issuer === undefined) return cannot('there is no certificate to make it from');
  if (issuer.pathLength === 0) return cannot('the proxy allows no further proxies, so each one would be refused for that');
  const x509 = await loadX509Library();
  const nameOf = (commonName: string): Uint8Array => new Uint8Array(new x509.Name([{ CN: [commonName] }]).toArrayBuffer());
  return Promise.all(
    BAD_PROXIES.map(async ({ kind, misnamed, validity }) => {
      const keys = await newKeys();
      const certificate = await x509.X509CertificateGenerator.create({
        subject: new x509.Name(appendName(misnamed ? nameOf('Assay misnamed proxy') : issuer.subject, nameOf(randomBytes(4).readUInt32BE().toString()))),
        issuer: new x509.Name(issuer.subject),
        publicKey: keys.publicKey,
        signingKey: signer.key,
        signingAlgorithm: signer.algorithm,
        ...validity(credential, now.getTime()),
        extensions: [
          new x509.Extension(PROXY_CERT_INFO, true, Buffer.from(INHERIT_ALL, 'hex')),
          new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        ],
      });
      return { kind, credential: { name: kind, tls: { cert: `${certificate.toString('pem')}\n${credential.cert}`, key: await exportKey(keys.privateKey) } } };
    }),
  );
}

/**
 * A certificate with the user's own name, signed by an authority that was made a moment ago and that nobody trusts: `foreign-certificate`.
 * @param userDn distinguished name, slash or comma form
 */
export async function makeForeignCertificate(userDn: string, now: Date = new Date()): Promise<BadCredential> {
  const kind = 'foreign-certificate';
  const name = parseDistinguishedName(userDn)?.map(([attribute, value]) => ({ [attributeOid(attribute) ?? '']: [value] }));
  if (name === undefined || name.some((part) => '' in part)) return { kind, cannot: "the user's distinguished name holds an attribute that is not known here" };
  const x509 = await loadX509Library();
  const [authority, keys] = await Promise.all([newKeys(), newKeys()]);
  const certificate = await x509.X509CertificateGenerator.create({
    subject: name,
    issuer: 'CN=Assay unknown authority',
    publicKey: keys.publicKey,
    signingKey: authority.privateKey,
    signingAlgorithm: SIGNATURE,
    ...window(now.getTime() - SKEW, now.getTime() + DAY / 2),
    extensions: [new x509.BasicConstraintsExtension(false, undefined, true), new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true)],
  });
  return { kind, credential: { name: kind, tls: { cert: `${certificate.toString('pem')}\n`, key: await exportKey(keys.privateKey) } } };
}

async function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(NEW_KEY, true, ['sign', 'verify']);
}

async function exportKey(key: webcrypto.CryptoKey): Promise<string> {
  return KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** The good credential's key as Web Crypto takes it; undefined where it knows no such key. */
async function importSigner(key: KeyObject): Promise<{ readonly key: webcrypto.CryptoKey; readonly algorithm: typeof SIGNATURE } | undefined> {
  const der = key.export({ type: 'pkcs8', format: 'der' });
  if (key.asymmetricKeyType === 'rsa') {
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
    return { key: await webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']), algorithm };
  }
  const namedCurve = CURVES[key.asymmetricKeyDetails?.namedCurve ?? ''];
  if (namedCurve === undefined) return undefined;
  return { key: await webcrypto.subtle.importKey('pkcs8', der, { name: 'ECDSA', namedCurve }, false, ['sign']), algorithm: SIGNATURE };
}
