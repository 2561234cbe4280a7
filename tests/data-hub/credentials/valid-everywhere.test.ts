/**
 * A token that an interface rejects: a contradiction with 401; otherwise it may lack a permission. Also services that
 * accept any token.
 */
import { instead, json, runInProcess } from '../running.ts';

const ROW = 'token/valid-everywhere';
const NAMED = { ASSAY_ALLOW_CREATE: 'tokens' };

/** Returns the result of a run with a service that responds with a status below a path. */
async function refused(env: Record<string, string>, statuses: Record<string, number>) {
  const around = instead(({ target }) => {
    const [, status] = Object.entries(statuses).find(([path]) => target.startsWith(path)) ?? [];
    return status === undefined ? undefined : json(status, '{}');
  });
  return (await runInProcess({}, env, around, ROW)).result(ROW);
}

test('CDMI refuses all that was asked of it with 403: undecided', async () => {
  expect(await refused(NAMED, { '/cdmi/': 403 })).toMatchObject({
    ...{ verdict: 'inconclusive', blame: 'credential' },
    message: expect.stringMatching(
      /rejected the token in each of its \d+ calls, none with 401: a permission may be missing/,
    ),
  });
});

test('CDMI answers so, and the REST interface of the provider refuses the token with 401: a finding', async () => {
  expect(await refused(NAMED, { '/cdmi/': 403, '/api/v3/provider/': 401 })).toMatchObject({
    verdict: 'fail',
    got: expect.stringContaining('the REST interface of the provider rejected'),
  });
});

test('the provider rejects the token of the identity provider, which is for creating a named one: undecided', async () => {
  expect(await refused({}, { '/cdmi/': 401, '/api/v3/provider/': 401 })).toMatchObject({
    ...{ verdict: 'inconclusive', blame: 'credential' },
    message: expect.stringContaining('set ASSAY_ALLOW_CREATE=tokens, or DATA_HUB_TOKEN'),
  });
});

test('the services accept any token, and several texts may be the named one: rejections are judged with one of them', async () => {
  let valid = '';
  const ran = await runInProcess(
    { variants: ['named-token-hidden-among-texts'] },
    NAMED,
    (handler) => async (request) => {
      const token = request.headers['x-auth-token'];
      valid ||= token ?? '';
      return handler(
        token === undefined ? request : { ...request, headers: { ...request.headers, 'x-auth-token': valid } },
      );
    },
    ['list-spaces/refuses/*', 'cdmi-list/refuses/*'],
  );
  expect(ran.verdict('list-spaces/refuses/garbage-token')).toBe('fail');
  expect(ran.verdict('cdmi-list/refuses/garbage-token')).toBe('fail');
});
