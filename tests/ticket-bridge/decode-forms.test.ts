/** Forms that SOAP 1.1 leaves free, and what is read out of them: references, roots, nil, types, headers, faults. */
import { describe, expect, test } from 'vitest';
import { decodeMessage } from '../../src/soap/decode.ts';
import type { Decoded, SoapResponse } from '../../src/soap/message.ts';

const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';
const ENCODING = 'http://schemas.xmlsoap.org/soap/encoding/';
const XSD = 'http://www.w3.org/2001/XMLSchema';
const message = (inside: string, { attributes = '', header = '', after = '', body = '' } = {}): string =>
  `<s:Envelope xmlns:s="${ENVELOPE}" xmlns:e="${ENCODING}" xmlns:xsi="${XSD}-instance" xmlns:xsd="${XSD}" xmlns:t="urn:t"${attributes}>${header}<s:Body${body}>${inside}</s:Body>${after}</s:Envelope>`;
const decode = (text: string): Decoded => decodeMessage(new TextEncoder().encode(text), 'text/xml; charset=utf-8');
const responseOf = (text: string): SoapResponse => {
  const decoded = decode(text);
  if (!decoded.ok || !decoded.response) throw new Error(JSON.stringify(decoded));
  return decoded.response;
};
const problemOf = (text: string): string => {
  const decoded = decode(text);
  return decoded.ok ? 'none' : decoded.problem;
};
const partsOf = (parts: string, beside = ''): SoapResponse['parts'] =>
  responseOf(message(`<t:r>${parts}</t:r>${beside}`)).parts;

describe('the response among the elements of the Body', () => {
  test.each([
    ['is the one that says it is the root', '<t:q/><t:r e:root="1"/>', 'r'],
    ['is the one that says so in a word', '<t:r e:root=" true "/><t:q/>', 'r'],
    ['is not one that says it is no root', '<t:q e:root="0"/><t:r/>', 'r'],
    ['is not one that says so in a word', '<t:r/><t:q e:root="false"/>', 'r'],
    ['is not the value of a reference', '<t:q id="a"/><t:r><x href="#a"/></t:r>', 'r'],
    ['may have an id of its own', '<t:q id="a"/><t:r id="b"><x href="#a"/></t:r>', 'r'],
    ['is found where an id stands on something inside it', '<t:r><x id="a"/><y href="#a"/></t:r>', 'r'],
  ])('%s', (_, inside, local) => expect(responseOf(message(inside)).local).toBe(local));

  test.each([
    [
      'two that say so',
      '<t:q e:root="1"/><t:r e:root="1"/>',
      /two elements in the Body without a reference to them \(q, r\)/,
    ],
    ['none but values', '<t:q e:root="0"/>', /a Body that contains only values of references/],
    ['none but a value of itself', '<t:r id="a" href="#a"/>', /a Body that contains only values of references/],
    ['a reference out of the message makes no value of it', '<t:q id="a"/><t:r><x href="a"/></t:r>', /two elements/],
  ])('%s: it is open which', (_, inside, problem) => expect(problemOf(message(inside))).toMatch(problem));
});

describe('what stands around the Body', () => {
  test('elements of other namespaces may follow it, of none and of SOAP they may not', () => {
    expect(problemOf(message('<t:r/>', { after: '<t:x/><u:y xmlns:u="urn:u"/>' }))).toBe('none');
    expect(problemOf(message('<t:r/>', { after: '<t:x/><y/>' }))).toBe('the element y in no namespace after the Body');
    expect(problemOf(message('<t:r/>', { after: '<s:y/>' }))).toBe(
      `the element y in the namespace ${ENVELOPE} after the Body`,
    );
  });

  test('text directly in the Envelope is none of SOAP', () => {
    expect(problemOf(message('<t:r/>', { after: 'x' }))).toBe('text directly in Envelope');
    expect(problemOf(message('<t:r/>', { after: ' \n' }))).toBe('none');
  });

  test('another root element is named with its namespace', () => {
    expect(problemOf(`<x xmlns="urn:${'n'.repeat(200)}"/>`)).toBe(
      `the root element x in the namespace urn:${'n'.repeat(96)}`,
    );
    expect(problemOf(message('<t:r/>').replace(ENVELOPE, 'http://www.w3.org/2003/05/soap-envelope'))).toMatch(
      /soap-envelope, which is SOAP 1\.2$/,
    );
  });

  test('what is not well-formed is reported without the place, which stands beside', () => {
    expect(decode('<a>\n<b></a>')).toEqual({
      ok: false,
      stage: 'xml',
      problem: 'not well-formed XML: unexpected close tag.',
      at: 'line 2, column 7',
    });
  });
});

