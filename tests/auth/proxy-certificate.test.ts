/** Proxy certificates for the keys of certificate requests. */
import 'reflect-metadata';
import { execFileSync } from 'node:child_process';
import { type webcrypto, X509Certificate } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { createPki, type Pki } from '../../reference/pki/create-pki.ts';
import { createChainValidator } from '../../reference/pki/validate-chain.ts';
import { derChain } from '../../reference/pki/write-pki.ts';
import { signProxyRequest } from '../../src/auth/proxy-certificate.ts';
import { temporaryFile } from '../afterwards.ts';
import { PEERS, testWith } from '../peers/peer.ts';
import {
  certPem,
  type KeyKind,
  keyPem,
  makeCa,
  makeKeys,
  makeProxy,
  makeUser,
  NO_FURTHER_PROXIES,
} from './make-credential.ts';

const HOUR = 3_600_000;

async function requestFor(keys: webcrypto.CryptoKeyPair) {
  const signingAlgorithm = { ...keys.publicKey.algorithm, hash: 'SHA-256' };
  return (await x509.Pkcs10CertificateRequestGenerator.create({ name: 'O=Dummy', keys, signingAlgorithm })).toString(
    'pem',
  );
}
const requestOf = async (kind: KeyKind) => requestFor(await makeKeys(kind));

async function signed(requestPem: string, pki: Pki, credential = pki.vomsProxy, lifetime = 2 * HOUR) {
  const made = await signProxyRequest(requestPem, credential, lifetime);
  return 'cannot' in made ? made : { ...made, verdict: createChainValidator(pki.ca)(derChain(made.chain), Date.now()) };
}

test.each([
  ['EC', 'rsa'],
  ['RSA', 'ec'],
] as const)('a request with an %s key is signed with an %s key, and the chain is valid', async (kind, keys) => {
  const pki = await createPki({ keys });
  const made = await signed(await requestOf(kind), pki);
  expect(made).toMatchObject({ verdict: { ok: true, identity: { userDn: pki.user.dn } } });
  const leaf = new X509Certificate('chain' in made ? made.chain : '');
  expect(leaf.publicKey.asymmetricKeyType).toBe(kind.toLowerCase());
  expect(Date.parse(leaf.validTo) - Date.now()).toBeLessThanOrEqual(2 * HOUR);
});

testWith(PEERS.openssl, 'OpenSSL accepts a signed proxy, with the rules of RFC 3820', async () => {
  const pki = await createPki();
  const made = await signed(await requestOf('EC'), pki);
  const chain = temporaryFile('chain', 'chain' in made ? made.chain : '');
  const options = ['-allow_proxy_certs', '-CAfile', temporaryFile('ca', pki.ca), '-untrusted', chain];
  expect(execFileSync('openssl', ['verify', ...options, chain], { encoding: 'utf8' })).toMatch(/: OK$/m);
});

test('it ends with the chain that signs it, if that ends earlier', async () => {
  const pki = await createPki();
  const made = await signed(await requestOf('EC'), pki, pki.vomsProxy, 1000 * 24 * HOUR);
  const ends = derChain(pki.vomsProxy.cert).map((der) => Date.parse(new X509Certificate(der).validTo));
  expect('notAfter' in made && made.notAfter.getTime()).toBe(Math.min(...ends));
});

test.each([
  ['no PEM', async () => 'hello', 'the response contains no certificate request in PEM format'],
  [
    'broken DER',
    async () => '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----\n',
    /cannot be read/,
  ],
  [
    'DER that is nested too deeply',
    nested,
    'the certificate request cannot be read: it is not a valid PKCS #10 request (RFC 2986)',
  ],
  [
    'an RSA key of 1024 bits',
    () => requestWith({ name: 'RSASSA-PKCS1-v1_5', modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]) }),
    /has 1024 bits/,
  ],
  [
    'a key of another type',
    () => requestWith({ name: 'Ed25519' }),
    'the key is neither RSA nor on the curve P-256, P-384 or P-521',
  ],
  ['a request that its key did not sign', tampered, 'the signature of the certificate request is wrong'],
])('%s is not signed', async (_, make, why) => {
  const made = await signed(await make(), await createPki());
  expect(made).toEqual({ cannot: typeof why === 'string' ? why : expect.stringMatching(why) });
});

test('a proxy that allows no further ones signs none', async () => {
  const user = await makeUser(await makeCa());
  const proxy = await makeProxy(user, { info: NO_FURTHER_PROXIES });
  const credential = { cert: certPem(proxy, user), key: await keyPem(proxy) };
  expect(await signProxyRequest(await requestOf('EC'), credential, HOUR)).toEqual({
    cannot: expect.stringContaining('allows no further proxy certificates'),
  });
});

test('a request of more than 64 KiB is refused before it is read', async () => {
  const pki = await createPki();
  const text = '-----BEGIN CERTIFICATE REQUEST-----\n'.repeat(80_000);
  expect(await signed(text, pki)).toEqual({ cannot: 'the certificate request is larger than 64 KiB' });
});

async function requestWith(algorithm: { name: string; modulusLength?: number; publicExponent?: Uint8Array }) {
  const uses = ['sign', 'verify'] as const;
  return requestFor((await crypto.subtle.generateKey({ ...algorithm, hash: 'SHA-256' }, true, uses)) as never);
}

/** Returns a deeply nested sequence, in which each level has an indefinite length. */
async function nested() {
  const der = Buffer.from(`${'3080'.repeat(11_000)}${'0000'.repeat(11_000)}`, 'hex');
  return `-----BEGIN CERTIFICATE REQUEST-----\n${der.toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`;
}

/** Returns a certificate request with one bit of its signature changed. */
async function tampered() {
  const der = Buffer.from(new x509.Pkcs10CertificateRequest(await requestOf('EC')).rawData);
  der[der.length - 1] = (der.at(-1) ?? 0) ^ 1;
  return new x509.Pkcs10CertificateRequest(der).toString('pem');
}
