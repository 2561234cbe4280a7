import { describe, expect, test } from 'vitest';
import { compare } from '../../src/compare/relations.ts';
import { defaultFailOn, gate } from '../../src/engine/account/gate.ts';
import type { FailOn, Residue, Results, Unanswered, Verdict } from '../../src/engine/words/types.ts';
import { resultsWith } from './results.ts';

const LIVE = { reason: 'r', owner: 'o', expires: '2026-04-01' };
const TODAY = '2026-03-01';

function judged(
  verdicts: Record<string, Verdict>,
  failOn: readonly FailOn[] | undefined,
  more: { held?: Parameters<typeof compare>[1]; residue?: Residue[]; unanswered?: Unanswered[] } = {},
) {
  const results: Results = resultsWith(verdicts);
  const comparison = compare(results.requirements, more.held, () => true);
  return gate({
    ...(more.unanswered && { unanswered: more.unanswered }),
    interrupted: false,
    problems: [],
    leaked: false,
    results: results.requirements,
    conclusions: results.conclusions,
    verified: results.verified,
    requireComplete: false,
    failOn: failOn ?? defaultFailOn(more.held),
    ...(more.residue && { residue: more.residue }),
    ...(comparison && { comparison }),
  });
}

const fails = { 'transfer/a': 'fail' } as const;
const passes = { 'transfer/a': 'pass' } as const;
const entry = { requirement: 'transfer/a', verdict: 'fail', ...LIVE } as const;
const left: Residue[] = [{ interface: 'transfer', kind: 'jobs', name: 'x', why: 'y' }];

const silent: Unanswered = {
  interface: 'transfer',
  operation: 'submit-job',
  lane: 'token',
  requirement: 'transfer/a',
  blame: 'settings',
  why: 'submit-job was answered with 400 ("No space")',
  exchanges: ['e1'],
};

/** What happened, what the gate fails on, the exit code. */
const CASES: readonly (readonly [string, () => ReturnType<typeof judged>, number, RegExp?])[] = [
  ['a failure, by default', () => judged(fails, undefined), 1, /1 documented requirement failed\./],
  ['a failure, on expired alone', () => judged(fails, ['expired']), 0],
  [
    'a known failure',
    () => judged(fails, undefined, { held: { today: TODAY, baseline: [entry] } }),
    0,
    /failed except 1 known finding/,
  ],
  [
    'a known failure among two',
    () => judged({ ...fails, 'transfer/b': 'fail' }, undefined, { held: { today: TODAY, baseline: [entry] } }),
    1,
    /without a live baseline entry/,
  ],
  [
    'an expired entry',
    () => judged(fails, undefined, { held: { today: '2026-04-02', baseline: [entry] } }),
    1,
    /1 baseline entry has expired/,
  ],
  [
    'an expired entry about what passes',
    () => judged(passes, undefined, { held: { today: '2026-04-02', baseline: [entry] } }),
    1,
  ],
  [
    'an expired entry, on new alone',
    () => judged(fails, ['new'], { held: { today: '2026-04-02', baseline: [entry] } }),
    1,
  ],
  ['a stale entry, by default', () => judged(passes, undefined, { held: { today: TODAY, baseline: [entry] } }), 0],
  ['a stale entry, on stale', () => judged(passes, ['stale'], { held: { today: TODAY, baseline: [entry] } }), 1],
  ['a warning, by default', () => judged({ 'transfer/a': 'warn' }, undefined), 0],
  [
    'a warning, on warn',
    () => judged({ 'transfer/a': 'warn' }, ['new', 'warn']),
    1,
    /1 standard or inferred requirement warned/,
  ],
  [
    'a known warning, on warn',
    () =>
      judged({ 'transfer/a': 'warn' }, ['warn'], { held: { today: TODAY, baseline: [{ ...entry, verdict: 'warn' }] } }),
    0,
  ],
  ['a profile that is not met, on warn', () => judged({ 'transfer/gap/x/as-profile-says': 'warn' }, ['warn']), 0],
  ['a profile that is not met, on profile', () => judged({ 'transfer/gap/x/as-profile-says': 'warn' }, ['profile']), 1],
  [
    'a lost pass, by default',
    () => judged({ 'transfer/a': 'inconclusive' }, undefined, { held: { today: TODAY, before: passes } }),
    1,
    /not verified in this one/,
  ],
  [
    'a lost pass, on new alone',
    () => judged({ 'transfer/a': 'inconclusive' }, ['new'], { held: { today: TODAY, before: passes } }),
    0,
  ],
  [
    'a pass that is planned no more, by default',
    () => judged({ 'transfer/b': 'pass' }, undefined, { held: { today: TODAY, before: passes } }),
    1,
  ],
  [
    'a pass that became a warning, by default',
    () => judged({ 'transfer/a': 'warn' }, undefined, { held: { today: TODAY, before: passes } }),
    1,
    /warned in this one/,
  ],
  [
    'a warning that was one before, by default',
    () => judged({ 'transfer/a': 'warn' }, undefined, { held: { today: TODAY, before: { 'transfer/a': 'warn' } } }),
    0,
  ],
  [
    'an operation without an answer',
    () => judged({ 'transfer/a': 'inconclusive' }, undefined, { unanswered: [silent] }),
    3,
    /transfer submit-job \(token\) never succeeded: .*"No space"/,
  ],
  [
    'operations without an answer for one reason',
    () =>
      judged({ 'transfer/a': 'inconclusive' }, undefined, {
        unanswered: [
          { ...silent, operation: 'identity', lane: 'certificate', why: 'identity was not answered' },
          { ...silent, operation: 'identity', why: 'identity was not answered' },
          { ...silent, operation: 'list-jobs', why: 'list-jobs was not answered' },
        ],
      }),
    3,
    /^transfer identity \(certificate, token\), list-jobs \(token\) never succeeded: identity was not answered\. Check the settings that the request used: assay list settings\. The gate/,
  ],
  [
    'an operation without an answer, on expired alone',
    () => judged({ 'transfer/a': 'inconclusive' }, ['expired'], { unanswered: [silent] }),
    3,
  ],
  [
    'an operation without an answer that the baseline covers',
    () =>
      judged({ 'transfer/a': 'inconclusive' }, undefined, {
        unanswered: [silent],
        held: { today: TODAY, baseline: [{ ...entry, verdict: 'inconclusive' }] },
      }),
    0,
  ],
  [
    'an operation without an answer that the baseline covered until yesterday',
    () =>
      judged({ 'transfer/a': 'inconclusive' }, ['new'], {
        unanswered: [silent],
        held: { today: '2026-04-02', baseline: [{ ...entry, verdict: 'inconclusive' }] },
      }),
    3,
  ],
  [
    'a lost pass, on lost',
    () => judged({ 'transfer/a': 'inconclusive' }, ['lost'], { held: { today: TODAY, before: passes } }),
    1,
  ],
  [
    'a lost pass that is known, on lost',
    () =>
      judged({ 'transfer/a': 'skipped' }, ['lost'], {
        held: { today: TODAY, before: passes, baseline: [{ ...entry, verdict: 'skipped' }] },
      }),
    0,
  ],
  ['residue, by default', () => judged(passes, undefined, { residue: left }), 0],
  [
    'residue, on residue',
    () => judged(passes, ['residue'], { residue: left }),
    1,
    /1 thing that the run created was left behind/,
  ],
];

