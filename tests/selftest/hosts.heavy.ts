/** One verdict: command line, API, and the evidence judged again come to the same. */
import { referenceOf } from '../../reference/index.ts';
import type { Interface } from '../../src/contract/types.ts';
import { type Results, runConformance } from '../../src/index.ts';
import { SUITED } from '../../src/run/installed/suited.ts';
import { faultsOf } from '../../src/run/installed/titled-deviations.ts';
import { closing } from '../afterwards.ts';
import { Workplace } from '../cli/command.ts';
import { SHORT } from '../short.ts';

/** Returns the first fault of an interface with this verdict. */
async function caseOf(of: Interface, verdict: 'fail' | 'warn'): Promise<[string, string][]> {
  const fault = (await faultsOf(of)).find((one) => one.verdict === verdict);
  return fault === undefined ? [] : [[of, fault.id]];
}

/** A failure per interface, and one warning: verdicts that hosts could show differently. */
const [failures, warnings] = await Promise.all(
  (['fail', 'warn'] as const).map(async (verdict) =>
    (await Promise.all(SUITED.map((of) => caseOf(of, verdict)))).flat(),
  ),
);
const CASES = [...(failures ?? []), ...(warnings ?? []).slice(0, 1)];

const verdicts = (results: Results): Record<string, string> =>
  Object.fromEntries(results.requirements.map(({ id, verdict }) => [id, verdict]));

test.each(CASES)('one verdict: %s: %s', async (of, fault) => {
  const served = closing(await referenceOf(of).start({ fault }));
  const env = { ...served.env, ASSAY_ALLOW_CREATE: 'all', ...SHORT[of] };
  const place = new Workplace();
  const api = await runConformance({ env });
  const command = await place.results('run --out command', env);
  const again = await place.results('judge command');
  expect(verdicts(command.results)).toEqual(verdicts(api));
  expect(verdicts(again.results)).toEqual(verdicts(api));
  expect([command.results.exitCode, again.results.exitCode]).toEqual([api.exitCode, api.exitCode]);
});
