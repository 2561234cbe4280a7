/** The results of runs against deployments with unusual behaviour, some with other settings. */
import { runsOf } from '../../src/selftest/campaign.ts';
import { inProcessReferenceOf } from '../../src/selftest/in-process.ts';
import { closing } from '../afterwards.ts';
import { resultOf, withVerdict } from '../verdicts.ts';
import type { Deployment } from './deployment.ts';
import { DEPLOYMENTS } from './deployments.ts';

const reference = closing(await inProcessReferenceOf('transfer'));
const usual = await runsOf(reference);

// At once, because many wait for a cancellation.
test.concurrent.each(DEPLOYMENTS.map((deployment) => [deployment.what, deployment]))(
  '%s',
  async (_, deployment: Deployment) => {
    const { fault, variants, changes = [], env, depth, shows } = deployment;
    const runOf =
      env === undefined && depth === undefined
        ? usual
        : await runsOf({ ...reference, env: { ...reference.env, ...env } }, undefined, depth);
    const deviations = {
      ...(fault && { fault: `transfer/${fault}` }),
      variants: variants?.map((id) => `transfer/variant/${id}`) ?? [],
      changes: [typeof changes === 'function' ? changes() : changes].flat(),
    };
    // A whole run at the greater depth takes as long as twenty others, so it is one of these operations.
    const only = depth === undefined ? [] : Object.keys(shows).map((id) => `transfer/${id.split('/')[0]}`);
    const { results } = await runOf(deviations, only);
    const said = Object.entries(shows).map(([id, expected]) => {
      const result = resultOf(results, `transfer/${id}`);
      const [, words = ''] = expected.split(/: (.*)/s);
      const text = [result?.message, result?.expected, result?.got].join('\n');
      const found = text.toLowerCase().includes(words.toLowerCase()) ? words : text;
      return [id, `${result?.verdict}${found && `: ${found}`}`];
    });
    expect(Object.fromEntries(said)).toEqual(shows);
    expect(withVerdict(results, 'error').map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
  },
);

test('requirements that are undecided because a submitted job is not found follow from the finding that says so', async () => {
  const lost = 'transfer/job-status/reads-submitted-job';
  const { results } = await usual({ fault: `${lost}@404` });
  const causes = results.requirements.flatMap(({ verdict, cause }) => (verdict === 'inconclusive' ? [cause?.id] : []));
  expect(causes).toHaveLength(3);
  expect([...new Set(causes)]).toEqual([lost]);
});
