/** The expectations of a profile are compared with every observation of their gap, and with no other. */
import { buildResults, type RunContext } from '../../../src/engine/account/results.ts';
import type { Fact, Suite } from '../../../src/engine/words/types.ts';
import { contractOf, requirement } from '../exchanges.ts';

const GAP = 'transfer/gap/error-codes';
const ROW = 'transfer/list-jobs/a';

/** Returns the result of the profile's requirement for these observed values. */
function filled(expectation: unknown, values: string[], only: string[] = []) {
  const contract = { ...contractOf([requirement(ROW), requirement(GAP)]), fills: new Map([[GAP, expectation]]) };
  const facts = values.map(
    (value): Fact => ({ requirement: GAP, lane: 'certificate', exchanges: ['e1'], kind: 'observed', value }),
  );
  const suite = { checks: [], notPlanned: () => new Map() } as unknown as Suite;
  const recording = {
    interface: 'transfer',
    lanes: [{ name: 'certificate', given: {}, credentials: [] }],
    probes: [],
    exchanges: [],
  };
  const context = {
    run: { only, interrupted: false },
    target: { notOffered: [] },
    residue: [],
    notices: [],
    requireComplete: false,
  } as unknown as RunContext;
  return buildResults([{ suite, contract, recording, facts }], context).requirements.find(
    ({ basis }) => basis === 'profile',
  );
}

test.each([
  ['as expected', 'none; really', ['none; really'], 'pass'],
  ['one of several', [200, 201], ['200', '201'], 'pass'],
  ['something else', 200, ['200', '202'], 'warn'],
  ['something else after many others', [...Array(20).keys()], [...Array(21).keys()].map(String), 'warn'],
  ['nothing', 200, [], 'inconclusive'],
])('%s', (_, expectation, values, verdict) => {
  expect(filled(expectation, values)).toMatchObject({ id: `${GAP}/as-profile-says`, verdict });
});

test('left out by --only: skipped like every other requirement', () => {
  expect(filled(200, [], [ROW])).toMatchObject({ verdict: 'skipped', message: 'Not selected (--only, --once).' });
});
