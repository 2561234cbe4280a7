import { compare, type Diff, diffResults } from '../../src/compare/relations.ts';
import type { Result, Results, Verdict } from '../../src/engine/words/types.ts';
import { type Compared, changesBetween, comparisonNotices } from '../../src/report/parts/diff.ts';
import { renderChanges, renderChangesMarkdown } from '../../src/report/terminal/changes.ts';
import { verdictsOf } from './judged.ts';
import { resultsWith } from './results.ts';

const onScreen = (compared: Compared, verbose = false) =>
  renderChanges(changesBetween(compared), { width: 100, colour: false, verbose });
const compared = (before: Results, after: Results): Compared => ({ diff: diffResults(before, after), before, after });
/** Returns results with verdicts in short form. */
const of = (verdicts: string, more: Partial<Results> = {}) => resultsWith(verdictsOf(verdicts), more);
const inMarkdown = (compared: Compared) => renderChangesMarkdown(changesBetween(compared));

const NEW = 'fail new, warn newlyAsked, error new, pass newlyAsked';
const STILL =
  'fail still, warn still, error still, inconclusive still, skipped still, pass fixed, not-applicable vanished, - vanished';
/** By the verdict before (`-`: not planned), the relation of each verdict after it; all others are `other`. */
const TURNS: Record<Verdict | '-', string> = {
  pass: 'fail new, error new, warn worse, inconclusive lost, skipped lost, not-applicable lost, - lost',
  fail: STILL,
  warn: 'warn still, fail new, error new, inconclusive still, skipped still, pass fixed, not-applicable vanished, - vanished',
  error: STILL,
  inconclusive: `${NEW}, not-applicable vanished, - vanished`,
  skipped: NEW,
  'not-applicable': NEW,
  observed: NEW,
  '-': NEW,
};

// Without another requirement, the interface would not be configured.
const one = (verdict: Verdict | '-') =>
  resultsWith({ 'transfer/z': 'skipped', ...(verdict !== '-' && { 'transfer/a': verdict }) });
const relations = ({ changes }: Diff) =>
  Object.entries(changes).flatMap(([relation, found]) => (found.length > 0 ? [relation] : []));

test.each(Object.entries(TURNS))('%s, then each verdict: %s', (before, expected) => {
  const after = ['fail', 'warn', 'error', 'inconclusive', 'skipped', 'pass', 'not-applicable', '-'] as const;
  const turns = after.flatMap((verdict) => {
    const diff = diffResults(one(before as Verdict | '-'), one(verdict));
    expect(diff.regressed).toBe(relations(diff).some((relation) => ['new', 'worse', 'lost'].includes(relation)));
    return relations(diff).map((relation) => `${verdict} ${relation}`);
  });
  const named = expected.split(', ');
  // Gaps have no verdict that is compared.
  const was = before === 'observed' ? '-' : before;
  const others = after.filter((verdict) => verdict !== was && !named.some((one) => one.startsWith(`${verdict} `)));
  expect(turns.sort()).toEqual([...named, ...others.map((verdict) => `${verdict} other`)].sort());
});

test.each([
  ['inferred', 'inconclusive', ['other']],
  ['inferred', 'warn', ['worse']],
  ['profile', 'warn', []],
  ['standard', 'warn', ['worse']],
  ['standard', 'inconclusive', ['lost']],
] as const)('a pass of basis %s, then %s: %j', (basis, verdict, expected) => {
  const withBasis = (results: Results) => ({
    ...results,
    requirements: results.requirements.map((result) => ({ ...result, basis })),
  });
  expect(relations(diffResults(withBasis(one('pass')), withBasis(one(verdict))))).toEqual(expected);
});

test('of an interface that the later run did not configure, what passed is not reached, but for what was inferred', () => {
  const before = of('a pass, b pass');
  const [a, b] = before.requirements as [Result, Result];
  const after = of('', { notConfigured: ['transfer'] });
  const shown = compared({ ...before, requirements: [a, { ...b, basis: 'inferred' }] }, after);
  expect(shown.diff.changes.unreached.map(({ id }) => id)).toEqual(['transfer/a']);
  expect(onScreen(shown)).toContain('Incomplete: 1 requirement not reached');
  const held = {
    today: TODAY,
    before: { 'transfer/a': 'pass', 'transfer/b': 'pass' },
    inferred: ['transfer/b'],
  } as const;
  expect(compare([], held, () => true)).toMatchObject({ lost: [], unreached: ['transfer/a'] });
});

