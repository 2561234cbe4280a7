/** The jobs of a run are cancelled, also those of rejected submissions. If that does nothing, they are residue. */
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

test('a job that a rejected submission created is cancelled', async () => {
  const creating = closing(await Deployment.of('transfer', /submit-job\/refuses\/garbage-token@refused-but-done/));
  const shown = new Set<string>();
  const { asked, results } = await creating.run({ ASSAY_ALLOW_CREATE: 'jobs' }, async ({ operation }, next) => {
    const response = await next();
    if (operation === 'list-jobs' && response.status === 200)
      for (const { job_id: id, source_se: storage } of JSON.parse(String(response.body)))
        if (/garbage-token.*\.assay\.invalid/.test(storage)) shown.add(id);
    return response;
  });
  const cancelled = asked
    .filter(({ method }) => method === 'DELETE')
    .map(({ path }) => path.split('/').at(-1) as string);
  expect(shown.size).toBeGreaterThan(0);
  expect([...shown].filter((id) => !cancelled.includes(id))).toEqual([]);
  expect(results.residue).toEqual([]);
});
