import { type GateInput, gate } from '../../src/engine/account/gate.ts';
import type { FailOn, Verdict } from '../../src/engine/words/types.ts';
import { type Held, judged, left, MANY, silent, USUAL, type Verdicts } from './judged.ts';
import { resultsWith } from './results.ts';

/** Verdicts, conditions of the gate (undefined: the default), the rest of the input, the exit code, the reason. */
const CASES: readonly (readonly [Verdicts, FailOn[] | undefined, Held, number, (string | string[])?])[] = [
  ['a pass', undefined, {}, 0, 'The gate passed: no documented requirement failed.'],
  [
    'a pass, b skipped',
    undefined,
    {},
    0,
    'The gate passed: no documented requirement failed. With --require-complete, the exit code would be 3, because 1 documented requirement was skipped or inconclusive.',
  ],
  ['a fail', undefined, {}, 1, '1 documented requirement failed.'],
  ['a fail', ['expired'], {}, 0],
  [
    'a fail',
    undefined,
    { known: 'a fail' },
    0,
    'The gate passed: no documented requirement failed except 1 known failure.',
  ],
  [
    'a fail, b fail',
    undefined,
    { known: 'a fail' },
    1,
    '1 documented requirement failed without a live baseline entry.',
  ],
  ...[['new'], undefined].map(
    (failOn) =>
      [
        'a fail',
        failOn as FailOn[] | undefined,
        { ended: 'a fail' },
        1,
        '1 documented requirement failed without a live baseline entry.',
      ] as const,
  ),
  [
    'a inconclusive',
    ['expired'],
    { ended: 'a fail' },
    1,
    '1 expired baseline entry: transfer/a. Correct the cause, or extend or remove the entry.',
  ],
  [
    'a pass',
    undefined,
    { ended: 'a fail' },
    1,
    '1 expired baseline entry: transfer/a. Correct the cause, or extend or remove the entry.',
  ],
  ['a pass', undefined, { known: 'a fail' }, 0],
  [
    'a pass',
    ['stale'],
    { known: 'a fail' },
    1,
    '1 stale baseline entry: transfer/a. The requirement passes, so remove the entry.',
  ],
  ['a warn', undefined, {}, 0],
  ['a warn', ['new', 'warn'], {}, 1, '1 standard or inferred requirement warned.'],
  ['a warn', ['warn'], { known: 'a warn' }, 0],
  ['p warn', ['warn'], {}, 0],
  ['p warn', ['profile'], {}, 1, '1 unmet expectation of the profile.'],
  ['p warn', ['profile'], { known: 'p warn' }, 0, 'The gate passed.'],
  [
    'a skipped, b inconclusive',
    ['lost'],
    { before: 'a pass, b pass' },
    1,
    '2 requirements that passed in the earlier run were not verified in this one: transfer/a (it is skipped) and 1 more.',
  ],
  [
    'a skipped, b inconclusive, c inconclusive',
    ['lost'],
    {
      before: 'a pass, b pass, c pass',
      unanswered: [
        { ...silent, requirement: 'transfer/b' },
        { ...silent, requirement: 'transfer/c' },
      ],
    },
    1,
    [
      '3 requirements that passed in the earlier run were not verified in this one: transfer/a (it is skipped) and 2 more.',
      expect.stringMatching(/^Also \(exit code 3\): transfer: submit-job returned 400/),
      expect.stringMatching(/^Also \(exit code 3\): transfer: submit-job returned 400/),
    ],
  ],
  [
    'c pass',
    ['lost'],
    { before: 'a pass, b pass' },
    1,
    '2 requirements that passed in the earlier run were not verified in this one: transfer/a (not planned by this version of Assay, with these settings) and 1 more.',
  ],
  [
    'a inconclusive',
    ['lost'],
    { before: 'a pass', unanswered: [silent] },
    1,
    [
      '1 requirement that passed in the earlier run was not verified in this one: transfer/a (it is inconclusive).',
      expect.stringMatching(/^Also \(exit code 3\): transfer: submit-job returned 400/),
    ],
  ],
  ['a skipped', ['lost'], { before: 'a pass', known: 'a skipped' }, 0],
  ['b pass', undefined, { before: 'a pass' }, 1],
  [
    `a inconclusive!, ${MANY}`,
    undefined,
    { before: 'a pass' },
    3,
    '1 requirement passed in the earlier run; now the service was not reached.',
  ],
  [`a inconclusive!, ${MANY}`, ['new'], { before: 'a pass' }, 3],
  ['a inconclusive!', undefined, { before: 'a pass', known: 'a inconclusive' }, 0],
  [
    'a warn',
    undefined,
    { before: 'a pass' },
    1,
    '1 requirement passed in the earlier run and warned in this one: transfer/a.',
  ],
  ['a warn', undefined, { before: 'a warn' }, 0],
  [
    'a inconclusive',
    undefined,
    { unanswered: [silent] },
    3,
    'transfer: submit-job returned 400 ("No space"). Check the settings that the request used (assay list settings). Never succeeded: submit-job (token).',
  ],
  [
    'a inconclusive',
    undefined,
    {
      unanswered: [
        { ...silent, operation: 'identity', lane: 'certificate', why: 'identity got no response' },
        { ...silent, operation: 'identity', why: 'identity got no response' },
        { ...silent, operation: 'list-jobs', why: 'list-jobs got no response' },
      ],
    },
    3,
    'transfer: identity got no response. Check the settings that the request used (assay list settings). Never succeeded: identity (certificate, token), list-jobs (token).',
  ],
  ['a inconclusive', undefined, { unanswered: [silent], known: 'a inconclusive' }, 0],
  [
    'a inconclusive',
    undefined,
    { unanswered: [silent], known: 'a inconclusive', verified: 0 },
    3,
    'No requirement of transfer was verified.',
  ],
  ['a inconclusive', undefined, { unanswered: [silent], verified: 0 }, 3, expect.stringMatching(/Never succeeded/)],
  ['a inconclusive', ['new'], { unanswered: [silent], ended: 'a inconclusive' }, 3],
  ['a fail', undefined, { verified: 0 }, 1, '1 documented requirement failed.'],
  // An inferred requirement.
  ['a pass', undefined, { verified: 0 }, 0, 'The gate passed: no documented requirement failed.'],
  ['a pass', undefined, { residue: left }, 0],
  ['a pass', ['residue'], { residue: left }, 1, '1 object that the run created could not be removed (residue).'],
];

