/** Services that return identifiers which may mean another object or address: they are not sent. */
import { ALL, changing, idsWith, json, runInProcess } from './running.ts';

const ODD = '..';
const WHY = 'has a segment that leads to another path';

/** Operations whose requests need the identifiers. */
const NEEDING = ['list-children', 'create-share', 'get-share', 'create-handle'].map((name) => `${name}/**`);

/** Returns one identifier for each request that matches. */
const answering = (matches: RegExp, member: string, id: string) =>
  changing((response, { method, target }) =>
    response.status < 300 && matches.test(`${method} ${target}`)
      ? json(response.status, JSON.stringify({ [member]: id }))
      : response,
  );

test.concurrent('an odd identifier of a file: nothing is sent with it, and what needs it names it', async () => {
  const ran = await runInProcess({}, ALL, answering(/^POST .*\/lookup-file-id\//, 'fileId', ODD), NEEDING);
  expect(ran.reference.log.filter(({ path }) => /\/provider\/(?:data|shares-id)\//.test(path))).toEqual([]);
  expect(ran.result('list-children/answers')).toMatchObject({
    verdict: 'inconclusive',
    blame: 'target',
    message: expect.stringContaining(`of dir_id ${WHY}`),
  });
  expect(ran.result('create-share/answers')?.message).toContain(`of dir_id ${WHY}`);
  expect(idsWith(ran.results, 'error')).toEqual([]);
  expect(ran.results.residue.filter(({ kind }) => kind !== 'tokens')).toEqual([]);
});

test.concurrent('an odd identifier of a share: no handle is registered for it', async () => {
  const ran = await runInProcess(
    {},
    { ...ALL, DATA_HUB_SHARE_ID: '' },
    answering(/^POST .*\/shares-id\//, 'shareId', ODD),
    NEEDING,
  );
  expect(ran.reference.log.filter(({ path }) => /\/zone\/shares\//.test(path))).toEqual([]);
  expect(ran.reference.log.filter(({ method, path }) => method === 'POST' && path.endsWith('/user/handles'))).toEqual(
    [],
  );
  expect(ran.result('get-share/answers')?.message).toContain(`of share_id ${WHY}`);
  expect(ran.result('create-handle/answers')?.message).toContain(`of share_id ${WHY}`);
  expect(ran.results.residue.map(({ kind }) => kind)).toContain('shares');
});

test.concurrent('a page in place of a share has no identifier: no share is read with a word of it', async () => {
  const page = '<html><head><title>Maintenance</title></head><body>We are back soon</body></html>';
  const ran = await runInProcess(
    {},
    { ...ALL, DATA_HUB_SHARE_ID: '' },
    (handler) => async (request) =>
      request.target.includes('/shares-id/')
        ? { status: 200, headers: [['Content-Type', 'text/html']], body: Buffer.from(page) }
        : handler(request),
    NEEDING,
  );
  expect(ran.reference.log.filter(({ path }) => path.includes('/shares/'))).toEqual([]);
});

test.concurrent('500 for an unknown identifier does not contradict the content', async () => {
  const around: Parameters<typeof runInProcess>[2] = (handler, service) =>
    service !== 'provider'
      ? handler
      : async (request) => {
          const target = decodeURIComponent(request.target);
          if (/\/data\/u-77\//.test(target)) return json(500, '{"error":"malformed guid"}');
          if (/lookup-file-id\/.*-rb?-/.test(target)) return json(404, '{"error":"not found"}');
          const response = await handler(request);
          return request.method === 'POST' && /\/data\/[^/]+\/children/.test(target) && response.status < 300
            ? json(response.status, '{"uploadId":"u-77"}')
            : response;
        };
  const ran = await runInProcess({}, ALL, around, ['upload-file/**', 'read-content/**', 'cdmi-*/**']);
  expect(idsWith(ran.results, 'fail')).toEqual([]);
  expect(ran.result('upload-file/read-back/text')?.verdict).toBe('inconclusive');
});
