/**
 * Keys, and a manifest's signature: a JSON Web Signature (RFC 7515, compact) over its bytes, by a trusted key or
 * certificate.
 */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  X509Certificate,
} from 'node:crypto';
import { CompactSign, calculateJwkThumbprint, compactVerify, decodeProtectedHeader, exportJWK } from 'jose';
import { certificatesIn, pemBlocks } from '../files/pem.ts';
import { InputError } from '../files/read-file.ts';
import { problemsOf } from './types.ts';

const TYPE = 'assay-bundle+jws';

/** Milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Keys and certificates trusted by the certifier. */
export interface Trust {
  readonly keys: readonly KeyObject[];
  readonly certificates: readonly X509Certificate[];
}

/** Signs bytes. With an Ed25519 key the same bytes give the same signature. */
export async function sign(bytes: Uint8Array, { key, algorithm, chain }: Signer): Promise<string> {
  const who = chain
    ? { x5c: chain.map(({ raw }) => raw.toString('base64')) }
    : { jwk: await exportJWK(createPublicKey(key)) };
  return new CompactSign(bytes).setProtectedHeader({ alg: algorithm, typ: TYPE, ...who }).sign(key);
}

/**
 * Checks a signature, and whether its signer is trusted. `by`: the signer of a valid one; `unknown`: no trusted key is
 * given.
 * @param at the time at which it must be valid, milliseconds since 1970
 */
export async function examineSignature(jws: string, bytes: Uint8Array, trust: Trust, at: Span) {
  const refused = (why: string) => ({ problems: problemsOf('signature', [why]), unknown: false, by: undefined });
  let key: KeyObject;
  let chain: readonly X509Certificate[] | undefined;
  try {
    const header = decodeProtectedHeader(jws);
    if (header.typ !== TYPE) return refused('The signature does not belong to a bundle.');
    if (header.crit !== undefined || header.b64 !== undefined)
      return refused('The signature uses an unsupported extension.');
    chain = Array.isArray(header.x5c)
      ? // One more than is allowed: the others are not parsed.
        header.x5c.slice(0, LONGEST + 1).map((one: unknown) => new X509Certificate(Buffer.from(String(one), 'base64')))
      : undefined;
    if (chain ? header.jwk !== undefined || chain.length === 0 : header.jwk === undefined)
      return refused('The signature names no key, or more than one.');
    key = chain?.[0]?.publicKey ?? createPublicKey({ key: header.jwk as JsonWebKey, format: 'jwk' });
    const algorithm = algorithmOf(key);
    if (header.alg !== algorithm)
      return refused(`The algorithm ${String(header.alg).slice(0, 20)} of the signature does not match its key.`);
    const { payload } = await compactVerify(jws, key, { algorithms: [algorithm] });
    if (Buffer.compare(payload, bytes) !== 0) return refused('The signature belongs to another manifest.');
  } catch {
    return refused('Invalid signature: the manifest, the signature or the key was changed.');
  }
  const fingerprint = await fingerprintOf(key);
  const name = chain?.[0] ? nameOf(chain[0]) : 'a key without a certificate';
  const found = (untrusted: readonly string[]) => ({
    problems: problemsOf('signer', untrusted),
    unknown: trust.keys.length === 0 && trust.certificates.length === 0,
    by: { name, fingerprint },
  });
  if (found([]).unknown) return found([]);
  if (trust.keys.some((trusted) => trusted.equals(key))) return found([]);
  if (chain && trust.certificates.length > 0) return found(await pathProblems(chain, trust.certificates, at));
  const trusted = await Promise.all(trust.keys.map(fingerprintOf));
  const others = trusted.length > 0 ? ` (--key names ${trusted.join(' and ')})` : '';
  return found([`Signed with an untrusted key: ${chain ? `${name}, ` : ''}fingerprint ${fingerprint}${others}.`]);
}

/** Certificates of a chain. */
const LONGEST = 8;
/**
 * Supported critical extensions: key usage, basic constraints, subject alternative name, extended key usage,
 * identifiers of both keys.
 */
const UNDERSTOOD = new Set(['2.5.29.15', '2.5.29.19', '2.5.29.17', '2.5.29.37', '2.5.29.35', '2.5.29.14']);

/**
 * Checks that a chain leads to a trusted certificate (of RFC 5280, section 6: validity, issuers, authorities, length,
 * key usage, critical extensions). Problems, one sentence each; empty if it is trusted. Times: milliseconds since 1970.
 */
