/** Contents of a certificate chain: names, proxies, dates, signatures. */
import { X509Certificate } from 'node:crypto';
import { fromBER, Integer, Sequence } from 'asn1js';
import { keywordOfAttribute } from '../records/distinguished-name.ts';
import { validityProblems } from './validity.ts';

/**
 * Returns the certificate library, loaded when it is first needed: it takes longer to load than everything else
 * together.
 */
export async function loadX509Library(): Promise<typeof import('@peculiar/x509')> {
  // It needs its metadata polyfill to be loaded first.
  await import('reflect-metadata');
  return import('@peculiar/x509');
}

/** ProxyCertInfo, RFC 3820, section 3.8. */
export const PROXY_CERT_INFO = '1.3.6.1.5.5.7.1.14';
/** Values of the last CN in the subjects of proxies from before RFC 3820; some sites still make such proxies. */
const LEGACY_PROXY_NAMES = ['proxy', 'limited proxy'];

/** A certificate of a chain, with the parts of it that matter here. */
export type ChainLink = Awaited<ReturnType<typeof readChain>>[number];

/** Attribute and values of each relative name, most general first, as the certificate library gives them. */
type NameParts = readonly Readonly<Record<string, readonly string[]>>[];

/** Reads certificates (PEM, leaf first). Throws if one is not a certificate. */
export async function readChain(pems: readonly string[]) {
  const x509 = await loadX509Library();
  return pems.map((pem) => {
    const certificate = new X509Certificate(pem);
    const parsed = new x509.X509Certificate(new Uint8Array(certificate.raw));
    const subject: NameParts = parsed.subjectName.toJSON();
    const issuer: NameParts = parsed.issuerName.toJSON();
    const proxyCertInfo = parsed.getExtension(PROXY_CERT_INFO);
    return {
      pem,
      certificate,
      // Encoded, byte for byte.
      subject: new Uint8Array(parsed.subjectName.toArrayBuffer()),
      // Relative names of the subject, `CN=…`, most general first.
      subjectParts: relativeNames(subject),
      // In slash form, `/CN=…`.
      subjectDn: slashForm(subject),
      issuerDn: slashForm(issuer),
      notBefore: parsed.notBefore,
      notAfter: parsed.notAfter,
      isProxy: proxyCertInfo !== null || isLegacyProxy(subject, issuer),
      // Maximum number of proxies that may be derived from this one; undefined: not limited.
      pathLength: proxyCertInfo === null ? undefined : proxyPathLength(new Uint8Array(proxyCertInfo.value)),
    };
  });
}

function isLegacyProxy(subject: NameParts, issuer: NameParts) {
  const last = subject.at(-1)?.CN?.[0];
  return (
    last !== undefined && LEGACY_PROXY_NAMES.includes(last) && slashForm(subject) === `${slashForm(issuer)}/CN=${last}`
  );
}

/** Slash form as OpenSSL writes it on one line. */
function slashForm(name: NameParts) {
  return relativeNames(name)
    .map((relative) => `/${relative}`)
    .join('');
}

function relativeNames(name: NameParts) {
  return name.map((relative) =>
    Object.entries(relative)
      .flatMap(([type, values]) => values.map((value) => `${keywordOfAttribute(type)}=${value}`))
      .join('+'),
  );
}

/**
 * Returns sentences about order, names and signatures of a chain (leaf first); empty for a valid chain.
 * @param file the name of its file in a sentence
 */
export function chainProblems(chain: readonly ChainLink[], file: string): readonly string[] {
  return chain.flatMap((link, index) => linkProblems(link, chain[index + 1], file));
}

/** Returns sentences about certificates that are not valid at `now`. */
export function dateProblems(chain: readonly ChainLink[], now: Date, file: string): readonly string[] {
  return chain.flatMap(({ isProxy, subjectDn, notBefore, notAfter }) =>
    validityProblems(`The ${isProxy ? 'proxy' : 'certificate'} ${subjectDn} in ${file}`, now, notBefore, notAfter),
  );
}

/**
 * Returns sentences about a certificate and the next one in the file. The certificate of an authority may be missing,
 * and so may a root; a certificate that is present has to be the issuer's.
 */
function linkProblems(link: ChainLink, issuer: ChainLink | undefined, file: string) {
  const { isProxy } = link;
  const what = `${isProxy ? 'the proxy ' : ''}${link.subjectDn}`;
  if (issuer === undefined)
    return isProxy ? [`${file} ends with ${what}. Append its issuer's certificate: ${link.issuerDn}.`] : [];
  if (!isProxy && link.issuerDn === link.subjectDn) return [];
  // Equal texts may be encoded as different types of string (RFC 5280, section 7.1).
  if (link.issuerDn !== issuer.subjectDn)
    return [`${file} is out of order: ${what} was issued by ${link.issuerDn}, but ${issuer.subjectDn} follows it.`];
  const problems: string[] = [];
  const added = link.subjectParts.slice(issuer.subjectParts.length);
  const kept = issuer.subjectParts.every((part, index) => part === link.subjectParts[index]);
  if (isProxy && (!kept || added.length !== 1 || !added[0]?.startsWith('CN=')))
    problems.push(`${what} is not named after its issuer with one CN added (RFC 3820, section 3.4).`);
  if (!isSignedBy(link, issuer))
    problems.push(`the signature of ${what} does not match the certificate that follows it.`);
  return problems.map((problem) => `In ${file}, ${problem}`);
}

function isSignedBy(link: ChainLink, issuer: ChainLink) {
  try {
    return link.certificate.verify(issuer.certificate.publicKey);
  } catch {
    return false;
  }
}

/**
 * Returns an encoded name with the relative names of another one appended; what is there already stays byte for byte.
 */
export function appendName(name: Uint8Array, further: Uint8Array): Uint8Array {
  const [whole, added] = [name, further].map((der) => fromBER(der).result) as [Sequence, Sequence];
  whole.valueBlock.value.push(...added.valueBlock.value);
  return new Uint8Array(whole.toBER());
}

/** pCPathLenConstraint of an encoded ProxyCertInfo (RFC 3820, section 3.8.1); undefined if absent or unreadable. */
function proxyPathLength(proxyCertInfo: Uint8Array) {
  const { result } = fromBER(proxyCertInfo);
  const first = result instanceof Sequence ? result.valueBlock.value[0] : undefined;
  return first instanceof Integer ? first.valueBlock.valueDec : undefined;
}
