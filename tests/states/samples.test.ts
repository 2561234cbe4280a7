/** A few rows of each table; the whole tables are the heavy tests beside this one. */
import { expect, test } from 'vitest';
import { notOffered, outages, wrongSettings } from './tables.ts';

test.each([
  ['transfer', 2],
  ['data-hub', 2],
] as const)('%s: a wrong setting is not the fault of the target, and is named', async (name, rows) => {
  expect(await wrongSettings(name, rows)).toEqual([]);
});

test('an operation that is not offered is not sent, and costs no other requirement', async () => {
  expect(await notOffered('data-hub', 1, 2)).toEqual([]);
});

test.each([
  ['ticket-bridge', 'all', 1],
  ['transfer', '', 1],
] as const)('%s, allowed to create "%s": an outage is blamed on the infrastructure', async (name, create, rows) => {
  expect(await outages(name, create, rows)).toEqual([]);
});
