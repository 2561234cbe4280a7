/**
 * The last request of a lane shows whether the service works: it uses neither a failed operation nor one that is not
 * offered.
 */
import { closing } from '../afterwards.ts';
import { Deployment } from '../states/deployment.ts';

const deployment = closing(await Deployment.of('transfer'));

test.each([
  ['list-jobs', {}],
  ['identity', { ASSAY_NOT_OFFERED: 'list-jobs' }],
])('after a failed identity check: %s', async (last, env) => {
  const { results, judgeables } = await deployment.run(
    env,
    async ({ operation }, next) => {
      const response = await next();
      return operation === 'identity' ? { ...response, status: 404 } : response;
    },
    ['transfer/identity', 'transfer/list-jobs'],
  );
  const closing = judgeables.flatMap(({ recording }) => recording.exchanges.filter((one) => one.purpose === 'closing'));
  const after = closing.filter(({ probe }) => probe === 'closing').map(({ operation }) => operation);
  expect(new Set(after)).toEqual(new Set([last]));
  expect(results.exitCode).not.toBe(0);
});

test('a notice that no requirement failed because of some requests names no request that fails like those of a finding', async () => {
  const { results } = await deployment.run(
    {},
    async ({ operation }, next) => ({ ...(await next()), ...(operation === 'job-status' && { status: 500 }) }),
    ['transfer/identity', 'transfer/job-status', 'transfer/list-jobs'],
  );
  expect(results.exitCode).toBe(1);
  expect(results.notices.filter((notice) => notice.includes('No requirement failed'))).toEqual([]);
});