test('what passed is not lost while its service cannot be reached', () => {
  const down = of('a inconclusive');
  const requirements = down.requirements.map((row) => ({ ...row, blame: 'infrastructure' as const }));
  const shown = compared(of('a pass'), { ...down, requirements });
  expect({ relations: relations(shown.diff), regressed: shown.diff.regressed }).toEqual({
    relations: ['unreached'],
    regressed: false,
  });
  expect(onScreen(shown)).toMatch(/^Not reached: 1 \(.*\)\n$/m);
  expect(onScreen(shown)).not.toContain('transfer/a');
  expect(inMarkdown(shown)).not.toContain('transfer/a');
});

test('what passed is not lost while another service is at the address', () => {
  const after = of('a inconclusive');
  const requirements = after.requirements.map((row) => ({ ...row, blame: 'settings' as const }));
  const other = { interface: 'transfer', service: 'transfer', address: 'https://x', why: 'every path returns HTML' };
  const turn = (otherServices: Results['otherServices']) =>
    relations(diffResults(of('a pass'), { ...after, requirements, otherServices }));
  expect([turn([]), turn([other])]).toEqual([['lost'], ['unreached']]);
});

test('each change names its requirement and the verdicts that there are, those of the later run first', () => {
  const diff = diffResults(of('b pass, c pass'), of('a fail, c fail'));
  expect(diff.changes.new).toEqual([
    { id: 'transfer/a', after: 'fail' },
    { id: 'transfer/c', before: 'pass', after: 'fail' },
  ]);
  expect(diff.changes.lost).toEqual([{ id: 'transfer/b', before: 'pass' }]);
});

test('a narrowed run may name what was not planned', () => {
  const after = of('a pass', { notPlanned: [{ id: 'transfer/b', why: 'x' }] });
  const narrowed = { ...after, run: { ...after.run, only: ['transfer/b'] } };
  expect(diffResults(of('a fail, b pass'), narrowed)).toMatchObject({
    changes: { fixed: [], lost: [{ id: 'transfer/b' }] },
    regressed: true,
  });
});

