import { createPrivateKey, X509Certificate } from 'node:crypto';
import 'reflect-metadata';
import { X509Certificate as Parsed } from '@peculiar/x509';
import { makeForeignCertificate, makeInvalidCertificates } from '../../src/auth/invalid-certificates.ts';
import type { InvalidCredential } from '../../src/auth/types.ts';
import { loadX509Credential } from '../../src/auth/x509-credential.ts';
import {
  certPem,
  DAY,
  FILES,
  file,
  keyPem,
  type Made,
  makeCa,
  makeProxy,
  makeUser,
  NO_FURTHER_PROXIES,
  PROXY_CERT_INFO,
} from './make-credential.ts';

const ca = await makeCa();

const FORGED = 'foreign-certificate~forged-proxy';
const KINDS = ['expired-proxy', 'expired-proxy~an-hour-ago', 'not-yet-valid-proxy', 'misnamed-proxy', FORGED];

/** Writes an invalid credential into one file, and loads it like any credential. */
async function look(bad: InvalidCredential | undefined) {
  if (bad === undefined || !('credential' in bad)) throw new Error(`was not made: ${JSON.stringify(bad)}`);
  const { cert, key } = bad.credential.tls ?? { cert: '', key: '' };
  return {
    loaded: await loadX509Credential({ cert: file(cert), key: file(key) }, FILES),
    leaf: new X509Certificate(cert),
    parsed: new Parsed(new X509Certificate(cert).raw),
    key,
  };
}

/** Makes invalid certificates of a credential in one file. */
const madeOf = async (leaf: Made, ...rest: Made[]) =>
  makeInvalidCertificates(
    await loadX509Credential({ cert: file(certPem(leaf) + (await keyPem(leaf)) + certPem(...rest)) }, FILES),
  );

const MADE = await Promise.all(
  (['EC', 'RSA'] as const).map(async (kind) => {
    const user = await makeUser(ca, { kind });
    return { kind, user, made: await madeOf(user) };
  }),
);

describe.each(MADE)('invalid proxies of a certificate with an $kind key', ({ user, made }) => {
  it('are RFC 3820 proxies with their own keys, signed with the valid key unless they are forged', async () => {
    for (const bad of made) {
      const { leaf, parsed, key } = await look(bad);
      const signed = leaf.verify(new X509Certificate(user.certificate.toString('pem')).publicKey);
      expect(signed, bad.kind).toBe(bad.kind !== FORGED);
      expect(leaf.checkPrivateKey(createPrivateKey(key)), bad.kind).toBe(true);
      expect(parsed.getExtension(PROXY_CERT_INFO)?.critical, bad.kind).toBe(true);
      expect(Buffer.from(parsed.issuerName.toArrayBuffer()), bad.kind).toEqual(
        Buffer.from(user.certificate.subjectName.toArrayBuffer()),
      );
    }
  });

  it('each have exactly one thing wrong, after which they are named', async () => {
    expect(made.map((bad) => ('credential' in bad ? bad.credential.name : 'none'))).toEqual(KINDS);
    const problems = await Promise.all(
      made.map(async (bad) => (await look(bad)).loaded.problems.map(({ message }) => message)),
    );
    const wrong = ['expired on', 'expired on', 'not valid before', 'not named after its issuer', 'signature'];
    expect(problems).toEqual(wrong.map((words) => [expect.stringContaining(words)]));
  });
});

it('invalid proxies can be made of a proxy', async () => {
  const user = await makeUser(ca);
  const proxy = await makeProxy(user, { kind: 'RSA' });
  const { loaded } = await look((await madeOf(proxy, user))[0]);
  expect(loaded).toMatchObject({ userDn: '/C=DE/O=Example/CN=Ada Lovelace' });
  expect(loaded.proxyDns).toHaveLength(2);
});

it('invalid proxies are not made if they would be rejected for another reason, or from an invalid certificate', async () => {
  const user = await makeUser(ca);
  const ofLast = await madeOf(await makeProxy(user, { info: NO_FURTHER_PROXIES }), user);
  expect(ofLast).toEqual(
    KINDS.map((kind) => ({ kind, cannot: expect.stringContaining('allows no further proxy certificates') })),
  );
  expect(await madeOf(await makeUser(ca, { from: -2 * DAY, to: -DAY }))).toEqual(
    KINDS.map((kind) => ({ kind, cannot: expect.stringMatching(/^Needs a valid certificate\. .*expired/) })),
  );
});

describe('a foreign certificate', () => {
  it('has the same subject, and an unknown issuer', async () => {
    const userDn = '/DC=org/UID=ada/emailAddress=ada@example.org/CN=host/name.example';
    const { loaded, leaf } = await look(await makeForeignCertificate(userDn));
    expect(loaded).toMatchObject({ userDn, problems: [] });
    expect(leaf.issuer).toBe('CN=Assay unknown authority');
    expect(leaf.verify(leaf.publicKey)).toBe(false);
  });

  it('is not made of a name that cannot be read', async () => {
    expect(await makeForeignCertificate('nobody')).toEqual({
      kind: 'foreign-certificate',
      cannot: 'Needs a distinguished name to put into another certificate; "nobody" cannot be read.',
    });
  });
});
