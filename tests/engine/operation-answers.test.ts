/** Whether an operation answers. */
import { describe, expect, test } from 'vitest';
import { answering } from '../../src/engine/answering.ts';
import { probe } from '../../src/engine/suite.ts';
import { type ExchangeOptions, exchange } from './exchanges.ts';
import { listener } from './listener.ts';

describe('whether an operation answers', () => {
  const run = async () => [];
  const [one, other] = [probe({ name: 'one', operation: 'list-jobs', run }), probe({ name: 'other', operation: 'list-jobs', run })];
  const judged = (
    evidence: Record<string, readonly ExchangeOptions[]>,
    rows: Readonly<Record<string, string>> | string = 'row',
    lane = 'certificate',
  ): string[] => {
    const exchanges = Object.fromEntries(Object.entries(evidence).map(([name, reported]) => [name, reported.map((each) => exchange(each))]));
    const { report, lines } = listener(Object.values(exchanges).flat());
    answering([one, other], 'transfer', rows).judge(exchanges as never, { ...report, lane });
    return lines;
  };

  test('one probe is needed, of several each is optional; the row or rows and the status code are decided', () => {
    const alone = answering([one], 'transfer', { certificate: 'row', token: 'row-of-tokens' });
    expect([alone.decides, alone.needs.map(({ name, optional }) => [name, optional])]).toEqual([
      ['row', 'row-of-tokens', 'transfer/gap/list-jobs-status'],
      [['one', undefined]],
    ]);
    const both = answering([one, other], 'transfer', 'row');
    expect([both.decides, both.needs.map(({ name, optional }) => [name, optional])]).toEqual([
      ['row', 'transfer/gap/list-jobs-status'],
      [
        ['one', true],
        ['other', true],
      ],
    ]);
  });

  test.each<[string, Record<string, readonly ExchangeOptions[]>, readonly string[]]>([
    ['an answer', { one: [{}] }, ['list-jobs-status: 200', 'held']],
    ['500, as everywhere', { one: [{ status: 500 }] }, ['list-jobs-status: 500', 'undecided infrastructure']],
    ['500 here alone', { one: [{ status: 500 }], other: [{ operation: 'identity', at: 1e9 }] }, ['list-jobs-status: 500', 'contradicted']],
    ['one of them', { one: [{ status: 500 }, {}] }, ['list-jobs-status: 500', 'list-jobs-status: 200', 'held']],
    ['another probe', { one: [{ status: 500 }], other: [{ status: 201 }] }, ['list-jobs-status: 500', 'list-jobs-status: 201', 'held']],
    [
      'what contradicts counts before what decides nothing',
      { one: [{ status: 503 }, { status: 500 }], other: [{ operation: 'identity' }] },
      ['list-jobs-status: 503', 'list-jobs-status: 500', 'contradicted'],
    ],
    ['what decides nothing', { one: [{ status: 503 }] }, ['list-jobs-status: 503', 'undecided infrastructure']],
    ['no answer has no status code', { one: [{ phase: 'timeout' }] }, ['undecided infrastructure']],
    ['a refusal is none', { one: [{ purpose: 'refusal', status: 401 }] }, []],
    ['another operation is none', { one: [{ operation: 'identity' }] }, []],
    ['nothing', {}, []],
  ])('%s', (_, evidence, lines) => expect(judged(evidence)).toEqual(lines));

  test('the row is that of the lane, if it has one', () => {
    const rows = { certificate: 'row', token: 'other' };
    expect(judged({ one: [{}] }, rows, 'token')).toEqual(['list-jobs-status: 200', 'held']);
    expect(judged({ one: [{}] }, rows, 'none')).toEqual(['list-jobs-status: 200']);
  });
});
