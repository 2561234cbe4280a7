/** A deployment with other words than the document's is covered by a profile of a few lines. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../afterwards.ts';
import { alarms, idsWith, runInProcess } from './running.ts';

const PROFILE = `profile: renamed
names:
  /api/v3/zone: /api/v3/onezone-like
  /api/v3/provider: /api/v3/store
  /cdmi: /objects
  X-Auth-Token: X-Hub-Token
fills:
  data-hub/gap/location-form: an absolute path
`;
const NAMES = {
  header: 'X-Hub-Token',
  pathPrefixes: { '/api/v3/zone': '/api/v3/onezone-like', '/api/v3/provider': '/api/v3/store', '/cdmi': '/objects' },
};

const folder = temporaryFolder();
let profile: string;
beforeAll(async () => {
  profile = join(folder, 'renamed.yaml');
  await writeFile(profile, PROFILE);
});

test('with the profile the renamed deployment conforms, under the ids of the document', async () => {
  const ran = await runInProcess(
    { names: NAMES },
    { ASSAY_ALLOW_CREATE: 'all', ASSAY_PROFILE: profile, DATA_HUB_UPLOAD_BYTES: '1048577' },
  );
  expect(idsWith(ran.results, 'fail', 'warn', 'inconclusive', 'error')).toEqual([]);
  expect(ran.results.conclusion).toBe('conformant');
  expect(ran.results.suite.profile).toMatchObject({ name: 'renamed' });
  expect(ran.verdict('gap/location-form/as-profile-says')).toBe('pass');
  const paths = ran.reference.log.map(({ path }) => path);
  expect(paths.some((path) => path.startsWith('/objects/'))).toBe(true);
  expect(paths.filter((path) => /^\/(cdmi|api\/v3\/(zone|provider))\//.test(path))).toEqual([]);
});

test('with the shipped profile of Onedata a deployment with its paths conforms', async () => {
  const pathPrefixes = { '/api/v3/zone': '/api/v3/onezone', '/api/v3/provider': '/api/v3/oneprovider' };
  const ran = await runInProcess(
    { names: { pathPrefixes } },
    { ASSAY_ALLOW_CREATE: 'all', ASSAY_PROFILE: 'onedata', DATA_HUB_UPLOAD_BYTES: '1048577' },
  );
  expect(idsWith(ran.results, 'fail', 'warn', 'inconclusive', 'error')).toEqual([]);
  expect(ran.results).toMatchObject({ conclusion: 'conformant', suite: { profile: { name: 'onedata' } } });
  expect(ran.verdict('gap/lookup-file-id-status/as-profile-says')).toBe('pass');
});

test('without it nothing is verified, and nothing is held against the deployment', async () => {
  const ran = await runInProcess({ names: NAMES }, { ASSAY_ALLOW_CREATE: 'all' });
  expect(alarms(ran)).toEqual([]);
  expect(ran.verdict('list-spaces/answers')).toBe('inconclusive');
  expect(ran.result('list-spaces/answers')?.blame).toBe('settings');
});
