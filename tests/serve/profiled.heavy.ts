/** Runs against references served with the names of a deployment: they conform with the profile, and not without it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { runConformance } from '../../src/index.ts';
import { loadKnownProfile } from '../../src/run/installed/known-profile.ts';
import { temporaryFile, temporaryFolder } from '../afterwards.ts';
import { SHORT } from '../short.ts';
import { alarms, withVerdict } from '../verdicts.ts';
import { served } from './served.ts';

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
      'upload-file': { '/api/v3/provider': '/api/v9/store', 'upload-file/name': 'file' },
      'cdmi-list': { '/cdmi': '/objects', 'cdmi-list/children': 'list' },
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
    const out = temporaryFolder();
    const results = await served(
      [of],
      async () => {
        const run = (names: object, only?: string) =>
          runConformance({
            only,
            env: {
              ...parse(readFileSync(join(out, 'client.env'))),
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
      { out, profile: loadKnownProfile(fileOf(given)) },
    );
    // Requests of Assay are no faults of a client.
    expect(alarms(results)).toEqual([]);
    expect(results).toMatchObject({ exitCode: 3, run: { requests: 0 } });
    expect(JSON.stringify(results)).toMatch(/\d+ requests of Assay itself/);
  },
);
