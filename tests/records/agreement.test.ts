/** Which values are equivalent, and which records are compared at all. */
import { agreementOf } from '../../src/records/judge.ts';
import type { PropertySchema } from '../../src/records/schema.ts';
import { file } from '../contract/judged.ts';

const same = (schema: PropertySchema, one: unknown, other: unknown) =>
  agreementOf(file({ member: schema }))?.members[0]?.isSame(one, other);

test.each<[string, PropertySchema, unknown, unknown]>([
  ['words in another order', {}, 'read write', 'write read'],
  ['distinguished names in two forms', {}, '/C=DE/CN=Ada', 'CN=Ada,C=DE'],
  ['UUIDs in another case', { format: 'uuid' }, 'AB-1', 'ab-1'],
  [
    'storage endpoints that differ in case, port and path',
    { format: 'storage-endpoint' },
    'https://A.b:1',
    'https://a.b/',
  ],
  ['elements in another order', { items: { format: 'uuid' } }, ['A', 'b'], ['B', 'a']],
  ['elements more than once', {}, ['a', 'a', 'b'], ['a', 'b', 'b']],
  ['members in another order', {}, { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }],
])('two values are the same: %s', (_, schema, one, other) => expect(same(schema, one, other)).toBe(true));

test.each<[string, PropertySchema, unknown, unknown]>([
  ['a value and null', {}, 'a', null],

  ['other hosts', { format: 'storage-endpoint' }, 'https://a', 'https://b'],
  ['an element more', {}, ['a', 'a'], ['a', 'b']],

  ['a list and an object', {}, [], {}],
])('two values differ: %s', (_, schema, one, other) => expect(same(schema, one, other)).toBe(false));

describe('a record', () => {
  test('is about what its identifier says, and agrees in all other members that do not change', () => {
    const agreement = agreementOf(file({ id: { identifies: true }, state: { changes: 'It moves on.' }, owner: {} }));
    expect(agreement).toMatchObject({
      requirement: 'transfer/x/agrees',
      identifier: 'id',
      members: [{ name: 'owner' }],
    });
    expect(agreement?.members).toHaveLength(1);
  });

  test('of which every member may change agrees in none, and one that is sent has no answers', () => {
    expect(agreementOf(file({ end: { changes: 'It is prolonged.' } }))).toBeUndefined();
    expect(agreementOf(file({ owner: {} }, { direction: 'request' }))).toBeUndefined();
  });
});
