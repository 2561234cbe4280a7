/** A wrong setting is never the target's fault, and the run names it. */
import { expect, test } from 'vitest';
import { wrongSettings } from './tables.ts';

/** Each setting with some of its wrong values and answers. */
const MOST_VALUES = 60;

test.each(['ticket-bridge', 'transfer', 'data-hub'])(
  '%s: with a wrong value and any honest answer to it, the target is not accused and the setting is named',
  async (name) => {
    expect(await wrongSettings(name, MOST_VALUES)).toEqual([]);
  },
);
