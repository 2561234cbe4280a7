/** Consecutive runs: changes, and changes back. */
import { historyOf, pastRunOf } from '../../src/compare/history.ts';
import type { Result, Results, Verdict } from '../../src/engine/words/types.ts';
import { changesIn } from '../../src/report/parts/history.ts';
import { renderChanges } from '../../src/report/terminal/changes.ts';
import { RESULTS } from '../report/fixed-results.ts';

const [FIRST] = RESULTS.requirements;

/** Returns runs, one per day, with the verdict of each requirement by day; `-`: not selected. */
function nights(verdicts: Record<string, (Verdict | '-')[]>, more: (night: number) => Partial<Results> = () => ({})) {
  const count = Math.max(...Object.values(verdicts).map(({ length }) => length));
  const all = Array.from({ length: count }, (_, night) => {
    const requirements = Object.entries(verdicts).map(([id, own]) => {
      const verdict = own[night] ?? 'pass';
      return verdict === '-' ? { ...FIRST, id, verdict: 'skipped', notSelected: true } : { ...FIRST, id, verdict };
    });
    const run = { ...RESULTS.run, id: `night${night}`, startedAt: `2026-01-0${night + 1}T02:17:00.000Z` };
    return pastRunOf(
      { ...RESULTS, requirements, run, exitCode: night % 2, ...more(night) } as Results,
      `reports/${night}`,
    );
  });
  return historyOf(all.reverse(), 30);
}

const MIXED = nights({
  'transfer/steady': ['pass', 'pass', 'pass', 'pass'],
  'transfer/always-red': ['fail', 'fail', 'fail', 'fail'],
  'transfer/broke': ['pass', 'pass', 'pass', 'fail'],
  'transfer/flaky': ['pass', 'fail', 'pass', 'fail'],
  'transfer/flaky-too': ['fail', 'pass', 'fail', 'fail'],
  'transfer/repaired': ['pass', 'fail', 'pass', 'pass'],
  'transfer/not-tested-once': ['pass', 'skipped', 'pass', 'pass'],
  'transfer/still': ['fail', 'inconclusive', 'fail', 'fail'],
  'transfer/fixed': ['fail', 'fail', 'pass', 'pass'],
  'transfer/odd': ['inconclusive', 'skipped', 'skipped', 'skipped'],
  'transfer/narrowed': ['pass', '-', '-', 'pass'],
});

test('while its service is not reached, a requirement has no verdict, so an outage changes nothing', () => {
  const down = { ...(FIRST as Result), id: 'transfer/down', verdict: 'inconclusive', blame: 'infrastructure' } as const;
  const history = nights({ 'transfer/down': ['pass', 'inconclusive', 'pass', 'inconclusive'] }, (night) =>
    night % 2 === 1 ? { requirements: [down] } : {},
  );
  expect({ changed: history.changed, steady: history.steady, runs: history.runs.length }).toEqual({
    changed: [],
    steady: { pass: 1 },
    runs: 4,
  });
});

test('an interrupted run changes nothing but what it decided', () => {
  const { changed, steady } = nights(
    {
      'transfer/a': ['pass', 'skipped', 'pass'],
      'transfer/b': ['pass', 'inconclusive', 'pass'],
      'transfer/c': ['pass', 'fail', 'fail'],
    },
    (night) => (night === 1 ? { run: { ...RESULTS.run, id: 'i', startedAt: '2026-01-02', interrupted: true } } : {}),
  );
  expect({ changed: changed.map(({ id }) => id), steady }).toEqual({ changed: ['transfer/c'], steady: { pass: 2 } });
});

test('kinds of changes, the newest change first; steady requirements are counted', () => {
  expect(MIXED.changed.map(({ id, kind }) => `${id} ${kind}`)).toEqual([
    'transfer/broke new',
    'transfer/flaky flaky',
    'transfer/flaky-too flaky',
    'transfer/repaired fixed',
    'transfer/not-tested-once other',
    'transfer/still still',
    'transfer/fixed fixed',
    'transfer/odd other',
  ]);
  expect(MIXED.steady).toEqual({ pass: 2, fail: 1 });
  expect(MIXED.runs.map(({ id }) => id)).toEqual(['night0', 'night1', 'night2', 'night3']);
  expect(MIXED.changed[3]?.changes).toEqual([
    { run: 1, from: 'pass', to: 'fail' },
    { run: 2, from: 'fail', to: 'pass' },
  ]);
});

