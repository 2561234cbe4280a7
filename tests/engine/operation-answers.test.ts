/** Whether an operation answers. */
import { describe, expect, test } from 'vitest';
import { withEveryOperation } from '../../src/engine/words/derived/every-operation.ts';
import { probe } from '../../src/engine/words/suite.ts';
import type { AnyProbe, Check, Suite } from '../../src/engine/words/types.ts';
import { contractOf, type ExchangeOptions, exchange, operation, requirement } from './exchanges.ts';
import { listener } from './listener.ts';

const ROWS = [requirement('transfer/list-jobs/answers', { operation: 'list-jobs' })];
const BY_LANE = ['certificate', 'token'].map((lane) =>
  requirement(`transfer/list-jobs/answers-${lane}`, { operation: 'list-jobs', lane }),
);
const GAP = requirement('transfer/gap/list-jobs-status');

const suiteOf = (probes: readonly AnyProbe[], rows = ROWS, checks: readonly Check[] = []): Suite =>
  withEveryOperation(
    { interface: 'transfer', probes, checks } as unknown as Suite,
    contractOf([...rows, GAP], [], [operation('list-jobs')]),
  );
const checkOf = (...of: Parameters<typeof suiteOf>): Check => suiteOf(...of).checks[0] as Check;

describe('whether an operation answers', () => {
  const run = async () => ({});
  const [one, other] = [
    probe({ name: 'one', operation: 'list-jobs', run }),
    probe({ name: 'other', operation: 'identity', also: ['list-jobs'], run }),
  ];
  const judged = (reported: readonly ExchangeOptions[], rows = ROWS, lane = 'certificate'): string[] => {
    const { report, lines } = listener(reported.map((each) => exchange({ probe: 'one', ...each })));
    checkOf([one, other], rows).judge({} as never, {
      ...report,
      lane,
      returned: report.exchanges.filter((one) => one.lane === lane),
    });
    return lines;
  };

  test('a probe that waits for another that asks the operation, however far, is not needed', () => {
    const between = probe({ name: 'between', operation: 'identity', after: [one], run });
    const later = probe({ name: 'later', operation: 'list-jobs', needs: [between], run });
    expect(checkOf([one, between, later]).needs.map(({ name }) => name)).toEqual(['one']);
  });

  test.each<[string, readonly ExchangeOptions[], readonly string[]]>([
    ['an answer', [{}], ['list-jobs-status: 200', 'held']],
    ['500, as everywhere', [{ status: 500 }], ['list-jobs-status: 500', 'undecided infrastructure']],
    [
      '500 here alone',
      [{ status: 500 }, { operation: 'identity', at: 1e9 }],
      ['list-jobs-status: 500', 'contradicted'],
    ],

    [
      'whichever probe; the status is that of the probes that ask it first',
      [
        { status: 500, probe: 'x' },
        { status: 201, probe: 'other' },
      ],
      ['list-jobs-status: 201', 'held'],
    ],
    [
      'what contradicts counts before what decides nothing',
      [{ status: 503 }, { status: 500 }, { operation: 'identity' }],
      ['list-jobs-status: 503', 'list-jobs-status: 500', 'contradicted'],
    ],

    ['a refusal is none', [{ purpose: 'refusal', status: 401 }], []],

    ['that of another lane is none', [{ lane: 'token' }], []],
  ])('%s', (_, reported, lines) => expect(judged(reported)).toEqual(lines));

  test('the row is that of the lane, if it has one', () => {
    expect(judged([{ lane: 'token' }], BY_LANE, 'token')).toEqual(['list-jobs-status: 200', 'held']);
    expect(judged([{ lane: 'none' }], BY_LANE, 'none')).toEqual(['list-jobs-status: 200']);
  });
});
