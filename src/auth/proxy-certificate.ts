/** RFC 3820 proxy certificates, signed with the key of a credential. */
import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, webcrypto } from 'node:crypto';
import type { PublicKeyType } from '@peculiar/x509';
import { certificatesIn, pemBlocks } from '../files/pem.ts';
import { appendName, type ChainLink, loadX509Library, PROXY_CERT_INFO, readChain } from './certificate-chain.ts';

/** ProxyCertInfo with the policy "inherit all" (RFC 3820, section 3.8.2). */
const INHERIT_ALL = '300c300a06082b06010505071501';
/** Tolerated difference between the clocks of two machines, in milliseconds. */
export const SKEW_MS = 300_000;
/** Web Crypto's name of the signature of an EC key. */
export const EC_SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' };
/** Web Crypto's names of the curves that it can sign with, by OpenSSL's. */
const CURVES: Readonly<Record<string, string>> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' };

/** Maximum size of a certificate request, in bytes; usual ones have about one KiB. */
const MOST_REQUEST_BYTES = 64 * 1024;
/** Minimum size of an RSA key, in bits (NIST SP 800-131A). */
const LEAST_RSA_BITS = 2048;

/** A certificate chain with the key of its first certificate, both PEM. */
export interface SigningCredential {
  readonly cert: string;
  readonly key: string;
}

/** The signer of proxies: the first certificate of a chain, and its key. */
export interface ProxyIssuer {
  readonly link: ChainLink;
  readonly key: webcrypto.CryptoKey;
  readonly algorithm: typeof EC_SIGNATURE;
}

/** Reads a credential that may sign proxies, or gives the reason why it cannot. */
export async function proxyIssuer({
  cert,
  key,
}: SigningCredential): Promise<ProxyIssuer | { readonly cannot: string }> {
  const signer = await importSigner(createPrivateKey(key));
  if (signer === undefined) return { cannot: 'keys of this type cannot sign a proxy here' };
  const [link] = await readChain(certificatesIn(pemBlocks(cert)).slice(0, 1));
  if (link === undefined) return { cannot: 'no certificate to make it from' };
  if (link.pathLength === 0)
    return {
      cannot:
        'the proxy certificate allows no further proxy certificates (path length 0), so each one would be rejected',
    };
  return { link, ...signer };
}

/** Options in which a proxy may differ. */
export interface ProxyShape {
  readonly publicKey: PublicKeyType;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** A name to use in place of the issuer's before the added CN, so that the subject violates RFC 3820, section 3.4. */
  readonly misnamedAfter?: string;
  /** Allow key encipherment too, for servers that use the proxy in TLS with RSA key exchange. */
  readonly enciphers?: boolean;
}

/** Makes a proxy certificate with the policy "inherit all"; PEM. */
export async function createProxy({ link, key, algorithm }: ProxyIssuer, shape: ProxyShape): Promise<string> {
  const { publicKey, notBefore, notAfter, misnamedAfter, enciphers } = shape;
  const x509 = await loadX509Library();
  const named = (commonName: string) => new Uint8Array(new x509.Name([{ CN: [commonName] }]).toArrayBuffer());
  const { digitalSignature, keyEncipherment } = x509.KeyUsageFlags;
  const certificate = await x509.X509CertificateGenerator.create({
    subject: new x509.Name(
      appendName(
        misnamedAfter === undefined ? link.subject : named(misnamedAfter),
        named(randomBytes(4).readUInt32BE().toString()),
      ),
    ),
    issuer: new x509.Name(link.subject),
    publicKey,
    signingKey: key,
    signingAlgorithm: algorithm,
    notBefore,
    notAfter,
    extensions: [
      new x509.Extension(PROXY_CERT_INFO, true, Buffer.from(INHERIT_ALL, 'hex')),
      new x509.KeyUsagesExtension(enciphers ? digitalSignature | keyEncipherment : digitalSignature, true),
    ],
  });
  return `${certificate.toString('pem')}\n`;
}

/**
 * Signs a certificate request (RFC 2986) as a proxy certificate that ends after `lifetimeMs`, or with its issuer's
 * chain if that ends earlier.
 * @returns the proxy and the chain that signed it, PEM; or the reason why it cannot be made
 */
export async function signProxyRequest(
  requestPem: string,
  credential: SigningCredential,
  lifetimeMs: number,
): Promise<{ readonly chain: string; readonly notAfter: Date } | { readonly cannot: string }> {
  if (Buffer.byteLength(requestPem) > MOST_REQUEST_BYTES)
    return { cannot: 'the certificate request is larger than 64 KiB' };
  const issuer = await proxyIssuer(credential);
  if ('cannot' in issuer) return issuer;
  const block = pemBlocks(requestPem).find(({ label }) => label.endsWith('CERTIFICATE REQUEST'));
  if (block === undefined) return { cannot: 'the response contains no certificate request in PEM format' };
  const publicKey = await requestedKey(block.text);
  if ('cannot' in publicKey) return publicKey;
  try {
    const links = await readChain(certificatesIn(pemBlocks(credential.cert)));
    const notBefore = new Date(Math.max(Date.now() - SKEW_MS, ...links.map((link) => link.notBefore.getTime())));
    const notAfter = new Date(Math.min(Date.now() + lifetimeMs, ...links.map((link) => link.notAfter.getTime())));
    const proxy = await createProxy(issuer, { publicKey, notBefore, notAfter, enciphers: true });
    return { chain: `${proxy}${credential.cert}`, notAfter };
  } catch (error) {
    return { cannot: `the proxy certificate cannot be made (${(error as Error).message.slice(0, 80)})` };
  }
}

/** Returns the public key of a certificate request, if its signature is right and the key may be certified. */
async function requestedKey(pem: string) {
  const x509 = await loadX509Library();
  try {
    const request = new x509.Pkcs10CertificateRequest(pem);
    const unfit = whyUnfit(Buffer.from(request.publicKey.rawData));
    if (unfit !== undefined) return { cannot: unfit };
    return (await request.verify())
      ? request.publicKey
      : { cannot: 'the signature of the certificate request is wrong' };
  } catch {
    return { cannot: 'the certificate request cannot be read: it is not a valid PKCS #10 request (RFC 2986)' };
  }
}

/**
 * Returns why a public key (DER) must not be certified: it is too short, or of a type whose strength is not known here.
 */
function whyUnfit(spki: Buffer) {
  const unknown = 'the key is neither RSA nor on the curve P-256, P-384 or P-521';
  let key: KeyObject;
  try {
    key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  } catch {
    return unknown;
  }
  const { modulusLength = 0, namedCurve = '' } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'rsa')
    return modulusLength < LEAST_RSA_BITS
      ? `the key has ${modulusLength} bits, fewer than ${LEAST_RSA_BITS}`
      : undefined;
  return key.asymmetricKeyType === 'ec' && Object.hasOwn(CURVES, namedCurve) ? undefined : unknown;
}

/** Returns a private key in the form that Web Crypto requires, or undefined if Web Crypto knows no such key. */
async function importSigner(key: KeyObject) {
  const der = key.export({ type: 'pkcs8', format: 'der' });
  if (key.asymmetricKeyType === 'rsa') {
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
    return { key: await webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']), algorithm };
  }
  const namedCurve = CURVES[key.asymmetricKeyDetails?.namedCurve ?? ''];
  if (namedCurve === undefined) return undefined;
  return {
    key: await webcrypto.subtle.importKey('pkcs8', der, { name: 'ECDSA', namedCurve }, false, ['sign']),
    algorithm: EC_SIGNATURE,
  };
}
