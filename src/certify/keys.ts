/** Keys that sign bundles: Ed25519, or elliptic curve P-256. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK } from 'jose';
import { InputError } from '../files/input.ts';
import { certificatesIn, pemBlocks } from '../files/pem.ts';

export type Algorithm = 'EdDSA' | 'ES256';

/** A signer: a private key and, if present, its certificate chain (leaf first, DER). */
export interface Signer {
  readonly key: KeyObject;
  readonly algorithm: Algorithm;
  readonly chain?: readonly Uint8Array[];
}

/** Returns a new Ed25519 key pair, PEM (PKCS#8, SubjectPublicKeyInfo). */
export function newKeyPair(): { readonly privateKey: string; readonly publicKey: string } {
  return generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}

/** Reads a private key (PEM). Throws InputError. */
export function readSigner(keyPem: string): Signer {
  let key: KeyObject;
  try {
    key = createPrivateKey(keyPem);
  } catch {
    throw new InputError('no unencrypted private key in PEM format found. Create one: assay certify --new-key FILE');
  }
  return { key, algorithm: algorithmOf(key) };
}

/** Adds to a signer the certificate chain of its key (PEM). Throws InputError. */
export function withChain(signer: Signer, chainPem: string): Signer {
  const certificates = readCertificates(chainPem);
  if (!certificates[0]?.checkPrivateKey(signer.key))
    throw new InputError('the first certificate is not that of the key.');
  return { ...signer, chain: certificates.map(({ raw }) => new Uint8Array(raw)) };
}

/**
 * Returns the certificates of a PEM text, in order. Throws InputError without a certificate, and if one cannot be read.
 */
export function readCertificates(pem: string): X509Certificate[] {
  const blocks = certificatesIn(pemBlocks(pem));
  if (blocks.length === 0) throw new InputError('no certificate in PEM format found.');
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch {
    throw new InputError('a certificate cannot be read.');
  }
}

/**
 * Reads a public key (PEM), also from a certificate. Throws InputError, also for a private key, which only its owner
 * may have.
 */
export function readPublicKey(pem: string): KeyObject {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem))
    throw new InputError('this is a private key, which belongs to the vendor alone. Name the public key (FILE.pub).');
  try {
    const key = createPublicKey(pem);
    algorithmOf(key);
    return key;
  } catch (error) {
    throw error instanceof InputError ? error : new InputError('no public key in PEM format found.');
  }
}

/** Signature algorithm of a key. Throws InputError unless it is Ed25519 or P-256. */
export function algorithmOf(key: KeyObject): Algorithm {
  if (key.asymmetricKeyType === 'ed25519') return 'EdDSA';
  if (key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return 'ES256';
  throw new InputError(`unsupported key type ${key.asymmetricKeyType ?? 'unknown'}. Use an Ed25519 or P-256 key.`);
}

/** RFC 7638 thumbprint (SHA-256, base64url) of a key's public part. */
export async function fingerprintOf(key: KeyObject): Promise<string> {
  return calculateJwkThumbprint(await exportJWK(key.type === 'private' ? createPublicKey(key) : key));
}
