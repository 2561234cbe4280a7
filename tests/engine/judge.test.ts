/** Checks speak only of rows that they decide; silence, faults and needs that are not met have their facts too. */
import { describe, expect, test } from 'vitest';
import { judge } from '../../src/engine/judge/judge.ts';
import { check, every, ifAnswered, probe } from '../../src/engine/words/suite.ts';
import type { Check, Fact, ProbeOutcome } from '../../src/engine/words/types.ts';
import type { RecordFile } from '../../src/records/schema.ts';
import type { Exchange } from '../../src/wire/types.ts';
import {
  contractOf,
  type ExchangeOptions,
  exchange,
  FILE,
  JOB_OPERATIONS,
  operation,
  requirement,
} from './exchanges.ts';

const A = 'transfer/list-jobs/a';
const B = 'transfer/list-jobs/b';
const GAP = 'transfer/gap/g';
const contract = contractOf([requirement(A), requirement(B), requirement(GAP)], [FILE], JOB_OPERATIONS);

const lists = probe({ name: 'lists', operation: 'list-jobs', run: async () => ({}) });
const later = probe({ name: 'later', operation: 'identity', needs: [lists], run: async () => ({}) });

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
  test('holds, contradicts, cannot tell, observes', () => {
    const all = says([A, B, GAP], (report) => {
      report.holds(A, true, 'x', 'y');
      report.undecided(B, 'settings', 'why');
      report.observe(GAP, 200);
    });
    expect(facts([all])).toEqual(['list-jobs/a held', 'list-jobs/b undecided settings', 'gap/g observed']);
    expect(facts([says([A], (report) => report.holds(A, false, 'x', 'y'))])).toEqual(['list-jobs/a contradicted']);
  });

  test('a row that it does not decide is a fault of ours, in every row that it had not spoken of', () => {
    const stray = says([A, B], (report) => {
      report.holds(A, true, 'x', 'y');
      report.holds('transfer/job/job_id', true, 'x', 'y');
    });
    expect(facts([stray])).toEqual(['list-jobs/a held', 'list-jobs/b fault']);
  });

  test('a gap can be observed, nothing else can', () => {
    expect(facts([says([A], (report) => report.observe(A, 1))])).toEqual(['list-jobs/a fault']);
    expect(facts([says([A], (report) => report.observe('transfer/gap/none', 1))])).toEqual(['list-jobs/a fault']);
  });

  test('a judge that throws is a fault of ours, not the target’s', () => {
    const thrown = says([A, B], () => {
      throw new TypeError('Cannot read properties of undefined');
    });
    expect(facts([thrown])).toEqual(['list-jobs/a fault', 'list-jobs/b fault']);
  });

  test('a check that decides what the contract does not state is refused', () => {
    expect(() => facts([says(['transfer/list-jobs/none'], () => undefined)])).toThrow('transfer/list-jobs/none');
    expect(() => facts([says(['record:transfer/none'], () => undefined)])).toThrow('transfer/none');
  });
});

