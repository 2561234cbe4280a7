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
  [{ type: ['integer', 'null'] }, 'an integer or null'],
  [{ type: 'array', items: { type: 'string' } }, 'an array of strings'],
  [{ type: 'array', items: { type: 'string', format: 'hexadecimal' } }, 'an array of strings, each hexadecimal digits'],
  [
    { type: ['object', 'null'], additionalProperties: { type: 'string' } },
    'an object or null whose values are strings',
  ],
  [{ type: 'string', format: 'hexadecimal' }, 'a string, hexadecimal digits'],
  [{ type: 'string', pattern: '^a' }, 'a string, text that matches ^a'],
  [{ const: 'x', type: 'string' }, '"x"'],
  [{ enum: ['a', 2, null] }, 'one of "a", 2, null'],
  [{ type: 'integer', minimum: 0 }, 'an integer of at least 0'],
  [{ type: ['integer', 'null'], minimum: 1, maximum: 5 }, 'an integer from 1 to 5 or null'],
  [{ type: 'string', minLength: 2, maxLength: 4 }, 'a string of 2 to 4 characters'],
  [{ type: 'array', items: { type: 'string' }, minItems: 1 }, 'an array of at least 1 string'],
  [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, 'an array of strings, each one of "a", "b"'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'a string or null'],
])('%j is %s', (schema, words) => expect(describe(schema)).toBe(words));

group('requirements', () => {
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

  test('a record that is sent gives none', () =>
    expect(fieldRequirements({ ...file({ a: { type: 'string' } }), direction: 'request' })).toEqual([]));
});
