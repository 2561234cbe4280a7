/**
 * Validation of a client's certificate chain with proxies: signatures, names and times (RFC 5280, section 6, RFC 3820
 * section 3.4). What else a proxy may not do is left to real services.
 */
import { X509Certificate as NodeCertificate } from 'node:crypto';
import 'reflect-metadata';
import { BasicConstraintsExtension, X509Certificate } from '@peculiar/x509';
import { PROXY_CERT_INFO, slashForm } from './issue.ts';
import { VOMS_EXTENSION } from './voms.ts';
import { derChain } from './write-pki.ts';

/** Why a chain is rejected. */
type ChainRefusal = 'malformed' | 'misnamed' | 'untrusted' | 'expired' | 'not-yet-valid';

/** The identity that presented a chain. */
interface ChainIdentity {
  /** Subject of the end-entity certificate, slash form. */
  readonly userDn: string;
  /** Subjects of the proxies, leaf first, slash form; empty for a plain certificate. */
  readonly proxyDns: readonly string[];
  /** FQANs of the proxies' VOMS attributes. */
  readonly fqans: readonly string[];
  /** Earliest end of validity in the chain. */
  readonly notAfter: Date;
}

export type ChainVerdict =
  | { readonly ok: true; readonly identity: ChainIdentity }
  | { readonly ok: false; readonly kind: ChainRefusal; readonly why: string };

type Certificate = ReturnType<typeof parseCertificate>;

/** Returns the FQANs in the value of a VOMS extension, in order: texts that nothing else in it looks like. */
const fqansIn = (extension: Uint8Array): string[] =>
  Buffer.from(extension)
    .toString('latin1')
    .match(/(?:\/[\w.-]+)+\/Role=[\w.-]+\/Capability=NULL/g) ?? [];

/** Reads a DER certificate; throws if the bytes are not one. Times are in milliseconds since 1970. */
function readCertificate(der: Uint8Array) {
  const node = new NodeCertificate(der);
  const parsed = new X509Certificate(der as Uint8Array<ArrayBuffer>);
  const { subjectName, issuerName, notBefore, notAfter, extensions } = parsed;
  return {
    node,
    subject: subjectName.toJSON(),
    issuer: issuerName.toJSON(),
    dn: slashForm(subjectName.toJSON()),
    notBefore: notBefore.getTime(),
    notAfter: notAfter.getTime(),
    /** Has ProxyCertInfo (RFC 3820, section 3.8), which is critical. */
    isProxy: extensions.some(({ type, critical }) => type === PROXY_CERT_INFO && critical),
    isAuthority: parsed.getExtension(BasicConstraintsExtension)?.ca ?? false,
    fqans: extensions.flatMap(({ type, value }) => (type === VOMS_EXTENSION ? fqansIn(new Uint8Array(value)) : [])),
  };
}

const CACHED = 1000;
const certificates = new Map<string, ReturnType<typeof readCertificate>>();

/** As `readCertificate`. Every instance of a service is shown the same certificates, and reading one is slow. */
function parseCertificate(der: Uint8Array) {
  const key = Buffer.from(der).toString('latin1');
  const certificate = certificates.get(key) ?? readCertificate(der);
  if (certificates.size >= CACHED) certificates.clear();
  certificates.set(key, certificate);
  return certificate;
}

/**
 * Returns a validator that trusts the authorities in `trusted` (PEM). It takes a chain in DER, leaf first (the
 * authority may be left out), and the time in milliseconds.
 * @param legacy whether proxies as they were before RFC 3820, which have a special name instead of ProxyCertInfo, count
 * as proxies
 */
export function createChainValidator(
  trusted: string,
  legacy = false,
): (chain: readonly Uint8Array[], now: number) => ChainVerdict {
  const anchors = derChain(trusted).map(parseCertificate);
  return (chain, now) => {
    let presented: Certificate[];
    try {
      presented = chain
        .map(parseCertificate)
        .map((each) => ({ ...each, isProxy: each.isProxy || (legacy && isLegacyProxy(each)) }));
    } catch {
      return refuse('malformed', 'a certificate cannot be read');
    }
    const [leaf] = presented;
    if (!leaf) return refuse('malformed', 'no certificate');
    const misnamed = presented.find((each) => each.isProxy && !extendsName(each));
    if (misnamed) return refuse('misnamed', `${misnamed.dn} does not extend ${slashForm(misnamed.issuer)}`);
    const path = buildPath(leaf, presented, anchors);
    if (!path) return refuse('untrusted', `no trusted authority issued ${leaf.dn}`);
    const expired = path.find((each) => now > each.notAfter);
    if (expired) return refuse('expired', `${expired.dn} has expired`);
    const early = path.find((each) => now < each.notBefore);
    if (early) return refuse('not-yet-valid', `${early.dn} is not yet valid`);
    const proxies = path.filter(({ isProxy }) => isProxy);
    return {
      ok: true,
      identity: {
        userDn: path[proxies.length]?.dn ?? '',
        proxyDns: proxies.map(({ dn }) => dn),
        fqans: proxies.flatMap(({ fqans }) => fqans),
        notAfter: new Date(Math.min(...path.map(({ notAfter }) => notAfter))),
      },
    };
  };
}

/** RFC 3820, section 3.4: the subject is the issuer's name with one common name added. */
function extendsName({ subject, issuer }: Certificate) {
  const added = subject.at(-1);
  return (
    added !== undefined &&
    JSON.stringify(subject.slice(0, -1)) === JSON.stringify(issuer) &&
    Object.keys(added).length === 1 &&
    added.CN?.length === 1
  );
}

/** Whether a certificate is a Globus proxy from before RFC 3820, which only its name shows, and no extension. */
const isLegacyProxy = (each: Certificate) =>
  extendsName(each) && /^(?:limited )?proxy$/.test(each.subject.at(-1)?.['CN']?.[0] ?? '');

/**
 * Returns the path from the leaf to a trusted authority, each signed by the next, or undefined if no such path exists.
 * Only an authority issues certificates other than proxies.
 */
function buildPath(leaf: Certificate, presented: readonly Certificate[], anchors: readonly Certificate[]) {
  const path = [leaf];
  for (;;) {
    const last = path[path.length - 1] as Certificate;
    const issued = ({ node, subject, isAuthority }: Certificate) =>
      isAuthority !== last.isProxy &&
      JSON.stringify(subject) === JSON.stringify(last.issuer) &&
      last.node.verify(node.publicKey);
    const anchor = anchors.find(issued);
    if (anchor) return [...path, anchor];
    const next = presented.find((each) => !path.includes(each) && issued(each));
    if (!next) return undefined;
    path.push(next);
  }
}

const refuse = (kind: ChainRefusal, why: string): ChainVerdict => ({ ok: false, kind, why });
