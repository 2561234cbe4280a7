/** Every keyword of a record's schema is judged, or refused when the contract is loaded. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recordFaults, spoil } from '../../reference/record-faults.ts';
import { documentedMembers, readRecords } from '../../reference/record-values.ts';
import { loadRestContract } from '../../src/contract/load.ts';
import { FORMATS } from '../../src/records/formats.ts';
import { compileRecord } from '../../src/records/judge.ts';
import { SchemaError } from '../../src/records/keywords.ts';
import { requestMembers } from '../../src/records/request-members.ts';
import type { PropertySchema, RecordFile } from '../../src/records/schema.ts';
import { written } from './written.ts';

const file = (properties: Record<string, PropertySchema>, more: Partial<RecordFile> = {}): RecordFile => ({
  $id: 'urn:x',
  title: 'x',
  record: 'transfer/x',
  clause: 'Somewhere.',
  properties,
  ...more,
});
const red = (of: RecordFile, value: unknown): string[] => [
  ...compileRecord(of).judge([value], new Set()).contradicted.keys(),
];

describe('a keyword that is planted', () => {
  test.each<[PropertySchema, readonly unknown[], readonly unknown[]]>([
    [{ enum: ['a', 'b'] }, ['a'], ['c', null]],
    [{ type: 'integer', minimum: 0 }, [0], [-1]],
    [{ type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 3 }, [1], [0, 3]],
    [{ type: 'integer', maximum: 9, multipleOf: 3 }, [9], [12, 4]],
    [{ type: 'string', minLength: 1, maxLength: 2 }, ['a'], ['', 'abc']],
    [{ type: 'array', minItems: 1, maxItems: 2, uniqueItems: true }, [[1]], [[], [1, 2, 3], [1, 1]]],
    [{ type: 'array', contains: { const: 1 }, maxContains: 1 }, [[1, 2]], [[2], [1, 1]]],
    [{ type: 'array', prefixItems: [{ type: 'string' }], items: false }, [['a']], [[1], ['a', 1]]],
    [{ type: 'object', minProperties: 1, maxProperties: 1 }, [{ a: 1 }], [{}, { a: 1, b: 1 }]],
    [{ type: 'object', required: ['a'], dependentRequired: { b: ['c'] } }, [{ a: 1 }], [{}, { a: 1, b: 1 }]],
    [
      { type: 'object', propertyNames: { maxLength: 1 }, patternProperties: { '^a': { type: 'string' } } },
      [{ a: 'x' }],
      [{ ab: 'x' }, { a: 1 }],
    ],
    [{ anyOf: [{ type: 'string' }, { minimum: 5 }], not: { const: 'no' } }, ['a', 6], [1, 'no']],
    [{ oneOf: [{ type: 'integer' }, { type: 'number', minimum: 5 }] }, [1, 5.5], [6, 1.5]],
    [{ $ref: '#/$defs/count' }, [1], [-1, 'x']],
    [{ type: 'array', items: { $ref: '#/$defs/count' } }, [[1]], [[-1]]],
  ])('%j is judged', (schema, right, wrong) => {
    const of = file({ m: schema }, { $defs: { count: { type: 'integer', minimum: 0 } } });
    expect(right.filter((m) => red(of, { m }).length > 0)).toEqual([]);
    expect(wrong.filter((m) => red(of, { m }).join() !== 'transfer/x/m')).toEqual([]);
    const list = [...right, ...wrong, ...right, ...wrong].map((m) => ({ m }));
    expect(compileRecord(of).judge(list, new Set()).contradicted.get('transfer/x/m')).toBe(2 * wrong.length);
  });

  test.each<[Record<string, unknown>, string]>([
    [{ minimun: 0 }, '"minimun" is not a keyword that Assay evaluates; the nearest is "minimum".'],
    [{ format: 'timestmp' }, 'the nearest is "timestamp"'],
    [{ type: 'strng' }, 'the nearest is "string"'],
    [{ if: {} }, '"if" is not a keyword that Assay evaluates'],
    [{ minLength: '1' }, 'minLength must be an integer of at least 0; it is "1"'],
    [{ pattern: '(' }, 'pattern must be a regular expression'],
    [{ $ref: '#/$defs/none' }, 'the $ref "#/$defs/none" leads nowhere'],
    [{ $ref: '#/properties/m' }, 'leads back to itself'],
    [{ items: { only: 'token' } }, 'belongs to a documented member'],
  ])('%j is refused', (schema, message) => {
    const load = () => compileRecord(file({ m: schema as PropertySchema }));
    expect(load).toThrow(SchemaError);
    expect(load).toThrow(message);
    expect(load).toThrow(/\/properties\/m/);
  });

  test.each<Partial<RecordFile> & Record<string, unknown>>([
    { minProperties: 1 },
    { additionalProperties: false },
    { required: ['n'] },
    { type: 'array' },
  ])('of a whole record, %j is refused', (more) =>
    expect(() => compileRecord(file({ m: {} }, more))).toThrow(SchemaError),
  );

  test('is refused in what clients send, too', () => {
    const schema = file(
      { m: { type: 'array', items: { properties: { a: { maxlength: 1 } as PropertySchema } } } },
      { direction: 'request' },
    );
    expect(() => requestMembers({ schema, file: 'x', pointer: '' }, new Map())).toThrow(
      'x /properties/m/items/properties/a: "maxlength" is not',
    );
  });
});

test('a misspelt keyword stops the loading of a contract, and names the file', () => {
  const root = written({
    'specs/transfer/openapi.yaml': {},
    'schemas/transfer/x.schema.json': file({ m: { minimun: 0 } as PropertySchema }),
  });
  expect(() => loadRestContract('transfer', undefined, root)).toThrow(
    'schemas/transfer/x.schema.json /properties/m: "minimun" is not',
  );
});

test('members of a referred schema have separate rows', () => {
  const level: PropertySchema = { type: 'object', properties: { name: { type: 'string', minLength: 1 } } };
  const of = file({ level: { $ref: '#/$defs/level' } }, { $defs: { level } });
  expect(compileRecord(of).rows).toEqual(['transfer/x/level', 'transfer/x/level/name']);
  expect(red(of, { level: { name: '' } })).toEqual(['transfer/x/level/name']);
  expect(red(of, { level: 1 })).toEqual(['transfer/x/level']);
});

test('a recursive schema is judged all the way down', () => {
  const of = file(
    { tree: { $ref: '#/$defs/tree' } },
    { $defs: { tree: { type: 'object', required: [], properties: { next: { $ref: '#/$defs/tree' } } } } },
  );
  expect(red(of, { tree: { next: { next: {} } } })).toEqual([]);
  expect(red(of, { tree: { next: { next: 7 } } })).toEqual(['transfer/x/tree/next']);
});

test('members that are not required may be absent', () => {
  const of = file(
    { a: { type: 'string' }, b: { type: 'string' } },
    {
      required: ['a'],
      dependentRequired: { c: ['b'] },
      properties: { a: { type: 'string' }, b: { type: 'string' }, c: {} },
    },
  );
  const report = compileRecord(of).judge([{ a: 'x' }, { a: 'x', b: 'y' }], new Set());
  expect([report.evaluated.get('transfer/x/b'), report.contradicted.size]).toEqual([1, 0]);
  expect(red(of, { b: 'x' })).toEqual(['transfer/x/a']);
  expect(red(of, { a: 'x', c: 1 })).toEqual(['transfer/x/b']);
});

/** Values small enough that random schemas allow some of them and reject others. */
const values: Arbitrary<unknown> = fc.letrec((tie) => ({
  leaf: fc.oneof(fc.integer({ min: -2, max: 4 }), fc.constantFrom(0.5, '', 'a', 'ab', 'abc', true, null)),
  any: fc.oneof(
    { weight: 3, arbitrary: tie('leaf') },
    fc.array(tie('leaf'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('leaf'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).any;

const count = fc.integer({ min: 0, max: 3 });
const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 });
const some = (keywords: Record<string, Arbitrary<unknown>>): Arbitrary<PropertySchema> =>
  fc.subarray(Object.keys(keywords), { maxLength: 3 }).chain((names) =>
    fc.record(Object.fromEntries(names.map((name) => [name, keywords[name] as Arbitrary<unknown>])), {
      noNullPrototype: true,
    }),
  ) as Arbitrary<PropertySchema>;
const SCALAR = {
  ...{
    type: fc.constantFrom('string', 'integer', 'number', 'array', 'object', ['string', 'null'], ['object', 'array']),
  },
  ...{ enum: fc.array(values, { minLength: 1, maxLength: 3 }) },
  ...{
    minimum: count,
    maximum: count,
    exclusiveMinimum: count,
    exclusiveMaximum: count,
    multipleOf: fc.constantFrom(1, 2, 0.5),
  },
  ...{ minLength: count, maxLength: count, pattern: fc.constantFrom('^a', 'b$'), $ref: fc.constant('#/$defs/d') },
};
const inner = some(SCALAR);
const list = fc.array(inner, { minLength: 1, maxLength: 2 });
const map = fc.dictionary(fc.constantFrom('a', 'b'), inner, { maxKeys: 2, noNullPrototype: true });
const schemas = some({
  ...SCALAR,
  ...{ minItems: count, maxItems: count, uniqueItems: fc.boolean(), items: inner, prefixItems: list, contains: inner },
  ...{
    minProperties: count,
    maxProperties: count,
    required: names,
    dependentRequired: fc.record({ a: names }),
    properties: map,
  },
  ...{ additionalProperties: inner, propertyNames: inner, patternProperties: fc.record({ '^a': inner }) },
  ...{ allOf: list, anyOf: list, oneOf: list, not: inner },
});

/** A member's schema in which every documented member inside is optional, as plain JSON Schema has it. */
function explicit(schema: PropertySchema, definitions: PropertySchema): PropertySchema {
  const nested = Object.entries({ ...definitions.properties, ...schema.properties });
  return nested.length === 0 ? schema : { ...schema, required: schema.required ?? [] };
}

test('a record is contradicted if and only if its whole schema rejects it', () => {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    meta: false,
    addUsedSchema: false,
    strictNumbers: false,
  });
  for (const [name, format] of Object.entries(FORMATS)) ajv.addFormat(name, format.test);
  fc.assert(
    fc.property(
      schemas,
      schemas,
      schemas,
      fc.array(fc.record({ m: values, n: values }, { requiredKeys: [] }), { minLength: 1, maxLength: 6 }),
      (m, n, d, records) => {
        const { $ref: _, ...definition } = JSON.parse(
          JSON.stringify(d).replaceAll('"$ref":"#/$defs/d"', '"$comment":"-"'),
        ) as PropertySchema;
        const $defs = { d: explicit(definition, {}) };
        const schema = file(
          { m: explicit(m, $defs.d), n: explicit(n, $defs.d) },
          { type: 'object', required: ['m'], $defs },
        );
        const { $id: _id, ...plain } = schema;
        const validate = ajv.compile(plain);
        for (const record of records)
          expect(red(schema, record).length > 0, JSON.stringify({ schema, record })).toBe(!validate(record));
      },
    ),
    { numRuns: 300 },
  );
});

describe('faults of a planted schema', () => {
  const planted: Record<string, PropertySchema> = {
    kind: { enum: ['a', 'b'], type: 'string' },
    count: { type: 'integer', minimum: 0, maximum: 9 },
    share: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 10, multipleOf: 2 },
    code: { type: 'string', minLength: 2, maxLength: 4, pattern: '^[a-z]+$', examples: ['abc'] },
    list: { type: 'array', items: { type: 'string', enum: ['x', 'y'] }, minItems: 1, maxItems: 2, uniqueItems: true },
    map: {
      type: 'object',
      minProperties: 1,
      maxProperties: 2,
      propertyNames: { maxLength: 9 },
      examples: [{ a: 'x' }],
    },
    either: { anyOf: [{ type: 'string' }, { type: 'null' }], examples: ['x'] },
    level: { $ref: '#/$defs/level' },
  };
  const schema = file(planted, {
    $defs: { level: { type: 'object', properties: { depth: { type: 'integer', minimum: 1 } } } },
  });
  const folder = mkdtempSync(join(tmpdir(), 'assay-planted-'));
  writeFileSync(join(folder, 'x.schema.json'), JSON.stringify(schema));
  const record = readRecords(folder).get('transfer/x');
  rmSync(folder, { recursive: true });
  if (record === undefined) throw new Error('the planted schema was not read');
  const lawful = documentedMembers(record, new Set(), 0, {});
  const faults = recordFaults(record);

  test('there are some for each keyword, and none where the record is right', () => {
    expect(red(schema, lawful)).toEqual([]);
    const ids = faults.map(({ id }) => id.replace('transfer/x/', ''));
    for (const id of [
      'kind@against-enum',
      'count@against-minimum',
      'count@against-maximum',
      'share@against-exclusive-minimum',
      'share@against-multiple-of',
    ])
      expect(ids).toContain(id);
    for (const id of [
      'code@against-min-length',
      'code@other-pattern',
      'list@against-min-items',
      'list@against-unique-items',
      'list@against-enum-element',
    ])
      expect(ids).toContain(id);
    for (const id of [
      'map@against-min-properties',
      'map@against-property-names',
      'either@other-combination',
      'level/depth@against-minimum',
    ])
      expect(ids).toContain(id);
  });

  test.each(faults)('$id turns its own row red', (fault) =>
    expect(red(schema, spoil(fault, lawful, new Set()))).toEqual([fault.kills]),
  );
});
