/** A rejected cancellation that takes effect shows also where jobs that no one cancels move on meanwhile. */
import { Deployment } from '../states/deployment.ts';

const REQUIREMENT = 'transfer/cancel-job/refuses/none';

test.each([
  ['takes effect', new RegExp(`^${REQUIREMENT}@refused-but-done$`), 'fail'],
  ['has no effect', /^$/, 'pass'],
])('a rejected cancellation that %s', async (_, fault, verdict) => {
  const deployment = await Deployment.of('transfer', fault);
  let readings = 0;
  const { results } = await deployment.run(
    {},
    async ({ operation }, next) => {
      const response = await next();
      if (operation !== 'job-status' || typeof response.body === 'function') return response;
      readings += 1;
      const text = Buffer.from(response.body).toString();
      return {
        ...response,
        body: Buffer.from(text.replace(/"job_state": ?"SUBMITTED"/, `"job_state":"STEP_${readings}"`)),
      };
    },
    ['transfer/cancel-job'],
  );
  expect(readings).toBeGreaterThan(0);
  expect(results.requirements.find(({ id }) => id === REQUIREMENT)).toMatchObject({ verdict });
});
