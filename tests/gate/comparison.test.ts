/** What a run is compared with: a baseline, an earlier run, or nothing. */
import { describe, expect, test } from 'vitest';
import { compare } from '../../src/engine/account/gate.ts';
import { resultsWith } from './results.ts';

const TODAY = '2026-03-01';
const entry = { requirement: 'transfer/a', verdict: 'fail', reason: 'r', owner: 'o', expires: '2026-04-01' } as const;

describe('a run held against something', () => {
  const { requirements } = resultsWith({ 'transfer/a': 'fail', 'transfer/b': 'pass', 'transfer/gap/x': 'observed' });

  test('nothing: no comparison', () => {
    expect([compare(requirements, undefined, () => true), compare(requirements, { today: TODAY }, () => true)]).toEqual(
      [undefined, undefined],
    );
  });

  test('a baseline alone: nothing was lost or fixed', () => {
    expect(compare(requirements, { today: TODAY, baseline: [entry] }, () => true)).toMatchObject({
      new: [],
      known: [{ id: 'transfer/a' }],
      fixed: [],
      lost: [],
    });
  });

  test('an earlier run alone: what failed is new', () => {
    const before = { 'transfer/b': 'warn', 'transfer/gap/x': 'pass', 'transfer/a': 'fail' } as const;
    expect(compare(requirements, { today: TODAY, before }, () => true)).toEqual({
      new: ['transfer/a'],
      known: [],
      stale: [],
      expired: [],
      soon: [],
      worse: [],
      fixed: ['transfer/b'],
      lost: [],
    });
    expect(compare(requirements, { today: TODAY, before }, () => false)?.fixed).toEqual([]);
  });
});
