/** VOMS attributes: an attribute certificate (RFC 5755) in an extension of the proxy, with FQANs. */
import { createHash, createPrivateKey, sign } from 'node:crypto';
import 'reflect-metadata';
import { X509Certificate } from '@peculiar/x509';
import {
  type AsnType,
  BitString,
  Constructed,
  fromBER,
  GeneralizedTime,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  Primitive,
  Sequence,
  Set as SetOf,
} from 'asn1js';

const CONTEXT_SPECIFIC = 3;
const sequence = (...value: AsnType[]) => new Sequence({ value });
const tagged = (tagNumber: number, ...value: AsnType[]) =>
  new Constructed({ idBlock: { tagClass: CONTEXT_SPECIFIC, tagNumber }, value });
/** Returns a time in whole seconds. */
const time = (at: Date) => new GeneralizedTime({ valueDate: new Date(at.toISOString().replace(/\.\d+Z$/, 'Z')) });

/** Extension of a proxy that carries a list of attribute certificates. */
export const VOMS_EXTENSION = '1.3.6.1.4.1.8005.100.100.5';
const VOMS_ATTRIBUTE = '1.3.6.1.4.1.8005.100.100.4';
/** Signature algorithms by type of the key. RFC 4055, section 5: with RSA, the parameters are NULL. */
const ECDSA_WITH_SHA256 = sequence(new ObjectIdentifier({ value: '1.2.840.10045.4.3.2' }));
const RSA_WITH_SHA256 = sequence(new ObjectIdentifier({ value: '1.2.840.113549.1.1.11' }), new Null());

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
  const directoryName = (name: AsnType) => tagged(4, name);
  const authority = new Primitive({
    idBlock: { tagClass: CONTEXT_SPECIFIC, tagNumber: 6 },
    valueHex: Buffer.from(`${options.vo}://voms.example.org:15000`),
  });
  const groups = options.fqans.map((fqan) => new OctetString({ valueHex: Buffer.from(fqan) }));
  const attribute = sequence(
    new ObjectIdentifier({ value: VOMS_ATTRIBUTE }),
    new SetOf({ value: [sequence(tagged(0, authority), sequence(...groups))] }),
  );
  const serial = createHash('sha256').update(Buffer.from(holder.serial.toBER())).digest().subarray(0, 8);
  serial[0] = (serial[0] ?? 0) & 0x7f;
  const info = sequence(
    new Integer({ value: 1 }),
    sequence(tagged(0, sequence(directoryName(holder.issuer)), holder.serial)),
    tagged(0, sequence(directoryName(server.subject))),
    algorithm,
    new Integer({ valueHex: serial }),
    sequence(time(options.notBefore), time(options.notAfter)),
    sequence(attribute),
  );
  const signature = new BitString({ valueHex: sign('sha256', Buffer.from(info.toBER()), key) });
  return new Uint8Array(sequence(sequence(sequence(info, algorithm, signature))).toBER());
}

/** Issuer, subject and serial number of a PEM certificate. */
function issuerAndSerial(pem: string) {
  const { issuerName, subjectName, serialNumber } = new X509Certificate(pem);
  return {
    issuer: fromBER(issuerName.toArrayBuffer()).result,
    subject: fromBER(subjectName.toArrayBuffer()).result,
    serial: new Integer({ valueHex: Buffer.from(serialNumber, 'hex') }),
  };
}
