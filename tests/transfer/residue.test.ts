/** Jobs whose cancellation succeeds, but does nothing, are residue. */
import { closing } from '../afterwards.ts';
import { Deployment } from '../states/deployment.ts';

const deployment = closing(await Deployment.of('transfer'));

test.each([
  ['does nothing', false],
  ['cancels', true],
])('a cancellation that %s', async (_, works) => {
  const { results } = await deployment.run(
    { ASSAY_ALLOW_CREATE: 'jobs', TRANSFER_CANCEL_WAIT_MS: '200' },
    async ({ operation }, next) =>
      operation === 'cancel-job' && !works ? { status: 200, headers: [], body: Buffer.from('{}') } : next(),
    ['transfer/cancel-job/leaves-a-trace'],
  );
  expect(results.requirements.find(({ id }) => id === 'transfer/cancel-job/leaves-a-trace')?.verdict).toBe(
    works ? 'pass' : 'fail',
  );
  const whys = new Set(results.residue.map(({ why }) => why));
  expect([...whys]).toEqual(works ? [] : ['it was cancelled, but a cancelled job was still under way afterwards']);
});
