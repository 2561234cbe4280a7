/** Identifiers of 64 bits as JSON numbers, which JavaScript would round: they are read as they stand in the body. */
import { candidatesIn } from '../../suites/data-hub/identifiers.ts';
import { emptiness, listingOf } from '../../suites/data-hub/listings.ts';
import { exchange } from '../engine/exchanges.ts';

const BEYOND = '9007199254740993';

test.each([`[${BEYOND},1]`, `{"spaces":[{"id":-${BEYOND}}]}`, '[1e400]'])('%s is a list of exact numbers', (text) => {
  const listed = exchange({ interface: 'data-hub', text });
  expect(emptiness(listed)).toBe('something');
  expect([...(listingOf(listed)?.entries[0] ?? [])]).toEqual([/-?\d[\de]+/.exec(text)?.[0]]);
});

test('such a number is an identifier, and the same digits in a text are left alone', () => {
  const text = `{"name":"a \\" ${BEYOND}","fileId":${BEYOND}}`;
  expect(candidatesIn(exchange({ interface: 'data-hub', text }))[0]).toMatchObject({ text: BEYOND, how: '/fileId' });
});

test.each(['false', '[]', '[null]', '[{}]', '{"spaces":[]}'])('%s is an empty list', (text) => {
  expect(emptiness(exchange({ interface: 'data-hub', text }))).toBe('empty');
});

test.each(['{}', '[]', '{"fileId":null}', '{"fileId":""}'])('%s describes nothing', (text) => {
  expect(emptiness(exchange({ interface: 'data-hub', text }), 'details')).toBe('empty');
});
