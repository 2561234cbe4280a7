/** The requirements that a schema gives, and the words in which a reader sees what is expected. */
import { expect, describe as group, test } from 'vitest';
import { describe } from '../../src/records/description.ts';
import { type FieldRequirement, fieldRequirements } from '../../src/records/field-requirements.ts';
import type { PropertySchema, RecordFile } from '../../src/records/schema.ts';

const file = (properties: Record<string, PropertySchema>): RecordFile => ({
  $id: 'x',
  title: 'x',
  record: 'r',
  clause: 'Somewhere.',
  properties,
});
const requirementsOf = (properties: Record<string, PropertySchema>): FieldRequirement[] =>
  fieldRequirements(file(properties));

test.each<[PropertySchema, string]>([
  [{ type: 'string' }, 'a string'],
  [{ type: 'integer' }, 'an integer'],
  [{ type: 'boolean' }, 'a boolean'],
  [{ type: ['integer', 'null'] }, 'an integer or null'],
  [{ type: 'array' }, 'an array'],
  [{ type: 'array', items: { type: 'string' } }, 'an array of strings'],
  [{ type: 'array', items: { type: ['string', 'integer'] } }, 'an array of strings or integers'],
  [{ type: 'array', items: {} }, 'an array of values'],
  [{ type: 'array', items: { type: 'string', format: 'hexadecimal' } }, 'an array of strings, each hexadecimal digits'],
  [
    { type: ['object', 'null'], additionalProperties: { type: 'string' } },
    'an object or null whose values are strings',
  ],
  [{ type: 'string', format: 'hexadecimal' }, 'a string, hexadecimal digits'],
  [{ type: 'string', format: 'odd' }, 'a string, odd'],
  [{ type: 'string', pattern: '^a' }, 'a string, text that matches ^a'],
  [{ pattern: '^a' }, 'text that matches ^a'],
  [{ type: 'string', format: 'hexadecimal', pattern: '^a' }, 'a string, hexadecimal digits, text that matches ^a'],
  [{ const: 'x', type: 'string' }, '"x"'],
  [{ const: null }, 'null'],
  [{ enum: ['a', 2, null] }, 'one of "a", 2, null'],
  [{ type: 'string', enum: ['a'] }, '"a"'],
  [{ type: 'integer', minimum: 0 }, 'an integer of at least 0'],
  [{ type: ['integer', 'null'], minimum: 1, maximum: 5 }, 'an integer from 1 to 5 or null'],
  [{ type: 'number', exclusiveMinimum: 0, maximum: 1 }, 'a number of at most 1 and greater than 0'],
  [{ minimum: 0 }, 'if a number, of at least 0'],
  [{ type: 'string', minLength: 1 }, 'a string of at least 1 character'],
  [{ type: 'string', minLength: 2, maxLength: 4 }, 'a string of 2 to 4 characters'],
  [{ type: 'string', minLength: 3, maxLength: 3 }, 'a string of exactly 3 characters'],
  [{ type: 'array', items: { type: 'string' }, minItems: 1 }, 'an array of at least 1 string'],
  [{ type: 'array', maxItems: 3 }, 'an array of at most 3 elements'],
  [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, 'an array of strings, each one of "a", "b"'],
  [{ type: 'object', required: ['a', 'b'] }, 'an object, with the members a, b'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'a string or null'],
  [{ oneOf: [{ type: 'string' }, { minimum: 1 }] }, 'exactly one of: a string; if a number, of at least 1'],
  [{}, ''],
])('%j is %s', (schema, words) => expect(describe(schema)).toBe(words));

