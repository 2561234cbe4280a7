/** Certificates for one test file: an authority, servers and users. */
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY = 24 * 60 * 60 * 1000;

export interface Issued {
  readonly cert: string;
  readonly key: string;
}

export interface Authority {
  readonly pem: string;
  issue(name: string, options?: { readonly hosts?: readonly string[]; readonly expired?: boolean }): Promise<Issued>;
}

export async function authority(name: string): Promise<Authority> {
  const keys = await pair();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    keys,
    signingAlgorithm: ALGORITHM,
    notBefore: new Date(Date.now() - DAY),
    notAfter: new Date(Date.now() + DAY),
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
    ],
  });
  return {
    pem: certificate.toString('pem'),
    async issue(subject, { hosts = [], expired = false } = {}) {
      const own = await pair();
      const issued = await x509.X509CertificateGenerator.create({
        subject: `CN=${subject}`,
        issuer: certificate.subject,
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: ALGORITHM,
        notBefore: new Date(Date.now() - DAY),
        notAfter: new Date(Date.now() + (expired ? -1000 : DAY)),
        extensions:
          hosts.length === 0
            ? []
            : [
                new x509.SubjectAlternativeNameExtension(
                  hosts.map((value) => ({ type: /^[\d.]+$/.test(value) ? 'ip' : 'dns', value })),
                ),
              ],
      });
      const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', own.privateKey)).toString('base64');
      return {
        cert: issued.toString('pem'),
        key: `-----BEGIN PRIVATE KEY-----\n${(key.match(/.{1,64}/g) ?? []).join('\n')}\n-----END PRIVATE KEY-----\n`,
      };
    },
  };
}

function pair(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']) as Promise<webcrypto.CryptoKeyPair>;
}
