/** Certificates, proxies and their files for tests, made by @peculiar/x509. */
import 'reflect-metadata';
import { createPrivateKey, randomBytes, type webcrypto } from 'node:crypto';
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

export async function makeKeys(kind: KeyKind = 'EC') {
  return (await crypto.subtle.generateKey(KEYS[kind], true, ['sign', 'verify'])) as webcrypto.CryptoKeyPair;
}

export interface Validity {
  from?: number;
  to?: number;
}

const validity = ({ from = -DAY, to = DAY }: Validity) => ({
  notBefore: new Date(Date.now() + from),
  notAfter: new Date(Date.now() + to),
});
const signing = (kind: KeyKind) => ({ name: KEYS[kind].name, hash: 'SHA-256' });

export async function makeCa(kind: KeyKind = 'EC', name = 'C=DE, O=Example, CN=Test CA'): Promise<Made> {
  const keys = await makeKeys(kind);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name,
    keys,
    signingAlgorithm: signing(kind),
    ...validity({ from: -10 * DAY, to: 100 * DAY }),
    extensions: [
      new x509.BasicConstraintsExtension(true, 3, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
    ],
  });
  return { certificate, keys, kind };
}

export async function makeUser(
  ca: Made,
  options: Validity & { kind?: KeyKind; name?: string | x509.JsonName; hosts?: string[] } = {},
): Promise<Made> {
  const { kind = 'EC', hosts = [] } = options;
  const keys = await makeKeys(kind);
  const names = hosts.map((value) => ({ type: /^[\d.]+$/.test(value) ? ('ip' as const) : ('dns' as const), value }));
  const certificate = await x509.X509CertificateGenerator.create({
    subject: options.name ?? 'C=DE, O=Example, CN=Ada Lovelace',
    issuer: ca.certificate.subjectName,
    publicKey: keys.publicKey,
    signingKey: ca.keys.privateKey,
    signingAlgorithm: signing(ca.kind),
    ...validity(options),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.keyEncipherment, true),
      ...(names.length > 0 ? [new x509.SubjectAlternativeNameExtension(names)] : []),
    ],
  });
  return { certificate, keys, kind };
}

/** Makes a proxy certificate of `issuer`; options make it invalid. */
export async function makeProxy(
  issuer: Made,
  options: Validity & {
    kind?: KeyKind;
    cn?: string;
    subject?: string;
    signer?: Made;
    info?: string | null;
    voms?: boolean;
  } = {},
): Promise<Made> {
  const kind = options.kind ?? 'EC';
  const keys = await makeKeys(kind);
  const signer = options.signer ?? issuer;
  const info = options.info === undefined ? INHERIT_ALL : options.info;
  const certificate = await x509.X509CertificateGenerator.create({
    subject: options.subject ?? [
      ...issuer.certificate.subjectName.toJSON(),
      { CN: [options.cn ?? String(randomBytes(4).readUInt32BE())] },
    ],
    issuer: issuer.certificate.subjectName,
    publicKey: keys.publicKey,
    signingKey: signer.keys.privateKey,
    signingAlgorithm: signing(signer.kind),
    ...validity(options),
    extensions: [
      ...(info === null ? [] : [new x509.Extension(PROXY_CERT_INFO, true, Buffer.from(info, 'hex'))]),
      ...(options.voms ? [new x509.Extension(VOMS_ATTRIBUTES, false, Buffer.from('3000', 'hex'))] : []),
    ],
  });
  return { certificate, keys, kind };
}

export const certPem = (...made: Made[]) => made.map(({ certificate }) => `${certificate.toString('pem')}\n`).join('');

/**
 * Returns the private key: in the traditional form (`RSA` or `EC PRIVATE KEY`) unless `pkcs8` is set, encrypted if
 * there is a passphrase.
 */
export async function keyPem(made: Made, options: { passphrase?: string; pkcs8?: boolean; cipher?: string } = {}) {
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', made.keys.privateKey));
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const encryption =
    options.passphrase === undefined ? {} : { cipher: options.cipher ?? 'aes-256-cbc', passphrase: options.passphrase };
  if (options.pkcs8) return key.export({ type: 'pkcs8', format: 'pem', ...encryption }).toString();
  return (
    made.kind === 'EC'
      ? key.export({ type: 'sec1', format: 'pem', ...encryption })
      : key.export({ type: 'pkcs1', format: 'pem', ...encryption })
  ).toString();
}

/** Writes a file that only its owner may read. @returns its path */
export const file = (text: string) => temporaryFile('credential.pem', text);