describe('values by reference', () => {
  test.each([
    ['two elements of one id', '<m id="a">1</m><m id="a">2</m>', '#a', 'several elements have the id of its href "#a"'],
    ['no element of the id', '', '#b', 'no element has the id of its href "#b"'],
    ['another document', '', 'http://host/a', 'its href "http://host/a" leads out of the message'],
    ['itself, over another', '<m id="a" href="#b"/><m id="b" href="#a"/>', '#a', 'its href "#a" leads back to itself'],
  ])('%s', (_, beside, href, problem) => {
    expect(partsOf(`<x href="${href}"/>`, beside.replaceAll('<m ', '<m e:root="0" '))).toMatchObject([
      { local: 'x', problem, nil: false, byReference: true },
    ]);
  });

  test('a long reference is shown in part', () => {
    expect(partsOf(`<x href="#${'a'.repeat(100)}"/>`)[0]?.problem).toBe(
      `no element has the id of its href "#${'a'.repeat(59)}"`,
    );
  });

  test('the type of the value counts, else that of the reference, else the name that the encoding gave its element', () => {
    const typed = (reference: string, value: string): unknown => partsOf(`<x href="#a"${reference}/>`, value)[0]?.type;
    expect(typed(' xsi:type="xsd:int"', '<m id="a" xsi:type="xsd:string"/>')).toEqual({
      namespace: XSD,
      local: 'string',
    });
    expect(typed(' xsi:type="xsd:int"', '<m id="a"/>')).toEqual({ namespace: XSD, local: 'int' });
    expect(typed('', '<e:int id="a"/>')).toEqual({ namespace: ENCODING, local: 'int' });
    expect(typed('', '<t:int id="a"/>')).toBeUndefined();
    expect(partsOf('<e:int/>')[0]?.type).toBeUndefined();
    expect(partsOf('<x xsi:type="none:int"/>')[0]?.type).toEqual({ unbound: 'none:int' });
  });

  test('text and encodingStyle are those of the value, the style else that of the reference', () => {
    const [own, others] = partsOf(
      '<x href="#a" s:encodingStyle="urn:x"/><y href="#b" s:encodingStyle="urn:y"/>',
      '<m id="a">1</m><m id="b" s:encodingStyle="urn:m">2</m>',
    );
    expect([own, others].map((part) => [part?.text, part?.encodingStyle, part?.byReference])).toEqual([
      ['1', 'urn:x', true],
      ['2', 'urn:m', true],
    ]);
  });
});

describe('values', () => {
  test.each([
    ['xsi:nil="true"', true],
    ['xsi:nil=" 1 "', true],
    ['xsi:nil="false"', false],
    ['xsi:nil="0"', false],
    ['nil="true"', false],
    ['xmlns:i="http://www.w3.org/1999/XMLSchema-instance" i:null="1"', true],
    ['xmlns:i="http://www.w3.org/2000/10/XMLSchema-instance" i:null="true"', true],
  ])('%s', (attribute, nil) => expect(partsOf(`<x ${attribute}/>`)[0]?.nil).toBe(nil));

  test('an element in the place of text is named, and so is its place', () => {
    expect(partsOf(`<x><${'a'.repeat(80)}>1</${'a'.repeat(80)}></x>`)[0]).toEqual({
      position: 1,
      namespace: '',
      local: 'x',
      nil: false,
      problem: `it contains a child element <${'a'.repeat(60)}> in place of a text`,
      byReference: false,
      at: '/s:Envelope/s:Body/t:r/x (line 1)',
    });
  });

  test('a place deep down is shown in part', () => {
    const name = 'n'.repeat(400);
    expect(responseOf(message(`<t:r><${name}/></t:r>`)).parts[0]?.at).toMatch(/^.{300} \(line 1\)$/);
  });
});

