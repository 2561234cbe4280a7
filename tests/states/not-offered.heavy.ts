/** An operation that is not offered is not sent; its own requirements are not-applicable, and no other. */
import { expect, test } from 'vitest';
import { notOffered } from './tables.ts';

/** Of several hundred pairs. */
const MOST_PAIRS = 60;

test.each(['ticket-bridge', 'transfer', 'data-hub', 'client-library'])(
  '%s: without each of its operations',
  async (name) => {
    expect(await notOffered(name, 1)).toEqual([]);
  },
);

test.each(['ticket-bridge', 'transfer', 'data-hub'])('%s: without two of its operations', async (name) => {
  expect(await notOffered(name, 2, MOST_PAIRS)).toEqual([]);
});
