/**
 * JSON files of others are rejected before they are parsed if they are nested too deeply or contain too many values.
 */
import { JsonLimitError, MOST_LEVELS, MOST_VALUES, parseBoundedJson } from '../../src/files/bounded-json.ts';

const nested = (levels: number): Buffer => Buffer.from(`${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`);

test.each(['{}', '["[[[[","\\"{{{\\\\"]', '\ufeff[1]', ` ${JSON.stringify({ a: [1, { b: null }] })}\n`])(
  '%j is parsed',
  (text) => {
    expect(parseBoundedJson(Buffer.from(text))).toEqual(JSON.parse(text.replace('\ufeff', '')));
  },
);

test('the limits are exact', () => {
  expect(() => parseBoundedJson(nested(MOST_LEVELS))).not.toThrow();
  expect(() => parseBoundedJson(nested(MOST_LEVELS + 2))).toThrow(
    new JsonLimitError('is nested more than 256 levels deep'),
  );
  const list = Buffer.alloc(MOST_VALUES * 2, '1,')
    .fill('[', 0, 1)
    .fill(']', MOST_VALUES * 2 - 1);
  expect(() => parseBoundedJson(Buffer.concat([list, Buffer.from(',')]))).toThrow(
    new JsonLimitError('contains more than 16000000 values'),
  );
});

test('what is not JSON or not UTF-8 is a SyntaxError, however it is nested', () => {
  for (const bytes of [Buffer.from('['), Buffer.from(']]]'), Buffer.from('"'), Buffer.from([0x22, 0xff, 0x22])])
    expect(() => parseBoundedJson(bytes)).toThrow(SyntaxError);
  expect(parseBoundedJson(Buffer.from([0x22, 0xff, 0x22]), { lossy: true })).toBe('\ufffd');
});
