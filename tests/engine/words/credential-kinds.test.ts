/** Which invalid credentials an operation is tried with. */
import { isNearlyValid, triedOf } from '../../../src/engine/words/derived/credential-kinds.ts';
import type { ProbeContext } from '../../../src/engine/words/types.ts';
import { contractOf, operation, requirement } from '../exchanges.ts';

const OPERATIONS = ['one', 'two', 'make', 'three'];
const contract = contractOf(
  [
    ...OPERATIONS.flatMap((name) => ['none', 'garbage-token'].map((kind) => `${name}/refuses/${kind}`)),
    ...['make', 'edit'].map((name) => `${name}/refuses/prefixed-garbage-token`),
  ].map((id) => requirement(`transfer/${id}`)),
  [],
  [
    ...OPERATIONS.map((name) => operation(name, { method: name === 'make' ? 'POST' : 'GET' })),
    operation('edit', { method: 'POST' }),
  ],
);
const NEAR = ['a', 'b', 'c', 'd', 'e'].map((what) => `garbage-token~${what}`);
const PREFIXED = NEAR.map((name) => `prefixed-${name}`);
const context = (more: Partial<ProbeContext> = {}) =>
  ({
    contract,
    depth: 'standard',
    round: 0,
    credentials: () => ['good', 'none', 'garbage-token', ...NEAR, ...PREFIXED, 'tampered-token', 'tampered-token-2'],
    ...more,
  }) as unknown as ProbeContext;

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

  test('a kind that no read has to reject is divided among the operations that have to', () => {
    const kind = 'prefixed-garbage-token';
    expect(['make', 'edit'].flatMap((name) => triedOf(kind, name, context())).sort()).toEqual(PREFIXED);
  });
});

test('at depth thorough all are tried with every operation', () => {
  for (const name of OPERATIONS)
    expect(triedOf('garbage-token', name, context({ depth: 'thorough' }))).toEqual(['garbage-token', ...NEAR]);
});
