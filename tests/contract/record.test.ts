/**
 * Records are judged requirement by requirement: flags, formats, aspects, variants, inner members, examples, unusual
 * numbers, many records.
 */
import fc from 'fast-check';
import { compileRecord } from '../../src/records/judge.ts';
import type { PropertySchema } from '../../src/records/schema.ts';
import { file, judged } from './judged.ts';

describe('presence', () => {
  const integer = { m: { type: 'integer' } };

  test.each(['constructor', 'toString'])('what every object inherits is not a member: %s', (name) => {
    const properties = Object.fromEntries([[name, { type: 'object' }]]) as Record<string, PropertySchema>;
    expect(judged(properties, {})).toEqual({ [name]: 'wrong' });
    expect(judged(properties, JSON.parse(`{"${name}":{}}`))).toEqual({ [name]: 'held' });
  });

  test('what is not an object is left to another requirement', () => {
    for (const value of [null, 1, 'x', true]) expect(judged(integer, value)).toEqual({});
    expect(compileRecord(file(integer)).judge([[]], new Set()).evaluated.size).toBe(0);
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

describe('many records', () => {
  test('each is judged by itself; three examples are kept, and all are counted', () => {
    const values = Array.from({ length: 500 }, (_, index) =>
      index % 5 === 0 ? { a: 'x', b: 1 } : { a: index, b: 'y' },
    );
    const report = compileRecord(file({ a: { type: 'string' }, b: { type: 'integer' } })).judge(
      values,
      new Set(),
      (index) => `/${index}`,
    );
    expect(Object.fromEntries(report.evaluated)).toEqual({ 'transfer/x/a': 500, 'transfer/x/b': 500 });
    expect(Object.fromEntries(report.contradicted)).toEqual({ 'transfer/x/a': 400, 'transfer/x/b': 400 });
    expect(report.findings.map(({ at }) => at)).toEqual(['/1/a', '/1/b', '/2/a', '/2/b', '/3/a', '/3/b']);
    expect([report.value(0, 'a'), report.value(1, 'a'), report.value(495, 'b'), report.value(499, 'b')]).toEqual([
      'x',
      undefined,
      1,
      undefined,
    ]);
  });

  test.each<PropertySchema>([
    { type: 'string', format: 'timestamp' },
    { type: 'string', pattern: '^2026' },
    { type: ['string', 'null'], maxLength: 20, aspects: { year: { pattern: '^2026' } } },
    { enum: ['2026-03-04T05:06:07', null] },
  ])('values that come again count each time, right or wrong: %j', (schema) => {
    const [right, wrong] = ['2026-03-04T05:06:07', '1926-03-04T05:06:07Z'];
    const values = [right, right, wrong, wrong, '', '', right, wrong, right].map((a) => ({ a }));
    const report = compileRecord(file({ a: schema })).judge(values, new Set());
    // Three values are wrong, and two texts are empty.
    expect([...report.contradicted.values()]).toEqual([5]);
    expect([...report.varied]).toEqual([...report.contradicted.keys()]);
    expect(report.evaluated.get('transfer/x/a')).toBe(values.length);
    expect(report.findings.map(({ got }) => got)).toEqual([`"${wrong}"`, `"${wrong}"`, '""']);
  });

  test('together they come to the same as one by one', () => {
    const schema = compileRecord(
      file({
        a: { type: 'string', format: 'uuid' },
        b: { type: 'integer', minimum: 0 },
        c: { type: ['object', 'null'], properties: { d: { type: 'string' } } },
        e: { type: 'boolean' },
      }),
    );
    const member = (right: unknown, ...wrong: unknown[]) => fc.constantFrom(right, ...wrong);
    const record = fc.record(
      {
        a: member('00000000-0000-4000-8000-000000000000', 7, 'x'),
        b: member(1, -1, null),
        c: member({ d: 'x' }, null, { d: 7 }, {}, 'x'),
        e: member(true, 'x'),
      },
      { requiredKeys: ['b'] },
    );
    // Equal records in succession, as in long listings.
    const runs = fc.array(fc.tuple(record, fc.constantFrom(1, 31, 33, 70)), { maxLength: 6 });
    fc.assert(
      fc.property(runs, (some) => {
        const values = some.flatMap(([value, times]) => Array.from({ length: times }, () => value));
        const all = schema.judge(values, new Set());
        const each = values.map((value) => schema.judge([value], new Set()));
        for (const row of all.evaluated.keys()) {
          expect([row, all.evaluated.get(row)]).toEqual([
            row,
            each.reduce((sum, one) => sum + (one.evaluated.get(row) ?? 0), 0),
          ]);
          expect([row, all.contradicted.get(row) ?? 0]).toEqual([
            row,
            each.reduce((sum, one) => sum + (one.contradicted.get(row) ?? 0), 0),
          ]);
        }
        expect(new Set(each.flatMap((one) => [...one.evaluated.keys()]))).toEqual(new Set(all.evaluated.keys()));
        for (const [index, one] of each.entries())
          for (const name of ['a', 'b', 'c', 'e']) expect(all.value(index, name)).toEqual(one.value(0, name));
      }),
      { numRuns: 60 },
    );
  });
});
