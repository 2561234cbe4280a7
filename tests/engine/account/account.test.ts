/** Facts are counted into one verdict per requirement, and verdicts into conclusions. */
import { account, conclude, countVerified } from '../../../src/engine/account/account.ts';
import { noData, stated } from '../../../src/engine/words/reasons.ts';
import type { Conclusion, Fact, RecordedLane, Result, Suite, Verdict } from '../../../src/engine/words/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { contractOf, exchange, requirement } from '../exchanges.ts';

const LANES: RecordedLane[] = ['certificate', 'token'].map((name) => ({
  name,
  given: {},
  credentials: ['good'],
}));
const ROW = 'transfer/list-jobs/x';

type Short = Record<string, unknown> & { kind: Fact['kind'] };
const DEFAULTS: Record<Fact['kind'], object> = {
  upheld: { times: 1 },
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
  facts: Short[],
  row: Parameters<typeof requirement>[1] = {},
  more: {
    notOffered?: string[];
    selected?: boolean;
    lanes?: RecordedLane[];
    credentials?: Suite['credentials'];
    exchanges?: Exchange[];
  } = {},
) {
  const [result] = account(facts.map(fact), {
    contract: contractOf([requirement(ROW, row)]),
    lanes: more.lanes ?? LANES,
    credentials: more.credentials,
    notPlanned: new Map(),
    notOffered: new Set(more.notOffered),
    exchanges: new Map(more.exchanges?.map((one) => [one.id, one])),
    selected: () => more.selected ?? true,
  });
  return result as Result;
}

const held = { kind: 'upheld' } as const;
const wrong = { kind: 'contradicted' } as const;
const undecided = { kind: 'undecided' } as const;
const silent = { kind: 'undecided', reason: noData('nothing was seen', undefined, 'settings') } as const;
const skipped = { kind: 'skipped' } as const;
const absent = { kind: 'not-applicable' } as const;
const fault = { kind: 'fault' } as const;

