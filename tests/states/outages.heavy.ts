/** A service that goes down in mid-run is not accused: what it left open is blamed on the infrastructure, and the gate says so. */
import { expect, test } from 'vitest';
import { outages } from './tables.ts';

/** Moments and lengths are spread evenly over all. */
const MOST_OUTAGES = 30;

/** A read-only run asks a ticket bridge nothing. */
const RUNS = [
  ['ticket-bridge', 'all'],
  ['transfer', 'all'],
  ['transfer', ''],
  ['data-hub', 'all'],
  ['data-hub', ''],
] as const;

test.each(RUNS)(
  '%s, allowed to create "%s": down from some moment on, down for a while, and a burst of errors',
  async (name, create) => {
    expect(await outages(name, create, MOST_OUTAGES)).toEqual([]);
  },
);
