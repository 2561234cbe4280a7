/** The path of a job, a setting, may be that of another operation: its responses show it, and no requirement fails. */
import type { ReferenceResponse } from '../../reference/types.ts';
import { Deployment } from '../states/deployment.ts';

/** What everyone may read. */
const PAGE: ReferenceResponse = {
  status: 200,
  headers: [['content-type', 'application/json']],
  body: Buffer.from('{"ok":true}'),
};

const deployment = await Deployment.of('transfer');

test.each([
  ['/whoami?job={job_id}', 'that meets at most one in 10 requirements on a job object'],
  ['/jobs?job={job_id}', 'a list without the requested object'],
  ['/public/{job_id}', 'that meets at most one in 10 requirements on a job object'],
])('%s', async (path, why) => {
  const { results } = await deployment.run({ TRANSFER_JOB_STATUS_PATH: path }, ({ path: asked }, next) =>
    asked.startsWith('/public/') ? Promise.resolve(PAGE) : next(),
  );
  expect(results.requirements.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  expect(results.exitCode).toBe(3);
  expect(results.gate[0]).toContain(why);
  expect(results.gate[0]).toContain('check TRANSFER_JOB_STATUS_PATH');
});

test('if the path also returns jobs, other responses are wrong', async () => {
  let read = 0;
  const { results } = await deployment.run({ ASSAY_ALLOW_CREATE: 'jobs' }, ({ operation }, next) =>
    operation === 'job-status' && ++read % 3 === 0 ? Promise.resolve(PAGE) : next(),
  );
  expect(results.exitCode).toBe(1);
  expect(results.requirements.find(({ id }) => id === 'transfer/job/job_id')).toMatchObject({ verdict: 'fail' });
});
