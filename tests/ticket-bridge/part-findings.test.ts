/** What a reader learns of the parts of a response: what was expected, what came, and of which parts nothing is documented. */
import { describe, expect, test } from 'vitest';
import { decodeMessage } from '../../src/soap/decode.ts';
import { type ResponseReading, readResponseParts } from '../../src/soap/response-parts.ts';
import { derivedFrom } from '../../src/soap/xsd-types.ts';

const XSD = 'http://www.w3.org/2001/XMLSchema';
const DOCUMENTED = [
  { name: 's-gensym3', wireName: 'id', type: 'int' },
  { name: 's-gensym5', wireName: 'from', type: 'string' },
] as const;

function read(parts: string): ResponseReading {
  const text = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="${XSD}-instance" xmlns:xsd="${XSD}" xmlns:t="urn:t"><s:Body><t:r>${parts}</t:r></s:Body></s:Envelope>`;
  const decoded = decodeMessage(new TextEncoder().encode(text), 'text/xml');
  if (!decoded.ok || !decoded.response) throw new Error(JSON.stringify(decoded));
  return readResponseParts(decoded.response, DOCUMENTED);
}
/** `expected, got` of a finding that is contradicted. */
const reported = (finding: ResponseReading['count'] | undefined): string =>
  finding?.decided && !finding.ok ? `${finding.expected} | ${finding.got}` : 'nothing';

describe('count, names and order', () => {
  test.each([
    ['', '2 parts, each once: id, from | 0: no part'],
    ['<id>1</id>', '2 parts, each once: id, from | 1: id'],
    ['<id>1</id><id>1</id><from/>', '2 parts, each once: id, from | id 2 times'],
    ['<id>1</id><from/><from/><from/>', '2 parts, each once: id, from | from 3 times'],
  ])('too few or too many: %s', (parts, expected) => {
    const reading = read(parts);
    expect(reported(reading.count)).toBe(expected);
    expect(reading.further).toEqual([]);
  });

  test.each([
    ['<a>1</a><t:b/>', 'a, b in their place'],
    [`<x:a xmlns:x="urn:${'n'.repeat(100)}">1</x:a><b/>`, `{urn:${'n'.repeat(56)}}a, b in their place`],
    [`<${'a'.repeat(200)}>1</${'a'.repeat(200)}><b/>`, `${'a'.repeat(120)}, b in their place`],
    ['<x>1</x>'.repeat(12), Array.from({ length: 10 }, () => 'x').join(', ')],
  ])('names: %s', (parts, got) => expect(reported(read(parts).names)).toBe(`parts named id, from | ${got}`));

  test('names may be in the namespace of the response, and in no other', () => {
    expect(reported(read('<t:id>1</t:id><t:from/>').names)).toBe('nothing');
    expect(reported(read('<t:id>1</t:id><u:from xmlns:u="urn:u"/>').names)).toBe(
      'the part from | {urn:u}from in its place',
    );
  });

  test('a part under another name is named alone, without a namespace that all parts share', () => {
    expect(reported(read('<id2>1</id2><from/>').names)).toBe('the part id | id2 in its place');
    expect(reported(read('<u:id2 xmlns:u="urn:u">1</u:id2><u:from9 xmlns:u="urn:u"/>').names)).toBe(
      'parts named id, from | id2, from9 in their place',
    );
    expect(reported(read('<u:id xmlns:u="urn:u">1</u:id><u:from xmlns:u="urn:u"/>').names)).toBe(
      'parts named id, from | {urn:u}id, {urn:u}from in their place',
    );
  });

  test('parts beyond the documented ones are named, wherever they stand', () => {
    expect(read('<a/><id>1</id><b/><from/><t:id xmlns:t="urn:u">2</t:id>').further).toEqual(['a', 'b', 'id']);
    expect(read('<id>1</id><from/>').further).toEqual([]);
  });

  test.each([
    ['<from>a</from><id>1</id>', 'the order id, from | from, id'],
    ['<id>1</id><c/><from>2</from>', 'nothing'],
    ['<x>a</x><y>1</y>', 'an int as part 1 | "a", "1"'],
    ['<x>a</x><y>b</y>', 'nothing'],
    ['<x>1</x><y>2</y>', 'nothing'],
    ['<x>1</x><y>b</y>', 'nothing'],
    ['<x/><y href="#none"/>', 'nothing'],
  ])('order: %s', (parts, expected) => expect(reported(read(parts).order)).toBe(expected));
});

describe('values', () => {
  const INT = 'an int: decimal digits, from -2147483648 to 2147483647';
  test.each([
    ['<id>T-1</id>', `${INT} | "T-1": it is not written in decimal digits`],
    ['<id> \n</id>', `${INT} | " \\n": it is empty`],
    ['<id xsi:type="xsd:int">x</id>', `${INT} | "x": it is not written in decimal digits`],
    ['<id xsi:type="xsd:short">70000</id>', `${INT} | "70000": it is outside -32768 to 32767, stated as short`],
    ['<id xsi:type="xsd:long">1</id>', `${INT} | the type long of ${XSD} with the value "1"`],
    ['<id xsi:type="int">1</id>', `${INT} | the type int of no namespace with the value "1"`],
    ['<id xsi:type="u:int">1</id>', `${INT} | the type "u:int", whose prefix is declared nowhere`],
    ['<id xsi:nil="true"/>', `${INT} | nil, which is not a value`],
    ['<id href="#a"/>', `${INT} | no value: no element has the id of its href "#a"`],
    ['<id><value>1</value></id>', `${INT} | no value: it contains a child element <value> in place of a text`],
    ['<id xsi:type="xsd:short">7</id>', 'nothing'],
  ])('an int: %s', (part, expected) =>
    expect(reported(read(`${part}<from/>`).values.get('s-gensym3') as ResponseReading['count'])).toBe(expected),
  );

  test.each([
    ['<from xsi:type="xsd:int">1</from>', `a string | the type int of ${XSD} with the value "1"`],
    [
      '<from xsi:type="xsd:NCName">a b</from>',
      'a string | "a b": it is not written as NCName requires, stated as NCName',
    ],
    ['<from xsi:type="xsd:token"> a  b </from>', 'nothing'],
  ])('a string: %s', (part, expected) =>
    expect(reported(read(`<id>1</id>${part}`).values.get('s-gensym5') as ResponseReading['count'])).toBe(expected),
  );

  test('types of the SOAP encoding are those of the same name, and its base64 is base64Binary', () => {
    const encoding = (local: string) => ({ namespace: 'http://schemas.xmlsoap.org/soap/encoding/', local });
    expect([
      derivedFrom(encoding('int'), 'int'),
      derivedFrom(encoding('string'), 'base64Binary'),
      derivedFrom(encoding('base64Binary'), 'base64Binary'),
    ]).toEqual(['int', undefined, 'base64Binary']);
    expect(derivedFrom({ namespace: XSD, local: 'base64' }, 'base64Binary')).toBeUndefined();
  });
});
