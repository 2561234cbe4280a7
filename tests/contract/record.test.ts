/**
 * Records are judged requirement by requirement: flags, formats, aspects, variants, inner members, examples, unusual
 * numbers.
 */
import { compileRecord } from '../../src/records/judge.ts';
import type { PropertySchema } from '../../src/records/schema.ts';
import { file, judged } from './judged.ts';

describe('presence', () => {
  const integer = { m: { type: 'integer' } };
  test('a missing member contradicts its requirement; extra members belong to no requirement', () => {
    expect(judged(integer, {})).toEqual({ m: 'wrong' });
    expect(judged(integer, { m: 1, n: 'x', M: 2 })).toEqual({ m: 'held' });
  });

  test.each(['constructor', 'toString', 'hasOwnProperty'])('what every object inherits is not a member: %s', (name) => {
    const properties = Object.fromEntries([[name, { type: 'object' }]]) as Record<string, PropertySchema>;
    expect(judged(properties, {})).toEqual({ [name]: 'wrong' });
    expect(judged(properties, JSON.parse(`{"${name}":{}}`))).toEqual({ [name]: 'held' });
  });

  test('what is not an object is left to another requirement', () => {
    for (const value of [null, 1, 'x', true]) expect(judged(integer, value)).toEqual({});
    expect(compileRecord(file(integer)).judge([[]], new Set()).evaluated.size).toBe(0);
  });
});

describe('contexts', () => {
  const properties = { a: { type: 'string', only: 'token' }, b: { type: 'string' } };
  test('a member that is there only with a flag is required there and forbidden elsewhere', () => {
    expect(judged(properties, { a: 'x', b: 'y' }, ['token'])).toEqual({ a: 'held', b: 'held' });
    expect(judged(properties, { b: 'y' }, ['token'])).toEqual({ a: 'wrong', b: 'held' });
    expect(judged(properties, { b: 'y' })).toEqual({ 'a/only-with-token': 'held', b: 'held' });
    expect(judged(properties, { a: 'x', b: 'y' })).toEqual({ 'a/only-with-token': 'wrong', b: 'held' });
    expect(judged(properties, { a: null, b: 'y' })).toEqual({ 'a/only-with-token': 'wrong', b: 'held' });
  });

  test('variants are separate requirements, one in each context', () => {
    const variants: Record<string, PropertySchema> = {
      m: {
        type: 'string',
        variants: {
          'with-certificate': { flag: 'certificate', const: 'certificate' },
          'with-token': { flag: 'token', const: 'oauth2' },
        },
      },
    };
    expect(judged(variants, { m: 'oauth2' }, ['token'])).toEqual({ 'm/with-token': 'held' });
    expect(judged(variants, { m: 'oauth2' }, ['certificate'])).toEqual({ 'm/with-certificate': 'wrong' });
    expect(judged(variants, { m: 7 }, ['token'])).toEqual({ 'm/with-token': 'wrong' });
    expect(compileRecord(file(variants)).requirementsIn(new Set(['token']))).toEqual(['transfer/x/m/with-token']);
    expect(compileRecord(file(variants)).requirements).toEqual([
      'transfer/x/m/with-certificate',
      'transfer/x/m/with-token',
    ]);
  });
});

describe('aspects and members of members', () => {
  const aspects: Record<string, PropertySchema> = {
    m: {
      type: 'string',
      format: 'storage-endpoint',
      aspects: { 'no-path': { title: 'ends after the host', basis: 'inferred', pattern: '^[^:]+://[^/]+/?$' } },
    },
  };
  test('an aspect is decided only where its base holds', () => {
    expect(judged(aspects, { m: 'https://a' })).toEqual({ m: 'held', 'm/no-path': 'held' });
    expect(judged(aspects, { m: 'https://a/b' })).toEqual({ m: 'held', 'm/no-path': 'wrong' });
    expect(judged(aspects, { m: 'a/b' })).toEqual({ m: 'wrong' });
    expect(judged(aspects, {})).toEqual({ m: 'wrong' });
  });

  const nested: Record<string, PropertySchema> = {
    level: { type: 'object', properties: { transfer: { type: 'string' } } },
  };
  test('a member of a member has a separate requirement, decided only where its parent is an object', () => {
    expect(judged(nested, { level: { transfer: 'vo' } })).toEqual({ level: 'held', 'level/transfer': 'held' });
    expect(judged(nested, { level: {} })).toEqual({ level: 'held', 'level/transfer': 'wrong' });
    expect(judged(nested, { level: { transfer: 1 } })).toEqual({ level: 'held', 'level/transfer': 'wrong' });
    expect(judged(nested, { level: 'vo' })).toEqual({ level: 'wrong' });
    expect(judged(nested, { level: [] })).toEqual({ level: 'wrong' });
    expect(judged(nested, {})).toEqual({ level: 'wrong' });
  });
});

const report = compileRecord(
  file({ a: { type: 'string' }, b: { type: 'object', properties: { c: { type: 'string' } } } }),
).judge([{ a: 'x', b: { c: 7 }, d: 1 }, { a: 7, b: { c: 'y' } }, null, ['z'], 'text', { a: 'w', b: {} }], new Set());
test.each<[number, string, unknown]>([
  [0, 'b', undefined],
  [0, 'd', 1],
  [0, 'toString', undefined],
  [1, 'a', undefined],
  [1, 'b', { c: 'y' }],
  [3, 'length', undefined],
  [5, 'a', 'w'],
  [5, 'b', undefined],
])('what can be relied on of record %i, member %s: %j', (index, member, value) =>
  expect(report.value(index, member)).toEqual(value),
);
