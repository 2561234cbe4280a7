/** Which invalid credentials an operation is tried with. */
import { describe, expect, test } from 'vitest';
import { isNearlyValid, kindOf, noneBehind, triedOf } from '../../src/engine/words/derived/credential-kinds.ts';
import type { ProbeContext } from '../../src/engine/words/types.ts';
import { contractOf, operation, requirement } from './exchanges.ts';

const OPERATIONS = ['one', 'two', 'make', 'three'];
const contract = contractOf(
  OPERATIONS.map((name) => requirement(`transfer/${name}/refuses/none`)),
  [],
  [...OPERATIONS.map((name) => operation(name, { method: name === 'make' ? 'POST' : 'GET' })), operation('open')],
);
const NEAR = ['a', 'b', 'c', 'd', 'e'].map((what) => `garbage-token~${what}`);
const context = (more: Partial<ProbeContext> = {}): ProbeContext =>
  ({
    contract,
    depth: 'standard',
    round: 0,
    credentials: () => ['good', 'none', 'garbage-token', ...NEAR, 'tampered-token', 'tampered-token-2'],
    ...more,
  }) as unknown as ProbeContext;

test('a name tells the kind', () => {
  expect(['none', 'x-2', 'x~y', 'x~y-2'].map(kindOf)).toEqual(['none', 'x', 'x', 'x']);
  expect(['x-2', 'x~y'].map(isNearlyValid)).toEqual([false, true]);
  const good = { name: 'token', headers: [['A', 'b']] } as const;
  expect(noneBehind(good)).toEqual(['none~behind-a-valid-one', { name: 'none~behind-a-valid-one', over: good }]);
});

describe('at depth standard', () => {
  const near = (name: string, more?: Partial<ProbeContext>) =>
    triedOf('garbage-token', name, context(more)).filter(isNearlyValid);

  test('every one that is not nearly valid is tried with every operation', () => {
    for (const name of OPERATIONS) {
      expect(triedOf('garbage-token', name, context())).toContain('garbage-token');
      expect(triedOf('tampered-token', name, context())).toEqual(['tampered-token', 'tampered-token-2']);
    }
  });

  test('the reads together try all nearly valid ones, each one once, and what creates tries one', () => {
    expect(['one', 'two', 'three'].flatMap((name) => near(name)).sort()).toEqual(NEAR);
    expect(near('make')).toHaveLength(1);
  });

  test('another round tries others', () => {
    expect(near('one', { round: 1 })).not.toEqual(near('one'));
  });
});

test('at depth thorough all are tried with every operation', () => {
  for (const name of OPERATIONS)
    expect(triedOf('garbage-token', name, context({ depth: 'thorough' }))).toEqual(['garbage-token', ...NEAR]);
});
