/** Facts are counted into one verdict a requirement, and verdicts into conclusions. */
import { describe, expect, test } from 'vitest';
import { account, conclude, countVerdicts, countVerified, worst } from '../../src/engine/account/account.ts';
import { noData, stated } from '../../src/engine/words/reasons.ts';
import type { Conclusion, Fact, RecordedLane, Result, Verdict } from '../../src/engine/words/types.ts';
import { VERDICTS } from '../../src/engine/words/types.ts';
import { contractOf, requirement } from './exchanges.ts';

const LANES: readonly RecordedLane[] = ['certificate', 'token'].map((name) => ({
  name,
  given: {},
  credentials: ['good'],
}));
const ROW = 'transfer/list-jobs/x';

type Short = Record<string, unknown> & { readonly kind: Fact['kind'] };
const DEFAULTS: Readonly<Record<Fact['kind'], object>> = {
  held: { times: 1 },
  contradicted: { expected: 'this', got: 'that' },
  undecided: { reason: stated('infrastructure', 'no answer came') },
  skipped: { reason: stated('settings', 'creating jobs is not allowed') },
  'not-applicable': { reason: stated('settings', 'it is not offered') },
  observed: { value: '200' },
  fault: { reason: stated('suite', 'the judge threw') },
};
const fact = (short: Short): Fact =>
  ({ requirement: ROW, lane: 'certificate', exchanges: ['e1'], ...DEFAULTS[short.kind], ...short }) as unknown as Fact;

function judged(
  facts: readonly Short[],
  row: Parameters<typeof requirement>[1] = {},
  more: { notOffered?: string[]; selected?: boolean; lanes?: readonly RecordedLane[] } = {},
): Result {
  const [result] = account(facts.map(fact), {
    contract: contractOf([requirement(ROW, row)]),
    lanes: more.lanes ?? LANES,
    notPlanned: new Map(),
    notOffered: new Set(more.notOffered),
    selected: () => more.selected ?? true,
  });
  return result as Result;
}

const held = { kind: 'held' } as const;
const wrong = { kind: 'contradicted' } as const;
const undecided = { kind: 'undecided' } as const;
const silent = { kind: 'undecided', reason: noData('nothing was seen', undefined, 'settings') } as const;
const skipped = { kind: 'skipped' } as const;
const absent = { kind: 'not-applicable' } as const;
const fault = { kind: 'fault' } as const;

