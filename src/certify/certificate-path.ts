/** Checks whether a certificate chain leads to a trusted certificate (the parts of RFC 5280, section 6, needed for bundles). */
import { X509Certificate } from 'node:crypto';

const LONGEST = 8;
/** Supported critical extensions: key usage, basic constraints, subject alternative name, extended key usage. */
const UNDERSTOOD = new Set(['2.5.29.15', '2.5.29.19', '2.5.29.17', '2.5.29.37', '2.5.29.35', '2.5.29.14']);
const KEY_USAGE = '2.5.29.15';
const DIGITAL_SIGNATURE = 1;

/** Problems of the path, one sentence each; empty if it is trusted. Times: milliseconds since 1970. */
export async function pathProblems(
  chain: readonly Uint8Array[],
  anchors: readonly X509Certificate[],
  at: { readonly from: number; readonly to: number },
): Promise<string[]> {
  if (chain.length > LONGEST) return [`The certificate chain is longer than ${LONGEST}.`];
  let certificates: X509Certificate[];
  try {
    certificates = chain.map((der) => new X509Certificate(der));
  } catch {
    return ['The chain contains an unreadable certificate.'];
  }
  const problems: string[] = [];
  for (const [index, certificate] of certificates.entries()) {
    const name = nameOf(certificate);
    if (Date.parse(certificate.validFrom) > at.from)
      problems.push(`The certificate ${name} was not yet valid at the claimed time of the run.`);
    if (Date.parse(certificate.validTo) < at.to)
      problems.push(`The certificate ${name} had expired at the claimed time of the run.`);
    problems.push(...(await extensionProblems(certificate, index)));
    if (anchors.some((anchor) => anchor.fingerprint256 === certificate.fingerprint256)) return problems;
    const anchor = anchors.find((one) => issued(one, certificate));
    if (anchor) {
      if (Date.parse(anchor.validTo) < at.to)
        problems.push(`The trusted certificate ${nameOf(anchor)} had expired at the claimed time of the run.`);
      return problems;
    }
    const issuer = certificates[index + 1];
    if (issuer === undefined)
      return [
        ...problems,
        `The certificate chain of ${nameOf(certificates[0] as X509Certificate)} does not lead to a trusted certificate.`,
      ];
    if (!issued(issuer, certificate))
      return [...problems, `The certificate ${name} was not issued by the next one in the chain.`];
  }
  return ['No certificate found.'];
}

function issued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  try {
    return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

/** @param depth certificates between this one and the leaf, the leaf being 0 */
async function extensionProblems(certificate: X509Certificate, depth: number): Promise<string[]> {
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  const name = nameOf(certificate);
  const read = new x509.X509Certificate(new Uint8Array(certificate.raw));
  const problems: string[] = [];
  for (const { critical, type } of read.extensions) {
    if (critical && !UNDERSTOOD.has(type))
      problems.push(`The certificate ${name} has an unsupported critical extension (${type}).`);
  }
  const usages = read.getExtension(KEY_USAGE) as { readonly usages?: number } | null;
  if (depth === 0 && usages?.usages !== undefined && (usages.usages & DIGITAL_SIGNATURE) === 0)
    problems.push(`The certificate ${name} is not allowed to sign.`);
  const limit = read.getExtension(x509.BasicConstraintsExtension)?.pathLength;
  if (depth > 0 && limit !== undefined && depth - 1 > limit)
    problems.push(`The certificate ${name} allows no chain as long as this one.`);
  return problems;
}

export function nameOf(certificate: X509Certificate): string {
  return certificate.subject.replace(/\n/g, ', ').slice(0, 200);
}
