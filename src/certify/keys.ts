/** Keys that sign bundles: Ed25519, or elliptic curve P-256. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK } from 'jose';

/** A key that cannot be used; the message is for the user. */
export class KeyError extends Error {
  override readonly name = 'KeyError';
}

export type Algorithm = 'EdDSA' | 'ES256';

/** What signs: a private key, and the certificate chain that vouches for it (leaf first, DER) where there is one. */
export interface Signer {
  readonly key: KeyObject;
  readonly algorithm: Algorithm;
  readonly chain?: readonly Uint8Array[];
}

/** A new Ed25519 key pair, PEM (PKCS#8, SubjectPublicKeyInfo). */
export function newKeyPair(): { readonly privateKey: string; readonly publicKey: string } {
  return generateKeyPairSync('ed25519', { publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } });
}

/** Reads a private key (PEM), and its certificate chain (PEM). Throws KeyError. */
export function readSigner(keyPem: string, chainPem?: string): Signer {
  let key: KeyObject;
  try {
    key = createPrivateKey(keyPem);
  } catch {
    throw new KeyError('The key is no private key in PEM without a passphrase; assay certify --new-key FILE makes one.');
  }
  const algorithm = algorithmOf(key);
  if (chainPem === undefined) return { key, algorithm };
  const certificates = readCertificates(chainPem);
  const leaf = certificates[0];
  if (leaf === undefined) throw new KeyError('The file of the certificate holds none.');
  if (!leaf.checkPrivateKey(key)) throw new KeyError('The first certificate is not that of the key.');
  return { key, algorithm, chain: certificates.map(({ raw }) => new Uint8Array(raw)) };
}

/** Certificates of a PEM text, in order. Throws KeyError where one cannot be read. */
export function readCertificates(pem: string): X509Certificate[] {
  try {
    return (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map((block) => new X509Certificate(block));
  } catch {
    throw new KeyError('A certificate cannot be read.');
  }
}

/** Reads a public key (PEM), also out of a private key or a certificate. Throws KeyError. */
export function readPublicKey(pem: string): KeyObject {
  try {
    const key = createPublicKey(pem);
    algorithmOf(key);
    return key;
  } catch (error) {
    throw error instanceof KeyError ? error : new KeyError('The file holds no public key in PEM.');
  }
}

/** How keys of this kind sign. Throws KeyError for all but Ed25519 and P-256. */
export function algorithmOf(key: KeyObject): Algorithm {
  if (key.asymmetricKeyType === 'ed25519') return 'EdDSA';
  if (key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return 'ES256';
  throw new KeyError(`The key is of the kind ${key.asymmetricKeyType ?? 'unknown'}; bundles are signed with Ed25519 or P-256 keys.`);
}

/** RFC 7638 thumbprint (SHA-256, base64url) of a key's public part. */
export async function fingerprintOf(key: KeyObject): Promise<string> {
  return calculateJwkThumbprint(await exportJWK(key.type === 'private' ? createPublicKey(key) : key));
}
