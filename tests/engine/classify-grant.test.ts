/** What a refused grant means: the credential in its body, the address, or the service. */
import { expect, test } from 'vitest';
import { classify } from '../../src/engine/words/classify.ts';
import type { Exchange, Origins } from '../../src/wire/types.ts';
import { exchange } from './exchanges.ts';

const GRANT = {
  method: 'POST',
  url: 'https://login.example.org/token',
  headers: [['content-type', 'application/x-www-form-urlencoded']],
  credential: 'none',
} as const;
const ORIGINS: Origins = {
  'params/realm': [{ from: 'setting', name: 'REALM' }],
  'body/refresh_token': [{ from: 'setting', name: 'REFRESH_TOKEN' }],
  'body/client_id': [{ from: 'setting', name: 'CLIENT_ID' }],
};
const IN_BODY = 'REFRESH_TOKEN (refresh_token), CLIENT_ID (client_id)';

function refused(status: number, text: string, origins = ORIGINS): Exchange {
  return exchange({ status, text, request: GRANT, origins, params: { realm: 'r' } });
}

test.each([
  ['a code of RFC 6749', '{"error":"invalid_grant"}', IN_BODY],
  ['no body', '', IN_BODY],
  ['a body that no token endpoint sends', '{"error":"sorry"}', `${IN_BODY}, REALM (realm "r")`],
])('400 with %s names the settings that it may be', (_, text, settings) => {
  const own = refused(400, text);
  const meaning = classify(own, [own]);
  expect(meaning).toMatchObject({ kind: 'undecided', blame: 'credential' });
  expect(meaning.kind === 'undecided' && meaning.why.split('; check ')[1]).toBe(settings);
});

test('another status is judged as for any request', () => {
  const [bare, own] = [refused(422, '', {}), refused(422, '')];
  expect(classify(bare, [bare])).toMatchObject({ kind: 'contradicted', why: expect.stringContaining('as documented') });
  const meaning = { kind: 'undecided', blame: 'settings', why: expect.stringContaining('REFRESH_TOKEN') };
  expect(classify(own, [own])).toMatchObject(meaning);
});
