/** VOMS attributes: an attribute certificate (RFC 5755) in an extension of the proxy, with FQANs. */
import { createHash, createPrivateKey, sign } from 'node:crypto';
import 'reflect-metadata';
import { X509Certificate } from '@peculiar/x509';
import {
  bitString,
  der,
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

/** Returns the FQANs in the value of a VOMS extension, in order: texts that nothing else in it looks like. */
export const fqansIn = (extension: Uint8Array): string[] =>
  Buffer.from(extension)
    .toString('latin1')
    .match(/(?:\/[\w.-]+)+\/Role=[\w.-]+\/Capability=NULL/g) ?? [];

/** Issuer, subject and serial number of a PEM certificate as DER elements. */
function issuerAndSerial(pem: string): { issuer: Uint8Array; subject: Uint8Array; serial: Uint8Array } {
  const { issuerName, subjectName, serialNumber } = new X509Certificate(pem);
  return {
    issuer: new Uint8Array(issuerName.toArrayBuffer()),
    subject: new Uint8Array(subjectName.toArrayBuffer()),
    serial: integer(Buffer.from(serialNumber, 'hex')),
  };
}
