/** The limits of a schema hold for every value that a reference makes from it, except those of its faults. */
import fc from 'fast-check';
import { legalValues } from '../../reference/drawn/values.ts';
import { exampleOf } from '../../reference/record-values.ts';
import { wrongValues } from '../../reference/wrong-values.ts';

const LEAST_TWO = { type: 'integer', minimum: 2 };
const MOST_ZERO = { type: 'integer', maximum: 0 };
const LISTED = { type: 'string', enum: ['one', 'two'] };

test('examples and drawn values are within the limits', () => {
  expect([exampleOf(LEAST_TWO, 0), exampleOf(MOST_ZERO, 0), exampleOf(LISTED, 1)]).toEqual([2, 0, 'two']);
  fc.assert(
    fc.property(legalValues(LEAST_TWO), legalValues(MOST_ZERO), legalValues(LISTED), (high, low, word) => {
      expect(Number(high)).toBeGreaterThanOrEqual(2);
      expect(Number(low)).toBeLessThanOrEqual(0);
      expect(LISTED.enum).toContain(word);
    }),
  );
});

test.each([
  [LEAST_TWO, 'below-minimum', 1],
  [MOST_ZERO, 'above-maximum', 1],
  [LISTED, 'unlisted', 'one-unlisted'],
])('a fault leaves the limit of %j', (schema, what, value) => {
  expect(wrongValues(schema)[what]?.(exampleOf(schema, 0))).toBe(value);
});
