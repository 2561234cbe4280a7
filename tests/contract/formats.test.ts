/** Edge cases of lexical forms. */
import { FORMATS } from '../../src/records/formats.ts';

/** Returns whether a text has a form. */
function has(format: string, text: string) {
  const { test: by } = FORMATS[format] as (typeof FORMATS)[string];
  return by instanceof RegExp ? by.test(text) : by(text);
}

const TIME = '2026-03-04T05:06:07';
const UUID = 'c0ffee00-1f2e-4d3c-8b4a-5c6d7e8f9a0b';

test.each([
  ...['01', '10', '12'].map((month) => [`2026-${month}-31T00:00:00`, `2026-${month}-32T00:00:00`]),
  ['2026-04-30T00:00:00', '2026-04-31T00:00:00'],
  ['2026-02-28T00:00:00', '2026-02-29T00:00:00'],
  ['2024-02-29T00:00:00', '2024-02-30T00:00:00'],
  ['2400-02-29T00:00:00', '2100-02-29T00:00:00'],
  ['2026-12-01T00:00:00', '2026-13-01T00:00:00'],
  ['2026-01-01T23:59:59', '2026-01-01T24:00:00'],
  ['2026-01-01T23:59:60', '2026-01-01T22:59:60'],
  ['2026-06-30T23:59:60', '2026-06-30T23:59:61'],
  ['2026-01-01T00:59:00', '2026-01-01T00:60:00'],
  ['9999-10-10T10:10:10', '2026-10-00T10:10:10'],
])('%s is a timestamp, %s is none', (right, wrong) =>
  expect([has('timestamp', right), has('timestamp', wrong)]).toEqual([true, false]),
);

test.each(Array.from(TIME, (_, at) => at))('any other sign in place %i of a timestamp makes it none', (at) => {
  for (const sign of ['x', '/', ':', '-', ' ', 'T', 't', 'a', '\u0661']) {
    const text = `${TIME.slice(0, at)}${sign}${TIME.slice(at + 1)}`;
    if (text !== TIME) expect(has('timestamp', text), text).toBe(false);
  }
});

test.each(Array.from(UUID, (_, at) => at))('in place %i of a UUID stands a hyphen or a hexadecimal digit', (at) => {
  const put = (sign: string) => has('uuid', `${UUID.slice(0, at)}${sign}${UUID.slice(at + 1)}`);
  const digits = [...'09afAF'].map(put);
  expect(digits).toEqual(digits.map(() => UUID[at] !== '-'));
  expect(put('-')).toBe(UUID[at] === '-');
  for (const sign of '/:`g@G_\u00c1') expect(put(sign), sign).toBe(false);
});

test.each<[string, string[], string[]]>([
  ['hexadecimal', ['0', '0123456789', 'abcdefABCDEF'], ['', 'g', '0x1', ' 1', '1 ', '1\n2', '-1']],
  [
    'storage-endpoint',
    ['a://b', 'a1+.-://b', 'A://b:1/c d', 'davs://a?x', 'root://a//b'],
    ['', '://b', '1a://b', ' a://b', 'a:/b', 'a:b', 'a://', 'a:///b', 'a://?b', 'a://#b', 'a:// b', 'a_b://c'],
  ],
  ['distinguished-name', ['/CN=a', 'CN=a,O=b'], ['', 'a', '/x=y', 'CN']],
])('%s', (format, right, wrong) => {
  expect(right.filter((text) => !has(format, text))).toEqual([]);
  expect(wrong.filter((text) => has(format, text))).toEqual([]);
});