group('requirements', () => {
  test('a property is one, with its own words or with those that follow from its type', () => {
    expect(
      requirementsOf({
        a: { type: 'integer' },
        b: { type: 'string', title: 'b is nice', clause: 'B.', basis: 'inferred', requirement: 'r/other' },
      }),
    ).toEqual([
      {
        id: 'r/a',
        path: ['a'],
        predicate: 'a is an integer',
        clause: '',
        basis: 'documented',
        expected: 'an integer',
        schema: { type: 'integer' },
      },
      {
        id: 'r/other',
        path: ['b'],
        predicate: 'b is nice',
        clause: 'B.',
        basis: 'inferred',
        expected: 'a string',
        schema: { type: 'string' },
      },
    ]);
  });

  test('keep constraints on the value, and leave annotations and members out', () => {
    const [requirement] = requirementsOf({
      a: {
        type: ['array', 'object'],
        clause: 'A.',
        examples: [[]],
        format: 'uuid',
        pattern: '.',
        items: { type: 'string', clause: 'I.', items: { const: 1 } },
        additionalProperties: { type: 'integer', title: 'x' },
        properties: { b: { type: 'string' } },
      },
    });
    expect(requirement?.schema).toStrictEqual({
      type: ['array', 'object'],
      format: 'uuid',
      pattern: '.',
      items: { type: 'string', items: { const: 1 } },
      additionalProperties: { type: 'integer' },
      properties: { b: {} },
    });
  });

  test('members of members follow their parent, in its context', () => {
    const requirements = requirementsOf({
      a: {
        type: 'object',
        only: 'token',
        clause: 'A.',
        properties: { b: { type: 'object', properties: { c: { type: 'string' } } } },
      },
      d: {},
    });
    expect(requirements.map(({ id, path, when, predicate }) => [id, path.join('.'), when, predicate])).toEqual([
      ['r/a', 'a', 'token', 'a is an object'],
      ['r/a/only-with-token', 'a', '!token', 'a appears only with a token'],
      ['r/a/b', 'a.b', 'token', 'a.b is an object'],
      ['r/a/b/c', 'a.b.c', 'token', 'a.b.c is a string'],
      ['r/d', 'd', undefined, 'd is '],
    ]);
    expect(requirements[1]).toMatchObject({ expected: 'no member a', schema: false, clause: 'A.' });
    expect(requirements[4]).not.toHaveProperty('when');
  });

  test('variants take the place of the property, each with its flag; what they do not say they have of it', () => {
    expect(
      requirementsOf({
        a: {
          type: 'string',
          title: 'a is a method',
          clause: 'A.',
          variants: {
            one: { flag: 'x', const: 'X', title: 'a is X' },
            two: { flag: 'y', clause: 'Y.', format: 'hexadecimal' },
          },
        },
      }),
    ).toStrictEqual([
      {
        id: 'r/a/one',
        path: ['a'],
        predicate: 'a is X',
        clause: 'A.',
        basis: 'documented',
        expected: '"X"',
        schema: { type: 'string', const: 'X' },
        when: 'x',
      },
      {
        id: 'r/a/two',
        path: ['a'],
        predicate: 'a is a method',
        clause: 'Y.',
        basis: 'documented',
        expected: 'a string, hexadecimal digits',
        schema: { type: 'string', format: 'hexadecimal' },
        when: 'y',
      },
    ]);
  });

  test('aspects come after the property, in its context', () => {
    const requirements = requirementsOf({
      a: {
        type: 'string',
        only: 'token',
        clause: 'A.',
        basis: 'standard',
        aspects: { short: { pattern: '^.$' }, plain: { title: 'is plain', clause: 'P.', basis: 'inferred' } },
      },
      b: { type: 'string', aspects: { short: { pattern: '^.$' } } },
    });
    expect(requirements[2]).toEqual({
      id: 'r/a/short',
      path: ['a'],
      predicate: 'a is a string',
      clause: 'A.',
      basis: 'standard',
      expected: 'text that matches ^.$',
      schema: { pattern: '^.$' },
      after: 'r/a',
      when: 'token',
    });
    expect(requirements[3]).toMatchObject({
      id: 'r/a/plain',
      predicate: 'is plain',
      clause: 'P.',
      basis: 'inferred',
      expected: 'is plain',
      after: 'r/a',
      when: 'token',
    });
    expect(requirements[5]).toMatchObject({ id: 'r/b/short', basis: 'documented', after: 'r/b' });
    expect(requirements[5]).not.toHaveProperty('when');
  });

  test('a record that is sent gives none', () =>
    expect(fieldRequirements({ ...file({ a: { type: 'string' } }), direction: 'request' })).toEqual([]));
});
