/** Selected requirements that cannot be tested with the settings are counted, and never make a run pass. */
import { verifiedOf } from '../../src/report/parts/tally.ts';
import { hostRun } from '../../src/run/run-conformance.ts';
import { inProcessReferenceOf, inProcessTransport } from '../../src/selftest/in-process.ts';

const WHY = 'Needs a signed JWT; the configured token is not a JWT.';

test.each([
  ['transfer/identity/refuses/tampered-token', /^0 of 1 requirement verified; 1 cannot be tested$/, [WHY]],
  ['transfer/identity', /^\d+ of 38 requirements verified; 2 cannot be tested$/, []],
])('with a token that is no JWT, --only %s', async (only, verified, why) => {
  const reference = await inProcessReferenceOf('transfer');
  const env = { ...reference.env, TRANSFER_TOKEN: 'opaque-token-0123456789' };
  const transport = inProcessTransport(await reference.deploy({}));
  const { results } = await hostRun({ env, transport, backoffMs: 1, only: [only] });
  await reference.close();
  expect(results.exitCode).toBe(3);
  expect(verifiedOf(results)).toMatch(verified);
  expect(results.gate.filter((one) => one.startsWith('No requirement'))).toEqual(
    why.map((one) => `No requirement of transfer was verified: ${one}`),
  );
  expect(results.notPlanned.filter(({ id, notSelected }) => !notSelected && /-token$/.test(id))).not.toEqual([]);
});
