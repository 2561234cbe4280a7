/** Records are judged requirement by requirement: contexts, forms, aspects, variants, members of members, examples, odd numbers. */
import { describe, expect, test } from 'vitest';
import { compileRecord } from '../../src/records/judge.ts';
import type { PropertySchema } from '../../src/records/schema.ts';
import { alone, file, judged } from './judged.ts';

describe('types and forms', () => {
  const string = { type: 'string' } as const;
  test.each<[PropertySchema, readonly unknown[], readonly unknown[]]>([
    [string, ['', 'x', '\u{1f600}'], [1, true, null, [], {}]],
    [
      { type: 'integer' },
      [0, -1, 1.0, 2 ** 53 + 2, JSON.parse('1e3'), JSON.parse('12345678901234567890')],
      [1.5, '1', true, null, [1]],
    ],
    [{ type: ['integer', 'null'] }, [1, null], ['', 0.5, false]],
    [{ type: 'boolean' }, [true, false], [0, 1, 'true', null]],
    [{ type: 'object' }, [{}, { a: 1 }], [[], null, 'x', 1]],
    [{ type: 'array', items: string }, [[], ['a']], [['a', 1], {}, 'a', null]],
    [
      { type: ['object', 'null'], additionalProperties: string },
      [null, {}, { a: 'b' }],
      [{ a: 1 }, { a: null }, [], 'x'],
    ],
    [{ type: ['string', 'null'], format: 'timestamp' }, [null, '2026-03-04T05:06:07'], ['', 'null', 0]],
    [{ const: 'oauth2' }, ['oauth2'], ['OAuth2', 'certificate', null]],
  ])('%j', (schema, right, wrong) => {
    expect(right.filter((value) => alone(schema, value) !== 'held')).toEqual([]);
    expect(wrong.filter((value) => alone(schema, value) !== 'wrong')).toEqual([]);
  });

  test('1e400 is a number of JSON, whatever JavaScript makes of it: no integer can be read in it, and no type is contradicted', () => {
    const huge = JSON.parse('{"m":1e400}') as unknown;
    expect(judged({ m: { type: 'number' } }, huge)).toEqual({ m: 'held' });
    expect(judged({ m: { type: 'string' } }, huge)).toEqual({ m: 'wrong' });
  });
});

describe('presence', () => {
  const integer = { m: { type: 'integer' } } as const;
  test('a missing member contradicts its requirement; extra members belong to no requirement', () => {
    expect(judged(integer, {})).toEqual({ m: 'wrong' });
    expect(judged(integer, { m: 1, n: 'x', M: 2 })).toEqual({ m: 'held' });
  });

  test.each(['constructor', 'toString', 'hasOwnProperty'])('what every object inherits is not a member: %s', (name) => {
    const properties = Object.fromEntries([[name, { type: 'object' }]]) as Record<string, PropertySchema>;
    expect(judged(properties, {})).toEqual({ [name]: 'wrong' });
    expect(judged(properties, JSON.parse(`{"${name}":{}}`))).toEqual({ [name]: 'held' });
  });

  test('a member of an inherited name is judged beside one that is wrong too', () => {
    const properties = { constructor: { type: 'object' }, b: { type: 'string' } } as const;
    expect(judged(properties as never, JSON.parse('{"constructor":{},"b":7}'))).toEqual({
      constructor: 'held',
      b: 'wrong',
    });
    expect(judged(properties as never, { b: 7 })).toEqual({ constructor: 'wrong', b: 'wrong' });
    expect(
      judged({ constructor: { type: 'string', only: 'token' }, b: { type: 'string' } } as never, { b: 'x' }),
    ).toEqual({
      'constructor/only-with-token': 'held',
      b: 'held',
    });
  });

  test('what is not an object is left to another requirement', () => {
    for (const value of [null, 1, 'x', true]) expect(judged(integer, value)).toEqual({});
    expect(compileRecord(file(integer)).judge([[]], new Set()).evaluated.size).toBe(0);
  });
});

