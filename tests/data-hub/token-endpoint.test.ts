/** Token endpoints that answer otherwise than the reference: refusals without a body, one-time refresh tokens. */
import { expect, test } from 'vitest';
import type { Handler } from '../../reference/types.ts';
import { idsWith, runInProcess } from './running.ts';

const ONLY = 'data-hub/token-grant/**';

/** Every refusal of a grant is a bare 400. */
const bareRefusals = (handler: Handler, service: string): Handler =>
  service === 'auth'
    ? async (request) => {
        const answer = await handler(request);
        return answer.status < 400 ? answer : { status: 400, headers: [], body: Buffer.from('') };
      }
    : handler;

test('refusals with an empty body refuse', async () => {
  const ran = await runInProcess({}, {}, bareRefusals, ONLY);
  expect(idsWith(ran.results, 'fail', 'warn', 'error')).toEqual([]);
  for (const kind of ['wrong-refresh-token', 'no-refresh-token', 'unknown-client', 'unknown-grant-type'])
    expect(ran.verdict(`token-grant/refuses-${kind}`)).toBe('pass');
  expect(ran.results.notices).toEqual([]);
});

test.each([
  ['a dead refresh token', { DATA_HUB_AUTH_REFRESH_TOKEN: 'dead-since-it-was-spent-before' }],
  ['a client that is not known', { DATA_HUB_AUTH_CLIENT_ID: 'somebody-else' }],
])('%s: the advice names both settings that it may be, and no other', async (_, env) => {
  const ran = await runInProcess({}, env, bareRefusals, ONLY);
  expect(idsWith(ran.results, 'fail', 'warn', 'error')).toEqual([]);
  const { verdict, blame, message = '' } = ran.result('token-grant/answers') ?? {};
  expect([verdict, blame, ran.results.exitCode]).toEqual(['inconclusive', 'credential', 3]);
  expect(message.match(/DATA_HUB_\w+/g)).toEqual(['DATA_HUB_AUTH_CLIENT_ID', 'DATA_HUB_AUTH_REFRESH_TOKEN']);
  expect(ran.results.notices).toEqual([]);
});
