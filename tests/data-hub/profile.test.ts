/** The shipped profile covers a deployment with other names than the document's. */
import { idsWith, runInProcess, withNames } from './running.ts';

test('with the shipped profile of Onedata a deployment with its paths conforms', async () => {
  const paths = { '/api/v3/zone': '/api/v3/onezone', '/api/v3/provider': '/api/v3/oneprovider' };
  const ran = await runInProcess({}, { ASSAY_ALLOW_CREATE: 'all', ASSAY_PROFILE: 'onedata' }, withNames(paths));
  expect(idsWith(ran.results, 'fail', 'warn', 'inconclusive', 'error')).toEqual([]);
  expect(ran.results).toMatchObject({ conclusion: 'conformant', suite: { profile: { name: 'onedata' } } });
  expect(ran.verdict('gap/lookup-file-id-status/as-profile-says')).toBe('pass');
});
