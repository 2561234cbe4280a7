/** Other names for members of requests, a query parameter, the header Location and the place of identifiers. */
import type { Change } from '../../reference/data-hub/operators.ts';
import { speaking } from '../../reference/other-words.ts';
import { temporaryFile } from '../afterwards.ts';
import { idsWith, runInProcess } from './running.ts';

const NAMES = {
  'upload-file/name': 'file',
  'cdmi-list/children': 'list',
  'named-token-request/caveats': 'limits',
  'named-token-request/caveats/interface': 'via',
  'share-creation-request/name': 'title',
  'handle-registration-request/handleServiceId': 'service',
  'handle-registration-request/resourceId': 'target',
  'handle-registration-request/metadata': 'description',
  Location: 'X-Handle',
};
const IDENTIFIERS = { 'lookup-file-id': '/result/ref', 'create-share': '/result/ref', 'upload-file': '/result/ref' };

/** Puts identifiers after more texts than Assay tries. */
const elsewhere: Change = {
  at: Object.keys(IDENTIFIERS),
  operator: 'set',
  argument: (json) => ({
    ...{ hostId: 'host-1', clusterId: 'cluster-1', poolId: 'pool-1', rackId: 'rack-1' },
    result: { ref: Object.values(json as Record<string, string>)[0] },
  }),
};

async function runWith(profile?: object) {
  const file = temporaryFile('words.yaml', { profile: 'words', ...profile });
  return runInProcess(
    { changes: [elsewhere] },
    { ASSAY_ALLOW_CREATE: 'all', ...(profile && { ASSAY_PROFILE: file }) },
    (handler, service) =>
      service === 'zone'
        ? speaking(
            {
              members: {
                caveats: 'limits',
                'caveats/interface': 'via',
                handleServiceId: 'service',
                resourceId: 'target',
                metadata: 'description',
              },
              responseHeaders: { location: 'X-Handle' },
            },
            handler,
          )
        : service === 'provider'
          ? speaking({ query: { name: 'file', children: 'list' }, members: { name: 'title' } }, handler)
          : handler,
  );
}

test('with the profile it conforms, and the report has the words of both', async () => {
  const ran = await runWith({ names: NAMES, identifiers: IDENTIFIERS });
  expect(idsWith(ran.results, 'fail', 'warn', 'inconclusive', 'error')).toEqual([]);
  expect(ran.results).toMatchObject({
    conclusion: 'conformant',
    suite: { profile: { names: NAMES, identifiers: IDENTIFIERS } },
  });
  expect(ran.result('gap/lookup-file-id-body')?.got).toBe('a JSON object; identifier in /result/ref');
  expect(ran.verdict('create-handle/location')).toBe('pass');
});

test.each([
  ['upload-file/name', 'upload-file/answers', 1],
  ['share-creation-request/name', 'create-share/answers', 1],
  ['handle-registration-request/handleServiceId', 'create-handle/answers', 1],
  ['handle-registration-request/metadata', 'create-handle/answers', 1],
  ['Location', 'create-handle/location', 1],
  ['lookup-file-id', 'list-children/answers', 3],
  // A handle is registered only for a share that was found, so no operation is unanswered.
  ['create-share', 'create-share/identifies-share', 0],
])('without %s it is found out by %s', async (word, row, exitCode) => {
  const without = (all: object) => Object.fromEntries(Object.entries(all).filter(([name]) => name !== word));
  const ran = await runWith({ names: without(NAMES), identifiers: without(IDENTIFIERS) });
  const found = exitCode === 1 ? 'fail' : 'inconclusive';
  expect(ran.results).toMatchObject({ exitCode, conclusion: exitCode === 1 ? 'non-conformant' : 'incomplete' });
  expect(idsWith(ran.results, found)).toContain(row);
});
