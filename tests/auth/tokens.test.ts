import { CompactSign, compactVerify, decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose';
import { makeInvalidTokens, tokenProblems, tokenSecrets } from '../../src/auth/tokens.ts';
import type { InvalidCredential } from '../../src/auth/types.ts';

const KINDS = ['empty-token', 'garbage-token', 'foreign-token', 'tampered-token', 'unsigned-token'];
const CLAIMS = { sub: 'ada', scope: 'storage.read:/ openid', iss: 'https://login.example.org' };
const keys = await generateKeyPair('RS256', { extractable: true });
const token = await new SignJWT(CLAIMS)
  .setProtectedHeader({ alg: 'RS256', kid: 'k1', typ: 'at+jwt' })
  .setExpirationTime('1h')
  .sign(keys.privateKey);

const textOf = (bad: InvalidCredential | undefined) => {
  if (bad === undefined || !('credential' in bad)) throw new Error(`was not made: ${JSON.stringify(bad)}`);
  return bad.credential.headers?.[0]?.[1].replace(/^Bearer /, '') ?? '';
};
/** Invalid tokens that are nearly valid. */
const nearlyValid = async (good: string | undefined) => {
  const { credentials, secrets } = await makeInvalidTokens(good);
  return { credentials: credentials.filter(({ kind }) => /token~/.test(kind)), secrets };
};
const named = (made: readonly InvalidCredential[], kind: string) => made.find((bad) => bad.kind === kind);
/** Returns the invalid token of this kind. */
const invalid = async (good: string, kind: string) => textOf(named((await makeInvalidTokens(good)).credentials, kind));

const signedBy = async (alg: string, header: object = {}) => {
  const key = alg === 'HS256' ? new Uint8Array(32).fill(7) : (await generateKeyPair(alg)).privateKey;
  return new SignJWT(CLAIMS).setProtectedHeader({ alg, ...header }).sign(key);
};

describe('invalid tokens of a JWT', () => {
  it('are of five kinds, none of which verifies', async () => {
    const { credentials } = await makeInvalidTokens(token);
    expect(credentials.map(({ kind }) => kind).filter((kind) => !kind.includes('~'))).toEqual(KINDS);
    for (const bad of credentials) {
      await expect(compactVerify(textOf(bad), keys.publicKey), bad.kind).rejects.toThrow();
    }
  });

  it.each(['ES384', 'HS256', 'EdDSA'])('the foreign one keeps header and claims (%s)', async (alg) => {
    const good = await signedBy(alg, { kid: 'k1' });
    const foreign = await invalid(good, 'foreign-token');
    expect(decodeProtectedHeader(foreign)).toEqual({ alg, kid: 'k1' });
    expect(foreign.split('.')[1]).toBe(good.split('.')[1]);
    expect(foreign).not.toBe(good);
  });

  it('the foreign one is made where the algorithm is not known', async () => {
    const header = Buffer.from(JSON.stringify({ alg: 'XX999', kid: 'k1', crit: ['odd'], odd: true })).toString(
      'base64url',
    );
    const foreign = await invalid(`${header}.${token.split('.')[1]}.AAAA`, 'foreign-token');
    expect(decodeProtectedHeader(foreign)).toEqual({ alg: 'ES256', kid: 'k1' });
    expect(decodeJwt(foreign)).toMatchObject(CLAIMS);
  });

  it('the tampered one differs in one decoded byte of the signature', async () => {
    const tampered = await invalid(token, 'tampered-token');
    expect(tampered.split('.').slice(0, 2)).toEqual(token.split('.').slice(0, 2));
    const [before, after] = [token, tampered].map((text) => Buffer.from(text.split('.')[2] ?? '', 'base64url'));
    expect(after).toHaveLength(before?.length ?? 0);
    expect([...(before ?? [])].filter((byte, index) => byte !== after?.[index])).toHaveLength(1);
  });

  it('the unsigned one says algorithm none and has no signature', async () => {
    const unsigned = await invalid(token, 'unsigned-token');
    expect(decodeProtectedHeader(unsigned)).toEqual({ alg: 'none', kid: 'k1', typ: 'at+jwt' });
    expect(unsigned.endsWith('.')).toBe(true);
    expect(unsigned.split('.')[1]).toBe(token.split('.')[1]);
  });
});

it.each([
  ['an opaque token', 'MDAxY2xvY2F0aW9u', 'Needs a signed JWT; the configured token is not a JWT.'],
  ['no token', undefined, 'Needs a token.'],
  ['something with two dots', 'a.b.c', 'Needs a signed JWT; the configured token is not a JWT.'],
])('invalid tokens without a JWT: %s: the reason is given for each that cannot be made', async (_what, opaque, why) => {
  const { credentials } = await makeInvalidTokens(opaque);
  expect(named(credentials, 'tampered-token')).toEqual({ kind: 'tampered-token', cannot: why });
  expect(named(credentials, 'unsigned-token')).toEqual({ kind: 'unsigned-token', cannot: why });
  expect(textOf(named(credentials, 'empty-token'))).toBe('');
  expect(decodeJwt(textOf(named(credentials, 'foreign-token')))).toMatchObject({ sub: 'stranger' });
});

describe('properties of a token that are known beforehand', () => {
  const now = new Date('2026-05-01T12:00:00Z');
  const signed = (claims: object) =>
    new CompactSign(Buffer.from(JSON.stringify(claims))).setProtectedHeader({ alg: 'RS256' }).sign(keys.privateKey);

  it('says that it expired, or is not valid yet', async () => {
    expect(tokenProblems(await signed({ exp: now.getTime() / 1000 - 60 }), now, 'TRANSFER_TOKEN')).toEqual([
      'TRANSFER_TOKEN expired on 2026-05-01 11:59:00 UTC.',
    ]);
    expect(tokenProblems(await signed({ nbf: now.getTime() / 1000 + 60 }), now)).toEqual([
      'The access token is not valid before 2026-05-01 12:01:00 UTC. If that time has passed, the clock of this machine is behind.',
    ]);
  });

  it('names the parts that must not be shown', () => {
    expect(tokenSecrets(token)).toEqual([token, token.split('.')[1], token.split('.')[2]]);
    expect(tokenSecrets('opaque')).toEqual(['opaque']);
  });
});

describe('nearly valid tokens', () => {
  it('of a JWT are all different, do not verify, and stay with their kind', async () => {
    const { credentials, secrets } = await nearlyValid(token);
    const texts = credentials.map(textOf);
    expect(new Set([token, ...texts]).size).toBe(1 + 9);
    for (const bad of credentials) {
      await expect(compactVerify(textOf(bad), keys.publicKey), bad.kind).rejects.toThrow();
      expect(bad.kind).toMatch(/^(?:tampered|garbage)-token~[a-z-]+$/);
    }
    for (const secret of [...texts, token.split('.')[2]]) expect(secrets).toContain(secret);
  });

  it.each(['ES384', 'HS256'])('differ in their bytes, not in bits without meaning (%s)', async (alg) => {
    const good = await signedBy(alg);
    const bytes = (text: string) =>
      text
        .split('.')
        .map((part) => Buffer.from(part, 'base64url').toString('hex'))
        .join('.');
    for (const bad of (await nearlyValid(good)).credentials) expect(bytes(textOf(bad)), bad.kind).not.toBe(bytes(good));
  });

  it('of an opaque one change nothing that may have no meaning', async () => {
    const kinds = async (text?: string) => (await nearlyValid(text)).credentials.map(({ kind }) => kind.split('~')[1]);
    const always = [
      'the-valid-one-after-a-character',
      'the-valid-one-without-its-first-character',
      'the-first-half-of-the-valid-one',
    ];
    expect(await kinds('MDAxabcdefghijkl')).toEqual([
      'the-valid-one-in-other-case',
      ...always,
      'the-valid-one-with-more-characters',
    ]);
    expect(await kinds('0123456789abcde=')).toEqual(always);
    expect(await kinds('short')).toEqual([]);
    expect(await kinds()).toEqual([]);
  });

  it('a token where the document specifies none is not a credential', async () => {
    const { credentials } = await makeInvalidTokens(token, { header: 'X-Auth-Token' }, { prefix: 'idp' });
    expect(textOf(named(credentials, 'foreign-token'))).toMatch(/^idp:ey/);
    const places = credentials.flatMap((bad) => (bad.kind.startsWith('none~') && 'credential' in bad ? [bad] : []));
    expect(places.map(({ credential: { headers, query } }) => headers?.[0]?.[0] ?? query?.split('=')[0])).toEqual([
      ...['Authorization', 'Cookie', 'access_token'],
      // The valid one.
      ...['Cookie', 'access_token'],
    ]);
  });
});
