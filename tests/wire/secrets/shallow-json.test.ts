/** Values that are nested too deeply to be read cheaply are left out; everything else is unchanged. */
import { shallowJson } from '../../../src/wire/bodies/shallow-json.ts';

const shallow = (text: string) => Buffer.from(shallowJson(Buffer.from(text))).toString();
const nested = (levels: number, inner = '') => '['.repeat(levels) + inner + ']'.repeat(levels);

describe('a JSON text', () => {
  test.each(['', '[]', '{"a":"[[[[","b":"\\"{{{\\\\"}', nested(256, '1'), '"'.repeat(3), '{"a":', ']]]]', 'no JSON'])(
    '%j stays as it is',
    (text) => {
      const bytes = Buffer.from(text);
      expect(shallowJson(bytes)).toBe(bytes);
    },
  );

  test('that is nested deeper loses what lies deeper, and stays JSON', () => {
    expect(shallow(nested(257, '1'))).toBe(nested(256));
    expect(shallow(nested(1e6))).toBe(nested(256));
    const beside = `{"before":[1,"]"],"deep":${'{"a":'.repeat(1e5)}"}"${'}'.repeat(1e5)},"after":"x"}`;
    expect(JSON.parse(shallow(beside))).toMatchObject({ before: [1, ']'], after: 'x' });
  });

  test('that is deep and does not close is not JSON afterwards either', () => {
    expect(() => JSON.parse(shallow('['.repeat(1e6)))).toThrow();
    expect(() => JSON.parse(shallow(`${nested(1e5)}]`))).toThrow();
    expect(() => JSON.parse(shallow(`${nested(1e5).slice(0, -1)}`))).toThrow();
  });

  test.each<[string, string, string]>([
    [
      'objects count like lists',
      `${'{"a":['.repeat(129)}1${']}'.repeat(129)}`,
      `${'{"a":['.repeat(128)}${']}'.repeat(128)}`,
    ],
    ['what stands beside the deepest stays', `[${nested(256, '1')},2,"[",{"a":3}]`, `[${nested(255)},2,"[",{"a":3}]`],
    ['a bracket in a text opens nothing', `[${nested(256, '"]]"')},"\\"]"]`, `[${nested(255)},"\\"]"]`],
    ['two that are deep are both cut', `[${nested(256)},${nested(256)}]`, `[${nested(255)},${nested(255)}]`],
  ])('%s', (_, text, expected) => expect(shallow(text)).toBe(expected));
});
