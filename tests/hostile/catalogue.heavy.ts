/** The whole catalogue of hostile answers. */
import { expect, test } from 'vitest';
import { hostileTable, runHostile } from './campaign.ts';
import { HOSTILE_KINDS } from './kinds/catalogue.ts';

test('every kind of hostile answer has the required outcome, within bounds of time and memory', async () => {
  const rows = await runHostile();
  console.log(hostileTable(rows));
  expect(rows.length).toBeGreaterThan(400);
  expect(HOSTILE_KINDS.filter(({ id }) => !rows.some(({ kind }) => kind === id)).map(({ id }) => id)).toEqual([]);
  expect(rows.filter(({ problems }) => problems.length > 0)).toEqual([]);
});
