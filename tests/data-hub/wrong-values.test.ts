/** Wrong settings to which the service responds unusually, and rejections with 200: each message names the cause. */
import type { Handler } from '../../reference/types.ts';
import { withVerdict } from '../verdicts.ts';
import { ALL, changing, instead, json, runInProcess, URLS } from './running.ts';

const FILE = 'assay-space/archive/other.txt';

test.concurrent('a file as DATA_HUB_SPACE_PATH that a service lists like a folder: no finding, and the setting is named', async () => {
  const ofFile = /^(\/cdmi|\/api\/v3\/provider\/files)(\/.*)\/other\.txt\/(\?|$)/;
  const lists = (handler: Handler): Handler => {
    return async (request) => {
      const target = decodeURIComponent(request.target);
      return handler(ofFile.test(target) ? { ...request, target: target.replace(ofFile, '$1$2/$3') } : request);
    };
  };
  const { results, result } = await runInProcess({}, { ...ALL, DATA_HUB_SPACE_PATH: FILE }, lists);
  expect(withVerdict(results, 'fail')).toEqual([]);
  expect(results.exitCode).toBe(3);
  expect(result('lookup-file-id/identifies-folder')).toMatchObject({
    verdict: 'inconclusive',
    blame: 'settings',
    message: expect.stringContaining('check DATA_HUB_SPACE_PATH'),
  });
});

test.concurrent('a file as DATA_HUB_SPACE_PATH of which a service makes a share: rejected uploads are no finding', async () => {
  const shares = instead(({ method, target }) =>
    method === 'POST' && target.includes('/shares-id/') ? json(201, '{"shareId":"e51f14bb1b1a4a30"}') : undefined,
  );
  const only = ['create-share', 'cdmi-write', 'upload-file'].map((name) => `${name}/answers`);
  const { result } = await runInProcess({}, { ...ALL, DATA_HUB_SPACE_PATH: FILE }, shares, only);
  expect(result('create-share/answers')).toMatchObject({ verdict: 'pass' });
  for (const operation of ['cdmi-write', 'upload-file'])
    expect(result(`${operation}/answers`)).toMatchObject({
      ...{ verdict: 'inconclusive', blame: 'settings' },
      message: expect.stringContaining('check DATA_HUB_SPACE_PATH'),
    });
});

test.concurrent('an absent folder: no part of the service is said to be lacking, and what could not be tried follows from it', async () => {
  const none = instead(({ method, target }) =>
    method === 'GET' && target.endsWith('/zone/user/handles') ? json(200, '{"handles":[]}') : undefined,
  );
  const env = { ...ALL, DATA_HUB_SPACE_PATH: 'assay-space/no-such-folder' };
  const { results, result } = await runInProcess({}, env, none);
  expect(results.notices.filter((notice) => notice.includes('ASSAY_NOT_OFFERED'))).toEqual([]);
  expect(result('get-handle/answers')).toMatchObject({
    blame: 'settings',
    message: expect.stringContaining('check DATA_HUB_SPACE_PATH'),
  });
});

test.concurrent('another space in DATA_HUB_SPACE_ID than in DATA_HUB_SPACE_PATH, which the provider does not have', async () => {
  const absent = instead(({ target }) => (target.includes('/changes/metadata/') ? json(404, '{}') : undefined));
  const only = ['get-space', 'subscribe-changes'].map((name) => `${name}/answers`);
  const { result } = await runInProcess({}, { DATA_HUB_SPACE_PATH: 'other-space' }, absent, only);
  expect(result('get-space/answers')).toMatchObject({ verdict: 'pass' });
  expect(result('subscribe-changes/answers')).toMatchObject({
    ...{ verdict: 'inconclusive', blame: 'settings' },
    message: expect.stringContaining('check DATA_HUB_SPACE_ID'),
  });
});

test.concurrent('an identity provider whose address answers 401 to everything: its setting is among those to check', async () => {
  const around = instead(({ target }) => (target.includes('/openid-connect/token') ? json(401, '{}') : undefined));
  const { results } = await runInProcess({}, { DATA_HUB_AUTH_URL: URLS.zone }, around, 'token-grant');
  expect(results.gate[0]).toContain('DATA_HUB_AUTH_URL');
});

