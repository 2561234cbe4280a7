/** Certificates, proxies and their files for tests, made by @peculiar/x509. */
import 'reflect-metadata';
import { createPrivateKey, type KeyExportOptions, randomBytes, type webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { temporaryFile } from '../afterwards.ts';

export type KeyKind = 'EC' | 'RSA';
export const DAY = 86_400_000;
export const PROXY_CERT_INFO = '1.3.6.1.5.5.7.1.14';
const VOMS_ATTRIBUTES = '1.3.6.1.4.1.8005.100.100.5';
const INHERIT_ALL = '300c300a06082b06010505071501';
/** `pCPathLenConstraint` 0, inherit all. */
export const NO_FURTHER_PROXIES = '300f020100300a06082b06010505071501';

export interface Made {
  certificate: x509.X509Certificate;
  keys: webcrypto.CryptoKeyPair;
  kind: KeyKind;
}

const KEYS = {
  EC: { name: 'ECDSA', namedCurve: 'P-256' },
  RSA: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
};

const generated = (kind: KeyKind) =>
  crypto.subtle.generateKey(KEYS[kind], true, ['sign', 'verify']) as Promise<webcrypto.CryptoKeyPair>;

let rsa: Promise<webcrypto.CryptoKeyPair> | undefined;

/** Makes keys. RSA keys take long to make, so those are always the same. */
export function makeKeys(kind: KeyKind = 'EC') {
  if (kind === 'EC') return generated(kind);
  rsa ??= generated(kind);
  return rsa;
}

interface Validity {
  from?: number;
  to?: number;
}

interface How extends Validity {
  kind?: KeyKind;
  /** Signs in the place of the issuer. */
  signer?: Made;
}

/** Makes a certificate; without an issuer, one that signs itself. */
export async function issue(
  subject: string | x509.JsonName,
  issuer: Made | undefined,
  extensions: x509.Extension[],
  { kind = 'EC', from = -DAY, to = DAY, signer = issuer }: How = {},
): Promise<Made> {
  const keys = await makeKeys(kind);
  const by = signer ?? { keys, kind };
  const certificate = await x509.X509CertificateGenerator.create({
    ...{ subject, issuer: issuer?.certificate.subjectName ?? subject, extensions },
    ...{ publicKey: keys.publicKey, signingKey: by.keys.privateKey },
    signingAlgorithm: { name: KEYS[by.kind].name, hash: 'SHA-256' },
    notBefore: new Date(Date.now() + from),
    notAfter: new Date(Date.now() + to),
  });
  return { certificate, keys, kind };
}

const { keyCertSign, cRLSign, digitalSignature, keyEncipherment } = x509.KeyUsageFlags;

export const makeCa = (name = 'C=DE, O=Example, CN=Test CA') =>
  issue(
    name,
    undefined,
    [new x509.BasicConstraintsExtension(true, 3, true), new x509.KeyUsagesExtension(keyCertSign | cRLSign, true)],
    { from: -10 * DAY, to: 100 * DAY },
  );

export function makeUser(ca: Made, options: How & { name?: string | x509.JsonName; hosts?: string[] } = {}) {
  const { name = 'C=DE, O=Example, CN=Ada Lovelace', hosts = [] } = options;
  const names = hosts.map((value) => ({ type: /^[\d.]+$/.test(value) ? ('ip' as const) : ('dns' as const), value }));
  const extensions = [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(digitalSignature | keyEncipherment, true),
    ...(names.length > 0 ? [new x509.SubjectAlternativeNameExtension(names)] : []),
  ];
  return issue(name, ca, extensions, options);
}

/** Makes a proxy certificate of `issuer`; options make it invalid. */
export function makeProxy(issuer: Made, options: How & { cn?: string; info?: string | null; voms?: boolean } = {}) {
  const { cn = String(randomBytes(4).readUInt32BE()), info = INHERIT_ALL, voms } = options;
  const subject = [...issuer.certificate.subjectName.toJSON(), { CN: [cn] }];
  const extensions = [
    ...(info === null ? [] : [new x509.Extension(PROXY_CERT_INFO, true, Buffer.from(info, 'hex'))]),
    ...(voms ? [new x509.Extension(VOMS_ATTRIBUTES, false, Buffer.from('3000', 'hex'))] : []),
  ];
  return issue(subject, issuer, extensions, options);
}

export const certPem = (...made: Made[]) => made.map(({ certificate }) => `${certificate.toString('pem')}\n`).join('');

/**
 * Returns the private key: in the traditional form (`RSA` or `EC PRIVATE KEY`) unless `pkcs8` is set, encrypted if
 * there is a passphrase.
 */
export async function keyPem(made: Made, options: { passphrase?: string; pkcs8?: boolean } = {}) {
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', made.keys.privateKey));
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { passphrase, pkcs8 } = options;
  const type = pkcs8 ? 'pkcs8' : made.kind === 'EC' ? 'sec1' : 'pkcs1';
  const encryption = passphrase !== undefined && { cipher: 'aes-256-cbc', passphrase };
  return key.export({ type, format: 'pem', ...encryption } as KeyExportOptions<'pem'>).toString();
}

/** Writes a file that only its owner may read. @returns its path */
export const file = (text: string) => temporaryFile('credential.pem', text);

/** Names of the files of a credential in sentences. */
export const FILES = { cert: 'CERT_FILE', key: 'KEY_FILE', passphrase: 'PASSPHRASE' };