describe('contexts', () => {
  const properties = { a: { type: 'string', only: 'token' }, b: { type: 'string' } } as const;
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

  test('an aspect that is contradicted does not make the member doubtful', () => {
    const report = compileRecord(file(aspects)).judge([{ m: 'https://a/b' }, { m: 'a' }], new Set());
    expect([report.vouched(0, 'm'), report.vouched(1, 'm')]).toEqual(['https://a/b', undefined]);
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

  test('an aspect of a member that is wrong in one record is judged in the next', () => {
    const report = compileRecord(file({ n: { type: 'string' }, ...aspects })).judge(
      [{ m: 'a' }, { m: 'https://a/b' }, { n: 'x', m: 'https://a' }],
      new Set(),
    );
    expect(Object.fromEntries(report.evaluated)).toEqual({
      'transfer/x/n': 3,
      'transfer/x/m': 3,
      'transfer/x/m/no-path': 2,
    });
    expect(Object.fromEntries(report.contradicted)).toEqual({
      'transfer/x/n': 2,
      'transfer/x/m': 1,
      'transfer/x/m/no-path': 1,
    });
  });

  test('an aspect of a member that is a variant elsewhere stands by itself', () => {
    const both: Record<string, PropertySchema> = {
      m: {
        type: 'string',
        variants: { one: { flag: 'one', const: 'ab' } },
        aspects: { short: { pattern: '^.{1,2}$' } },
      },
    };
    expect(judged(both, { m: 'ab' }, ['one'])).toEqual({ 'm/one': 'held', 'm/short': 'held' });
    expect(judged(both, { m: 'abc' })).toEqual({ 'm/short': 'wrong' });
    expect(judged(both, { m: 'abc' }, ['one'])).toEqual({ 'm/one': 'wrong', 'm/short': 'wrong' });
  });

  test('members far inside are judged where all above them are objects', () => {
    const deep: Record<string, PropertySchema> = {
      a: {
        type: ['object', 'null'],
        properties: { b: { type: ['object', 'string', 'null'], properties: { length: { type: 'integer' } } } },
      },
    };
    expect(judged(deep, { a: { b: { length: 1 } } })).toEqual({ a: 'held', 'a/b': 'held', 'a/b/length': 'held' });
    expect(judged(deep, { a: { b: { length: 'x' } } })).toEqual({ a: 'held', 'a/b': 'held', 'a/b/length': 'wrong' });
    expect(judged(deep, { a: { b: {} } })).toEqual({ a: 'held', 'a/b': 'held', 'a/b/length': 'wrong' });
    for (const b of [null, 'text']) expect(judged(deep, { a: { b } })).toEqual({ a: 'held', 'a/b': 'held' });
    expect(judged(deep, { a: { b: [] } })).toEqual({ a: 'held', 'a/b': 'wrong' });
    expect(judged(deep, { a: null })).toEqual({ a: 'held' });
    for (const a of ['text', [1], 7]) expect(judged(deep, { a })).toEqual({ a: 'wrong' });
    expect(judged(deep, {})).toEqual({ a: 'wrong' });
  });

  test('findings say what was expected, what came, and where', () => {
    const { findings } = compileRecord(file({ ...nested, m: { type: 'array', items: { type: 'string' } } })).judge(
      [{ level: {}, m: ['a', 7] }],
      new Set(),
      () => '/4',
    );
    expect(findings).toEqual([
      {
        requirement: 'transfer/x/level/transfer',
        expected: 'a string',
        got: 'no member transfer',
        at: '/4/level/transfer',
      },
      { requirement: 'transfer/x/m', expected: 'an array of strings', got: '["a", 7]', at: '/4/m/1' },
    ]);
  });
});

describe('what can be relied on of a record', () => {
  const report = compileRecord(
    file({ a: { type: 'string' }, b: { type: 'object', properties: { c: { type: 'string' } } } }),
  ).judge([{ a: 'x', b: { c: 7 }, d: 1 }, { a: 7, b: { c: 'y' } }, null, ['z'], 'text', { a: 'w', b: {} }], new Set());
  test.each<[number, string, unknown]>([
    [0, 'a', 'x'],
    [0, 'b', undefined],
    [0, 'd', 1],
    [0, 'toString', undefined],
    [1, 'a', undefined],
    [1, 'b', { c: 'y' }],
    [2, 'a', undefined],
    [3, 'length', undefined],
    [4, 'length', undefined],
    [5, 'a', 'w'],
    [5, 'b', undefined],
    [6, 'a', undefined],
  ])('record %i, member %s: %j', (index, member, value) => expect(report.vouched(index, member)).toEqual(value));
});

describe('findings', () => {
  test('of a missing member point at it, whatever was wrong in the record before', () => {
    const { findings } = compileRecord(file({ m: { type: 'array', items: { type: 'string' } } })).judge(
      [{ m: ['a', 7] }, {}],
      new Set(),
    );
    expect(findings.map(({ at, got }) => [at, got])).toEqual([
      ['/m/1', '["a", 7]'],
      ['/m', 'no member m'],
    ]);
  });

  test('of a member that has to be absent show it', () => {
    const { findings } = compileRecord(file({ m: { type: 'string', only: 'token' } })).judge(
      [{ m: null }],
      new Set(),
      () => '/0',
    );
    expect(findings).toEqual([
      { requirement: 'transfer/x/m/only-with-token', expected: 'no member m', got: 'null', at: '/0/m' },
    ]);
  });

  test('are reported without an index for a single record', () => {
    const { findings, evaluated } = compileRecord(file({ m: { type: 'string' } })).judge([{ m: 1 }], new Set());
    expect(findings).toEqual([{ requirement: 'transfer/x/m', expected: 'a string', got: '1', at: '/m' }]);
    expect([...evaluated]).toEqual([['transfer/x/m', 1]]);
  });
});

test('the same schema judges in one context after the other', () => {
  const record = compileRecord(file({ a: { type: 'string', only: 'token' }, b: { type: 'string' } }));
  for (const [flags, wrong] of [
    [['token'], 0],
    [[], 1],
    [['token', 'status'], 0],
    [['status'], 1],
  ] as const)
    expect(record.judge([{ a: 'x', b: 'y' }], new Set(flags)).contradicted.size, flags.join()).toBe(wrong);
  expect(record.requirementsIn(new Set())).toEqual(['transfer/x/a/only-with-token', 'transfer/x/b']);
  expect(record.requirementsIn(new Set(['token']))).toEqual(['transfer/x/a', 'transfer/x/b']);
  expect([record.id, record.title, record.clause]).toEqual(['transfer/x', 'x', 'Somewhere.']);
});
