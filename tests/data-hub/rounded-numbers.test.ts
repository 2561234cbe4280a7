/** Identifiers of 64 bits as JSON numbers: JavaScript rounds them, so a list of them is there, but cannot be compared. */
import { expect, test } from 'vitest';
import { emptiness, listingOf } from '../../suites/data-hub/identifiers.ts';
import { exchange } from '../engine/exchanges.ts';

const BEYOND = '9007199254740993';

test.each([`[${BEYOND},${BEYOND}]`, `{"spaces":[${BEYOND}]}`, '[1e400]'])('%s is no empty list, and cannot be read', (text) => {
  const listed = exchange({ interface: 'data-hub', text });
  expect([emptiness(listed), listingOf(listed)]).toEqual(['something', undefined]);
});

test('an entry that holds such a number is no empty entry', () => {
  const listed = exchange({ interface: 'data-hub', text: `[{"id":${BEYOND}}]` });
  expect([emptiness(listed), listingOf(listed)?.entries.length]).toEqual(['something', 1]);
});

test.each(['[]', '[null]', '[{}]', '{"spaces":[]}'])('%s is an empty list', (text) => {
  expect(emptiness(exchange({ interface: 'data-hub', text }))).toBe('empty');
});
