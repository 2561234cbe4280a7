/** What a claim says about requirements of its plan that did not pass. */
import { coverageOf } from '../../src/certify/completeness.ts';
import type { CertificationPlan } from '../../src/certify/types.ts';
import type { Result, Results } from '../../src/engine/words/types.ts';

const PLAN = {
  name: 'transfer',
  version: 1,
  contracts: { transfer: '' },
  requirements: ['transfer/a', 'transfer/b', 'transfer/c', 'transfer/d'],
} as unknown as CertificationPlan;

/** Returns the notes about these verdicts of the plan's requirements, in order. */
function notesOn(...results: readonly Pick<Result, 'verdict' | 'message'>[]) {
  const requirements = results.map((result, at) => ({
    id: PLAN.requirements[at],
    interface: 'transfer',
    basis: 'documented',
    ...result,
  }));
  const run = { requirements, notPlanned: [], notConfigured: [] } as unknown as Results;
  return coverageOf(PLAN, run, new Set(PLAN.requirements)).notes;
}

test('requirements that do not apply are counted with their recorded reasons, all of them', () => {
  const because = (message: string) => ({ verdict: 'not-applicable', message }) as const;
  expect(notesOn({ verdict: 'pass' }, because('Optional, and not sent by the client.'))).toEqual([
    'Limited: requirements that do not apply: 1. Optional, and not sent by the client.',
  ]);
  expect(notesOn(because('Four.'), because('Two.'), because('Two.'), because('Three.'))).toEqual([
    'Limited: requirements that do not apply: 4. Two (2). Four (1). Three (1).',
  ]);
});
