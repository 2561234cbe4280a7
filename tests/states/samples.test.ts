/** A few rows of each table; the whole tables are the heavy tests beside this one. */
import { expect, test } from 'vitest';
import { notOffered, outages, wrongSettings } from './tables.ts';

test.each([
  ['ticket-bridge', 2],
  ['transfer', 4],
  ['data-hub', 4],
] as const)('%s: a wrong setting is not the fault of the target, and is named', async (name, rows) => {
  expect(await wrongSettings(name, rows)).toEqual([]);
});

test.each([
  ['ticket-bridge', 1],
  ['transfer', 2],
  ['data-hub', 3],
] as const)('%s: an operation that is not offered is not sent, and costs no other requirement', async (name, rows) => {
  expect(await notOffered(name, 1, rows)).toEqual([]);
});

test.each([
  ['ticket-bridge', 'all', 2],
  ['transfer', '', 2],
  ['data-hub', 'all', 2],
] as const)('%s, allowed to create "%s": an outage is blamed on the infrastructure', async (name, create, rows) => {
  expect(await outages(name, create, rows)).toEqual([]);
});
