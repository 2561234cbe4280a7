/** The sentences with which the gate gives its reasons. */
import { compare } from '../../src/compare/relations.ts';
import { COMPARING_FAIL_ON, defaultFailOn, gate } from '../../src/engine/account/gate.ts';
import { judged, MANY, silent, USUAL, verdictsOf } from './judged.ts';
import { resultsWith } from './results.ts';

describe('more than a tenth of the requirements are inconclusive', () => {
  const reasonWith = (causes: readonly (string | undefined)[]) => {
    const { requirements, conclusions, verified } = resultsWith(
      verdictsOf(`a inconclusive, x inconclusive, y warn, ${MANY}`),
    );
    const results = requirements.map((row, at) =>
      row.verdict === 'inconclusive'
        ? { ...row, blame: 'target' as const, cause: { id: causes[at] ?? row.id, headline: 'It is null.' } }
        : row,
    );
    return gate({ ...USUAL, results, conclusions, verified });
  };

  it.each([
    [['transfer/b', 'transfer/b'], 'that of transfer/b: it is pass'],
    [['transfer/y', 'transfer/y'], 'that of transfer/y: it is warn'],
    [[], 'that of transfer/a: it is inconclusive'],
  ])('%j', (causes, cause) => {
    const { exitCode, reasons } = reasonWith(causes);
    expect([exitCode, reasons.join(' ')]).toEqual([
      3,
      `More than a tenth of the requirements of transfer (2 of 14) are inconclusive because of the tested software. The most frequent cause is ${cause}. Correct it, and run again.`,
    ]);
  });
});

test('requirements that follow from an operation that never succeeded are only counted as lost, before its reason', () => {
  const rows = verdictsOf(`a inconclusive, x inconclusive, ${MANY}`);
  const { requirements, conclusions, verified } = resultsWith(rows);
  const results = requirements.map((row) =>
    row.verdict === 'inconclusive'
      ? { ...row, blame: 'credential' as const, cause: { id: 'transfer/a', headline: 'It expired.' } }
      : row,
  );
  const unanswered = [{ ...silent, requirement: 'transfer/a', blame: 'credential' as const, why: 'it expired' }];
  const { reasons } = gate({ ...USUAL, results, conclusions, verified, unanswered });
  expect(reasons).toEqual([expect.stringContaining('it expired')]);
  const unplanned = { 'transfer/x': 'pass', 'transfer/z': 'pass' } as const;
  const comparison = compare(results, { before: unplanned, today: '2026-03-01' }, () => true);
  const given = { ...USUAL, failOn: COMPARING_FAIL_ON, conclusions, verified, unanswered, comparison };
  const lost = [
    '2 requirements that passed in the earlier run were not verified in this one: transfer/x (it is inconclusive) and 1 more.',
    expect.stringMatching(/^Also \(exit code 3\): transfer: it expired/),
  ];
  expect(gate({ ...given, results }).reasons).toEqual(lost);
  const failed = [...results, ...resultsWith({ 'transfer/y': 'fail' }).requirements];
  expect(gate({ ...given, results: failed }).reasons).toEqual([
    '1 documented requirement failed (0 new; only a baseline makes failures known).',
    ...lost,
  ]);
});

test.each([
  [true, /^No request to transfer was judged: from your client, call .*, or leave the interface out\.$/],
  [false, /To leave the interface out, remove its address from the settings; for one run: --only [a-z-]+\.$/],
])('how to leave out an interface that is skipped, with requests of clients %s', (ofClients, sentence) => {
  const { requirements: results } = resultsWith({ 'transfer/a': 'skipped' });
  const conclusions = { transfer: 'incomplete', other: 'conformant' } as const;
  expect(gate({ ...USUAL, ofClients, results, conclusions, verified: { other: 1 } }).reasons[0]).toMatch(sentence);
});

describe('the reasons', () => {
  test.each([
    ['down', {}, /^transfer: it got no response\. assay doctor shows which step fails\. Never succeeded/],
    ['going down', { stopped: true as const }, / stopped responding, .*\. See its log at that time, and run again\.$/],
  ])('a service that is %s is one sentence, with an earlier run to compare with too', (_, more, sentence) => {
    const rows = (verdict: string) => [...'mnopqrstuvwx'].map((name) => `a${name} ${verdict}`).join(', ');
    const down = {
      ...silent,
      requirement: 'transfer/am',
      blame: 'infrastructure',
      why: 'it got no response',
    } as const;
    const decided = 'stopped' in more ? `, ${MANY}` : '';
    const { exitCode, reasons } = judged(`${rows('inconclusive!')}${decided}`, undefined, {
      before: `${rows('pass')}, ${MANY}`.slice(0, decided === '' ? rows('pass').length : undefined),
      unanswered: [{ ...down, ...more }],
    });
    expect({ exitCode, reasons }).toEqual({
      exitCode: 3,
      reasons: [expect.stringMatching(sentence)],
    });
  });

  test('that name a command give it the options of the run', () => {
    const input = {
      ...{ ...USUAL, options: ' --env-file site.env' },
      ...{ results: [], conclusions: {}, verified: {} },
      unanswered: [{ ...silent, blame: 'infrastructure', why: 'it got no response' }],
      otherServices: [{ interface: 'data-hub', service: 'zone', address: 'https://a.example', why: 'it is a wiki' }],
    } as const;
    expect(gate(input).reasons.slice(0, 2)).toEqual([
      'The address https://a.example does not seem to be that of the zone service of data-hub: it is a wiki.',
      expect.stringContaining('it got no response. assay doctor --env-file site.env shows which step fails.'),
    ]);
  });

  test('several stand in the order in which the gate looks, each once', () => {
    const { requirements: results } = resultsWith({
      'transfer/a': 'fail',
      'transfer/b': 'error',
      'transfer/c': 'error',
    });
    const input = {
      interrupted: true,
      failOn: defaultFailOn(undefined),
      results,
      conclusions: { transfer: 'invalid' },
      verified: {},
      requireComplete: true,
    } as const;
    expect(gate(input).reasons).toEqual([
      'The run was interrupted.',
      'Also (exit code 4): 2 requirements could not be judged because of an error in Assay. Do not rely on this run; report it with its evidence.har.',
      'Also (exit code 1): 1 documented requirement failed.',
      'Conditions of the gate: --fail-on new,expired; --require-complete.',
    ]);
    // An interruption is the reason for unverified requirements.
    expect(gate({ ...input, interrupted: false }).reasons.slice(-2)).toEqual([
      'Also (exit code 3): No requirement of transfer was verified.',
      'Conditions of the gate: --fail-on new,expired; --require-complete.',
    ]);
    // `assay serve` has no such option.
    const ofClients = { ...input, ofClients: true };
    expect(gate(ofClients).reasons.join()).not.toContain('Conditions of the gate');
    expect(gate({ ...ofClients, failOn: ['warn'] }).reasons.at(-1)).toBe('Conditions of the gate: --fail-on warn.');
  });
});

test('what the gate fails on is said with its reasons, unless it is the usual', () => {
  expect(judged('a pass').reasons).toEqual(['The gate passed: no documented requirement failed.']);
  expect(judged('a pass', ['warn', 'residue']).reasons.at(-1)).toBe('Conditions of the gate: --fail-on warn,residue.');
});
