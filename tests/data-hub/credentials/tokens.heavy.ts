/**
 * A token from the settings, and selections with `--only`: omitted requests have a reason, and selected requirements
 * get all requests that they need.
 */
import { randomUUID } from 'node:crypto';
import { createDataHubReference } from '../../../reference/data-hub/index.ts';
import { hostRun } from '../../../src/run/run-conformance.ts';
import { SHORT } from '../../short.ts';
import {
  ALL,
  alarms,
  expectPassed,
  idsWith,
  resultOf,
  runInProcess,
  transportTo,
  URLS,
  withToken,
} from '../running.ts';

/** Runs against a reference with a named token that it did not issue in the run, and settings with this token. */
async function runWithToken(more: Record<string, string>) {
  const reference = createDataHubReference();
  const given = await withToken(reference);
  const env = { ...reference.settings(URLS), ...SHORT['data-hub'], ...given, ...more };
  const { results, conducted } = await hostRun({ env, transport: transportTo(reference), backoffMs: 1 });
  return { results, conducted, token: given.DATA_HUB_TOKEN ?? '' };
}

describe('DATA_HUB_TOKEN', () => {
  test('skips the token flow: its rows are skipped, all others pass', async () => {
    const { results, conducted, token } = await runWithToken(ALL);
    expect(idsWith(results, 'fail', 'warn', 'inconclusive', 'error')).toEqual([]);
    const skipped = idsWith(results, 'skipped').filter((id) => !id.startsWith('gap/'));
    expect(
      skipped.filter((id) => !/^(token-grant|token-response|create-named-token|responses\/json-text)\b/.test(id)),
    ).toEqual([]);
    expect(skipped.length).toBeGreaterThan(12);
    expect(resultOf(results, 'token-grant/answers')?.message).toBe('DATA_HUB_AUTH_URL is not set.');
    expect(resultOf(results, 'create-named-token/answers')?.message).toBe(
      'DATA_HUB_TOKEN is set, so the token flow is skipped; to test it, set a refresh token instead.',
    );
    expect(resultOf(results, 'token/valid-everywhere')?.verdict).toBe('pass');
    expect(JSON.stringify([results, conducted?.judgeables.map(({ recording }) => recording)])).not.toContain(token);
  });

  test('that is refused leaves everything undecided, blame credential, after a few requests', async () => {
    const { results } = await runWithToken({ DATA_HUB_TOKEN: 'MDAxNot-a-token-of-anybody' });
    expect(idsWith(results, 'fail', 'warn', 'pass', 'error')).toEqual([]);
    expect(resultOf(results, 'list-spaces/answers')).toMatchObject({ verdict: 'inconclusive', blame: 'credential' });
    expect(results.run.requests).toBeLessThan(20);
    expect(results.exitCode).toBe(3);
  });
});

test.each(['named-token-short', 'named-token-as-text', 'named-token-macaroon', 'oidc-token-6k'])(
  'a named token appears nowhere: %s',
  async (variant) => {
    const made: string[] = [];
    const ran = await runInProcess({ variants: [variant] }, ALL, (handler) => async (request) => {
      made.push(
        request.headers['x-auth-token'] ?? '',
        new URLSearchParams(Buffer.from(request.body).toString('latin1')).get('refresh_token') ?? '',
      );
      return handler(request);
    });
    const secrets = [...new Set(made)].filter((value) => value.length >= 12 && !value.startsWith('assay-made-up'));
    expect(secrets.length).toBeGreaterThanOrEqual(3);
    const everything = JSON.stringify(
      [ran.results, ran.conducted?.judgeables.map(({ recording }) => recording)],
      (_key, value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value),
    );
    for (const secret of secrets) expect(everything.includes(secret)).toBe(false);
    expect(ran.verdict('create-named-token/usable-token')).toBe('pass');
  },
);

/** Successful responses in place of rejections. */
const ANSWERS: Record<string, () => { text: string; type: string }> = {
  'one page': () => ({ text: '<!DOCTYPE html><title>Sign in</title>', type: 'text/html' }),
  'a page that is new each time': () => ({
    text: `<!DOCTYPE html><title>Sign in</title><p>${randomUUID()}</p>`,
    type: 'text/html',
  }),
  'an address to sign in at': () => ({ text: '{"login":"https://login.example.org/"}', type: 'application/json' }),
  'an error with an identifier': () => ({
    text: JSON.stringify({ error: 'sign in', request: randomUUID() }),
    type: 'application/json',
  }),
};

describe.each(Object.entries(ANSWERS))('where a token is none, and %s is shown with success', (_, answer) => {
  const run = (...variants: string[]) =>
    runInProcess(
      {
        variants,
        changes: [{ operator: 'refuse', argument: () => ({ status: 200, kind: 'refusal', body: answer() }) }],
      },
      ALL,
    );

  test('a text that is none is not taken for a token', async () => {
    const ran = await run('named-token-hidden-among-texts');
    expect(resultOf(ran.results, 'create-named-token/usable-token')?.message).toMatch(
      /\d strings in the response can be the token, and none was accepted where an invalid token was not/,
    );
    expectPassed(ran, 'list-spaces/answers', 'cdmi-list/answers', 'list-spaces/refuses/garbage-token');
  });

  test('and where the other token is good for naming alone, nothing is concluded', async () => {
    const ran = await run('named-token-hidden-among-texts', 'prefixed-token-for-naming-only');
    expect(alarms(ran)).toEqual([]);
    expect(ran.result('list-spaces/answers')).toMatchObject({ verdict: 'inconclusive', blame: 'credential' });
    expect(ran.results.exitCode).toBe(3);
  });

  test('the token itself is taken', async () => {
    const ran = await run();
    expectPassed(ran, 'create-named-token/usable-token', 'token/valid-everywhere');
  });
});

test.each([
  // Among them a token in another place, and a prefixed one, for each way to send none or a wrong one.
  ['cdmi-write/refuses', 33],
  ['create-share/refuses', 20],
  // Each lookup has the path of a file, and every way to write a path is tried with several names.
  ['lookup-file-id/identifies-file', 110],
  // Among them a second share and a second handle, whose details must not be those of the first.
  ['get-handle/speaks-of-handle', 30],
])('a selection of %s is asked with all that it rests on, in fewer than %i requests', async (only, most) => {
  const ran = await runInProcess({}, ALL, undefined, only);
  const selected = ran.results.requirements.filter(({ id }) => id.startsWith(`data-hub/${only}`));
  expect(selected.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(selected.map(({ id }) => `${id} pass`));
  expect(ran.results.run.requests).toBeLessThan(most);
});
