/** The published schema of results.json describes what runs write. */
import { startTransferReference } from '../../reference/transfer/start.ts';
import { type Results, runConformance } from '../../src/index.ts';
import { deviationsFrom } from '../published-form.ts';
import { RESULTS } from './fixed-results.ts';

const problems = deviationsFrom('results');

const RUNS: [string, () => Promise<Results>][] = [
  ['no settings', () => runConformance({ env: {} })],
  [
    'nothing that answers',
    () => runConformance({ env: { TRANSFER_URL: 'http://127.0.0.1:1', TRANSFER_TOKEN: 'abcdefgh' } }),
  ],
  [
    'a narrowed run',
    () =>
      runConformance({
        env: {},
        reference: true,
        only: ['transfer/identity', 'ticket-bridge', 'data-hub/list-spaces'],
      }),
  ],
  [
    'a faulty service that does not offer everything',
    async () => {
      const service = await startTransferReference({ fault: 'transfer/job/submit_time@missing' });
      const results = await runConformance({
        env: { ...service.env, ASSAY_ALLOW_CREATE: 'jobs', ASSAY_NOT_OFFERED: 'delegation' },
      });
      await service.close();
      return results;
    },
  ],
];

test.each(RUNS)('%s', async (_, run) => {
  const results = await run();
  expect(problems(results)).toEqual([]);
  expect(Object.values(results.counts).reduce((sum, count) => sum + count, 0)).toBe(results.requirements.length);
});

test('the results that the tests of reports use', () => {
  expect(problems(RESULTS)).toEqual([]);
});

test('a gap that fails is found', () => {
  const requirements = [{ ...RESULTS.requirements[0], basis: 'gap' }];
  expect(problems({ ...RESULTS, requirements })).not.toEqual([]);
});
