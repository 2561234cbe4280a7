import { describe, expect, test } from 'vitest';
import { compare, gate } from '../../src/engine/gate.ts';
import type { FailOn, Residue, Results, Verdict } from '../../src/engine/types.ts';
import { resultsWith } from './results.ts';

const LIVE = { reason: 'r', owner: 'o', expires: '2026-04-01' };
const TODAY = '2026-03-01';

function judged(
  verdicts: Record<string, Verdict>,
  failOn: readonly FailOn[] | undefined,
  more: { held?: Parameters<typeof compare>[1]; residue?: Residue[] } = {},
) {
  const results: Results = resultsWith(verdicts);
  const comparison = compare(results.requirements, more.held, () => true);
  return gate({
    interrupted: false,
    problems: [],
    leaked: false,
    results: results.requirements,
    conclusions: results.conclusions,
    verified: results.verified,
    requireComplete: false,
    ...(failOn && { failOn }),
    ...(more.residue && { residue: more.residue }),
    ...(comparison && { comparison }),
  });
}

const fails = { 'transfer/a': 'fail' } as const;
const passes = { 'transfer/a': 'pass' } as const;
const entry = { requirement: 'transfer/a', verdict: 'fail', ...LIVE } as const;
const left: Residue[] = [{ interface: 'transfer', kind: 'jobs', name: 'x', why: 'y' }];

/** What happened, what the gate fails on, the exit code. */
const CASES: readonly (readonly [string, () => ReturnType<typeof judged>, number, RegExp?])[] = [
  ['a failure, by default', () => judged(fails, undefined), 1, /1 documented requirement failed\./],
  ['a failure, on expired alone', () => judged(fails, ['expired']), 0],
  ['a known failure', () => judged(fails, undefined, { held: { today: TODAY, baseline: [entry] } }), 0, /but for 1 known finding/],
  ['a known failure among two', () => judged({ ...fails, 'transfer/b': 'fail' }, undefined, { held: { today: TODAY, baseline: [entry] } }), 1, /no live entry/],
  ['an expired entry', () => judged(fails, undefined, { held: { today: '2026-04-02', baseline: [entry] } }), 1, /1 entry of the baseline has expired/],
  ['an expired entry about what passes', () => judged(passes, undefined, { held: { today: '2026-04-02', baseline: [entry] } }), 1],
  ['an expired entry, on new alone', () => judged(fails, ['new'], { held: { today: '2026-04-02', baseline: [entry] } }), 1],
  ['a stale entry, by default', () => judged(passes, undefined, { held: { today: TODAY, baseline: [entry] } }), 0],
  ['a stale entry, on stale', () => judged(passes, ['stale'], { held: { today: TODAY, baseline: [entry] } }), 1],
  ['a warning, by default', () => judged({ 'transfer/a': 'warn' }, undefined), 0],
  ['a warning, on warn', () => judged({ 'transfer/a': 'warn' }, ['new', 'warn']), 1, /1 standard or inferred requirement warned/],
  ['a known warning, on warn', () => judged({ 'transfer/a': 'warn' }, ['warn'], { held: { today: TODAY, baseline: [{ ...entry, verdict: 'warn' }] } }), 0],
  ['a profile that is not met, on warn', () => judged({ 'transfer/gap/x/as-profile-says': 'warn' }, ['warn']), 0],
  ['a profile that is not met, on profile', () => judged({ 'transfer/gap/x/as-profile-says': 'warn' }, ['profile']), 1],
  ['a lost pass, by default', () => judged({ 'transfer/a': 'inconclusive' }, undefined, { held: { today: TODAY, before: passes } }), 0],
  ['a lost pass, on lost', () => judged({ 'transfer/a': 'inconclusive' }, ['lost'], { held: { today: TODAY, before: passes } }), 1],
  [
    'a lost pass that is known, on lost',
    () => judged({ 'transfer/a': 'skipped' }, ['lost'], { held: { today: TODAY, before: passes, baseline: [{ ...entry, verdict: 'skipped' }] } }),
    0,
  ],
  ['residue, by default', () => judged(passes, undefined, { residue: left }), 0],
  ['residue, on residue', () => judged(passes, ['residue'], { residue: left }), 1, /1 thing that the run created was left behind/],
];

describe('the exit code', () => {
  test.each(CASES.map(([name, run, exitCode, sentence = /./]) => ({ name, run, exitCode, sentence })))('$name: $exitCode', ({ run, exitCode, sentence }) => {
    const { exitCode: given, reasons } = run();
    expect(given).toBe(exitCode);
    expect(reasons.join(' ')).toMatch(sentence);
  });

  test.each([
    [['interrupted', 'problems', 'leaked', 'failed', 'unverified'], 130],
    [['problems', 'leaked', 'failed', 'unverified'], 2],
    [['leaked', 'failed', 'unverified'], 4],
    [['failed', 'unverified'], 1],
    [['unverified'], 3],
    [[], 0],
  ])('of %j is %i', (held, exitCode) => {
    const given = gate({
      interrupted: held.includes('interrupted'),
      problems: held.includes('problems') ? ['wrong'] : [],
      leaked: held.includes('leaked'),
      results: resultsWith(held.includes('failed') ? fails : passes).requirements,
      conclusions: { transfer: 'conformant', ...(held.includes('unverified') && { 'data-hub': 'incomplete' }) },
      verified: { transfer: 1 },
      requireComplete: false,
    });
    expect(given.exitCode).toBe(exitCode);
  });
});

test('what the gate fails on is said with its reasons', () => {
  expect(judged(passes, undefined).reasons).toEqual(['The gate passed: no documented requirement failed.', 'The gate fails on: new, expired.']);
  expect(judged(passes, ['warn', 'residue']).reasons.at(-1)).toBe('The gate fails on: warn, residue.');
});