describe('a requirement’s verdict', () => {
  test.each<[string, Short[], Partial<Result>]>([
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

    ['undecided', [undecided], { verdict: 'inconclusive', blame: 'infrastructure', message: 'No answer came.' }],
    ['undecided by silence and otherwise', [silent, undecided], { verdict: 'inconclusive', blame: 'infrastructure' }],
    [
      'silent in one lane, skipped in the other',
      [silent, { ...skipped, lane: 'token' }],
      { verdict: 'skipped', message: 'Creating jobs is not allowed.' },
    ],
    [
      'silent because of another contradiction, and skipped elsewhere',
      [{ ...silent, reason: noData(undefined, stated('target', 'x')) }, skipped],
      { verdict: 'inconclusive', blame: 'target' },
    ],
    [
      'undecided in one lane, skipped in the other',
      [undecided, { ...skipped, lane: 'token' }],
      { verdict: 'inconclusive' },
    ],

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
    ['standard', { basis: 'standard' }, 'warn'],
    ['inferred', { basis: 'inferred' }, 'warn'],
  ])('contradicted, with basis %s', (_, row, verdict) => expect(judged([wrong], row).verdict).toBe(verdict));

  test('a gap is observed, never judged', () => {
    const gap = { basis: 'gap' } as const;
    const seen = ['200', '201', '200'].map((value): Short => ({ kind: 'observed', value }));
    expect(judged(seen, gap)).toMatchObject({ verdict: 'observed', got: '200; 201' });
    expect(judged([wrong, undecided], gap)).toMatchObject({ verdict: 'skipped', blame: 'document' });
    expect(judged([], { ...gap, excluded: 'Nothing undocumented is sent.' }).message).toBe(
      'Nothing undocumented is sent.',
    );
  });

  test('what was not asked for is skipped, whatever was seen', () => {
    expect(judged([wrong], {}, { selected: false })).toMatchObject({
      ...{ verdict: 'skipped', blame: 'settings', message: 'Not selected.', exchanges: [] },
    });
  });

  test('a row of a credential that there is not', () => {
    const lanes = LANES.slice(0, 1);
    expect(judged([], { lane: 'token' }, { lanes })).toMatchObject({
      verdict: 'skipped',
      message: 'No token is configured.',
    });
    const credentials = { token: { setting: 'SERVICE_TOKEN' } };
    expect(judged([], { lane: 'token' }, { lanes, credentials }).message).toBe('SERVICE_TOKEN is not set.');
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

/** @param line verdicts, separated by commas, each with its basis if that is not `documented` */
const results = (line: string): Result[] =>
  (line === '' ? [] : line.split(', ')).map((one, index) => {
    const [verdict, basis = 'documented'] = one.split(' ') as [Verdict, Result['basis']?];
    return { id: `transfer/x/${index}`, interface: 'transfer', title: '', clause: '', basis, verdict, exchanges: [] };
  });

describe('conclusions', () => {
  test.each<[string, Conclusion]>([
    ['pass, not-applicable, observed gap, warn inferred, warn, inconclusive inferred, skipped standard', 'conformant'],
    ['pass, skipped', 'incomplete'],
    ['pass, inconclusive', 'incomplete'],
    ['pass, skipped, fail', 'non-conformant'],
    ['fail, error inferred', 'invalid'],
    ['error gap', 'invalid'],
  ])('of "%s": %s', (all, expected) => expect(conclude(results(all))).toBe(expected));

  test('verified are passes that are documented or standard', () => {
    expect(countVerified(results('pass, pass standard, pass inferred, pass profile, fail'))).toEqual({ transfer: 2 });
    expect(countVerified([])).toEqual({});
  });
});

/** Returns facts of exchanges in the order of time: `.` held, `x` contradicted. */
const inTime = (signs: string, lane = 'certificate'): Short[] =>
  [...signs].map((sign, at) => ({ ...(sign === 'x' ? wrong : held), lane, exchanges: [`e${at + 1}`] }));

test.each([
  ['..x..x..x', 'in 3 of 9 exchanges: every third one (the first is e3), but not the others (for example e1)'],
  ['.x.x.x.', 'in 3 of 7 exchanges: every second one (the first is e2), but not the others (for example e1)'],
  ['..xxx', 'in 3 of 5 exchanges: all from one time on (the first is e3), but none before (for example e1)'],
  ['...xx', 'in 2 of 5 exchanges: the first is e4; e1, for comparison, passed'],
  ['.x.x.', 'in 2 of 5 exchanges: the first is e2; e1, for comparison, passed'],
])('a contradiction in %s says when it shows', (signs, sometimes) => {
  expect(judged(inTime(signs)).sometimes).toBe(sometimes);
});

test('a contradiction with one credential alone names its lane', () => {
  const [first, ...others] = inTime('x..', 'certificate');
  expect(judged([{ ...first, lane: 'token' } as Short, ...others]).sometimes).toBe(
    'in 1 of 3 exchanges: all that test the credential token (the first is e1), but not those that test another (for example e2)',
  );
});

describe('contradicting exchanges', () => {
  const url = 'https://transfer.example.org/jobs';
  const sent = (signs: string, more: (sign: string, at: number) => Partial<Exchange>) =>
    judged(
      inTime(signs),
      {},
      {
        exchanges: [...signs].map((sign, at) => ({
          ...exchange({ id: `e${at + 1}` }),
          ...{ label: 'listing', ...more(sign, at) },
        })),
      },
    )
      .sometimes?.replace(/^.*: (the first is e\d; e\d, for comparison, passed$)?/, '')
      .replace(/ \((?:the first is|for example) e\d\)/g, '');
  const asked = (to: string): Pick<Exchange, 'request'> => ({ request: { ...exchange({}).request, url: to } });
  const attempt = { url, startedAt: 0, endedAt: 1, outcome: {} as never };
  const over = (kind: 'kept' | 'new'): Pick<Exchange, 'attempts'> => ({
    attempts: [{ ...attempt, timings: { wait: 1, ...(kind === 'new' && { connect: 1 }) } }],
  });

  test.each<[string, string, (sign: string, at: number) => Partial<Exchange>]>([
    ['..xx.', 'all responses to b, but none to another operation', (sign) => ({ operation: sign === 'x' ? 'b' : 'a' })],
    ['..xx.', 'all without a query, but none with one', (sign) => asked(sign === 'x' ? url : `${url}?a=1`)],
    ['..xx.', 'all on a reused connection, but none on another', (sign) => over(sign === 'x' ? 'kept' : 'new')],
    // A service cannot see the role.
    ['..xx.', '', (sign) => (sign === 'x' ? { label: 'again' } : {})],
    [
      '..xx.',
      'all with only q in the query, but no others',
      (sign) => (sign === 'x' ? { label: 'again', ...asked(`${url}?q=1`) } : {}),
    ],
    // Two facts: either may be the cause.
    ['..xx.', '', (sign) => (sign === 'x' ? { operation: 'b', ...over('kept') } : over('new'))],
    // The fact does not separate them completely.
    ['..xx.', '', (sign, at) => over(sign === 'x' || at === 0 ? 'kept' : 'new')],
    // A single exchange always differs from the others in something.
    ['..x..', '', (sign) => over(sign === 'x' ? 'kept' : 'new')],
    ['xx.', '', (sign) => over(sign === 'x' ? 'kept' : 'new')],
  ])('%s have in common:%s', (signs, text, more) => expect(sent(signs, more)).toBe(text));
});