describe('a requirement’s verdict', () => {
  test.each<[string, readonly Short[], Partial<Result>]>([
    ['held', [held], { verdict: 'pass' }],
    ['held in one lane, undecided in the other', [held, { ...undecided, lane: 'token' }], { verdict: 'pass' }],
    [
      'held in one lane, contradicted in the other',
      [held, { ...wrong, lane: 'token' }],
      { verdict: 'fail', blame: 'target' },
    ],
    [
      'contradicted',
      [wrong],
      { verdict: 'fail', blame: 'target', expected: 'this', got: 'that', message: 'Expected this; got that.' },
    ],
    [
      'contradicted in many records',
      [{ ...wrong, times: 7, of: 9, at: '/0/x' }],
      { got: 'that (in 7 of 9 records)', at: '/0/x' },
    ],
    ['undecided', [undecided], { verdict: 'inconclusive', blame: 'infrastructure', message: 'No answer came.' }],
    ['undecided by silence and otherwise', [silent, undecided], { verdict: 'inconclusive', blame: 'infrastructure' }],
    [
      'silent in one lane, skipped in the other',
      [silent, { ...skipped, lane: 'token' }],
      { verdict: 'skipped', message: 'Creating jobs is not allowed.' },
    ],
    [
      'undecided in one lane, skipped in the other',
      [undecided, { ...skipped, lane: 'token' }],
      { verdict: 'inconclusive' },
    ],
    ['silent alone', [silent], { verdict: 'inconclusive', blame: 'settings' }],
    ['skipped', [skipped], { verdict: 'skipped', blame: 'settings' }],
    ['skipped in one lane, not offered in the other', [absent, { ...skipped, lane: 'token' }], { verdict: 'skipped' }],
    ['not offered', [absent], { verdict: 'not-applicable' }],
    [
      'a fault of ours, whatever else',
      [held, wrong, fault],
      { verdict: 'error', blame: 'suite', message: 'The judge threw.' },
    ],
    ['nothing said at all', [], { verdict: 'error', blame: 'suite' }],
  ])('%s', (_, facts, expected) => expect(judged(facts)).toMatchObject(expected));

  test.each<[string, Parameters<typeof requirement>[1], Verdict]>([
    ['documented', { basis: 'documented' }, 'fail'],
    ['standard', { basis: 'standard' }, 'warn'],
    ['inferred', { basis: 'inferred' }, 'warn'],
  ])('contradicted, with basis %s', (_, row, verdict) => expect(judged([wrong], row).verdict).toBe(verdict));

  test('a gap is observed, never judged', () => {
    const gap = { basis: 'gap' } as const;
    expect(judged([{ kind: 'observed' }, { kind: 'observed', value: '201' }, { kind: 'observed' }], gap)).toMatchObject(
      {
        verdict: 'observed',
        got: '200; 201',
      },
    );
    expect(judged([wrong, undecided], gap)).toMatchObject({ verdict: 'skipped', blame: 'document' });
    expect(judged([], { ...gap, excluded: 'Nothing undocumented is sent.' }).message).toBe(
      'Nothing undocumented is sent.',
    );
  });

  test('what was not asked for is skipped, whatever was seen', () => {
    const { verdict, blame, message, exchanges } = judged([wrong], {}, { selected: false });
    expect({ verdict, blame, message, exchanges }).toEqual({
      verdict: 'skipped',
      blame: 'settings',
      message: 'Not selected (--only).',
      exchanges: [],
    });
  });

  test('rests on what its requirement says, with the operation where there is one', () => {
    const base = {
      id: ROW,
      interface: 'transfer',
      title: 'a',
      clause: 'b',
      basis: 'standard',
      verdict: 'pass',
      exchanges: ['e1'],
    };
    expect(judged([held], { title: 'a', clause: 'b', basis: 'standard' })).toEqual(base);
    expect(judged([held], { title: 'a', clause: 'b', basis: 'standard', operation: 'list-jobs' })).toEqual({
      ...base,
      operation: 'list-jobs',
    });
  });

  test.each<[string, readonly Short[], readonly string[], Parameters<typeof requirement>[1]?]>([
    ['a pass on what held', [held, { ...undecided, exchanges: ['e2'] }], ['e1']],
    ['a warning on what contradicted', [{ ...wrong, exchanges: ['e2'] }, held], ['e2'], { basis: 'inferred' }],
    [
      'what is not decided on what did not decide',
      [
        { ...undecided, exchanges: ['e3'] },
        { ...absent, exchanges: ['e4'] },
      ],
      ['e3'],
    ],
    [
      'a gap on what was observed',
      [
        { kind: 'observed', exchanges: ['e5'] },
        { ...wrong, exchanges: ['e6'] },
      ],
      ['e5'],
      { basis: 'gap' },
    ],
    ['what was skipped on nothing', [skipped], []],
    ['a fault of ours on nothing', [fault, held], []],
    ['each exchange is named once', [held, held, { ...held, exchanges: ['e2', 'e1'] }], ['e1', 'e2']],
    [
      'at most twenty',
      Array.from({ length: 30 }, (_, index) => ({ ...held, exchanges: [`e${index}`] })),
      Array.from({ length: 20 }, (_, index) => `e${index}`),
    ],
  ])('rests: %s', (_, facts, expected, row) => expect(judged(facts, row).exchanges).toEqual(expected));

  test.each<[string, Short, Partial<Result>]>([
    ['once', { ...wrong, times: 1, of: 9 }, { got: 'that', message: 'Expected this; got that.' }],
    [
      'with different values',
      {
        ...wrong,
        times: 5,
        of: 5,
        values: [
          { got: 'null', times: 3 },
          { got: '"Y"', times: 2 },
        ],
      },
      { got: 'null in 3, "Y" in 2 of 5 records', message: 'Expected this; got null in 3, "Y" in 2 of 5 records.' },
    ],
    [
      'with a value per record',
      {
        ...wrong,
        times: 8,
        of: 9,
        values: [
          { got: '"X"', times: 1 },
          { got: '"Y"', times: 1 },
          { got: 'other values', times: 6 },
        ],
      },
      {
        got: '"X" and other values (in 8 of 9 records)',
        message: 'Expected this; got "X" and other values (in 8 of 9 records).',
      },
    ],
    [
      'twice',
      { ...wrong, times: 2, of: 9 },
      { got: 'that (in 2 of 9 records)', message: 'Expected this; got that (in 2 of 9 records).' },
    ],
  ])('contradicted %s', (_, short, expected) => {
    const result = judged([short]);
    expect(result).toMatchObject(expected);
    expect(Object.keys(result)).toEqual(expect.not.arrayContaining(['at', 'also', 'lanes']));
  });

  test('further contradictions say where, if they know', () => {
    const also = judged([
      wrong,
      { ...wrong, at: '/0', lane: 'token', exchanges: ['e2'] },
      { ...wrong, exchanges: [] },
    ]).also;
    expect(also).toEqual([
      { lane: 'token', expected: 'this', got: 'that', at: '/0', exchanges: ['e2'] },
      { lane: 'certificate', expected: 'this', got: 'that', exchanges: [] },
    ]);
  });

  test.each([
    ['no answer came', 'No answer came.'],
    ['Is the address right?', 'Is the address right?'],
    ['Look!', 'Look!'],
    ['It ended. Then it began', 'It ended. Then it began.'],
    ['it ended.', 'It ended.'],
  ])('%s is reported as a sentence', (why, message) =>
    expect(judged([{ ...undecided, reason: stated('target', why) }]).message).toBe(message),
  );

  test('a lane without facts is left out, and a single lane is not listed', () => {
    expect(judged([held]).lanes).toBeUndefined();
    expect(judged([held, { ...held, lane: 'token' }, { ...wrong, lane: 'another' }]).lanes).toEqual({
      certificate: 'pass',
      token: 'pass',
    });
  });

  test('many values of a gap are reported, up to twelve', () => {
    const many = Array.from({ length: 13 }, (_, index) => ({ kind: 'observed', value: String(index) }) as const);
    expect(judged(many, { basis: 'gap' }).got).toBe('0; 1; 2; 3; 4; 5; 6; 7; 8; 9; 10; 11');
  });

  test('an unseen gap says that the document does not show it', () => {
    expect(judged([], { basis: 'gap' })).toMatchObject({
      verdict: 'skipped',
      blame: 'document',
      message: 'Not documented, and not observed in this run.',
    });
  });

  test('a row of a credential that there is, of which nothing was said, is a fault of ours', () => {
    expect(judged([], { lane: 'token' })).toMatchObject({
      verdict: 'error',
      message: 'No check decides this requirement.',
    });
    expect(judged([silent], { lane: 'token' }, { lanes: LANES.slice(0, 1) }).verdict).toBe('inconclusive');
  });

  test('a row of a credential that there is not', () => {
    const lanes = LANES.slice(0, 1);
    expect(judged([], { lane: 'token' }, { lanes })).toMatchObject({
      verdict: 'skipped',
      message: 'No token is configured.',
    });
    expect(judged([], { lane: 'token' }, { lanes, notOffered: ['token'] }).verdict).toBe('not-applicable');
  });

  test('lanes are distinguished, further contradictions are kept, exchanges are those that the verdict rests on', () => {
    const many = Array.from({ length: 9 }, (_, index) => ({
      ...wrong,
      lane: 'token',
      got: `that ${index}`,
      exchanges: [`e${index}`],
    }));
    const result = judged([{ ...held, exchanges: ['e99'] }, ...many]);
    expect(result.lanes).toEqual({ certificate: 'pass', token: 'fail' });
    expect(result.also).toHaveLength(4);
    expect(result.exchanges).not.toContain('e99');
    expect(result.exchanges).toContain('e8');
  });
});

