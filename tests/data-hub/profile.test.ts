/** A short profile covers a deployment with other names than the document's. */
import { loadProfile } from '../../src/profile/profile.ts';
import { temporaryFile } from '../afterwards.ts';
import { alarms, idsWith, runInProcess, withNames } from './running.ts';

const names = {
  '/api/v3/zone': '/api/v3/onezone-like',
  '/api/v3/provider': '/api/v3/store',
  '/cdmi': '/objects',
  'X-Auth-Token': 'X-Hub-Token',
};
const profile = temporaryFile('renamed.yaml', {
  profile: 'renamed',
  names,
  fills: { 'data-hub/gap/location-form': 'an absolute path' },
});
const renamed = withNames(names);

test('with the profile the renamed deployment conforms, under the ids of the document', async () => {
  const paths: string[] = [];
  const ran = await runInProcess({}, { ASSAY_ALLOW_CREATE: 'all', ASSAY_PROFILE: profile }, (handler) => {
    const inner = renamed(handler);
    return (request) => {
      paths.push(request.target);
      return inner(request);
    };
  });
  expect(idsWith(ran.results, 'fail', 'warn', 'inconclusive', 'error')).toEqual([]);
  expect(ran.results.conclusion).toBe('conformant');
  expect(ran.results.suite.profile).toMatchObject({ name: 'renamed', digest: loadProfile(profile).digest });
  expect(ran.verdict('gap/location-form/as-profile-says')).toBe('pass');
  expect(paths.some((path) => path.startsWith('/objects/'))).toBe(true);
  expect(paths.filter((path) => /^\/(cdmi|api\/v3\/(zone|provider))\//.test(path))).toEqual([]);
});

test('with the shipped profile of Onedata a deployment with its paths conforms', async () => {
  const paths = { '/api/v3/zone': '/api/v3/onezone', '/api/v3/provider': '/api/v3/oneprovider' };
  const ran = await runInProcess({}, { ASSAY_ALLOW_CREATE: 'all', ASSAY_PROFILE: 'onedata' }, withNames(paths));
  expect(idsWith(ran.results, 'fail', 'warn', 'inconclusive', 'error')).toEqual([]);
  expect(ran.results).toMatchObject({ conclusion: 'conformant', suite: { profile: { name: 'onedata' } } });
  expect(ran.verdict('gap/lookup-file-id-status/as-profile-says')).toBe('pass');
});

test('without it nothing is verified, and nothing is held against the deployment', async () => {
  const ran = await runInProcess({}, {}, renamed, 'data-hub/list-spaces');
  expect(alarms(ran)).toEqual([]);
  expect(ran.verdict('list-spaces/answers')).toBe('inconclusive');
  expect(ran.result('list-spaces/answers')?.blame).toBe('settings');
});
