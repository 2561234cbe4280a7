/** What a shell makes of a valid token is what a run makes of it. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { makeNearlyValidTokens } from '../../src/auth/tokens.ts';
import { invalidCertificate, invalidToken } from '../../src/engine/repeat/invalid-credential.ts';

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const JWT = `${part({ alg: 'RS256' })}.${part({ sub: 'someone' })}.${Buffer.from('a signature of sorts').toString('base64url')}`;
const OPAQUE = 'Opaque-0123456789-of-32-characters';
/** Made otherwise than in a run: any other header, payload or signature does. */
const OTHERWISE = /changed-|tampered/;

/** What `BAD_TOKEN` is after the commands. */
function madeInShell(credential: string, token: string): string {
  const commands = invalidToken(credential, token === '' ? undefined : 'A_TOKEN')?.commands ?? '';
  const { stdout, stderr } = spawnSync('sh', ['-c', `${commands}; printf %s "$BAD_TOKEN"`], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, A_TOKEN: token },
  });
  expect(stderr).toBe('');
  return stdout;
}

test.each([JWT, OPAQUE])('a nearly valid token: %s', (token) => {
  const made = makeNearlyValidTokens(token).credentials.flatMap((one) => ('credential' in one ? [one] : []));
  expect(made.length).toBeGreaterThan(3);
  for (const { kind, credential } of made) {
    const sent = credential.headers?.[0]?.[1].replace('Bearer ', '');
    const same = madeInShell(kind, token);
    if (OTHERWISE.test(kind)) {
      expect(same.split('.'), kind).toHaveLength(3);
      expect(same, kind).not.toBe(token);
    } else expect(same, kind).toBe(sent);
  }
});

test('a token that is not configured, and credentials that no command can make', () => {
  expect(invalidToken('garbage-token', undefined)).toEqual({
    variable: 'BAD_TOKEN',
    commands: 'BAD_TOKEN="garbage-made-by-hand"',
    needs: [],
  });
  expect(madeInShell('foreign-token', '')).toMatch(/^eyJhbGciOiJSUzI1NiJ9\.eyJzdWIiOiJzdHJhbmdlciJ9\.[\w-]{300,}$/);
  expect(invalidToken('foreign-token', undefined)?.commands).toMatch(/^STRANGER=/);
  expect(invalidToken('tampered-token', undefined)).toBeUndefined();
  expect(invalidToken('prefixed-garbage-token', 'A_TOKEN')).toBeUndefined();
  expect(invalidCertificate('expired-proxy', 'A_CERT')).toBeUndefined();
  expect(invalidCertificate('foreign-certificate', undefined)).toBeUndefined();
});
