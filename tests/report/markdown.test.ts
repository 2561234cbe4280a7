import { syntheticRun } from '../../bench/measuring/synthetic-run.ts';
import type { Comparison } from '../../src/engine/words/types.ts';
import { renderMarkdown } from '../../src/report/files/markdown.ts';
import { code } from '../../src/report/files/markdown-text.ts';
import { UNCHANGED } from './fixed-results.ts';
import { RECORDED } from './recorded.ts';

const compared = (comparison: Comparison) =>
  renderMarkdown({ ...RECORDED, results: { ...RECORDED.results, comparison } });

test('without a comparison: conclusion, table, findings, undecided requirements, objects left behind', () => {
  const text = renderMarkdown(RECORDED);
  expect(text.split('\n').filter((line) => /^#+ /.test(line))).toEqual([
    '## Assay: non-conformant',
    '### Findings (for the developers of the tested software)',
    '### Inconclusive: 6 requirements',
    '### Skipped: 2 requirements',
    '### Residue: 1',
    '### Notices',
  ]);
  expect(text).toContain('| conclusion | non-conformant |');
  expect(text).toContain('6 × identity returned 503');
  expect(text).toContain('- **fail** `transfer/job/submit_time`');
  expect(text).toContain('  - Reproduce: `assay run --only transfer/job/submit_time`');
});

test('with a comparison: exactly what changed, under its heading', () => {
  const comparison = {
    ...UNCHANGED,
    new: ['transfer/job/submit_time'],
    known: [{ id: 'transfer/job/retry', reason: 'see <b>release</b> notes', owner: 'ada', expires: '2026-02-01' }],
    fixed: ['transfer/job/job_id'],
    lost: ['transfer/identity/refuses/none'],
    worse: [],
    soon: [{ id: 'transfer/job/retry', expires: '2026-02-01' }],
  };
  const text = compared(comparison);
  expect(
    text
      .split('\n')
      .filter((line) => line.startsWith('### '))
      .slice(0, 6),
  ).toEqual([
    '### Findings (for the developers of the tested software)',
    '### Unexpected: 1',
    '### Lost: 1',
    '### Known: 1',
    '### Baseline entries that expire soon: 1',
    '### Fixed: 1',
  ]);
  expect(text).toContain('- `transfer/job/job_id`');
  expect(text).toContain('see &lt;b\\>release&lt;/b\\> notes');
  expect(compared({ ...UNCHANGED, still: [] })).toContain('No changes.');
  expect(compared(UNCHANGED)).not.toMatch(/Changes|Baseline:/);
});

test('an expired entry is named with its reason, its owner and its end', () => {
  const entry = { id: 'transfer/job/submit_time', reason: 'in 4.2', owner: 'ada', expires: '2026-02-01' };
  const expiredEntries = [entry, { ...entry, id: 'transfer/job/job_id' }];
  const comparison = { ...UNCHANGED, expired: expiredEntries.map(({ id }) => id), expiredEntries };
  const text = compared(comparison);
  expect(text).toContain('### Expired baseline entries: 2');
  expect(text).toContain(String.raw`  - Baseline: in 4.2 \(owner ada, expired on 2026\-02\-01\)`);
  expect(text).toMatch(/^- `transfer\/job\/job_id`: in 4\.2 .*expired on/m);
});

test('hostile text is neither HTML nor Markdown, and mentions no user', () => {
  const text = renderMarkdown(RECORDED);
  const outsideCode = text.replace(/(`+)(?!`)[^\n]*?[^`]\1(?!`)/g, '');
  expect(outsideCode).not.toMatch(/<(?!details>|\/details>|summary>|\/summary>|sub>|\/sub>)/);
  expect(outsideCode).not.toMatch(/@\w|https?:\/\/|(?<!\\)\[/);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
});

test.each([
  ['a`b', '``a`b``'],
  ['a\nb', '`a\\nb`'],
])('%j as code is %s', (text, expected) => expect(code(text)).toBe(expected));

test('it stays below the limit, and says what has no room', () => {
  const run = syntheticRun({ requirements: 5000, exchanges: 10 });
  expect(Buffer.byteLength(renderMarkdown(run))).toBeLessThan(1024 * 1024);
  const small = renderMarkdown(run, 5000);
  expect(Buffer.byteLength(small)).toBeLessThan(5200);
  expect(small).toMatch(/… and \d+ more parts omitted\.\n$/);
});
