/** Certificates that a service has to reject, derived from a valid one. */
import { KeyObject, webcrypto } from 'node:crypto';
import { attributeOid, parseDistinguishedName } from '../records/distinguished-name.ts';
import { loadX509Library } from './certificate-chain.ts';
import { createProxy, EC_SIGNATURE, proxyIssuer, SKEW_MS } from './proxy-certificate.ts';
import type { InvalidCredential } from './types.ts';
import type { X509Credential } from './x509-credential.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NEW_KEY = { name: 'ECDSA', namedCurve: 'P-256' };

/** The defect of one invalid proxy; everything else about it is right. */
interface InvalidProxy {
  readonly kind: string;
  readonly validity: (credential: X509Credential, now: number) => ReturnType<typeof window>;
  /** Absent: only the validity is wrong. */
  readonly wrong?: 'name' | 'signature';
}

const INVALID_PROXIES: readonly InvalidProxy[] = [
  { kind: 'expired-proxy', validity: (_, now) => window(now - 2 * DAY, now - DAY) },
  { kind: 'expired-proxy~an-hour-ago', validity: (_, now) => window(now - 2 * HOUR, now - HOUR) },
  // Its validity begins after the valid credential has ended, so it never becomes usable.
  {
    kind: 'not-yet-valid-proxy',
    validity: ({ notAfter }, now) =>
      window(Math.max(now, notAfter.getTime()) + DAY, Math.max(now, notAfter.getTime()) + 2 * DAY),
  },
  { kind: 'misnamed-proxy', wrong: 'name', validity: fromNowOn },
  { kind: 'foreign-certificate~forged-proxy', wrong: 'signature', validity: fromNowOn },
];

/** Half a day from now on, within the validity of the valid credential. */
function fromNowOn({ notBefore, notAfter }: X509Credential, now: number) {
  return window(Math.max(now - SKEW_MS, notBefore.getTime()), Math.min(now + DAY / 2, notAfter.getTime()));
}

function window(from: number, to: number) {
  return { notBefore: new Date(from), notAfter: new Date(to) };
}

/**
 * Returns further RFC 3820 proxies of the valid credential, each with one thing wrong: `expired-proxy`,
 * `not-yet-valid-proxy`, `misnamed-proxy` (its subject does not extend its issuer's), and nearly valid ones: expired an
 * hour ago (clocks differ by less), and forged (signed with another key than the issuer's). A proxy that cannot be made
 * has the reason instead.
 * @param absent the reason without a credential
 */
export async function makeInvalidCertificates(
  credential: X509Credential | undefined,
  absent = 'Needs a certificate.',
): Promise<readonly InvalidCredential[]> {
  const cannot = (why: string) => INVALID_PROXIES.map(({ kind }) => ({ kind, cannot: why }));
  if (credential === undefined) return cannot(absent);
  if (credential.problems.length > 0)
    return cannot(`Needs a valid certificate. ${credential.problems.map(({ message }) => message).join(' ')}`);
  const issuer = await proxyIssuer(credential);
  if ('cannot' in issuer) return cannot(`Needs a certificate that can sign a proxy: ${issuer.cannot}.`);
  return Promise.all(
    INVALID_PROXIES.map(async ({ kind, wrong, validity }) => {
      const keys = await newKeys();
      const signer =
        wrong === 'signature' ? { ...issuer, key: (await newKeys()).privateKey, algorithm: EC_SIGNATURE } : issuer;
      const shape = {
        publicKey: keys.publicKey,
        ...validity(credential, Date.now()),
        ...(wrong === 'name' && { misnamedAfter: 'Assay misnamed proxy' }),
      };
      return {
        kind,
        credential: {
          name: kind,
          tls: { cert: `${await createProxy(signer, shape)}${credential.cert}`, key: await exportKey(keys.privateKey) },
        },
      };
    }),
  );
}

/**
 * Returns a certificate with the user's own name, signed by a new, untrusted authority: `foreign-certificate`.
 * @param userDn distinguished name, slash or comma form
 */
export async function makeForeignCertificate(userDn: string): Promise<InvalidCredential> {
  const kind = 'foreign-certificate';
  const name = parseDistinguishedName(userDn)?.map(([attribute, value]) => ({
    [attributeOid(attribute) ?? '']: [value],
  }));
  if (name === undefined || name.some((part) => '' in part))
    return {
      kind,
      cannot: `Needs a distinguished name to put into another certificate; ${JSON.stringify(userDn.slice(0, 200))} cannot be read.`,
    };
  const x509 = await loadX509Library();
  const [authority, keys] = await Promise.all([newKeys(), newKeys()]);
  const certificate = await x509.X509CertificateGenerator.create({
    subject: name,
    issuer: 'CN=Assay unknown authority',
    publicKey: keys.publicKey,
    signingKey: authority.privateKey,
    signingAlgorithm: EC_SIGNATURE,
    ...window(Date.now() - SKEW_MS, Date.now() + DAY / 2),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
    ],
  });
  return {
    kind,
    credential: {
      name: kind,
      tls: { cert: `${certificate.toString('pem')}\n`, key: await exportKey(keys.privateKey) },
    },
  };
}

async function newKeys() {
  return webcrypto.subtle.generateKey(NEW_KEY, true, ['sign', 'verify']);
}

async function exportKey(key: webcrypto.CryptoKey) {
  return KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' }).toString();
}
