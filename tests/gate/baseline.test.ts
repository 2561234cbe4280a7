import { readFileSync } from 'node:fs';
import {
  type BaselineEntry,
  baselineProblems,
  changedEntries,
  compareWithBaseline,
  dayAfter,
  daysBetween,
  draftEntry,
} from '../../src/compare/baseline.ts';
import {
  addEntries,
  newBaseline,
  readBaseline,
  removeEntries,
  writeBaseline,
} from '../../src/run/directory/baseline-file.ts';
import { temporaryFile } from '../afterwards.ts';
import { resultsWith } from './results.ts';

const TODAY = '2026-03-01';
const ID = 'transfer/job/priority';
const KNOWN = [ID, 'transfer/job/retry', 'transfer/identity/dn'];

function entry(more: Partial<BaselineEntry> = {}): BaselineEntry {
  return {
    requirement: ID,
    verdict: 'fail',
    reason: 'the next release has it',
    owner: 'ada',
    expires: '2026-04-01',
    ...more,
  };
}

const problemsOf = (entries: readonly BaselineEntry[]) =>
  baselineProblems(entries, TODAY, KNOWN).map(({ what }) => what);

describe('an entry', () => {
  test.each([
    ['that is complete', entry(), []],
    ['that has expired is not wrong', entry({ expires: '2025-12-31' }), []],
    ['that holds as long as it may', entry({ expires: dayAfter(TODAY, 180) }), []],
    [
      'that holds a day longer',
      entry({ expires: dayAfter(TODAY, 181) }),
      [/at most 180 days ahead \(got "2026-08-29"\)\.$/],
    ],
    [
      'that says todo in its own way',
      entry({ reason: ' todo: ask', owner: 'Todo' }),
      [/fill in its reason\.$/, /fill in its owner\.$/],
    ],
    [
      'as it was drafted',
      draftEntry({ id: ID, verdict: 'fail' }, '2026-04-01'),
      [/fill in its reason\.$/, /fill in its owner\.$/],
    ],
  ])('%s', (_, one, problems) => {
    expect(problemsOf([one])).toEqual(problems.map((problem) => expect.stringMatching(problem)));
  });
});

test('for an empty file, the missing format is named', () => {
  const path = temporaryFile('baseline.yaml', '');
  expect(() => readBaseline(path)).toThrow(
    `${path}:1: not a baseline, which begins with "format: assay-baseline/1" and has "entries:". To write one from a run: assay baseline init DIR`,
  );
});

test('of a baseline that lacks only the format, the form is named', () => {
  const path = temporaryFile('baseline.yaml', 'entries: []\n');
  expect(() => readBaseline(path)).toThrow(`${path}:1: not a baseline, which begins with "format: assay-baseline/1"`);
});

test('a file without entries ends in entries: [], also after the last one was removed', async () => {
  const path = temporaryFile('baseline.yaml', '');
  const written = async (file: ReturnType<typeof newBaseline>) => {
    await writeBaseline(path, file);
    return readFileSync(path, 'utf8');
  };
  const file = newBaseline();
  expect(await written(file)).toMatch(/\nentries: \[\]\n$/);
  const read = readBaseline(path);
  addEntries(read, [entry()]);
  expect(await written(read)).toContain('\nentries:\n  - requirement: transfer/job/priority\n    verdict: fail\n');
  removeEntries(read, new Set([ID]));
  expect(await written(read)).toMatch(/\nentries: \[\]\n$/);
});

test('all problems of a file are reported at once, each with its line and once', () => {
  const text = `format: assay-baseline/1
entries:
  - requirement: transfer/job/priorty
    verdict: fial
    reason: ''
    owner: [ada]
    expires: tomorrow
    lnik: https://example.org/1
    comment: {toString: 1}
  - requirement: transfer/job/retry
    verdict: {toString: 1}
    reason: TODO
    expires: 2026-02-30
  - requirement: transfer/job/retry
    verdict: warn
    reason: r
    owner: o
    expires: 2026-04-01
`;
  const path = temporaryFile('baseline.yaml', text);
  expect(() => readBaseline(path, TODAY)).toThrow(
    expect.objectContaining({
      problems: [
        '3: transfer/job/priorty is not a requirement; did you mean transfer/job/priority?',
        '4: verdict must be fail, warn, inconclusive or skipped (got "fial"); did you mean fail?',
        '5: transfer/job/priorty: fill in its reason.',
        '6: owner must be of the type string.',
        '7: transfer/job/priorty: expires must be a day such as 2026-05-30, at most 180 days ahead (got "tomorrow").',
        '8: entry 1 has an unknown member (lnik); did you mean link?',
        '9: entry 1 has an unknown member (comment).',
        '10: entry 2 lacks the member owner.',
        '11: verdict must be fail, warn, inconclusive or skipped (got {"toString": 1}).',
        '12: transfer/job/retry: fill in its reason.',
        '13: transfer/job/retry: expires must be a day such as 2026-05-30, at most 180 days ahead (got "2026-02-30").',
        '14: transfer/job/retry has more than one entry.',
      ].map((line) => `${path}:${line}`),
    }),
  );
});

describe('a run held against a baseline', () => {
  const held = (verdicts: Parameters<typeof resultsWith>[0], entries: BaselineEntry[]) =>
    compareWithBaseline(resultsWith(verdicts).requirements, entries, TODAY);

  test.each([
    ['on its last day', TODAY, { new: [], expired: [] }],
    [
      'a day later',
      '2026-02-28',
      {
        new: [],
        expired: [ID],
        expiredEntries: [{ id: ID, reason: 'the next release has it', owner: 'ada', expires: '2026-02-28' }],
      },
    ],
  ])('an entry %s', (_, expires, expected) => {
    expect(held({ [ID]: 'fail' }, [entry({ expires })])).toMatchObject(expected);
  });

  test('an entry covers its verdict and no other', () => {
    expect(held({ [ID]: 'fail' }, [entry({ verdict: 'warn' })])).toMatchObject({
      new: [ID],
      known: [],
      stale: [],
    });
    expect(held({ [ID]: 'inconclusive' }, [entry()])).toMatchObject({
      new: [],
      known: [],
      stale: [],
    });
  });

  test('an entry about what passes is stale, one about what was not planned is neither', () => {
    expect(held({ [ID]: 'pass' }, [entry({ expires: '2026-02-28' })])).toMatchObject({
      stale: [],
      expired: [ID],
      soon: [],
    });
    expect(held({ [ID]: 'pass' }, [entry(), entry({ requirement: 'transfer/job/retry' })]).stale).toEqual([ID]);
  });
});

test('days are counted over months and leap years', () => {
  expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2);
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01');
  expect(daysBetween('2026-01-01', 'tomorrow')).toBe(undefined);
  expect([
    daysBetween('today', '2026-01-01'),
    daysBetween('2026-01-01', '2026-02-29'),
    daysBetween('2026-01-01', '2026-13-01'),
  ]).toEqual(Array(3).fill(undefined));
  expect(daysBetween('2026-01-02', '2026-01-01')).toBe(-1);
});

test.each([
  ['fail', {}, []],
  ['pass', {}, []],
  ['warn', {}, ['transfer/job/priority (fail, now warn)']],
  ['inconclusive', {}, ['transfer/job/priority (fail, now inconclusive)']],
  ['warn', { expires: '2025-12-31' }, []],
] as const)('the verdict of an entry (fail) and of its requirement: %s, %j', (verdict, more, expected) => {
  const results = resultsWith({ [ID]: verdict }).requirements;
  expect(changedEntries(results, { baseline: [entry(more)], today: TODAY })).toEqual(expected);
});
