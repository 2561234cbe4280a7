/** Checks report only on requirements that they decide. A missing report, an error and an unmet need are facts, too. */
import type { Check } from '../../../src/engine/words/types.ts';
import { A, B, facts as factsOf, lists, ok, outcome, type Speak, says as saysOf } from '../reasons.ts';

const EXCHANGE = ok({ text: '[{"job_id":"a","priority":1},{"job_id":7,"priority":2}]' });

/** Returns the facts as `requirement kind`, without the interface. */
const facts = (checks: Check[]) =>
  factsOf(checks, [outcome('lists', [EXCHANGE])], [EXCHANGE]).map(({ requirement, kind }) =>
    [requirement.replace('transfer/', ''), kind].join(' '),
  );
const says = (decides: string[], speak: Speak) => saysOf(decides, [lists], speak);

describe('what a check says', () => {
  test('a row that it does not decide is a fault of ours, in every row that it had not spoken of', () => {
    const stray = says([A, B], (report) => {
      report.assert(A, true, 'x', 'y');
      report.assert('transfer/job/job_id', true, 'x', 'y');
    });
    expect(facts([stray])).toEqual(['list-jobs/a upheld', 'list-jobs/b fault']);
  });

  test('a gap can be observed, nothing else can', () => {
    expect(facts([says([A], (report) => report.observe(A, 1))])).toEqual(['list-jobs/a fault']);
    expect(facts([says([A], (report) => report.observe('transfer/gap/none', 1))])).toEqual(['list-jobs/a fault']);
  });

  test('a check that decides what the contract does not state is refused', () => {
    expect(() => facts([says(['transfer/list-jobs/none'], () => undefined)])).toThrow('transfer/list-jobs/none');
    expect(() => facts([says(['answer:none'], () => undefined)])).toThrow('answer:none');
  });
});
