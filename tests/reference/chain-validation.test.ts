/** The reference's validation of proxy chains, valid and invalid. */
import { createPki, pem } from '../../reference/pki/create-pki.ts';
import { type Issued, issueEndEntity, issueProxy } from '../../reference/pki/issue.ts';
import { createChainValidator } from '../../reference/pki/validate-chain.ts';
import { derChain } from '../../reference/pki/write-pki.ts';

const HOUR = 3_600_000;
const pki = await createPki({ now: new Date('2026-05-06T07:08:09Z') });
const short = { notBefore: new Date(pki.now.getTime() - HOUR), notAfter: new Date(pki.now.getTime() + HOUR) };
const validate = createChainValidator(pki.ca);

const check = (chain: string) => validate(derChain(chain), pki.now.getTime());

describe('chains that are accepted', () => {
  it('a proxy of a proxy names both, the last first', async () => {
    const second = await issueProxy(pki.issued.proxy, short);
    const verdict = check(pem(second, pki.issued.proxy, pki.issued.user).cert);
    expect(verdict).toMatchObject({
      ok: true,
      identity: { userDn: pki.user.dn, proxyDns: [pem(second).dn, pki.proxy.dn] },
    });
  });
  it('the authority may come with the chain, and certificates in another order', () => {
    const [proxy = '', user = ''] = pki.proxy.cert.split(/(?<=-----END CERTIFICATE-----\n)/);
    expect(check(`${proxy}${pki.ca}${user}`)).toMatchObject({ ok: true });
  });
});

const proxyOf = async (options: Partial<Parameters<typeof issueProxy>[1]>, issuer: Issued = pki.issued.user) =>
  pem(await issueProxy(issuer, { ...short, ...options }), issuer).cert;

const refusedChains: [string, string, () => Promise<string> | string][] = [
  ['nothing', 'malformed', () => ''],
  [
    'a proxy without the certificate that issued it',
    'untrusted',
    () => pki.proxy.cert.split(/(?<=-----END CERTIFICATE-----\n)/)[0] ?? '',
  ],
  ['a proxy with the name of its issuer', 'misnamed', () => proxyOf({ name: pki.issued.user.name })],
  [
    'a proxy with two names added',
    'misnamed',
    () => proxyOf({ name: [...pki.issued.user.name, { CN: ['1'] }, { CN: ['2'] }] }),
  ],
  [
    'a proxy that adds something else than a common name',
    'misnamed',
    () => proxyOf({ name: [...pki.issued.user.name, { OU: ['1'] }] }),
  ],
  ['an authority as issuer of a proxy', 'untrusted', () => proxyOf({}, pki.issued.ca)],
  [
    'a certificate that a user issued',
    'untrusted',
    async () => pem(await issueEndEntity([{ CN: ['x'] }], pki.issued.user, short), pki.issued.user).cert,
  ],
];

describe('chains that are refused', () => {
  it.each(refusedChains)('%s: %s', async (_title, kind, chain) => {
    expect(check(await chain())).toMatchObject({ ok: false, kind });
  });
  it('bytes that are no certificate', () => {
    expect(validate([new Uint8Array([1, 2, 3])], pki.now.getTime())).toMatchObject({ ok: false, kind: 'malformed' });
  });
});
