/** One verdict: command line, API, and the evidence judged again come to the same. */
import { referenceOf } from '../../reference/index.ts';
import { type Results, runConformance } from '../../src/index.ts';
import { faultsOf } from '../../src/run/installed/titled-deviations.ts';
import { closing } from '../afterwards.ts';
import { Workplace } from '../cli/command.ts';

/** The interface with the shortest run; the campaigns judge runs of all interfaces again. */
const OF = 'ticket-bridge';
const faults = await faultsOf(OF);

const verdicts = (results: Results): Record<string, string> =>
  Object.fromEntries(results.requirements.map(({ id, verdict }) => [id, verdict]));

test.each(['fail', 'warn'])('one verdict: %s', async (verdict) => {
  const fault = faults.find((one) => one.verdict === verdict)?.id;
  expect(fault).toBeDefined();
  const served = closing(await referenceOf(OF).start({ fault }));
  const env = { ...served.env, ASSAY_ALLOW_CREATE: 'all' };
  const place = new Workplace();
  const api = await runConformance({ env });
  const command = await place.results('run --out command', env);
  const again = await place.results('judge command');
  expect(verdicts(command.results)).toEqual(verdicts(api));
  expect(verdicts(again.results)).toEqual(verdicts(api));
  expect([command.results.exitCode, again.results.exitCode]).toEqual([api.exitCode, api.exitCode]);
});
