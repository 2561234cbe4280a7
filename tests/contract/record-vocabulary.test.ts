import { Ajv2020 } from 'ajv/dist/2020.js';
import fc, { type Arbitrary } from 'fast-check';
import { loadContract } from '../../src/contract/contracts.ts';
import { FORMATS } from '../../src/records/formats.ts';
import { compileRecord } from '../../src/records/judge.ts';
import { SchemaError } from '../../src/records/keywords.ts';
import { type PropertySchema, type RecordFile, requestMembers, whole } from '../../src/records/schema.ts';
import { file } from './judged.ts';
import { written } from './written.ts';

const red = (of: RecordFile, value: unknown) => [...compileRecord(of).judge([value], new Set()).contradicted.keys()];

describe('a keyword that is planted', () => {
  test.each<[Record<string, unknown>, string]>([
    [
      { type: 'integr' },
      '"type" must be one of null, boolean, integer, number, string, array, object, or a list of them',
    ],
    [{ minimum: '3' }, '"minimum" must be a number; it is "3".'],
    [{ minimun: 0 }, '"minimun" is not a keyword that Assay evaluates.'],
    [{ format: 'timestmp' }, '"format" must be one of the formats timestamp, uuid'],
    [{ items: { not: {} } }, 'items: "not" is not a keyword that Assay evaluates'],
    [{ items: { only: 'token' } }, 'belongs to a documented member'],
  ])('%j is refused', (schema, message) => {
    const load = () => compileRecord(file({ m: schema as PropertySchema }));
    expect(load).toThrow(SchemaError);
    expect(load).toThrow(message);
    expect(load).toThrow(/\/properties\/m/);
  });

  test('is refused in what clients send, too', () => {
    const schema = file(
      { m: { type: 'array', items: { properties: { a: { maxlength: 1 } as PropertySchema } } } },
      { direction: 'request' },
    );
    expect(() => requestMembers(whole(schema, 'x'))).toThrow('x#/properties/m/items/properties/a: "maxlength" is not');
  });
});

test('a misspelt keyword stops the loading of a contract, and names the file', () => {
  const root = written({
    'specs/transfer/openapi.yaml': { info: { title: 'Shop' } },
    'schemas/transfer/x.schema.json': file({ m: { minimun: 0 } as PropertySchema }),
  });
  expect(() => loadContract('transfer', { root })).toThrow(
    'schemas/transfer/x.schema.json#/properties/m: "minimun" is not',
  );
});

/** Small values, so that random schemas allow some of them and reject others. */
const values = fc.letrec((tie) => ({
  leaf: fc.oneof(fc.integer({ min: -2, max: 4 }), fc.constantFrom(0.5, '', 'a', 'ab', 'abc', true, null)),
  any: fc.oneof(
    { weight: 3, arbitrary: tie('leaf') },
    fc.array(tie('leaf'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('leaf'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).any;

const count = fc.integer({ min: 0, max: 3 });
const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 });
const some = (keywords: Record<string, Arbitrary<unknown>>) =>
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
  ...{ minimum: count, maximum: count },
  ...{ minLength: count, maxLength: count, pattern: fc.constantFrom('^a', 'b$') },
};
const inner = some(SCALAR);
const map = fc.dictionary(fc.constantFrom('a', 'b'), inner, { maxKeys: 2, noNullPrototype: true });
const schemas = some({
  ...SCALAR,
  ...{ minItems: count, maxItems: count, items: inner, required: names, properties: map },
  ...{ additionalProperties: inner },
});

/** Returns a member's schema in which every documented member inside is optional, as in plain JSON Schema. */
function explicit(schema: PropertySchema) {
  return schema.properties === undefined ? schema : { ...schema, required: schema.required ?? [] };
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
      fc.array(fc.record({ m: values, n: values }, { requiredKeys: [] }), { minLength: 1, maxLength: 6 }),
      (m, n, records) => {
        const schema = file({ m: explicit(m), n: explicit(n) }, { type: 'object', required: ['m'] });
        const { $id: _id, ...plain } = schema;
        const validate = ajv.compile(plain);
        for (const record of records)
          expect(red(schema, record).length > 0, JSON.stringify({ schema, record })).toBe(!validate(record));
      },
    ),
    { numRuns: 60 },
  );
});
