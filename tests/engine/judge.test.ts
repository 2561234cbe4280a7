/** Checks speak only of rows that they decide; silence, faults and needs that are not met have their facts too. */
import { describe, expect, test } from 'vitest';
import { judge } from '../../src/engine/judge/judge.ts';
import { check, probe } from '../../src/engine/words/suite.ts';
import type { Check, Fact, ProbeOutcome } from '../../src/engine/words/types.ts';
import type { Exchange } from '../../src/wire/types.ts';
import { contractOf, exchange, FILE, JOB_OPERATIONS, requirement } from './exchanges.ts';

const A = 'transfer/list-jobs/a';
const B = 'transfer/list-jobs/b';
const GAP = 'transfer/gap/g';
const contract = contractOf([requirement(A), requirement(B), requirement(GAP)], [FILE], JOB_OPERATIONS);

const lists = probe({ name: 'lists', operation: 'list-jobs', run: async () => ({}) });

const EXCHANGE = exchange({ probe: 'lists', text: '[{"job_id":"a","priority":1},{"job_id":7,"priority":2}]' });
const done = (made: readonly Exchange[] = [EXCHANGE], name = 'lists'): ProbeOutcome => ({
  probe: name,
  lane: 'certificate',
  state: 'done',
  exchanges: made.map(({ id }) => id),
});

/** Facts as `row kind blame: why`, without the interface. */
function facts(
  checks: readonly Check[],
  probes: readonly ProbeOutcome[] = [done()],
  exchanges: readonly Exchange[] = [EXCHANGE],
): string[] {
  const recording = {
    interface: 'transfer' as const,
    lanes: [{ name: 'certificate', given: {}, credentials: ['good'] }],
    probes,
    exchanges,
  };
  return judge(recording, contract, { checks }).map(reported);
}
function reported(fact: Fact): string {
  const more = fact.kind === 'undecided' || fact.kind === 'skipped' ? ` ${fact.reason.blame}` : '';
  return `${fact.requirement.replace('transfer/', '')} ${fact.kind}${more}`;
}
const says = (
  decides: readonly string[],
  speak: (report: Parameters<Check['judge']>[1], evidence: Record<string, unknown>) => void,
  needs: Check['needs'] = [lists],
): Check => check({ needs, decides, judge: (evidence, report) => speak(report as never, evidence as never) });

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
    expect(() => facts([says(['record:transfer/none'], () => undefined)])).toThrow('transfer/none');
  });
});

describe('records', () => {
  test('each row is a fact; contradicted members read as absent', () => {
    let seen: unknown[] = [];
    const listing = says(['record:transfer/job'], (report) => {
      const columns = report.answered(EXCHANGE);
      seen = [
        columns.length,
        columns.value(0, 'job_id'),
        columns.value(1, 'job_id'),
        columns.value(1, 'priority'),
        columns.value(0, 'other'),
      ];
    });
    expect(facts([listing])).toEqual(['job/priority upheld', 'job/job_id contradicted']);
    expect(seen).toEqual([2, 'a', undefined, 2, undefined]);
  });
});
