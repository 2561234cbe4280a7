/**
 * References served with the names of a deployment, to clients with fixed paths: with the profile they conform, without
 * it they do not.
 */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'undici';
import { runConformance } from '../../src/index.ts';
import { loadKnownProfile } from '../../src/run/installed/known-profile.ts';
import { temporaryFile } from '../afterwards.ts';
import { SHORT } from '../short.ts';
import { alarms, withVerdict } from '../verdicts.ts';
import { type Settings, served } from './served.ts';

/** Returns a client written for Onedata, with fixed paths. */
async function fixedPaths(settings: Settings, further: Settings) {
  const agent = new Agent({ connect: { ca: readFileSync(settings.DATA_HUB_CA ?? '', 'utf8') } });
  const ask = async (url: string, method: 'GET' | 'POST' = 'GET') => {
    const headers = { 'x-auth-token': further.ACCESS_TOKEN ?? '' };
    const { statusCode, body } = await request(url, { method, dispatcher: agent, headers });
    await body.dump();
    return statusCode;
  };
  const { DATA_HUB_ZONE_URL: zone, DATA_HUB_PROVIDER_URL: provider, DATA_HUB_SPACE_PATH: path } = settings;
  const statuses = [
    await ask(`${zone}/api/v3/onezone/user/effective_spaces/`),
    await ask(`${zone}/api/v3/onezone/spaces/${settings.DATA_HUB_SPACE_ID}`),
    await ask(`${provider}/api/v3/oneprovider/lookup-file-id/${path}`, 'POST'),
    await ask(`${provider}/cdmi/${path}/readme.txt`),
  ];
  await agent.close();
  return statuses;
}

test('a client with the paths of Onedata conforms with its profile', async () => {
  let statuses: number[] = [];
  const ask = async (...given: Parameters<typeof fixedPaths>) => {
    statuses = await fixedPaths(...given);
  };
  const results = await served(['data-hub'], ask, { profile: loadKnownProfile('onedata') });
  expect(statuses).toEqual([200, 200, 200, 200]);
  expect(alarms(results)).toEqual([]);
  expect(results.exitCode).toBe(0);
  const without = await served(['data-hub'], ask);
  expect(statuses).toEqual([404, 404, 404, 200]);
  expect(alarms(without)).toEqual(['warn data-hub/client/known-operation']);
});

/** The names of a profile, by an operation that shows when one is missing. */
const WORDS = {
  transfer: {
    names: {
      identity: { '/whoami': '/v2/caller', Authorization: 'X-Transfer-Authorization', Bearer: '' },
      'list-jobs': { '/jobs': '/v2/transfers', 'list-jobs/vo_name': 'vo' },
      delegation: { '/delegation/{delegation_id}': '/v2/proxies/{delegation_id}/expiry' },
      'submit-job': { 'submission-body/files/checksum': 'digest' },
    },
    fills: { 'transfer/gap/job-status-path': '/v2/one-of/{job_id}' },
  },
  'data-hub': {
    names: {
      'list-spaces': { '/api/v3/zone': '/api/v9/hub', 'X-Auth-Token': 'X-Hub-Token' },
      'upload-file': { 'upload-file/name': 'file' },
      'cdmi-list': { 'cdmi-list/children': 'list' },
      'create-named-token': {
        'named-token-request/caveats': 'limits',
        'named-token-request/caveats/interface': 'via',
      },
      'create-share': { 'share-creation-request/name': 'title' },
      'create-handle': {
        'handle-registration-request/handleServiceId': 'service',
        'handle-registration-request/resourceId': 'target',
        'handle-registration-request/metadata': 'description',
        Location: 'X-Handle',
      },
    },
    identifiers: { 'lookup-file-id': '/result/ref', 'create-share': '/result/ref', 'upload-file': '/result/ref' },
  },
  'ticket-bridge': { names: { TicketCreate: { TicketCreate: 'OpenTicket', Priority: 'Urgency' } } },
};

/** A service that does not know these words ignores them. */
const OPTIONAL = new Set([
  ...['submission-body/files/checksum', 'cdmi-list/children'],
  ...['named-token-request/caveats', 'named-token-request/caveats/interface'],
]);
const FOUND = ['fail', 'warn', 'inconclusive', 'error'] as const;

test.each(Object.entries(WORDS))(
  'a run against %s with the profile finds nothing, one without one of its names does',
  async (of, words) => {
    const given: Record<string, string> = Object.assign({}, ...Object.values(words.names));
    const fileOf = (names: object) => temporaryFile('words.yaml', { profile: 'words', ...words, names });
    await served(
      [of],
      async (settings) => {
        const run = (names: object, only?: string) =>
          runConformance({
            only,
            env: {
              ...settings,
              ...SHORT[of],
              ASSAY_ALLOW_CREATE: 'all',
              ASSAY_PROFILE: fileOf(names),
            },
          });
        const all = await run(given);
        expect(withVerdict(all, ...FOUND)).toEqual([]);
        expect(all).toMatchObject({ exitCode: 0, conclusion: 'conformant' });
        const unnoticed: string[] = [];
        for (const [operation, names] of Object.entries(words.names))
          for (const name of Object.keys(names).filter((one) => !OPTIONAL.has(one))) {
            const others = Object.fromEntries(Object.entries(given).filter(([other]) => other !== name));
            if (withVerdict(await run(others, `${of}/${operation}`), ...FOUND).length === 0) unnoticed.push(name);
          }
        expect(unnoticed).toEqual([]);
      },
      { profile: loadKnownProfile(fileOf(given)) },
    );
  },
);
