/** Profiles: the contract with the names of a deployment, and its gaps as the deployment fills them. */
import { type Change, JOB } from '../../reference/transfer/operators.ts';
import type { StartedTransferReference } from '../../reference/transfer/start.ts';
import { inDeploymentWords } from '../../src/clients/deployment-words.ts';
import { type Results, runConformance } from '../../src/index.ts';
import { loadProfile } from '../../src/profile/profile.ts';
import { judgeAgain } from '../../src/run/judge-again.ts';
import { temporaryFile, temporaryFolder } from '../afterwards.ts';
import { resultOf, verdictOf, withVerdict } from '../verdicts.ts';
import { creating, SHORT, transferReference } from './deployment.ts';

const profile = (text: string) => temporaryFile('profile.yaml', text);

/** Returns settings that allow all creation, without the status path. */
function settings(started: StartedTransferReference, more: Record<string, string>) {
  const { TRANSFER_JOB_STATUS_PATH: _, ...env } = started.env;
  return creating(env, more);
}

describe('names', () => {
  test('a service that takes tokens under another scheme conforms with a profile that says so, and does not without', async () => {
    const file = profile('profile: a\nnames:\n  Bearer: Token\n');
    const started = await transferReference({ around: inDeploymentWords('transfer', loadProfile(file)) });
    const env = { ...started.env, ...SHORT, TRANSFER_CERT: '' };
    const results = await runConformance({ env: { ...env, ASSAY_PROFILE: file } });
    expect(withVerdict(results, 'fail', 'warn', 'error', 'inconclusive')).toEqual([]);
    expect(verdictOf(results, 'transfer/identity/answers-token')).toBe('pass');
    expect(verdictOf(results, 'transfer/identity/refuses/token-under-another-scheme')).toBe('pass');
    const id = 'transfer/identity/answers-token';
    expect(verdictOf(await runConformance({ env, only: id }), id)).not.toBe('pass');
  });

  test.each(['/jobs/{id}', '/jobs/{job_id}?files=1'])(
    'the status path may have another placeholder, and a query: %s',
    async (path) => {
      const started = await transferReference();
      const file = profile(`profile: a\nfills:\n  transfer/gap/job-status-path: ${path}\n`);
      const results = await runConformance({
        env: settings(started, { ASSAY_PROFILE: file, TRANSFER_CERT: '', ASSAY_ALLOW_CREATE: '' }),
        only: ['transfer/job-status', 'transfer/gap/job-status-path'],
      });
      expect(verdictOf(results, 'transfer/job-status/answers-token')).toBe('pass');
      expect(verdictOf(results, 'transfer/gap/job-status-path/as-profile-says')).toBe('pass');
    },
  );
});

const MEMBERS = 'profile: renaming\nmembers:\n  transfer/job/source_space_token: source_spacetoken\n';
const MEMBER = 'transfer/job/source_space_token';
const row = (results: Results) => resultOf(results, MEMBER);
/** Jobs whose member is named otherwise, or missing. */
const renaming = (own?: string): Change[] => [
  ...(own === undefined
    ? []
    : [
        {
          record: JOB,
          operator: 'members',
          argument: ({ source_space_token }: Record<string, unknown>) => ({ [own]: source_space_token }),
        } as const,
      ]),
  { record: JOB, path: 'source_space_token', operator: 'drop' },
];

test.each([
  [
    'renamed',
    'source_spacetoken',
    'no member source_space_token, but source_spacetoken: "" (renamed by the profile renaming)',
  ],
  ['missing', undefined, 'no member source_space_token, nor source_spacetoken (renamed by the profile renaming)'],
])('a member of a record that is %s is a finding, which says so', async (_, own, got) => {
  const started = await transferReference({ changes: renaming(own) });
  const out = temporaryFolder();
  const env = { ...started.env, ...SHORT, TRANSFER_TOKEN: '', ASSAY_PROFILE: profile(MEMBERS) };
  const results = await runConformance({ env, out, only: MEMBER });
  expect(row(results)).toMatchObject({ verdict: 'fail', got: expect.stringContaining(got) });
  expect(row(await judgeAgain(out))).toEqual(row(results));
});

test('an operation that is not offered with one credential does not apply, with the other it is judged; it is not sent', async () => {
  const started = await transferReference();
  const results = await runConformance({
    env: settings(started, { ASSAY_PROFILE: profile('profile: a\nnotOffered: [list-jobs:token]\n') }),
  });
  const verdicts = ['answers-token', 'answers-certificate', 'refuses/tampered-token', 'refuses/none'].map((what) =>
    verdictOf(results, `transfer/list-jobs/${what}`),
  );
  expect(verdicts).toEqual(['not-applicable', 'pass', 'not-applicable', 'pass']);
  expect(results.target.notOffered).toEqual(['list-jobs:token']);
  expect(results.notices).toEqual([]);
  expect(
    started.reference.log.filter(
      ({ method, target, credential }) => method === 'GET' && target === '/jobs' && credential === 'token',
    ),
  ).toEqual([]);
});
