import { renderTerminal } from '../../../src/report/terminal/terminal.ts';
import { KNOWN, RESULTS, UNCHANGED } from '../fixed-results.ts';

const lines = (comparison: typeof UNCHANGED | object, verbose = false) =>
  renderTerminal(
    { ...RESULTS, comparison: { ...UNCHANGED, ...comparison } },
    { width: 100, colour: false, verbose },
  ).split('\n');

test('what changed stands before the findings', () => {
  const reported = lines({
    new: ['transfer/job/submit_time'],
    fixed: ['transfer/job/job_id'],
    lost: ['transfer/identity/refuses/none'],
    still: [],
  });
  const at = reported.indexOf('Changes: 1 new, 1 lost, 1 fixed.');
  expect(reported.slice(at, at + 7)).toEqual([
    'Changes: 1 new, 1 lost, 1 fixed.',
    '  Lost (passed before, and is not verified now)',
    '    transfer/identity/refuses/none',
    '  Fixed',
    '    transfer/job/job_id',
    '',
    'Findings (for the developers of the tested software)',
  ]);
  expect(reported).toContain('  FAIL (new) title of submit_time');
});

test('compared with an earlier run, failures are new or still there, and requirements that were not reached are counted', () => {
  const reported = lines({
    new: ['transfer/job/submit_time'],
    still: ['transfer/job/job_id'],
    unreached: ['transfer/identity/refuses/none', 'transfer/identity/base_id'],
  });
  expect(reported).toContain('Changes: 1 new, 2 not reached, 1 still.');
  expect(reported).toContain('  FAIL (new) title of submit_time');
  expect(reported.join()).not.toContain('transfer/identity/base_id');
  expect(lines({ new: [], still: ['transfer/job/submit_time'] })).toContain('  FAIL (still) title of submit_time');
});

test('the earlier run is named', () => {
  const earlier = { id: '4c14e27a', startedAt: '2026-01-01T02:17:00.000Z', path: 'reports/last-good' };
  expect(lines({ earlier, fixed: ['transfer/job/job_id'] })).toContain(
    'Changes since run 4c14e27a (2026-01-01 02:17:00 UTC, in "reports/last-good"): 1 fixed.',
  );
});

test('an expired entry is named with its reason, its owner and its end, also if its requirement passes', () => {
  const passes = { id: 'transfer/job/job_id', reason: 'r', owner: 'o', expires: '2026-01-31' };
  const expiredEntries = [...KNOWN, passes];
  const reported = lines({ expired: expiredEntries.map(({ id }) => id), expiredEntries });
  const at = reported.indexOf('Changes: 2 expired.');
  expect(reported.slice(at + 1, at + 4)).toEqual([
    '  Expired baseline entries (correct the service, or extend or remove the entry)',
    '    transfer/job/submit_time: fixed in the next release (owner ada, expired on 2026-02-01)',
    '    transfer/job/job_id: r (owner o, expired on 2026-01-31)',
  ]);
  expect(reported).toContain('  FAIL (expired) title of submit_time');
});

test('without an earlier run, entries of the baseline are counted; if none applies, the line is left out', () => {
  expect(lines({ known: KNOWN })).toContain('Changes: 1 known.');
  expect(lines({ new: ['transfer/job/submit_time'] })).toContain('Changes: 1 unexpected.');
  expect(lines({}).join('\n')).not.toMatch(/Changes|Baseline/);
  expect(lines({ still: [] })).toContain('Changes: none among requirements that both runs decided.');
});

test('a known failure is one line, with its owner and its end; -v shows it in full', () => {
  const reported = lines({ known: KNOWN, soon: [{ id: 'transfer/job/submit_time', expires: '2026-02-01' }] });
  expect(reported).toContain('    transfer/job/submit_time: fixed in the next release (owner ada, until 2026-02-01)');
  expect(reported).toContain('    transfer/job/submit_time: 2026-02-01');
  expect(reported.filter((line) => line.includes('FAIL'))).toEqual([]);
  expect(lines({ known: KNOWN }, true)).toContain('  FAIL (known) title of submit_time');
});
