/** The preview of every value is one short line. */
import { preview, typed } from '../../src/records/preview.ts';

test.each<[unknown, string]>([
  [undefined, 'no value'],
  [null, 'null'],
  ['a "b"\n', '"a "b"\\n"'],
  [JSON.parse('1e400'), 'Infinity'],
  [[], '[]'],
  [[1, 2, 3, 4], '[1, 2, 3, … 4 in all]'],
  [{ a: 1, b: 'x', c: null }, '{"a": 1, "b": "x", "c": null}'],
  [{ a: 1, b: 2, c: 3, d: 4 }, '{"a": 1, "b": 2, "c": 3, …}'],
  [{ a: [{ b: [1], c: {} }] }, '{"a": [{"b": […], "c": {…}}]}'],
])('%o', (value, shown) => expect(preview(value)).toBe(shown));

test('long texts and long names are cut', () => {
  expect(preview('x'.repeat(157))).toBe(`"${'x'.repeat(157)}"`);
  expect(preview('x'.repeat(158))).toBe(`"${'x'.repeat(158)}"`);
  expect(preview('x'.repeat(159))).toBe(`"${'x'.repeat(157)}…"`);
  expect(preview(['x'.repeat(100), 'y'.repeat(100)])).toHaveLength(160);
  expect(preview([['x'.repeat(200)], 'y'])).toMatch(/^\[\["x+…"\], … 2 in all\]$/);
  expect(preview({ ['n'.repeat(50)]: 1 })).toBe(`{"${'n'.repeat(39)}…": 1}`);
});

test.each<[unknown, string]>([
  ['a "b"', '"a "b""'],
  ['{"a":1}', 'the string "{"a":1}"'],
  [7, '7'],
  [null, 'null'],
  [undefined, 'no value'],
  [{ a: 1 }, 'the object {"a": 1}'],
  [[], 'the array []'],
])('type first, if it could be mistaken: %o', (value, shown) => expect(typed(value)).toBe(shown));