test('each planned row has one result, in the contract’s order, based on its facts', () => {
  const rows = ['transfer/a', 'transfer/b', 'transfer/c'];
  const given = {
    contract: contractOf(rows.map((id) => requirement(id))),
    lanes: LANES,
    notOffered: new Set<string>(),
    selected: () => true,
  };
  const facts = [
    fact({ ...wrong, requirement: 'transfer/c' }),
    fact({ ...held, requirement: 'transfer/a' }),
    fact({ ...held, requirement: 'transfer/c' }),
  ];
  const counted = account(facts, { ...given, notPlanned: new Map([['transfer/b', 'It cannot be made.']]) });
  expect(counted.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(['transfer/a pass', 'transfer/c fail']);
});

const results = (...verdicts: readonly (readonly [Verdict, Result['basis']?])[]): Result[] =>
  verdicts.map(([verdict, basis = 'documented'], index) => ({
    id: `transfer/x/${index}`,
    interface: 'transfer',
    title: '',
    clause: '',
    basis,
    verdict,
    exchanges: [],
  }));

describe('conclusions', () => {
  test.each<[Result[], Conclusion]>([
    [results(['pass'], ['pass']), 'conformant'],
    [
      results(
        ['pass'],
        ['not-applicable'],
        ['observed', 'gap'],
        ['warn', 'inferred'],
        ['inconclusive', 'inferred'],
        ['skipped', 'standard'],
      ),
      'conformant',
    ],
    [results(['pass'], ['skipped']), 'incomplete'],
    [results(['pass'], ['inconclusive']), 'incomplete'],
    [results(['pass'], ['skipped'], ['fail']), 'non-conformant'],
    [results(['fail'], ['error', 'inferred']), 'invalid'],
    [results(['error', 'gap']), 'invalid'],
    [results(['warn']), 'conformant'],
    [[], 'conformant'],
  ])('%#: %s', (all, expected) => expect(conclude(all)).toBe(expected));

  test('the worst of several, and with none nothing was shown', () => {
    expect(worst(['conformant', 'incomplete', 'non-conformant', 'invalid'])).toBe('invalid');
    expect(worst(['conformant', 'non-conformant', 'incomplete'])).toBe('non-conformant');
    expect(worst(['conformant', 'incomplete'])).toBe('incomplete');
    expect(worst(['conformant'])).toBe('conformant');
    expect(worst([])).toBe('incomplete');
  });

  test('verified are passes that are documented or standard', () => {
    expect(
      countVerified(results(['pass'], ['pass', 'standard'], ['pass', 'inferred'], ['pass', 'profile'], ['fail'])),
    ).toEqual({ transfer: 2 });
    expect(countVerified([])).toEqual({});
  });

  test('every verdict is counted, and their sum is the number of results', () => {
    const counts = countVerdicts(results(['pass'], ['pass'], ['warn', 'inferred']));
    expect(Object.keys(counts)).toEqual([...VERDICTS]);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(counts).toMatchObject({ pass: 2, warn: 1, fail: 0 });
  });
});