describe('silence', () => {
  test('rows that are decided but not spoken of are inconclusive; gaps are not', () => {
    expect(facts([says([A, B, GAP], (report) => report.holds(A, true, 'x', 'y'))])).toEqual([
      'list-jobs/a held',
      'list-jobs/b undecided document',
    ]);
  });

  test('beside something contradicted, it is the target’s', () => {
    expect(facts([says([A, B], (report) => report.holds(A, false, 'x', 'y', EXCHANGE))])).toEqual([
      'list-jobs/a contradicted',
      'list-jobs/b undecided target',
    ]);
  });

  test('what builds on an answer that is wrong elsewhere is the target’s too', () => {
    const wrong = says([A], (report) => report.holds(A, false, 'x', 'y', EXCHANGE));
    const builds = says([B], () => undefined, [every(later)]);
    expect(facts([wrong, builds], [done(), done([], 'later')])).toEqual([
      'list-jobs/a contradicted',
      'list-jobs/b undecided target',
    ]);
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
    expect(facts([listing])).toEqual(['job/priority held', 'job/job_id contradicted']);
    expect(seen).toEqual([2, 'a', undefined, 2, undefined]);
  });

  test('one record is seen without what was contradicted, extra members included', () => {
    let seen: unknown;
    const one = says(['record:transfer/job'], (report) => {
      const text = '[{"job_id":"a","priority":"high","more":1}]';
      seen = { ...report.answered(exchange({ probe: 'lists', text })).members(0) };
    });
    facts([one]);
    expect(seen).toEqual({ job_id: 'a', more: 1 });
  });

  test('flags of the check and the lane’s name say which rows apply', () => {
    const FLAGGED: RecordFile = {
      ...FILE,
      properties: {
        state: { type: 'string', clause: 'x', only: 'status' },
        owner: { type: 'string', clause: 'x', only: 'certificate' },
      },
    };
    const listing = exchange({ probe: 'lists', text: '[{"state":7,"owner":7}]' });
    const rows = (flags: readonly string[], lane: string) => {
      const speak: Check = check({
        needs: [lists],
        decides: ['record:transfer/job'],
        flags,
        judge: (_, report) => void report.answered(listing),
      });
      const recording = {
        interface: 'transfer' as const,
        lanes: [{ name: lane, given: {}, credentials: [] }],
        probes: [{ ...done([listing]), lane }],
        exchanges: [listing],
      };
      const answer = { record: 'transfer/job', list: true, flags };
      const flagged = contractOf([], [FLAGGED], [operation('list-jobs', { answer })]);
      return judge(recording, flagged, { checks: [speak] }).map(reported);
    };
    expect(rows(['status'], 'certificate')).toEqual(['job/state contradicted', 'job/owner contradicted']);
    expect(rows([], 'certificate')).not.toEqual(rows(['status'], 'certificate'));
    expect(rows(['status'], 'token')).not.toEqual(rows(['status'], 'certificate'));
  });

  test('of a record that a check does not decide, it sees the members alone', () => {
    let seen: unknown;
    const check = says([A], (report) => {
      seen = report.answered(EXCHANGE).value(0, 'job_id');
      report.holds(A, true, 'x', 'y');
    });
    expect(facts([check])).toEqual(['list-jobs/a held']);
    expect(seen).toBe('a');
  });
});

describe('needs', () => {
  const outcome = (state: ProbeOutcome['state'], more: Partial<ProbeOutcome> = {}): ProbeOutcome => ({
    probe: 'lists',
    lane: 'certificate',
    state,
    why: 'the reason',
    exchanges: [],
    ...more,
  });
  const never = says([A], () => {
    throw new Error('it must not be asked');
  });

  test.each<[ProbeOutcome['state'], string]>([
    ['not-allowed', 'skipped settings'],
    ['not-set', 'skipped settings'],
    ['filtered', 'skipped settings'],
    ['interrupted', 'skipped infrastructure'],
    ['not-offered', 'skipped settings'],
    ['bad-credential', 'undecided credential'],
    ['threw', 'fault'],
    ['unmet', 'undecided document'],
  ])('a probe that was %s', (state, expected) =>
    expect(facts([never], [outcome(state)])).toEqual([`list-jobs/a ${expected}`]),
  );

  test('a probe of another credential', () => expect(facts([never], [])).toEqual(['list-jobs/a skipped settings']));

  test.each<[string, ExchangeOptions, string]>([
    ['503', { status: 503 }, 'undecided infrastructure'],
    ['401', { status: 401 }, 'undecided credential'],
    ['no connection', { phase: 'connect' }, 'undecided infrastructure'],
    ['404 where nothing works', { status: 404 }, 'undecided settings'],
  ])('an answer that did not succeed: %s', (_, answer, expected) => {
    const failed = exchange({ probe: 'lists', ...answer });
    expect(facts([never], [done([failed])], [failed])).toEqual([`list-jobs/a ${expected}`]);
  });

  test('unmet needs are followed to the first that was not done', () => {
    const chain = says([A], () => undefined, [later]);
    const unmet = { probe: 'later', lane: 'certificate', state: 'unmet', why: 'lists', exchanges: [] } as const;
    expect(facts([chain], [outcome('not-allowed'), unmet])).toEqual(['list-jobs/a skipped settings']);
    const failed = exchange({ probe: 'lists', status: 503 });
    expect(facts([chain], [done([failed]), { ...unmet, because: failed.id }], [failed])).toEqual([
      'list-jobs/a undecided infrastructure',
    ]);
  });

  test('what a check can do without gives the reason for its silence', () => {
    const optional = says([A], () => undefined, [ifAnswered(lists)]);
    expect(facts([optional], [outcome('not-allowed')])).toEqual(['list-jobs/a skipped settings']);
    expect(facts([optional], [outcome('bad-credential')])).toEqual(['list-jobs/a undecided credential']);
    const used = says([A], (report, evidence) => report.holds(A, evidence['lists'] === undefined, 'x', 'y'), [
      ifAnswered(lists),
    ]);
    expect(facts([used], [outcome('not-allowed')])).toEqual(['list-jobs/a held']);
  });
});
