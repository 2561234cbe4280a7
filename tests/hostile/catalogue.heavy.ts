/** The whole catalogue of hostile answers. */
import { expect, test } from 'vitest';
import { hostileTable, runHostile } from './campaign.ts';
import { HOSTILE_KINDS } from './kinds/catalogue.ts';
import { JSON_SIZES } from './kinds/json-sizes.ts';
import { XML_KINDS } from './kinds/xml.ts';

/** How long a large answer takes, and how much memory, depends on the contract that judges it; the others meet the code that all interfaces share. */
const LARGE: ReadonlySet<string> = new Set([...JSON_SIZES, ...XML_KINDS].map(({ id }) => id));

test('every kind of hostile answer has the required outcome, within bounds of time and memory', async () => {
  const rows = await runHostile({ inTurn: ({ id }) => !LARGE.has(id) });
  console.log(hostileTable(rows));
  expect(HOSTILE_KINDS.filter(({ id }) => !rows.some(({ kind }) => kind === id)).map(({ id }) => id)).toEqual([]);
  const wrong = rows.filter(({ problems }) => problems.length > 0);
  expect(wrong.map((row) => `${row.kind} ${row.interface} ${row.operation}: ${row.problems.join(', ')}`)).toEqual([]);
});
