import fc from 'fast-check';
import { layOut, shownBody } from '../../src/report/parts/marked-body.ts';

const marked = (text: string, at: string | undefined) => {
  const laidOut = layOut(text, at);
  return laidOut.from === undefined ? undefined : laidOut.text.slice(laidOut.from, laidOut.to);
};

const JOBS = '[{"a":1.0,"b":[],"c":{}},{"a":"x, {y}","b":[1,{"q":"l\\"ine"}],"c/d":{"~":null}}]';

test.each([
  ['/0/a', '1.0'],
  ['/1/a', '"x, {y}"'],
  ['/1/b/1/q', '"l\\"ine"'],
  ['/1/c~1d/~0', 'null'],
  // A missing member is marked in the object that lacks it.
  ['/1/missing', '{'],
])('JSON pointer %s is found', (at, expected) => expect(marked(JOBS, at)).toBe(expected));

test('any JSON keeps its tokens, and any value in it is found', () => {
  fc.assert(
    fc.property(fc.json(), (source) => {
      const laidOut = layOut(source, undefined).text;
      expect(JSON.parse(laidOut)).toEqual(JSON.parse(source));
    }),
  );
});

test('where JSON breaks off is marked', () => {
  expect(marked('{"a":1,"b" 2}', '/a')).toBe('2');
  expect(marked('[1,2', undefined)).toBe('2');
});

test.each([
  ['Envelope/Body/ns:R/s-gensym3 (line 3)', '<s-gensym3 xsi:type="xsd:int">x</s-gensym3>'],
  ['line 2, column 4', '<soap:Body><ns:R><s-gensym3 xsi:type="xsd:int">x</s-gensym3></ns:R></soap:Body>'],
])('in XML %s is found', (at, expected) => {
  const source =
    '<soap:Envelope>\n<soap:Body><ns:R><s-gensym3 xsi:type="xsd:int">x</s-gensym3></ns:R></soap:Body>\n</soap:Envelope>';
  expect(marked(source, at)).toBe(expected);
});

test('of a long list the lines around the place are shown, and how much is not', () => {
  const bytes = Buffer.from(JSON.stringify(Array.from({ length: 500 }, (_, index) => index)));
  const { before, marked, after, notices } = shownBody(
    { bytes, size: bytes.length, digest: '', truncated: false },
    400,
    '/250',
  );
  expect(`${before}<${marked}>${after}`).toMatch(
    /^ {2}236,\n[\s\S]*\n {2}249,\n {2}<250>,\n {2}251,[\s\S]*\n {2}264,$/,
  );
  expect(notices).toEqual([expect.stringMatching(/^\d+ of \d+ characters; evidence\.har contains all$/)]);
});

test('long strings and deep nesting are borne', () => {
  for (const long of ['x'.repeat(400_000), '\\'.repeat(150_000), '\n"'.repeat(80_000)])
    expect(marked(JSON.stringify({ a: long, b: 1 }), '/b')).toBe('1');
  const deep = `${'['.repeat(100_000)}1${']'.repeat(100_000)}`;
  expect(marked(deep, '/0'.repeat(100_000))).toBe('1');
});
