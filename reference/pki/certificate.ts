/** A certificate with what chain validation needs. */
import { X509Certificate as NodeCertificate } from 'node:crypto';
import 'reflect-metadata';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type JsonName,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509Certificate,
} from '@peculiar/x509';
import { decode, objectIdentifier } from './der.ts';
import { PROXY_CERT_INFO, slashForm } from './issue.ts';

export interface Certificate {
  readonly raw: Buffer;
  readonly subject: JsonName;
  readonly issuer: JsonName;
  /** Subject and issuer in slash form. */
  readonly dn: string;
  readonly issuerDn: string;
  /** Milliseconds since 1970. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** ProxyCertInfo (RFC 3820 section 3.8), if present. */
  readonly proxy?: { readonly critical: boolean; readonly policy: string; readonly pathLength?: number };
  readonly authority: boolean;
  readonly pathLength: number | undefined;
  /** Key usages; all of them if the extension is absent. */
  readonly digitalSignature: boolean;
  readonly certSign: boolean;
  readonly clientAuth: boolean;
  readonly hasAlternativeName: boolean;
  /** A critical extension that no service here understands. */
  readonly unknownCritical: string | undefined;
  readonly extensions: readonly { readonly type: string; readonly value: Uint8Array }[];
  /** Whether `issuer` has the name and the key that issued it. */
  issuedBy(issuer: Certificate): boolean;
  readonly publicKey: NodeCertificate['publicKey'];
}

const SUBJECT_ALTERNATIVE_NAME = '2.5.29.17';
const ISSUER_ALTERNATIVE_NAME = '2.5.29.18';
const UNDERSTOOD = new Set([
  '2.5.29.15',
  '2.5.29.19',
  '2.5.29.32',
  '2.5.29.35',
  '2.5.29.37',
  '2.5.29.14',
  SUBJECT_ALTERNATIVE_NAME,
  PROXY_CERT_INFO,
]);

/** Certificates that were read, by their bytes: the same few are presented again and again. */
const known = new Map<string, Certificate>();
const MOST_KNOWN = 1000;

/** Reads a DER certificate; throws if the bytes are not one. */
export function parseCertificate(der: Uint8Array): Certificate {
  const bytes = Buffer.from(der).toString('latin1');
  const certificate = known.get(bytes) ?? read(der);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(bytes, certificate);
  return certificate;
}

function read(der: Uint8Array): Certificate {
  const node = new NodeCertificate(der);
  const parsed = new X509Certificate(der as Uint8Array<ArrayBuffer>);
  const subjectDer = Buffer.from(parsed.subjectName.toArrayBuffer());
  const issuerDer = Buffer.from(parsed.issuerName.toArrayBuffer());
  const constraints = parsed.getExtension(BasicConstraintsExtension);
  const usages = parsed.getExtension(KeyUsagesExtension)?.usages;
  const purposes = parsed.getExtension(ExtendedKeyUsageExtension)?.usages;
  const info = parsed.extensions.find(({ type }) => type === PROXY_CERT_INFO);
  const certificate: Certificate & { subjectDer: Buffer } = {
    raw: Buffer.from(der),
    subject: parsed.subjectName.toJSON(),
    issuer: parsed.issuerName.toJSON(),
    dn: slashForm(parsed.subjectName.toJSON()),
    issuerDn: slashForm(parsed.issuerName.toJSON()),
    notBefore: parsed.notBefore.getTime(),
    notAfter: parsed.notAfter.getTime(),
    ...(info && { proxy: { critical: info.critical, ...readProxyCertInfo(new Uint8Array(info.value)) } }),
    authority: constraints?.ca ?? false,
    pathLength: constraints?.pathLength,
    digitalSignature: usages === undefined || (usages & KeyUsageFlags.digitalSignature) !== 0,
    certSign: usages !== undefined && (usages & KeyUsageFlags.keyCertSign) !== 0,
    clientAuth:
      purposes === undefined || purposes.some((each) => each === ExtendedKeyUsage.clientAuth || each === '2.5.29.37.0'),
    hasAlternativeName: parsed.extensions.some(
      ({ type }) => type === SUBJECT_ALTERNATIVE_NAME || type === ISSUER_ALTERNATIVE_NAME,
    ),
    unknownCritical: parsed.extensions.find(({ type, critical }) => critical && !UNDERSTOOD.has(type))?.type,
    extensions: parsed.extensions.map(({ type, value }) => ({ type, value: new Uint8Array(value) })),
    subjectDer,
    issuedBy: (issuer) => issuerDer.equals((issuer as typeof certificate).subjectDer) && node.verify(issuer.publicKey),
    publicKey: node.publicKey,
  };
  return certificate;
}

/**
 * ProxyCertInfo ::= SEQUENCE { pCPathLenConstraint INTEGER OPTIONAL, proxyPolicy SEQUENCE { policyLanguage OID, … } }
 */
function readProxyCertInfo(value: Uint8Array): { policy: string; pathLength?: number } {
  const parts = decode(value)[0]?.children ?? [];
  const length = parts.find(({ tag }) => tag === 0x02);
  const language = parts.find(({ tag }) => tag === 0x30)?.children[0];
  return {
    policy: language ? dotted(language.content) : '',
    ...(length && { pathLength: length.content.reduce((sum, byte) => sum * 256 + byte, 0) }),
  };
}

/** Dotted form of an object identifier's content (X.690 section 8.19). */
function dotted(content: Uint8Array): string {
  const [first = 0, ...rest] = content;
  const arcs = [Math.floor(first / 40), first % 40];
  let value = 0;
  for (const byte of rest) {
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      arcs.push(value);
      value = 0;
    }
  }
  const text = arcs.join('.');
  return Buffer.from(objectIdentifier(text)).subarray(2).equals(content) ? text : '';
}
