/** docs/certifiers.md shows and explains every line of `assay verify`, in the order of its output. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MEANING, type Verification } from '../../src/certify/types.ts';
import { claimParts } from '../../src/report/parts/claim.ts';
import { capital } from '../../src/report/parts/tally.ts';
import { ROOT } from '../architecture/project-files.ts';

const PAGE = readFileSync(join(ROOT, 'docs/certifiers.md'), 'utf8');

const VERIFICATION: Verification = {
  format: 'assay-verification/1',
  verified: true,
  rung: 're-judged',
  checks: [{ check: 'sample', state: 'holds' }] as unknown as Verification['checks'],
  next: { rung: 'fresh', missing: ['No challenge given.'] },
  notes: ['A limit.'],
  claim: {
    statement: {
      format: 'assay-statement/1',
      vendor: 'Example Works',
      product: 'Example Transfer',
      version: '2.1',
      contact: 'conformance@example.org',
      interfaces: ['transfer'],
      notOffered: [{ name: 'token', why: 'callers have certificates' }],
      remarks: 'A remark.',
    },
    plan: { name: 'transfer', version: 1, title: 'Requirements for transfer' },
    addresses: [{ interface: 'transfer', address: 'https://transfer.example.org:8446' }],
    conclusions: { transfer: 'conformant' },
    run: { id: '960e4275', startedAt: '2026-11-28T10:54:11Z', endedAt: '2026-11-28T10:56:22Z' },
    suite: '0.1.0',
    practice: false,
    notVerified: [{ id: 'transfer/a', verdict: 'skipped', why: 'A reason.' }],
  } as unknown as Verification['claim'],
  signer: { name: 'a key without a certificate', fingerprint: 'SnnTr' },
  verifiedAt: '2026-11-28T11:02:02Z',
};

/** The label of each line of the verification and the claim, and the headings of the lists below them. */
const LABELS = claimParts(VERIFICATION).flatMap(({ heading, rows }) =>
  heading === 'Verification' || heading === 'Claim'
    ? rows.map(([label]) => label)
    : [heading.replace(/(?:: \d+|, ".*)$/, '')],
);

test('the table has a row for each line of the output, in the same order', () => {
  const [, table = ''] = /\n\| line \| accept it if \|\n\|---\|---\|\n\| first line .*\n((?:\|.*\n)*)/.exec(PAGE) ?? [];
  const named = table.split('\n').flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`(.*?)`/g)]);
  expect(named.map(([, label]) => label)).toEqual(LABELS);
});

test('the example has these lines in the same order, except those that can be absent', () => {
  const [, sample = ''] = /```text\n(VERIFIED.*?)```/s.exec(PAGE) ?? [];
  const shown = sample.split('\n').flatMap((line) => LABELS.filter((label) => line.trim().startsWith(label)));
  expect(shown).toEqual(LABELS.filter((label) => !['Sample', 'Not offered', 'Remarks of the vendor'].includes(label)));
});

test('the levels are confirmed in the words of the certificate', () => {
  const rows = [...PAGE.matchAll(/^\| `([a-z-]+)` \| ([A-Z].*?\.) \|/gm)].map(([, level, words]) => [level, words]);
  expect(rows).toEqual(Object.entries(MEANING).map(([level, words]) => [level, `${capital(words)}.`]));
});
