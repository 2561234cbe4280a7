/** VOMS attributes: an attribute certificate (RFC 5755) in an extension of the proxy, with FQANs. */
import { createHash, createPrivateKey, sign, X509Certificate } from 'node:crypto';
import {
  bitString,
  decode,
  der,
  type Element,
  generalizedTime,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  set,
  tagged,
} from './der.ts';

/** Extension of a proxy that carries a list of attribute certificates. */
export const VOMS_EXTENSION = '1.3.6.1.4.1.8005.100.100.5';
const VOMS_ATTRIBUTE = '1.3.6.1.4.1.8005.100.100.4';
/** Signature algorithms by type of the key. RFC 4055 section 5: with RSA, the parameters are NULL. */
const ECDSA_WITH_SHA256 = sequence(objectIdentifier('1.2.840.10045.4.3.2'));
const RSA_WITH_SHA256 = sequence(objectIdentifier('1.2.840.113549.1.1.11'), der(0x05, new Uint8Array()));
const VOMS_ATTRIBUTE_DER = Buffer.from(objectIdentifier(VOMS_ATTRIBUTE));

/**
 * Returns the value of the VOMS extension for a holder: one attribute certificate with `fqans`, signed by the VOMS
 * server's key. `holder` and `server` are PEM certificates, `serverKey` a PEM key, RSA or on P-256.
 */
export function vomsExtension(options: {
  readonly holder: string;
  readonly server: string;
  readonly serverKey: string;
  readonly vo: string;
  readonly fqans: readonly string[];
  readonly notBefore: Date;
  readonly notAfter: Date;
}): Uint8Array {
  const holder = issuerAndSerial(options.holder);
  const server = issuerAndSerial(options.server);
  const key = createPrivateKey(options.serverKey);
  const algorithm = key.asymmetricKeyType === 'rsa' ? RSA_WITH_SHA256 : ECDSA_WITH_SHA256;
  const directoryName = (name: Uint8Array) => tagged(4, name);
  const authority = der(0x86, Buffer.from(`${options.vo}://voms.example.org:15000`));
  const attribute = sequence(
    objectIdentifier(VOMS_ATTRIBUTE),
    set(sequence(tagged(0, authority), sequence(...options.fqans.map((fqan) => octetString(fqan))))),
  );
  const serial = createHash('sha256').update(holder.serial).digest().subarray(0, 8);
  serial[0] = (serial[0] ?? 0) & 0x7f;
  const info = sequence(
    integer(1),
    sequence(tagged(0, sequence(directoryName(holder.issuer)), holder.serial)),
    tagged(0, sequence(directoryName(server.subject))),
    algorithm,
    integer(serial),
    sequence(generalizedTime(options.notBefore), generalizedTime(options.notAfter)),
    sequence(attribute),
  );
  const signature = sign('sha256', info, key);
  return sequence(sequence(sequence(info, algorithm, bitString(signature))));
}

/** FQANs in the value of a VOMS extension, in order; empty if it has none or cannot be read. */
export function readFqans(extension: Uint8Array): string[] {
  try {
    const found: string[] = [];
    const visit = (element: Element): void => {
      const [type, values] = element.children;
      if (element.tag === 0x30 && type?.tag === 0x06 && values?.tag === 0x31 && isVomsAttribute(type)) {
        for (const syntax of values.children)
          for (const list of syntax.children) if (list.tag === 0x30) found.push(...list.children.map(text));
      } else element.children.forEach(visit);
    };
    decode(extension).forEach(visit);
    return found;
  } catch {
    return [];
  }
}

const text = (element: Element): string => Buffer.from(element.content).toString('utf8');
const isVomsAttribute = (type: Element): boolean => VOMS_ATTRIBUTE_DER.subarray(2).equals(type.content);

/** Issuer, subject and serial number of a PEM certificate as DER elements. */
function issuerAndSerial(pem: string): { issuer: Uint8Array; subject: Uint8Array; serial: Uint8Array } {
  const [certificate] = decode(new X509Certificate(pem).raw);
  // TBSCertificate: [0] version, serialNumber, signature, issuer, validity, subject
  const [, serial, , issuer, , subject] = certificate?.children[0]?.children ?? [];
  if (!serial || !issuer || !subject) throw new Error('certificate without issuer or serial number');
  return {
    issuer: der(issuer.tag, issuer.content),
    subject: der(subject.tag, subject.content),
    serial: der(serial.tag, serial.content),
  };
}