export async function pathProblems(
  certificates: readonly X509Certificate[],
  anchors: readonly X509Certificate[],
  at: Span,
): Promise<string[]> {
  if (certificates.length > LONGEST) return [`The certificate chain is longer than ${LONGEST}.`];
  const problems: string[] = [];
  for (const [index, certificate] of certificates.entries()) {
    const name = nameOf(certificate);
    if (Date.parse(certificate.validFrom) > at.from)
      problems.push(`The certificate ${name} was not yet valid at the claimed time of the run.`);
    if (Date.parse(certificate.validTo) < at.to)
      problems.push(`The certificate ${name} had expired at the claimed time of the run.`);
    problems.push(...(await extensionProblems(certificate, index)));
    if (anchors.some((anchor) => anchor.fingerprint256 === certificate.fingerprint256)) return problems;
    const anchor = anchors.find((one) => issued(one, certificate));
    if (anchor) {
      if (Date.parse(anchor.validTo) < at.to)
        problems.push(`The trusted certificate ${nameOf(anchor)} had expired at the claimed time of the run.`);
      return problems;
    }
    const issuer = certificates[index + 1];
    if (issuer === undefined)
      return [
        ...problems,
        `The certificate chain of ${nameOf(certificates[0] as X509Certificate)} does not lead to a trusted certificate.`,
      ];
    if (!issued(issuer, certificate))
      return [...problems, `The certificate ${name} was not issued by the next one in the chain.`];
  }
  return ['No certificate found.'];
}

function issued(issuer: X509Certificate, certificate: X509Certificate) {
  try {
    return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

/** @param depth position in the chain; that of the signer's certificate is 0 */
async function extensionProblems(certificate: X509Certificate, depth: number) {
  // The library takes long to load, and needs a polyfill before it.
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  const name = nameOf(certificate);
  const problems: string[] = [];
  try {
    const { extensions } = new x509.X509Certificate(new Uint8Array(certificate.raw));
    for (const extension of extensions) {
      if (extension.critical && !UNDERSTOOD.has(extension.type))
        problems.push(`The certificate ${name} has an unsupported critical extension (${extension.type}).`);
      if (depth === 0 && extension instanceof x509.KeyUsagesExtension)
        if ((extension.usages & x509.KeyUsageFlags.digitalSignature) === 0)
          problems.push(`The certificate ${name} is not allowed to sign.`);
      if (depth > 0 && extension instanceof x509.BasicConstraintsExtension)
        if (depth - 1 > (extension.pathLength ?? LONGEST))
          problems.push(`The certificate ${name} allows no chain as long as this one.`);
    }
  } catch {
    problems.push(`The certificate ${name} has unreadable extensions.`);
  }
  return problems;
}

function nameOf(certificate: X509Certificate) {
  return certificate.subject.replace(/\n/g, ', ').slice(0, 200);
}

/** A signer: a private key and, if present, its certificate chain (leaf first). */
export interface Signer {
  readonly key: KeyObject;
  readonly algorithm: ReturnType<typeof algorithmOf>;
  readonly chain?: readonly X509Certificate[];
}

/** Returns a new Ed25519 key pair, PEM (PKCS#8, SubjectPublicKeyInfo). */
export function newKeyPair() {
  return generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}

/** Reads a private key (PEM). Throws InputError. */
export function readSigner(keyPem: string): Signer {
  const key = readOr('no unencrypted private key in PEM format found. Create one: assay certify --new-key FILE', () =>
    createPrivateKey(keyPem),
  );
  return { key, algorithm: algorithmOf(key) };
}

/** Throws InputError with the given problem if `read` throws another error. */
function readOr<T>(problem: string, read: () => T) {
  try {
    return read();
  } catch (error) {
    throw error instanceof InputError ? error : new InputError(problem);
  }
}

/** Adds to a signer the certificate chain of its key (PEM). Throws InputError. */
export function withChain(signer: Signer, chainPem: string): Signer {
  const chain = readCertificates(chainPem);
  if (!chain[0]?.checkPrivateKey(signer.key)) throw new InputError('the first certificate is not that of the key.');
  return { ...signer, chain };
}

/**
 * Returns the certificates of a PEM text, in order. Throws InputError without a certificate, and if one cannot be read.
 */
export function readCertificates(pem: string): X509Certificate[] {
  const blocks = certificatesIn(pemBlocks(pem));
  if (blocks.length === 0) throw new InputError('no certificate in PEM format found.');
  return readOr('a certificate cannot be read.', () => blocks.map((block) => new X509Certificate(block)));
}

/**
 * Reads a public key (PEM), also from a certificate. Throws InputError, also for a private key, which only its owner
 * may have.
 */
export function readPublicKey(pem: string): KeyObject {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem))
    throw new InputError('this is a private key, which belongs to the vendor alone. Give the public key (FILE.pub).');
  const key = readOr('no public key in PEM format found.', () => createPublicKey(pem));
  algorithmOf(key);
  return key;
}

/** Signature algorithm of a key. Throws InputError unless it is Ed25519 or P-256. */
function algorithmOf(key: KeyObject) {
  if (key.asymmetricKeyType === 'ed25519') return 'EdDSA';
  if (key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return 'ES256';
  throw new InputError(`unsupported key type ${key.asymmetricKeyType ?? 'unknown'}. Use an Ed25519 or P-256 key.`);
}

/** Returns the RFC 7638 thumbprint (SHA-256, base64url) of a key's public part. */
export async function fingerprintOf(key: KeyObject): Promise<string> {
  return calculateJwkThumbprint(await exportJWK(key.type === 'private' ? createPublicKey(key) : key));
}