test.each(CASES.map((row) => ({ row })))(
  'the exit code: $row',
  ({ row: [verdicts, failOn, held, exitCode, reason] }) => {
    const { exitCode: given, reasons } = judged(verdicts, failOn, held);
    expect(given).toBe(exitCode);
    expect(reasons.filter((one) => /expired[.)]/.test(one)).length).toBeLessThanOrEqual(1);
    if (reason !== undefined) expect(reasons.slice(0, [reason].flat().length)).toEqual([reason].flat());
  },
);

const { requirements: passing, conclusions, verified } = resultsWith({ 'transfer/a': 'pass' });
const CLEAN: GateInput = { ...USUAL, results: passing, conclusions, verified };
const adding =
  (verdict: Verdict) =>
  (input: GateInput): GateInput => ({
    ...input,
    results: [...input.results, ...resultsWith({ 'transfer/b': verdict }).requirements],
  });

/** Changes of the input that cause each exit code, in the order of precedence. */
const CAUSES: readonly (readonly [code: number, cause: (input: GateInput) => GateInput])[] = [
  [130, (input) => ({ ...input, interrupted: true })],
  [4, adding('error')],
  [1, adding('fail')],
  [3, (input) => ({ ...adding('inconclusive')(input), verified: {} })],
];

test.each(Array.from({ length: 2 ** CAUSES.length }, (_, mask) => mask))('none, one or several causes: %i', (mask) => {
  const holding = CAUSES.filter((_, bit) => (mask & (1 << bit)) !== 0);
  const { exitCode, reasons } = gate(holding.reduce((input, [, cause]) => cause(input), CLEAN));
  expect(exitCode).toBe(holding[0]?.[0] ?? 0);
  expect(reasons.length).toBeGreaterThan(0);
});

const INCOMPLETE = { conclusions: { transfer: 'incomplete' } } as const;
test.each<[string, Partial<GateInput>, number]>([
  [
    'one of two interfaces without a verified requirement',
    { conclusions: { ...conclusions, 'data-hub': 'incomplete' } },
    3,
  ],
  ['no interface at all', { conclusions: {}, verified: {}, results: [] }, 0],
  ['incomplete', INCOMPLETE, 0],
  ['incomplete, where completeness is required', { ...INCOMPLETE, requireComplete: true }, 3],
  ['complete, where it is required', { requireComplete: true }, 0],
  [
    'inconclusive, skipped, observed, not applicable',
    {
      results: (['inconclusive', 'skipped', 'observed', 'not-applicable'] as const).flatMap(
        (verdict) => resultsWith({ [`transfer/${verdict}`]: verdict }).requirements,
      ),
    },
    0,
  ],
])('%s', (_, more, code) => expect(gate({ ...CLEAN, ...more }).exitCode).toBe(code));