describe('names in values', () => {
  test.each([
    ['xsd:int', { namespace: XSD, local: 'int' }],
    ['\n xsd:int ', { namespace: XSD, local: 'int' }],
    ['xml:lang', { namespace: 'http://www.w3.org/XML/1998/namespace', local: 'lang' }],
    ['int', { namespace: '', local: 'int' }],
    ['xsd:int:more', { unbound: 'xsd:int:more' }],
    ['two words', { unbound: 'two words' }],
    ['', { unbound: '' }],
    [`u:${'x'.repeat(200)}`, { unbound: `u:${'x'.repeat(98)}` }],
  ])('%j', (written, type) => expect(partsOf(`<x xsi:type="${written}"/>`)[0]?.type).toEqual(type));

  test('without prefix are in the default namespace, the nearest one', () => {
    const [outer, inner] = responseOf(
      message('<r xmlns="urn:a"><x xsi:type="int"/><x xmlns="" xsi:type="int"/></r>'),
    ).parts;
    expect([outer?.type, inner?.type]).toEqual([
      { namespace: 'urn:a', local: 'int' },
      { namespace: '', local: 'int' },
    ]);
  });
});

test('texts of a fault are trimmed and cut', () => {
  const fault = (code: string, string: string): unknown => {
    const decoded = decode(
      message(
        `<s:Fault><faultcode>${code}</faultcode><faultstring>${string}</faultstring><detail>x</detail></s:Fault>`,
      ),
    );
    return decoded.ok && decoded.fault;
  };
  const long = 'x'.repeat(3000);
  expect(fault('\ns:Client ', ' no ')).toEqual({ code: 's:Client', string: 'no' });
  expect(fault(` ${long} `, ` ${long}`)).toEqual({ code: long.slice(0, 200), string: long.slice(0, 2000) });
});

describe('the form that a message has', () => {
  const PLAIN = { charset: 'utf-8', encodingStyleOn: 'none', qualifiedParts: 0, typedParts: 0, references: 0 };
  const style = ' s:encodingStyle="urn:e"';
  test.each<[string, string, object]>([
    ['plain', message('<t:r><x>1</x></t:r>'), {}],
    [
      'style on the response',
      message(`<t:r${style}><x${style}/></t:r>`, { body: style, attributes: style }),
      { encodingStyleOn: 'wrapper' },
    ],
    [
      'style on the Body',
      message(`<t:r><x${style}/></t:r>`, { body: style, attributes: style }),
      { encodingStyleOn: 'body' },
    ],
    [
      'style on the Envelope',
      message(`<t:r><x${style}/></t:r>`, { attributes: style }),
      { encodingStyleOn: 'envelope' },
    ],
    ['style on a part', message(`<t:r><x/><y${style}/></t:r>`), { encodingStyleOn: 'parts' }],
    [
      'parts',
      message('<t:r><t:x xsi:type="xsd:int"/><y href="#a"/><z xsi:type="xsd:int"/></t:r><m id="a"/>'),
      { qualifiedParts: 1, typedParts: 2, references: 1 },
    ],
    ['a type of no schema', message('<t:r><x xsi:type="t:int"/><y xsi:type="none:int"/></t:r>'), { typedParts: 2 }],
  ])('%s', (_, text, expected) => expect(decode(text)).toMatchObject({ form: { ...PLAIN, ...expected } }));
});
