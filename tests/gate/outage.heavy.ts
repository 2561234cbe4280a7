/** An outage loses no requirement: exit code 3, and one sentence per service that stopped. */
import { compare, verdictsOf } from '../../src/compare/relations.ts';
import { gate } from '../../src/engine/account/gate.ts';
import type { Results } from '../../src/index.ts';
import { closing } from '../afterwards.ts';
import { Deployment } from '../states/deployment.ts';

const RESET = { status: 500, headers: [], body: new Uint8Array(), connection: 'reset' } as const;

/** Returns the gate of a run that is compared with a clean one. */
function comparedWith(clean: Results, results: Results) {
  const { requirements, conclusions, verified, unanswered = [], otherServices = [] } = results;
  const comparison = compare(
    requirements,
    { today: '2026-01-01', before: Object.fromEntries(verdictsOf(clean)) },
    () => true,
  );
  const { exitCode, reasons } = gate({
    ...{ interrupted: false, requireComplete: false },
    ...{ results: requirements, conclusions, verified, unanswered, otherServices },
    failOn: ['new', 'expired', 'lost', 'worse'],
    ...(comparison && { comparison }),
  });
  return { exitCode, reasons, lost: comparison?.lost, new: comparison?.new };
}

describe.each(['ticket-bridge', 'transfer', 'data-hub'])('%s', async (name) => {
  const deployment = closing(await Deployment.of(name));
  const env = { ASSAY_ALLOW_CREATE: 'all' };
  const clean = await deployment.run(env);

  test('down all night: one sentence', async () => {
    const { results } = await deployment.run(env, async () => RESET);
    expect(comparedWith(clean.results, results)).toEqual({
      exitCode: 3,
      reasons: [
        expect.stringMatching(
          /(?:\. assay doctor shows which step fails|begin with https:\/\/, and see the log of the service)\. Never succeeded: /,
        ),
      ],
      lost: [],
      new: [],
    });
  });

  test('one of its services is down', async () => {
    for (const origin of new Set(clean.asked.map((asked) => asked.origin))) {
      const { results } = await deployment.run(env, async (asked, next) => (asked.origin === origin ? RESET : next()));
      expect({ origin, ...comparedWith(clean.results, results) }).toMatchObject({ exitCode: 3, lost: [], new: [] });
    }
  });
});

test.each([
  ['down after the first grant', (number: number) => number > 1, 3],
  ['lost once after the first grant', (number: number) => number === 2, 0],
])('an identity provider that is %s', async (_, isLost, exitCode) => {
  const deployment = closing(await Deployment.of('data-hub'));
  let number = 0;
  const { results } = await deployment.run({}, async ({ origin }, next) => {
    number += Number(origin === 'https://auth.reference');
    return origin === 'https://auth.reference' && isLost(number) ? RESET : next();
  });
  expect(results).toMatchObject({ exitCode, counts: { fail: 0, warn: 0 } });
});