test.concurrent('an administrator who reads a space without being its member: the list of spaces may be empty', async () => {
  const around = instead(({ target }) => {
    if (target.endsWith('/user/effective_spaces/')) return json(200, '{"spaces":[]}');
    return /^\/(cdmi|api\/v3\/provider)\//.test(target) ? json(403, '{"error":"forbidden"}') : undefined;
  });
  const { result } = await runInProcess({}, ALL, around, '*-space*/**');
  expect(result('get-space/answers')).toMatchObject({ verdict: 'pass' });
  expect(result('list-spaces/not-empty')).toMatchObject({ verdict: 'inconclusive', blame: 'document' });
});

test.concurrent('a list with a blank body: what rests on it blames the service', async () => {
  const around = changing((response, { target }) =>
    response.status === 200 && target.endsWith('/zone/user/handle_services') ? json(200, ' ') : response,
  );
  const { results } = await runInProcess({}, {}, around, 'list-handle-services/**');
  const open = results.requirements.filter(
    ({ id, verdict }) => id.includes('-services/') && verdict === 'inconclusive',
  );
  expect(open.map(({ id, blame }) => [id.split('/')[2], blame])).toEqual([
    ['identifiers-work', 'target'],
    ['holds-handle-service', 'target'],
  ]);
});

test.concurrent('permissions to read files and to create shares are missing: what rests on those blames the credential', async () => {
  const around = changing((response, { method, target }) => {
    const lacks = /^(GET \/cdmi\/.*[^/]$|POST .*\/shares-id\/)/.test(`${method} ${target}`);
    return lacks && response.status < 300 ? json(403, '{"error":"forbidden"}') : response;
  });
  const env = { ...ALL, DATA_HUB_SHARE_ID: '' };
  const ids = ['cdmi-read/refuses/none', 'create-handle/answers', 'upload-file/name/spaces'];
  const { result } = await runInProcess({}, env, around, ids);
  for (const id of ids)
    expect([id, result(id)?.verdict, result(id)?.blame]).toEqual([id, 'inconclusive', 'credential']);
});

test.concurrent('a list that has contained the space is one of identifiers: without the space it is a warning', async () => {
  let lists = 0;
  const later = changing((response, { target }) => {
    const isList = response.status < 300 && target.includes('/effective_spaces');
    return isList && ++lists > 2 ? { ...response, body: Buffer.from('{"spaces":["0a0b0c0d0e0f"]}') } : response;
  });
  const ran = await runInProcess({}, ALL, later);
  expect(ran.verdict('list-spaces/holds-space')).toBe('warn');
});

test.concurrent('a new file of which one reading gave other content: reading it again does not hide it', async () => {
  let readings = 0;
  const once = changing((response, { target }) => {
    const isFirst = target.endsWith('/content') && response.status === 200 && readings++ === 0;
    return isFirst && response.body instanceof Uint8Array
      ? { ...response, body: Buffer.from(response.body).fill('x', 5, 9) }
      : response;
  });
  const { results } = await runInProcess({}, ALL, once, ['upload-file/read-back', 'cdmi-write/read-back']);
  expect(withVerdict(results, 'fail').some(({ id }) => id.includes('/read-back'))).toBe(true);
});

test.concurrent.each([413, 500])(
  'a quota that is exhausted during the run (%i): exit code 3, which quotes the service',
  async (status) => {
    let uploads = 0;
    const full = instead(({ method, target }) => {
      const isUpload = (method === 'PUT' || /\/children\?name=/.test(target)) && ++uploads > 25;
      return isUpload ? json(status, '{"error":"The quota is exhausted."}') : undefined;
    });
    const { results } = await runInProcess({}, ALL, full, ['cdmi-write', 'upload-file']);
    expect(withVerdict(results, 'fail')).toEqual([]);
    expect(results.exitCode).toBe(3);
    expect(results.gate?.join()).toContain('The quota is exhausted.');
  },
);
