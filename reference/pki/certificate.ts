/** A certificate with what chain validation needs. */
import { X509Certificate as NodeCertificate } from 'node:crypto';
import 'reflect-metadata';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509Certificate,
} from '@peculiar/x509';
import { decode } from './der.ts';
import { PROXY_CERT_INFO, slashForm } from './issue.ts';

const ALTERNATIVE_NAMES = ['2.5.29.17', '2.5.29.18'];
const UNDERSTOOD = new Set([
  ...['2.5.29.14', '2.5.29.15', '2.5.29.17', '2.5.29.19', '2.5.29.32', '2.5.29.35', '2.5.29.37'],
  PROXY_CERT_INFO,
]);

export type Certificate = ReturnType<typeof parseCertificate>;

/** Reads a DER certificate; throws if the bytes are not one. Times are in milliseconds since 1970. */
export function parseCertificate(der: Uint8Array) {
  const node = new NodeCertificate(der);
  const parsed = new X509Certificate(der as Uint8Array<ArrayBuffer>);
  const { subjectName, issuerName, notBefore, notAfter, extensions } = parsed;
  const constraints = parsed.getExtension(BasicConstraintsExtension);
  const usages = parsed.getExtension(KeyUsagesExtension)?.usages;
  const purposes = parsed.getExtension(ExtendedKeyUsageExtension)?.usages;
  const info = extensions.find(({ type }) => type === PROXY_CERT_INFO);
  const issuerDer = Buffer.from(issuerName.toArrayBuffer());
  return {
    raw: Buffer.from(der),
    subject: subjectName.toJSON(),
    issuer: issuerName.toJSON(),
    /** Subject and issuer in slash form. */
    dn: slashForm(subjectName.toJSON()),
    issuerDn: slashForm(issuerName.toJSON()),
    notBefore: notBefore.getTime(),
    notAfter: notAfter.getTime(),
    /** ProxyCertInfo (RFC 3820 section 3.8), if present. */
    proxy: info && { critical: info.critical, ...readProxyCertInfo(new Uint8Array(info.value)) },
    authority: constraints?.ca ?? false,
    pathLength: constraints?.pathLength,
    /** Key usages; all of them if the extension is absent. */
    digitalSignature: usages === undefined || (usages & KeyUsageFlags.digitalSignature) !== 0,
    certSign: usages !== undefined && (usages & KeyUsageFlags.keyCertSign) !== 0,
    clientAuth:
      purposes === undefined || purposes.some((each) => each === ExtendedKeyUsage.clientAuth || each === '2.5.29.37.0'),
    hasAlternativeName: extensions.some(({ type }) => ALTERNATIVE_NAMES.includes(type)),
    /** A critical extension that no service here understands. */
    unknownCritical: extensions.find(({ type, critical }) => critical && !UNDERSTOOD.has(type))?.type,
    extensions: extensions.map(({ type, value }) => ({ type, value: new Uint8Array(value) })),
    subjectDer: Buffer.from(subjectName.toArrayBuffer()),
    publicKey: node.publicKey,
    /** Whether `by` has the name and the key that issued it. */
    issuedBy: (by: { readonly subjectDer: Buffer; readonly publicKey: NodeCertificate['publicKey'] }): boolean =>
      issuerDer.equals(by.subjectDer) && node.verify(by.publicKey),
  };
}

/**
 * ProxyCertInfo ::= SEQUENCE { pCPathLenConstraint INTEGER OPTIONAL, proxyPolicy SEQUENCE { policyLanguage OID, … } }
 */
function readProxyCertInfo(value: Uint8Array): { policy: string; pathLength?: number } {
  const parts = decode(value)[0]?.children ?? [];
  const length = parts.find(({ tag }) => tag === 0x02);
  const language = parts.find(({ tag }) => tag === 0x30)?.children[0];
  return {
    policy: Buffer.from(language?.content ?? []).toString('hex'),
    ...(length && { pathLength: length.content.reduce((sum, byte) => sum * 256 + byte, 0) }),
  };
}