describe('the exit code', () => {
  test.each(CASES.map(([name, run, exitCode, sentence = /./]) => ({ name, run, exitCode, sentence })))(
    '$name: $exitCode',
    ({ run, exitCode, sentence }) => {
      const { exitCode: given, reasons } = run();
      expect(given).toBe(exitCode);
      expect(reasons.join(' ')).toMatch(sentence);
    },
  );

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

describe('the reasons', () => {
  const [known, gone] = [
    { today: TODAY, baseline: [entry] },
    { today: '2026-04-02', baseline: [entry] },
  ];
  const two = { 'transfer/a': 'fail', 'transfer/b': 'fail' } as const;
  test.each<[string, () => ReturnType<typeof judged>, readonly string[]]>([
    ['one failure', () => judged(fails, ['new']), ['1 documented requirement failed.']],
    ['two', () => judged(two, ['new']), ['2 documented requirements failed.']],
    [
      'one that no entry covers',
      () => judged(two, ['new'], { held: known }),
      ['1 documented requirement failed without a live baseline entry.'],
    ],
    [
      'one whose entry has expired',
      () => judged(fails, ['new'], { held: gone }),
      ['1 documented requirement failed without a live baseline entry.'],
    ],
    [
      'a baseline without entries',
      () => judged(fails, ['new'], { held: { today: TODAY, baseline: [] } }),
      ['1 documented requirement failed.'],
    ],
    [
      'expired entries',
      () =>
        judged(passes, ['expired'], {
          held: { today: '2026-04-02', baseline: [entry, { ...entry, requirement: 'transfer/b' }] },
        }),
      ['2 baseline entries have expired.'],
    ],
    [
      'stale entries',
      () =>
        judged({ ...passes, 'transfer/b': 'pass' }, ['stale'], {
          held: { today: TODAY, baseline: [entry, { ...entry, requirement: 'transfer/b' }] },
        }),
      ['2 baseline entries are stale: their requirements pass.'],
    ],
    [
      'one stale entry',
      () => judged(passes, ['stale'], { held: known }),
      ['1 baseline entry is stale: its requirement passes.'],
    ],
    [
      'two warnings',
      () => judged({ 'transfer/a': 'warn', 'transfer/b': 'warn' }, ['warn']),
      ['2 standard or inferred requirements warned.'],
    ],
    [
      'lost passes',
      () =>
        judged({ 'transfer/a': 'skipped', 'transfer/b': 'inconclusive' }, ['lost'], {
          held: { today: TODAY, before: { 'transfer/a': 'pass', 'transfer/b': 'pass' } },
        }),
      ['2 requirements passed in the earlier run and were not verified in this one.'],
    ],
    [
      'one thing left behind',
      () => judged(passes, ['residue'], { residue: left }),
      ['1 thing that the run created was left behind.'],
    ],
    [
      'two',
      () => judged(passes, ['residue'], { residue: [...left, ...left] }),
      ['2 things that the run created were left behind.'],
    ],
    [
      'one expectation',
      () => judged({ 'transfer/gap/x/as-profile-says': 'warn' }, ['profile']),
      ['1 expectation of the profile was not met.'],
    ],
    [
      'two',
      () => judged({ 'transfer/gap/x/as-profile-says': 'warn', 'transfer/gap/y/as-profile-says': 'warn' }, ['profile']),
      ['2 expectations of the profile were not met.'],
    ],
    [
      'an expectation that is known',
      () =>
        judged({ 'transfer/gap/x/as-profile-says': 'warn' }, ['profile'], {
          held: {
            today: TODAY,
            baseline: [{ ...entry, requirement: 'transfer/gap/x/as-profile-says', verdict: 'warn' }],
          },
        }),
      ['The gate passed.'],
    ],
    [
      'a warning that is none of the profile, on profile',
      () => judged({ 'transfer/a': 'warn' }, ['profile']),
      ['The gate passed.'],
    ],
    ['a failure, on warn and profile', () => judged(fails, ['warn', 'profile']), ['The gate passed.']],
    ['nothing to hold it against', () => judged(passes, ['expired', 'stale', 'lost', 'residue']), ['The gate passed.']],
    ['nothing, of what failed', () => judged(passes, ['new']), ['The gate passed: no documented requirement failed.']],
    [
      'two that are known',
      () =>
        judged(two, ['new'], { held: { today: TODAY, baseline: [entry, { ...entry, requirement: 'transfer/b' }] } }),
      ['The gate passed: no documented requirement failed except 2 known findings.'],
    ],
  ])('%s', (_, run, reasons) => expect(run().reasons.slice(0, -1)).toEqual(reasons));

  test('several stand in the order in which the gate looks, each once', () => {
    const { results } = {
      results: resultsWith({ 'transfer/a': 'fail', 'transfer/b': 'error', 'transfer/c': 'error' }).requirements,
    };
    const input = {
      interrupted: true,
      problems: ['One.', 'Two.'],
      leaked: true,
      results,
      conclusions: { transfer: 'invalid' },
      verified: {},
      requireComplete: true,
    } as const;
    expect(gate(input).reasons).toEqual([
      'The run was interrupted.',
      'One.',
      'Two.',
      'A secret appeared in the results.',
      '2 requirements could not be judged because of a fault in Assay.',
      '1 documented requirement failed.',
      'The gate fails on: unexpected failures (without a live baseline entry), expired baseline entries; completeness is required.',
    ]);
    expect(gate({ ...input, problems: [] }).reasons.slice(-2)).toEqual([
      'Nothing of transfer was verified.',
      'The gate fails on: unexpected failures (without a live baseline entry), expired baseline entries; completeness is required.',
    ]);
  });

  test('nothing verified because all was skipped: with the most frequent reason', () => {
    const own = (verdicts: Record<string, Verdict>, messages: readonly string[]) =>
      resultsWith(verdicts).requirements.map((result, at) => ({
        ...result,
        message: messages[at] ?? '',
        ...(messages[at] === 'no' && { notSelected: true as const }),
      }));
    const reasonOf = (results: Results['requirements']): string | undefined =>
      gate({
        interrupted: false,
        problems: [],
        leaked: false,
        results,
        conclusions: { transfer: 'incomplete' },
        verified: {},
        requireComplete: false,
      }).reasons[0];
    const skipped = {
      'transfer/a': 'skipped',
      'transfer/b': 'skipped',
      'transfer/c': 'skipped',
      'transfer/d': 'skipped',
    } as const;
    expect(reasonOf(own(skipped, ['one.', 'two.', 'two.', 'no']))).toBe(
      'Nothing of transfer was verified, because all of it was skipped: two.',
    );
    expect(reasonOf(own({ ...skipped, 'transfer/b': 'inconclusive' }, ['one.']))).toBe(
      'Nothing of transfer was verified.',
    );
  });

  test('with nothing verified completeness is not spoken of too', () => {
    const input = {
      interrupted: false,
      problems: [],
      leaked: false,
      results: [],
      conclusions: { transfer: 'incomplete' },
      requireComplete: true,
    } as const;
    expect(gate({ ...input, verified: { transfer: 0 } }).reasons[0]).toBe('Nothing of transfer was verified.');
    expect(gate({ ...input, verified: { transfer: 1 } }).reasons[0]).toBe(
      'transfer is incomplete, and completeness is required.',
    );
  });
});

test('what the gate fails on is said with its reasons', () => {
  expect(judged(passes, undefined).reasons).toEqual([
    'The gate passed: no documented requirement failed.',
    'The gate fails on: unexpected failures (without a live baseline entry), expired baseline entries.',
  ]);
  expect(judged(passes, ['warn', 'residue']).reasons.at(-1)).toBe('The gate fails on: warnings, residue.');
});
