/** Reads when client certificates end. */
import { X509Certificate } from 'node:crypto';
import { certificatesIn, pemBlocks } from '../../files/pem.ts';

/**
 * Returns the certificates of a PEM chain, leaf first, and the earliest end of their validity, or undefined without a
 * readable certificate.
 */
export function readValidity(pem: string) {
  try {
    const chain = certificatesIn(pemBlocks(pem)).map((one) => new X509Certificate(one));
    const [leaf] = chain;
    return (
      leaf && {
        leaf,
        length: chain.length,
        expires: new Date(Math.min(...chain.map(({ validTo }) => Date.parse(validTo)))),
      }
    );
  } catch {
    return undefined;
  }
}
