import fc from 'fast-check';
import { canonicalJson, readStatement } from '../../src/certify/documents.ts';
import { sameJson } from '../../src/files/json-value.ts';

test('two values are the same where their canonical JSON is', () => {
  const small = fc.jsonValue({ maxDepth: 3 });
  fc.assert(
    fc.property(small, small, (one, other) => {
      expect(sameJson(one, other)).toBe(canonicalJson(one) === canonicalJson(other));
      expect(sameJson(one, JSON.parse(JSON.stringify(one)))).toBe(true);
    }),
  );
});

test.each([
  ['a member in another place', { a: 1, b: 2 }, { b: 2, a: 1 }, true],
  ['an undefined member', { a: 1, b: undefined }, { a: 1 }, true],
  ['a further member', { a: [{ b: 1 }] }, { a: [{ b: 1, c: null }] }, false],
  ['an inherited member', { toString: null }, { a: null }, false],
  ['an object in place of an array', [], {}, false],
])('%s', (_, one, other, same) => {
  expect(sameJson(one, other)).toBe(same);
  expect(canonicalJson(one) === canonicalJson(other)).toBe(same);
});

test('a statement of the wrong form is refused with the lines and the remedy', () => {
  const text =
    'format: assay-statement/1\nvendor: a\nproduct: b\nversion: 1.0\ncontact: c\ninterfaces:\n  - transferr\n';
  expect(() => readStatement(text)).toThrow(
    /^The statement is invalid: line 4: \/version must be of the type string: put it in quotes; line 7: \/interfaces\/0 must be ticket-bridge, .* \(got "transferr"\)\.$/,
  );
});
