import { describe, expect, test } from 'vitest';
import { CHANGES, type ChangeKind, diffResults } from '../../src/compare/diff.ts';
import type { Verdict } from '../../src/engine/words/types.ts';
import { renderDiff, renderDiffMarkdown } from '../../src/report/terminal/diff.ts';
import { resultsWith } from './results.ts';

/** Verdict before, verdict after, kind of change, whether it is for the worse; `-`: not planned. */
const TURNS: readonly (readonly [Verdict | '-', Verdict | '-', ChangeKind | undefined, boolean?])[] = [
  ['pass', 'pass', undefined],
  ['pass', 'fail', 'new', true],
  ['pass', 'warn', 'new', true],
  ['pass', 'error', 'new', true],
  ['-', 'fail', 'new', true],
  ['skipped', 'fail', 'new', true],
  ['warn', 'fail', 'new', true],
  ['pass', 'inconclusive', 'lost', true],
  ['pass', 'skipped', 'lost', true],
  ['pass', '-', 'vanished', true],
  ['pass', 'not-applicable', 'vanished', true],
  ['fail', '-', 'vanished'],
  ['inconclusive', '-', 'vanished'],
  ['skipped', '-', undefined],
  ['fail', 'fail', 'still'],
  ['fail', 'warn', 'still'],
  ['fail', 'inconclusive', 'still'],
  ['fail', 'pass', 'fixed'],
  ['warn', 'pass', 'fixed'],
  ['-', 'pass', 'newlyAsked'],
  ['skipped', 'pass', 'newlyAsked'],
  ['inconclusive', 'pass', 'newlyAsked'],
  ['skipped', 'inconclusive', 'newlyAsked'],
  ['inconclusive', 'skipped', undefined],
  ['observed', '-', undefined],
  ['warn', 'warn', 'still'],
  ['warn', 'error', 'new', true],
  ['error', 'fail', 'still'],
  ['fail', 'error', 'still'],
  ['error', 'pass', 'fixed'],
  ['fail', 'skipped', 'still'],
  ['fail', 'not-applicable', 'vanished'],
  ['not-applicable', 'not-applicable', undefined],
  ['not-applicable', '-', undefined],
  ['not-applicable', 'pass', 'newlyAsked'],
  ['not-applicable', 'inconclusive', 'newlyAsked'],
  ['not-applicable', 'fail', 'new', true],
  ['-', 'inconclusive', 'newlyAsked'],
  ['-', 'skipped', undefined],
  ['-', 'not-applicable', undefined],
  ['inconclusive', 'inconclusive', undefined],
  ['inconclusive', 'not-applicable', 'vanished'],
  ['skipped', 'not-applicable', undefined],
  ['skipped', 'skipped', undefined],
];

const one = (verdict: Verdict | '-') => resultsWith(verdict === '-' ? {} : { 'transfer/a': verdict });

test.each(TURNS.map(([before, after, kind, worse = false]) => ({ before, after, kind, worse })))(
  '$before, then $after: $kind',
  ({ before, after, kind, worse }) => {
    const diff = diffResults(one(before), one(after));
    const kinds = (Object.keys(CHANGES) as ChangeKind[]).filter((name) => diff[name].length > 0);
    expect(kinds).toEqual(kind === undefined ? [] : [kind]);
    expect(diff.worse).toBe(worse);
  },
);

test('each change names its requirement and the verdicts that there are, those of the later run first', () => {
  const diff = diffResults(
    resultsWith({ 'transfer/b': 'pass', 'transfer/c': 'pass' }),
    resultsWith({ 'transfer/a': 'fail', 'transfer/c': 'fail' }),
  );
  expect(diff.new).toEqual([
    { id: 'transfer/a', after: 'fail' },
    { id: 'transfer/c', before: 'pass', after: 'fail' },
  ]);
  expect(diff.vanished).toEqual([{ id: 'transfer/b', before: 'pass' }]);
});

test('a narrowed run may name what was not planned', () => {
  const after = resultsWith({ 'transfer/a': 'pass' }, { notPlanned: [{ id: 'transfer/b', why: 'x' }] });
  const narrowed = { ...after, run: { ...after.run, only: ['transfer/b'] } };
  expect(diffResults(resultsWith({ 'transfer/a': 'fail', 'transfer/b': 'pass' }), narrowed)).toMatchObject({
    fixed: [],
    vanished: [{ id: 'transfer/b' }],
    worse: true,
  });
});

test('what a narrowed run was not asked for has not got worse', () => {
  const before = resultsWith({ 'transfer/a': 'pass', 'transfer/b': 'fail' });
  const after = resultsWith({ 'transfer/a': 'skipped', 'transfer/b': 'pass' });
  const { worse, fixed, lost } = diffResults(before, { ...after, run: { ...after.run, only: ['transfer/b'] } });
  expect({ worse, fixed: fixed.length, lost: lost.length }).toEqual({ worse: false, fixed: 1, lost: 0 });
});

describe('shown', () => {
  const before = resultsWith({ 'transfer/a': 'pass', 'transfer/b': 'fail', 'transfer/c': 'pass' });
  const after = resultsWith({ 'transfer/a': 'fail', 'transfer/b': 'pass', 'transfer/c': 'inconclusive' });
  const compared = { diff: diffResults(before, after), before, after };

  test('on a terminal: every change with its verdicts, and why of what is worse', () => {
    const text = renderDiff(compared, { width: 100, colour: false });
    expect(text).toMatch(/^Something got worse\n/);
    expect(text).toContain(
      'New: 1 (a finding that the earlier run did not have)\n  transfer/a  pass → fail\n      it is fail',
    );
    expect(text).toContain('  transfer/c  pass → inconclusive\n      it is inconclusive');
    expect(text).toContain('  transfer/b  fail → pass\n');
  });

  test('as Markdown, in which nothing that a target wrote is markup', () => {
    const rows = after.requirements.map((row) => ({ ...row, message: '<img src=x> [a](b) | @all' }));
    const text = renderDiffMarkdown({ ...compared, after: { ...after, requirements: rows } });
    expect(text).toContain('### New: 1\n\n- `transfer/a` pass → fail: ');
    expect(text).not.toMatch(/<img|\[a\]\(b\)|@all/);
  });
});
