/**
 * A token that an interface rejects: a contradiction with 401; otherwise it may lack a permission. Also services that
 * accept any token.
 */
import { instead, json, runInProcess } from '../running.ts';

const ROW = 'token/valid-everywhere';
const NAMED = { ASSAY_ALLOW_CREATE: 'tokens' };

/** Returns a wrapper that responds with a status below a path. */
const refusing = (statuses: Record<string, number>) =>
  instead(({ target }) => {
    const refused = Object.entries(statuses).find(([path]) => target.startsWith(path));
    return refused && json(refused[1], '{}');
  });

test('CDMI refuses all that was asked of it with 403: undecided', async () => {
  const ran = await runInProcess({}, NAMED, refusing({ '/cdmi/': 403 }), ROW);
  expect(ran.result(ROW)).toMatchObject({ verdict: 'inconclusive', blame: 'credential' });
  expect(ran.result(ROW)?.message).toMatch(
    /rejected the token in each of its \d+ calls, none with 401: a permission may be missing/,
  );
});

test('CDMI answers so, and the REST interface of the provider refuses the token with 401: a finding', async () => {
  const refused = refusing({ '/cdmi/': 403, '/api/v3/provider/': 401 });
  const ran = await runInProcess({}, NAMED, refused, ROW);
  expect(ran.result(ROW)?.verdict).toBe('fail');
  expect(ran.result(ROW)?.got).toContain('the REST interface of the provider rejected');
});

test('the provider rejects the token of the identity provider, which is for creating a named one: undecided', async () => {
  const ran = await runInProcess({}, {}, refusing({ '/cdmi/': 401, '/api/v3/provider/': 401 }), ROW);
  expect(ran.result(ROW)).toMatchObject({ verdict: 'inconclusive', blame: 'credential' });
  expect(ran.result(ROW)?.message).toContain('set ASSAY_ALLOW_CREATE=tokens, or DATA_HUB_TOKEN');
});

test('the services accept any token, and several texts may be the named one: rejections are judged with one of them', async () => {
  let valid = '';
  const ran = await runInProcess(
    { variants: ['named-token-hidden-among-texts'] },
    { ASSAY_ALLOW_CREATE: 'tokens' },
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
