/**
 * Identifiers of 64 bits as JSON numbers: JavaScript rounds them, so they are counted as entries, but cannot be
 * compared.
 */
import { emptiness, listingOf } from '../../suites/data-hub/listings.ts';
import { exchange } from '../engine/exchanges.ts';

const BEYOND = '9007199254740993';

test.each([`[${BEYOND},${BEYOND}]`, `{"spaces":[${BEYOND}]}`, '[1e400]'])(
  '%s is a list with entries that cannot be read',
  (text) => {
    const listed = exchange({ interface: 'data-hub', text });
    expect([emptiness(listed), listingOf(listed)]).toEqual(['something', undefined]);
  },
);

test('an entry with such a number has content', () => {
  const listed = exchange({ interface: 'data-hub', text: `[{"id":${BEYOND}}]` });
  expect([emptiness(listed), listingOf(listed)?.entries.length]).toEqual(['something', 1]);
});

test.each(['[]', '[null]', '[{}]', '{"spaces":[]}'])('%s is an empty list', (text) => {
  expect(emptiness(exchange({ interface: 'data-hub', text }))).toBe('empty');
});

test.each(['{}', '[]', '{"fileId":null}', '{"fileId":""}'])('%s describes nothing', (text) => {
  expect(emptiness(exchange({ interface: 'data-hub', text }), 'details')).toBe('empty');
});
