/** A submission that may have created a job is sent again, and what it may have created is listed. */
import { runConformance } from '../../src/index.ts';
import { redOf } from '../verdicts.ts';
import { creating, transferReference } from './deployment.ts';

test('a plain submission that is answered with 500 once is sent again, and the first is listed', async () => {
  let times = 0;
  const started = await transferReference({
    around: (handler) => (request) =>
      request.method === 'POST' && Buffer.from(request.body).toString().includes('-certificate-plain"') && times++ === 0
        ? Promise.resolve({ status: 500, headers: [], body: Buffer.from('once') })
        : handler(request),
  });
  const results = await runConformance({ env: creating(started.env) });
  expect(times).toBeGreaterThan(0);
  expect(redOf(results)).toEqual([]);
  expect(results.residue).toMatchObject([
    {
      kind: 'jobs',
      why: 'perhaps created: the request that creates it returned 500; search the service for this name',
    },
  ]);
});
