/** A sample of the catalogue of hostile answers; catalogue.heavy.ts runs all of it. */
import { expect, test } from 'vitest';
import { loadContract } from '../../src/run/installed/suites.ts';
import { hostileTable, runHostile } from './campaign.ts';
import { HOSTILE_KINDS } from './kinds/catalogue.ts';
import { operationsOf, SERVED } from './kinds/operations.ts';
import { EVERY } from './kinds/serve.ts';

const SAMPLE = ['json/nan'];

test('the catalogue has at least 120 kinds, each with an id of its layer and a title', () => {
  expect(HOSTILE_KINDS.length).toBeGreaterThanOrEqual(120);
  expect(new Set(HOSTILE_KINDS.map(({ id }) => id)).size).toBe(HOSTILE_KINDS.length);
  for (const { id, layer, title } of HOSTILE_KINDS) expect([id.split('/')[0], title.length > 0]).toEqual([layer, true]);
  expect(new Set(HOSTILE_KINDS.map(({ layer }) => layer))).toEqual(
    new Set(['tcp', 'tls', 'http', 'json', 'xml', 'text', 'stream']),
  );
});

test('the catalogue knows every documented operation that has a path or a message', () => {
  for (const of of SERVED) {
    const documented = [...loadContract(of).operations.keys()].toSorted();
    expect(operationsOf(of).toSorted()).toEqual(documented);
  }
});

test('a kind has the required outcome on all operations of an interface, and on a single one of another', async () => {
  expect(SAMPLE.filter((id) => !HOSTILE_KINDS.some((kind) => kind.id === id))).toEqual([]);
  const rows = await runHostile({ kinds: ({ id }) => SAMPLE.includes(id), inTurn: () => true, workers: 2 });
  expect(rows.filter(({ problems }) => problems.length > 0)).toEqual([]);
  expect(new Set(rows.filter(({ operation }) => operation === EVERY).map(({ kind }) => kind))).toEqual(new Set(SAMPLE));
  expect(rows.filter(({ operation }) => operation !== EVERY).length).toBeGreaterThan(0);
}, 180_000);

test('an outcome that is not the required one is listed with its reason', () => {
  const row = {
    kind: 'json/nan',
    interface: 'some',
    operation: 'all',
    exitCode: 4,
    ms: 7,
    peakMib: 80,
    problems: ['exit 4 instead of 0 or 3'],
  };
  expect(hostileTable([row])).toMatch(
    /json\/nan +some +all +exit 4 +7 ms +80 MiB +exit 4 instead of 0 or 3\n\n1 runs, 1 not as required; at most 7 ms and 80 MiB$/,
  );
});
