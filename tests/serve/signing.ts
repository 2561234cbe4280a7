/** The client's part of a delegation: it signs the certificate request of the service. */
import 'reflect-metadata';
import { createPrivateKey, webcrypto } from 'node:crypto';
import { Name, Pkcs10CertificateRequest, X509Certificate, X509CertificateGenerator } from '@peculiar/x509';
import { proxyCertInfo } from '../../reference/pki/issue.ts';

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

/**
 * Returns the text that is sent to the service: a proxy certificate for the key of a request (PEM), signed with the RSA
 * key of a credential, followed by the chain. `legacy`: the form before RFC 3820.
 */
export async function signedProxy(
  request: string,
  credential: { cert: string; key: string },
  hours = 3,
  legacy = false,
) {
  const issuer = new X509Certificate(
    credential.cert.slice(0, credential.cert.indexOf('-----END CERTIFICATE-----') + 25),
  );
  const pkcs8 = createPrivateKey(credential.key).export({ type: 'pkcs8', format: 'der' });
  const signingKey = await webcrypto.subtle.importKey('pkcs8', pkcs8, RSA, false, ['sign']);
  const proxy = await X509CertificateGenerator.create({
    serialNumber: '07',
    subject: new Name([...issuer.subjectName.toJSON(), { CN: [legacy ? 'proxy' : '1700000000'] }]).toString(),
    issuer: issuer.subject,
    notBefore: new Date(Date.now() - 60_000),
    notAfter: new Date(Date.now() + hours * 3_600_000),
    publicKey: new Pkcs10CertificateRequest(request).publicKey,
    signingKey,
    signingAlgorithm: RSA,
    extensions: legacy ? [] : [proxyCertInfo()],
  });
  const certificates = credential.cert.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n?/g) ?? [];
  return `${proxy.toString('pem')}\n${certificates.join('')}`;
}
