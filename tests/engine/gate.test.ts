/** The order of exit codes, if several hold: 130, 4, 1, 3. */
import { DEFAULT_FAIL_ON, type GateInput, gate } from '../../src/engine/account/gate.ts';
import type { Result, Verdict } from '../../src/engine/words/types.ts';

const result = (verdict: Verdict): Result => ({
  id: `transfer/x/${verdict}`,
  interface: 'transfer',
  title: '',
  clause: '',
  basis: 'documented',
  verdict,
  exchanges: [],
});

const CLEAN: GateInput = {
  interrupted: false,
  failOn: DEFAULT_FAIL_ON,
  results: [result('pass')],
  conclusions: { transfer: 'conformant' },
  verified: { transfer: 1 },
  requireComplete: false,
};

/** What brings each exit code about, in the order in which they go before each other. */
const CAUSES: readonly (readonly [code: number, cause: (input: GateInput) => GateInput])[] = [
  [130, (input) => ({ ...input, interrupted: true })],
  [4, (input) => ({ ...input, results: [...input.results, result('error')] })],
  [1, (input) => ({ ...input, results: [...input.results, result('fail')] })],
  [3, (input) => ({ ...input, verified: {} })],
];

describe('the gate', () => {
  test.each(Array.from({ length: 2 ** CAUSES.length }, (_, mask) => mask))(
    'none, one or several of them: %i',
    (mask) => {
      const holding = CAUSES.filter((_, bit) => (mask & (1 << bit)) !== 0);
      const { exitCode, reasons } = gate(holding.reduce((input, [, cause]) => cause(input), CLEAN));
      expect(exitCode).toBe(holding[0]?.[0] ?? 0);
      expect(reasons.length).toBeGreaterThan(0);
    },
  );

  test.each<[string, Partial<GateInput>, number]>([
    [
      'one of two interfaces without a verified requirement',
      { conclusions: { transfer: 'conformant', 'data-hub': 'incomplete' } },
      3,
    ],
    ['no interface at all', { conclusions: {}, verified: {}, results: [] }, 0],
    ['incomplete', { conclusions: { transfer: 'incomplete' } }, 0],
    [
      'incomplete, where completeness is required',
      { conclusions: { transfer: 'incomplete' }, requireComplete: true },
      3,
    ],
    ['complete, where it is required', { requireComplete: true }, 0],
    [
      'inconclusive, skipped, observed, not applicable',
      { results: (['inconclusive', 'skipped', 'observed', 'not-applicable'] as const).map(result) },
      0,
    ],
  ])('%s', (_, more, code) => expect(gate({ ...CLEAN, ...more }).exitCode).toBe(code));
});
