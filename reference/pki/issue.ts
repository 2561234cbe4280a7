/**
 * Issuing certificates and proxies with throw-away keys: EC P-256, which is fast, or RSA 2048, which all software can
 * read.
 */
import { KeyObject } from 'node:crypto';
import 'reflect-metadata';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  type JsonName,
  KeyUsageFlags,
  KeyUsagesExtension,
  Name,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import type { KeyKind } from '../types.ts';

/** RFC 3820, section 3.8, ProxyCertInfo. */
export const PROXY_CERT_INFO = '1.3.6.1.5.5.7.1.14';
/** An encoded ProxyCertInfo with the policy 1.3.6.1.5.5.7.21.1: all rights of the issuer (RFC 3820, section 3.8.2). */
const INHERIT_ALL = '300c300a06082b06010505071501';
export const proxyCertInfo = (): Extension => new Extension(PROXY_CERT_INFO, true, Buffer.from(INHERIT_ALL, 'hex'));
const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
} as const;

/** A certificate with its key; `name` lists its relative distinguished names. */
export interface Issued {
  readonly name: JsonName;
  /** The certificate without its chain, as PEM. */
  readonly cert: string;
  /** PEM, PKCS #8. */
  readonly key: string;
  readonly keys: CryptoKeyPair;
}

type CryptoKeyPair = Awaited<ReturnType<typeof newKeys>>;
/** Validity of a certificate; `keys` is its key pair, a new EC one by default. */
type Validity = { readonly notBefore: Date; readonly notAfter: Date; readonly keys?: CryptoKeyPair };

/** Makes a key pair. */
export const newKeys = (kind: KeyKind = 'ec') =>
  crypto.subtle.generateKey(kind === 'rsa' ? RSA : EC, true, ['sign', 'verify']);
const serialNumber = () =>
  `0${Buffer.from(crypto.getRandomValues(new Uint8Array(8)))
    .toString('hex')
    .slice(1)}`;

/** Returns a self-signed certificate authority. */
export async function issueAuthority(name: JsonName, validity: Validity): Promise<Issued> {
  const keys = validity.keys ?? (await newKeys());
  return sign(name, keys, { name, keys }, validity, [
    new BasicConstraintsExtension(true, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    await SubjectKeyIdentifierExtension.create(keys.publicKey),
  ]);
}

/**
 * Returns an end-entity certificate for a host (`hosts`: DNS names and IP addresses) or, without hosts, for a person.
 */
export async function issueEndEntity(
  name: JsonName,
  issuer: Issued,
  validity: Validity,
  hosts: readonly string[] = [],
): Promise<Issued> {
  const keys = validity.keys ?? (await newKeys());
  const extensions: Extension[] = [
    new BasicConstraintsExtension(false, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    new ExtendedKeyUsageExtension([
      ExtendedKeyUsage.clientAuth,
      ...(hosts.length > 0 ? [ExtendedKeyUsage.serverAuth] : []),
    ]),
    await AuthorityKeyIdentifierExtension.create(issuer.keys.publicKey),
    await SubjectKeyIdentifierExtension.create(keys.publicKey),
  ];
  if (hosts.length > 0) {
    const names = hosts.map((value) => ({
      type: /^[\d.]+$|:/.test(value) ? ('ip' as const) : ('dns' as const),
      value,
    }));
    extensions.push(new SubjectAlternativeNameExtension(names));
  }
  return sign(name, keys, issuer, validity, extensions);
}

/** Defects of a proxy, for tests of validators. */
export interface ProxyOptions extends Validity {
  readonly extensions?: readonly Extension[];
  /** Subject instead of the issuer's with one more CN. */
  readonly name?: JsonName;
  /** Key that signs it instead of the issuer's. */
  readonly signedBy?: CryptoKeyPair;
}

/** Returns a proxy (RFC 3820) of an end-entity certificate or of another proxy. */
export async function issueProxy(issuer: Issued, options: ProxyOptions): Promise<Issued> {
  const keys = options.keys ?? (await newKeys());
  const number = crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
  const name = options.name ?? [...issuer.name, { CN: [String(number)] }];
  const extensions = [
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    proxyCertInfo(),
    ...(options.extensions ?? []),
  ];
  return sign(name, keys, { name: issuer.name, keys: options.signedBy ?? issuer.keys }, options, extensions);
}

async function sign(
  name: JsonName,
  keys: CryptoKeyPair,
  issuer: { readonly name: JsonName; readonly keys: CryptoKeyPair },
  { notBefore, notAfter }: Validity,
  extensions: Extension[],
) {
  const certificate = await X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: new Name(name).toString(),
    issuer: new Name(issuer.name).toString(),
    notBefore,
    notAfter,
    publicKey: keys.publicKey,
    signingKey: issuer.keys.privateKey,
    signingAlgorithm: issuer.keys.privateKey.algorithm.name === RSA.name ? RSA : EC,
    extensions,
  });
  const key = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }) as string;
  return { name, cert: `${certificate.toString('pem')}\n`, key, keys };
}

/** Returns a name in slash form, `/DC=example/CN=Ada`. */
export const slashForm = (name: JsonName): string =>
  name
    .map(
      (rdn) =>
        `/${Object.entries(rdn)
          .map(([type, values]) => values.map((value) => `${type}=${value}`).join('+'))
          .join('+')}`,
    )
    .join('');
