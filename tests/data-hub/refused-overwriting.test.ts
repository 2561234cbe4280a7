/** Services that reject the replacement of a file: in words only, or always. */
import type { Handler } from '../../reference/types.ts';
import { idsWith, runInProcess } from './running.ts';

/** Carries out rejected uploads to paths that exist. */
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

test('the file has the content of the rejected request afterwards', async () => {
  const { results } = await runInProcess(
    {},
    { ASSAY_ALLOW_CREATE: 'all', ASSAY_DEPTH: 'thorough' },
    (handler, service) => (service === 'provider' ? overwriting(handler) : handler),
    'data-hub/cdmi-write/refuses',
  );
  expect(idsWith(results, 'fail')).toEqual(
    ['none', 'empty-token', 'garbage-token'].map((kind) => `cdmi-write/refuses/${kind}`),
  );
  expect(results.residue).toEqual([]);
});

test('the first content does not show that files are replaced', async () => {
  const { verdict } = await runInProcess(
    { variants: ['overwrite-refused'] },
    { ASSAY_ALLOW_CREATE: 'files' },
    undefined,
    'data-hub/cdmi-write/overwrite',
  );
  expect(verdict('cdmi-write/overwrite')).toBe('inconclusive');
});