describe('shown', () => {
  const shown = compared(of('a pass, b fail, c pass'), of('a fail, b pass, c inconclusive'));

  test('as Markdown, in which nothing that a target wrote is markup', () => {
    const rows = shown.after.requirements.map((row) => ({ ...row, message: '<img src=x> [a](b) | @all' }));
    const text = inMarkdown({ ...shown, after: { ...shown.after, requirements: rows } });
    expect(text).toMatch(/^### New: 1\n\n.*\n\n- pass → fail: .*\n {2}- `transfer\/a`$/m);
    expect(text).not.toMatch(/<img|\[a\]\(b\)|@all/);
  });

  test('with a reason once, above the requirements that it concerns', () => {
    const was = of('a pass, b pass, c pass, d skipped');
    const is = of('a skipped, b skipped, c skipped, d skipped');
    const requirements = is.requirements.map((row) =>
      row.id > 'transfer/b' ? { ...row, notSelected: true as const } : { ...row, message: 'Not allowed.' },
    );
    const now = { ...is, requirements, run: { ...is.run, only: ['transfer/a', 'transfer/b'] } };
    const text = onScreen(compared(was, now), true);
    expect(text).toContain('  pass → skipped: Not allowed.\n    transfer/a\n    transfer/b\n');
    const back = onScreen(compared(now, was));
    expect(back).toMatch(/^Newly tested: 3 .*\n[\s\S]*^ {2}not selected → pass\n {4}transfer\/c$/m);
  });
});

const TODAY = '2026-03-01';
const entry = { requirement: 'transfer/a', verdict: 'fail', reason: 'r', owner: 'o', expires: '2026-04-01' } as const;

describe('runs that cannot be compared without a word', () => {
  const against = (url: string, reference = false) => {
    const results = of('a pass');
    const interfaces: Results['target']['interfaces'] = url === '' ? {} : { transfer: { url } };
    const target = { ...results.target, reference, interfaces };
    return { ...results, target, run: { ...results.run, requests: 1 } };
  };
  const [one, other] = [against('https://one.example.org'), against('https://other.example.org')];

  const asked = (more: { only?: string[]; allowCreate?: string[]; depth?: 'thorough' }) => {
    const { only = [], depth, allowCreate = [] } = more;
    return {
      ...one,
      target: { ...one.target, allowCreate },
      run: { ...one.run, only, ...(depth && { depth }) },
    };
  };

  test.each([
    [{ allowCreate: ['jobs', 'files'] }, /differ in ASSAY_ALLOW_CREATE: nothing, then files,jobs\./],
    [{ only: ['transfer/a'] }, /differ in --only: all, then transfer\/a\./],
    [{ only: ['a', 'b', 'c', 'd'] }, /: all, then a,b,c,d\./],
    [{ depth: 'thorough' as const }, /differ in ASSAY_DEPTH: standard, then thorough\./],
  ])('asked otherwise, %j: told', (more, told) => {
    expect(comparisonNotices({ before: one, after: asked(more) })).toEqual([expect.stringMatching(told)]);
    expect(comparisonNotices({ before: asked(more), after: asked(more) })).toEqual([]);
  });

  test.each([
    ['two addresses', one, other, /different services: https:\/\/one\S+, then https:\/\/other/],
    ['a deployment and the reference', one, against('', true), /: https:\/\/one\S+, then embedded reference\./],
    ['a service and a client', one, against(''), /: https:\/\/one\S+, then none\./],
  ])('%s: told wherever the changes are shown', (_, before, after, told) => {
    const shown = compared(before, after);
    expect(onScreen(shown).replace(/\n +/g, ' ')).toMatch(told);
    expect(onScreen(shown)).toMatch(/^The runs tested different services, see below\n/);
    expect(comparisonNotices(shown).join()).toMatch(told);
    expect(inMarkdown(shown)).toMatch(/^- The runs tested different services: /m);
  });

  test.each([
    ['the same address', one, one],
    [
      'two references, which listen on other ports',
      against('http://127.0.0.1:1', true),
      against('http://127.0.0.1:2', true),
    ],
    ['two clients', against(''), against('')],
    ['a run that sent nothing', { ...one, run: { ...one.run, requests: 0 } }, other],
  ])('%s: nothing is told', (_, before, after) => expect(comparisonNotices({ before, after })).toEqual([]));
});

test('two runs in the reverse order of time: told in the first line, with the command', () => {
  const [earlier, later] = ['01', '02'].map((day): Results => {
    const results = of('a pass');
    return { ...results, run: { ...results.run, requests: 1, startedAt: `2026-03-${day}T00:00:00.000Z` } };
  }) as [Results, Results];
  const reversed = onScreen(compared(later, earlier));
  expect(reversed).toMatch(/^The order is reversed, see below\n/);
  expect(reversed).toMatch(/^\s*before: [\s\S]*2026-03-02[\s\S]*^\s*after: [\s\S]*2026-03-01/m);
  expect(comparisonNotices({ before: later, after: earlier })).toEqual([
    'The order is reversed: the first run began after the second. Compare them as: assay diff EARLIER LATER.',
  ]);
  expect(onScreen(compared(earlier, later))).toMatch(/^No changes of verdicts\n/);
  expect(comparisonNotices({ before: earlier, after: later })).toEqual([]);
});

describe('a run held against something', () => {
  const { requirements } = resultsWith({ ...verdictsOf('a fail, b pass'), 'transfer/gap/x': 'observed' });

  test.each([
    ['pass', { new: ['transfer/a'], still: [] }],
    ['fail', { new: [], still: ['transfer/a'] }],
  ] as const)('an earlier run alone, with %s: what did not fail in it is new', (was, expected) => {
    const before = { 'transfer/b': 'warn', 'transfer/gap/x': 'pass', 'transfer/a': was } as const;
    expect(compare(requirements, { today: TODAY, before }, () => true)).toEqual({
      ...expected,
      known: [],
      stale: [],
      expired: [],
      expiredEntries: [],
      soon: [],
      worse: [],
      unreached: [],
      fixed: ['transfer/b'],
      lost: [],
    });
    expect(compare(requirements, { today: TODAY, before }, () => false)?.fixed).toEqual([]);
  });

  test('both: what an entry is about is neither new nor still', () => {
    for (const was of ['pass', 'fail'] as const)
      expect(
        compare(requirements, { today: TODAY, baseline: [entry], before: { 'transfer/a': was } }, () => true),
      ).toMatchObject({ new: [], still: [], known: [{ id: 'transfer/a' }] });
  });
});
