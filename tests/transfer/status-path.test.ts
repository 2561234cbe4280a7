/** The path of a job, a setting, may be that of another operation: its responses show it, and no requirement fails. */
import { Deployment } from '../states/deployment.ts';

const deployment = await Deployment.of('transfer');

test.each([
  ['/whoami?job={job_id}', 'the response is not a job object'],
  ['/jobs?job={job_id}', 'the response is a list with other objects than the requested one'],
])('%s', async (path, why) => {
  const { results } = await deployment.run({ TRANSFER_JOB_STATUS_PATH: path }, (_, next) => next());
  expect(results.requirements.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  expect(results.exitCode).toBe(3);
  expect(results.gate[0]).toContain(`transfer: ${why}`);
  expect(results.gate[0]).toContain('check TRANSFER_JOB_STATUS_PATH');
});