test('a requirement that is not planned any more is lost, as in a comparison of two runs; a new one has not changed', () => {
  const planned = (...ids: string[]) => ids.map((id) => ({ ...(FIRST as Result), id, verdict: 'pass' as const }));
  const requirements = [planned('transfer/a', 'transfer/b'), planned('transfer/b', 'transfer/new')] as const;
  const { changed, steady } = nights({ 'transfer/a': ['pass', 'pass'] }, (night) => ({
    requirements: requirements[night] ?? [],
  }));
  expect({ changed, steady }).toMatchObject({
    changed: [{ id: 'transfer/a', kind: 'lost', verdicts: ['pass', null], changes: [{ run: 1, from: 'pass' }] }],
    steady: { pass: 2 },
  });
});

test('failed, then passed within a run is flaky, even where the verdict of the runs stays the same', () => {
  const unsteady = (night: number): Result => ({
    ...(FIRST as Result),
    ...{ id: 'transfer/unsteady', verdict: 'fail' },
    ...(night === 1 && { again: 'pass', unstable: true }),
  });
  const history = nights({ 'transfer/unsteady': ['fail', 'fail', 'fail'] }, (night) => ({
    requirements: [unsteady(night)],
  }));
  expect(history.changed).toMatchObject([{ id: 'transfer/unsteady', kind: 'flaky', changes: [], unstable: [1] }]);
  expect(history.steady).toEqual({});
  expect(renderChanges(changesIn(history), { width: 100, colour: false })).toContain(
    '  ✗✗✗  failed, then passed 2026-01-02 02:17 (reports/1)\n    transfer/unsteady\n',
  );
});

test('requirements of one directory that changed alike are one line; -v lists them', () => {
  const ids = ['transfer/x/a', 'transfer/x/b', 'transfer/x/c', 'transfer/y/a'];
  const changes = changesIn(nights(Object.fromEntries(ids.map((id) => [id, ['pass', 'fail']]))));
  const shown = (verbose: boolean) => renderChanges(changes, { width: 100, colour: false, verbose });
  expect(shown(false)).toContain('    transfer/x/*: 3 requirements\n    transfer/y/a\n\nUse -v to list every');
  expect(shown(true)).toContain(ids.map((id) => `    ${id}\n`).join(''));
});

test('runs that sent nothing, narrowed runs, and runs against other addresses or with other creation are left out and counted', () => {
  const history = nights(
    { 'transfer/a': ['pass', 'fail', 'fail', 'fail', 'pass', 'fail'] },
    (night) =>
      [
        {},
        { run: { ...RESULTS.run, requests: 0 } },
        { target: { ...RESULTS.target, reference: true } },
        { target: { ...RESULTS.target, allowCreate: ['files'] } },
        {},
        { run: { ...RESULTS.run, startedAt: '2026-01-06T02:17:00.000Z', only: ['transfer/a'] } },
      ][night] ?? {},
  );
  expect(history.leftOutRuns.map(({ reason }) => reason)).toEqual([
    'sent no request',
    'with other addresses',
    'with a different ASSAY_ALLOW_CREATE',
    'narrowed (--only)',
  ]);
  expect(history.runs.map(({ id }) => id)).toEqual(['night0', 'night4']);
  expect(history.leftOutRuns[1]).toMatchObject({ directory: 'reports/2', reason: 'with other addresses' });
  expect(changesIn(history).closing.join()).toContain('1 with other addresses (reports/2);');
  expect(history.changed).toEqual([]);
});

test('a client has no address', () => {
  const target = { ...RESULTS.target, reference: false, interfaces: {} };
  const history = nights({ 'transfer/a': ['pass'] }, () => ({ target }));
  expect(changesIn(history).title).toBe('1 run of a client, 2026-01-01');
});
