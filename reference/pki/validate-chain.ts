/**
 * Validation of a client's certificate chain with proxies: RFC 5280 section 6 and RFC 3820 section 4, as far as a grid
 * service needs them.
 */
import { createHash } from 'node:crypto';
import { type Certificate, parseCertificate } from './certificate.ts';
import { objectIdentifier } from './der.ts';
import { INHERIT_ALL } from './issue.ts';
import { readFqans, VOMS_EXTENSION } from './voms.ts';
import { derChain } from './write-pki.ts';

/** Why a chain is rejected. */
type ChainRefusal = 'malformed' | 'misnamed' | 'untrusted' | 'expired' | 'not-yet-valid' | 'proxy-rules';

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

/** Policy languages under which a proxy may act for its issuer: inherit all, and the Globus limited proxy. */
const POLICIES = [INHERIT_ALL, '1.3.6.1.4.1.3536.1.1.1.9'].map((language) =>
  Buffer.from(objectIdentifier(language)).toString('hex', 2),
);
const CACHED = 1000;

/**
 * Returns a validator that trusts the authorities in `trusted` (PEM). It takes a chain in DER, leaf first (the
 * authority may be left out), and the time in milliseconds. All that is independent of the time is computed once per
 * chain.
 * @param legacy whether proxies as they were before RFC 3820, which have a special name instead of ProxyCertInfo, count
 * as proxies
 */
export function createChainValidator(
  trusted: string,
  legacy = false,
): (chain: readonly Uint8Array[], now: number) => ChainVerdict {
  const anchors = derChain(trusted).map(parseCertificate);
  const known = new Map<string, { readonly timeless: ChainVerdict; readonly path: readonly Certificate[] }>();
  return (chain, now) => {
    const hash = createHash('sha256');
    for (const certificate of chain) hash.update(certificate);
    const key = hash.digest('base64');
    let entry = known.get(key);
    if (!entry) {
      entry = examine(chain, anchors, legacy);
      if (known.size >= CACHED) known.clear();
      known.set(key, entry);
    }
    return entry.timeless.ok ? (outsideValidity(entry.path, now) ?? entry.timeless) : entry.timeless;
  };
}

function examine(
  chain: readonly Uint8Array[],
  anchors: readonly Certificate[],
  legacy: boolean,
): { timeless: ChainVerdict; path: Certificate[] } {
  let presented: Certificate[];
  try {
    presented = chain.map(parseCertificate).map((each) => (legacy && isLegacyProxy(each) ? asProxy(each) : each));
  } catch {
    return { timeless: refuse('malformed', 'a certificate cannot be read'), path: [] };
  }
  const [leaf] = presented;
  if (!leaf) return { timeless: refuse('malformed', 'no certificate'), path: [] };
  const misnamed = presented.find((each) => each.proxy && !extendsName(each));
  if (misnamed)
    return { timeless: refuse('misnamed', `${misnamed.dn} does not extend ${misnamed.issuerDn}`), path: [] };
  const path = buildPath(leaf, presented, anchors);
  if (!path) return { timeless: refuse('untrusted', `no trusted authority issued ${leaf.dn}`), path: [] };
  const broken = brokenRule(path);
  if (broken) return { timeless: refuse('proxy-rules', broken), path };
  const proxies = path.filter((each) => each.proxy);
  const user = path[proxies.length] as Certificate;
  const fqans = proxies.flatMap((each) =>
    each.extensions.filter(({ type }) => type === VOMS_EXTENSION).flatMap(({ value }) => readFqans(value)),
  );
  return {
    path,
    timeless: {
      ok: true,
      identity: {
        userDn: user.dn,
        proxyDns: proxies.map((each) => each.dn),
        fqans,
        notAfter: new Date(Math.min(...path.map((each) => each.notAfter))),
      },
    },
  };
}

/** RFC 3820 section 3.4: the subject is the issuer's name with one common name added. */
function extendsName(proxy: Certificate): boolean {
  const added = proxy.subject[proxy.subject.length - 1];
  const rest = proxy.subject.slice(0, -1);
  return (
    rest.length === proxy.issuer.length &&
    rest.every((each, i) => JSON.stringify(each) === JSON.stringify(proxy.issuer[i])) &&
    added !== undefined &&
    Object.keys(added).length === 1 &&
    added.CN?.length === 1
  );
}

/** Whether a certificate is a Globus proxy from before RFC 3820, which only its name shows, and no extension. */
const isLegacyProxy = (each: Certificate): boolean =>
  !each.proxy && extendsName(each) && /^(?:limited )?proxy$/.test(each.subject.at(-1)?.['CN']?.[0] ?? '');

const asProxy = (each: Certificate): Certificate => ({
  ...each,
  proxy: { critical: true, policy: POLICIES[0] ?? '' },
});

/**
 * Returns the path from the leaf to a trusted authority, each signed by the next, or undefined if no such path exists.
 */
function buildPath(
  leaf: Certificate,
  presented: readonly Certificate[],
  anchors: readonly Certificate[],
): Certificate[] | undefined {
  const path = [leaf];
  for (;;) {
    const last = path[path.length - 1] as Certificate;
    const anchor = anchors.find((each) => each.raw.equals(last.raw) || last.issuedBy(each));
    if (anchor) return anchor.raw.equals(last.raw) ? path : [...path, anchor];
    const next = presented.find((each) => !path.includes(each) && last.issuedBy(each));
    if (!next) return undefined;
    path.push(next);
  }
}

/** Returns the first rule that a signed path breaks, as a sentence. */
function brokenRule(path: readonly Certificate[]): string | undefined {
  let proxies = 0;
  let authorities = 0;
  for (const [i, each] of path.entries()) {
    const issuer = path[i + 1];
    if (each.unknownCritical)
      return `${each.dn} has a critical extension that is not understood: ${each.unknownCritical}`;
    if (each.proxy) {
      if (proxies !== i) return `proxy ${each.dn} is above a certificate that is none`;
      if (!issuer) return `proxy ${each.dn} is trusted by itself`;
      if (!each.proxy.critical) return `ProxyCertInfo of ${each.dn} is not critical`;
      if (!POLICIES.includes(each.proxy.policy)) return `the policy language of ${each.dn} grants no right here`;
      if (each.authority || each.certSign) return `proxy ${each.dn} claims to be an authority`;
      if (each.hasAlternativeName) return `proxy ${each.dn} has an alternative name`;
      if (issuer.authority) return `authority ${issuer.dn} issued a proxy`;
      if (!issuer.digitalSignature) return `key of ${issuer.dn} is not for signatures`;
      if (each.proxy.pathLength !== undefined && proxies > each.proxy.pathLength)
        return `more proxies than ${each.dn} allows`;
      proxies++;
    } else if (i === proxies) {
      if (each.authority) return `authority ${each.dn} presents itself as a user`;
      if (!each.clientAuth) return `${each.dn} is not for client authentication`;
    } else {
      if (!each.authority || !each.certSign) return `${each.dn} is not an authority`;
      if (each.pathLength !== undefined && authorities > each.pathLength)
        return `more authorities than ${each.dn} allows`;
      authorities++;
    }
  }
  return undefined;
}

function outsideValidity(path: readonly Certificate[], now: number): ChainVerdict | undefined {
  const expired = path.find((each) => now > each.notAfter);
  if (expired) return refuse('expired', `${expired.dn} has expired`);
  const early = path.find((each) => now < each.notBefore);
  return early && refuse('not-yet-valid', `${early.dn} is not yet valid`);
}

const refuse = (kind: ChainRefusal, why: string): ChainVerdict => ({ ok: false, kind, why });
