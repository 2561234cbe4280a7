/** Services that reject some requests: the replacement of a file, some names, a share of a shared folder. */
import type { Handler } from '../../reference/types.ts';
import { ALL, idsWith, instead, json, runInProcess } from './running.ts';

/** Returns a handler that carries out rejected uploads to paths that exist. */
const overwriting = (handler: Handler): Handler => {
  const written = new Map<string, Record<string, string>>();
  return async (request) => {
    const response = await handler(request);
    const { method, target, headers } = request;
    if (method !== 'PUT') return response;
    const valid = written.get(target);
    if (response.status < 300) written.set(target, headers);
    else if (response.status === 401 && valid !== undefined) await handler({ ...request, headers: valid });
    return response;
  };
};

test.concurrent('the file has the content of the rejected request afterwards', async () => {
  const { results } = await runInProcess(
    {},
    { ...ALL, ASSAY_DEPTH: 'thorough' },
    (handler, service) => (service === 'provider' ? overwriting(handler) : handler),
    'cdmi-write/refuses',
  );
  expect(idsWith(results, 'fail')).toEqual(
    ['none', 'empty-token', 'garbage-token'].map((kind) => `cdmi-write/refuses/${kind}`),
  );
  expect(results.residue).toEqual([]);
});

test.concurrent('the first content does not show that files are replaced', async () => {
  const { verdict } = await runInProcess(
    { variants: ['overwrite-refused'] },
    { ASSAY_ALLOW_CREATE: 'files' },
    undefined,
    'cdmi-write/overwrite',
  );
  expect(verdict('cdmi-write/overwrite')).toBe('inconclusive');
});

const answering = (status: number, method: string, part: string) =>
  instead((request) =>
    request.method === method && request.target.includes(part) ? json(status, '{"error":"no"}') : undefined,
  );

test.concurrent('a conflict with an earlier share is inconclusive', async () => {
  const { result } = await runInProcess({}, ALL, answering(409, 'POST', '/shares-id/'), 'create-share/answers');
  expect(result('create-share/answers')).toMatchObject({ verdict: 'inconclusive', blame: 'settings' });
});

test.concurrent.each([
  ['one-share-a-folder', 'create-share', 'a directory can have more than one share'],
  ['one-handle-a-user', 'create-handle', 'a user can register more than one handle'],
])('%s: a notice names the second creation, which was rejected', async (variant, operation, what) => {
  const { results } = await runInProcess({ variants: [variant] }, ALL, undefined, [
    operation,
    'lookup-file-id',
    'list-children',
  ]);
  expect(results.exitCode).toBe(0);
  expect(results.notices.join()).toMatch(
    new RegExp(`^data-hub: POST \\S+ \\(${operation}\\) returned 409 .*; the document leaves open whether ${what}`),
  );
});

test.concurrent('a plus sign that is rejected in each name is not unstable', async () => {
  const ids = ['answers', 'path/spaces', 'path/plus'].map((id) => `cdmi-write/${id}`);
  const { verdict } = await runInProcess({}, ALL, answering(400, 'PUT', '%2B'), ids);
  expect(ids.map(verdict)).toEqual(['pass', 'pass', 'inconclusive']);
});

test.concurrent('a plus sign that CDMI rejects in each path does not count against the upload through REST', async () => {
  const reject = instead(({ target }) => (/^\/cdmi\/.*%2B/.test(target) ? json(400, '{"error":"no"}') : undefined));
  const { verdict } = await runInProcess({}, ALL, reject, 'upload-file/name/plus');
  expect(verdict('upload-file/name/plus')).toBe('inconclusive');
});

test.concurrent('500 for a name that was written is a finding', async () => {
  const id = 'lookup-file-id/path/non-ascii';
  const { verdict } = await runInProcess({}, ALL, answering(500, 'POST', '-wi%C3%9F'), id);
  expect(verdict(id)).toBe('fail');
});
