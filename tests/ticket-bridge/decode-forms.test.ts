import { decode, ENCODING, ENVELOPE, message, responseOf, XSD } from './messages.ts';

const problemOf = (text: string) => {
  const decoded = decode(text);
  return decoded.ok ? 'none' : decoded.problem;
};
const partsOf = (parts: string, beside = '') => responseOf(message(`<t:r>${parts}</t:r>${beside}`)).parts;

describe('the response among the elements of the Body', () => {
  test.each([
    ['is the one that says it is the root', '<t:q/><t:r e:root="1"/>', 'r'],
    ['is not one that says it is no root', '<t:q e:root="0"/><t:r/>', 'r'],
    ['is not the value of a reference', '<t:q id="a"/><t:r><x href="#a"/></t:r>', 'r'],
    ['is found where an id stands on something inside it', '<t:r><x id="a"/><y href="#a"/></t:r>', 'r'],
  ])('%s', (_, inside, local) => expect(responseOf(message(inside)).local).toBe(local));

  test.each([
    [
      'two that say so',
      '<t:q e:root="1"/><t:r e:root="1"/>',
      /two elements in the Body that no href refers to \(q, r\), so it is unclear which of them is meant/,
    ],
    ['none but values', '<t:q e:root="0"/>', /or contains only values of references/],
    ['none but a value of itself', '<t:r id="a" href="#a"/>', /or contains only values of references/],
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

  test('another root element is named with its namespace', () => {
    expect(problemOf(`<x xmlns="urn:${'n'.repeat(200)}"/>`)).toBe(
      `the root element x in the namespace urn:${'n'.repeat(96)}`,
    );
    expect(problemOf(message('<t:r/>').replace(ENVELOPE, 'http://www.w3.org/2003/05/soap-envelope'))).toMatch(
      /soap-envelope, which is SOAP 1\.2$/,
    );
  });
});

describe('values by reference', () => {
  test.each([
    ['two elements of one id', '<m id="a">1</m><m id="a">2</m>', '#a', 'its href "#a" matches several ids'],
    ['no element of the id', '', '#b', 'its href "#b" matches no id'],
    ['another document', '', 'http://host/a', 'its href "http://host/a" leads out of the message'],
    ['itself, over another', '<m id="a" href="#b"/><m id="b" href="#a"/>', '#a', 'its href "#a" leads back to itself'],
  ])('%s', (_, beside, href, problem) => {
    expect(partsOf(`<x href="${href}"/>`, beside.replaceAll('<m ', '<m e:root="0" '))).toMatchObject([
      { local: 'x', problem, nil: false, byReference: true },
    ]);
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
});

test.each([
  ['xsi:nil="true"', true],
  ['xsi:nil=" 1 "', true],
  ['xsi:nil="false"', false],
  ['nil="true"', false],
  ['xmlns:i="http://www.w3.org/1999/XMLSchema-instance" i:null="1"', true],
  ['xmlns:i="http://www.w3.org/2000/10/XMLSchema-instance" i:null="true"', true],
])('values: %s', (attribute, nil) => expect(partsOf(`<x ${attribute}/>`)[0]?.nil).toBe(nil));

describe('names in values', () => {
  test.each([
    ['xsd:int', { namespace: XSD, local: 'int' }],
    ['\n xsd:int ', { namespace: XSD, local: 'int' }],
    ['xml:lang', { namespace: 'http://www.w3.org/XML/1998/namespace', local: 'lang' }],
    ['int', { namespace: '', local: 'int' }],
    ['xsd:int:more', { unbound: 'xsd:int:more' }],
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
  const fault = (code: string, string: string) => {
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
