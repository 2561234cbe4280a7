import { isSoapEncoding } from '../../src/soap/namespaces.ts';
import { readResponseParts } from '../../src/soap/response-parts.ts';
import { derivedFrom, readAs } from '../../src/soap/xsd-types.ts';
import { decode, message, responseOf, XSD } from './messages.ts';

const DOCUMENTED = [
  { name: 's-gensym3', wireName: 's-gensym3', type: 'int' },
  { name: 's-gensym5', wireName: 's-gensym5', type: 'string' },
] as const;

const read = (parts: string) => readResponseParts(responseOf(message(`<t:r>${parts}</t:r>`)), DOCUMENTED);

const cases: [string, string, RegExp][] = [
  ['nothing', ' \n', /an empty or blank body/],
  ['plain text', 'OK', /^text that is not XML: "OK"$/],
  ['text behind the root', `${message('<t:r/>')} done`, /not well-formed/],
  ['an element left open', message('<t:r>'), /not well-formed/],
  ['a bare &', message('<t:r>bridge & more</t:r>'), /an & that begins no entity/],
  ['an unbound prefix', message('<u:r/>'), /unbound namespace prefix/],
  ['an undeclared entity', message('<t:r>&nbsp;</t:r>'), /undefined entity/],
  ['an entity named as a property of objects', message('<t:r>&constructor;</t:r>'), /undefined entity/],
  ['a reference to no character', message('<t:r>&#0;</t:r>'), /not well-formed/],
  ['the same attribute twice', message('<t:r a="1" a="2"/>'), /duplicate attribute/],
  ['a declaration behind white space', ` <?xml version="1.0"?>${message('<t:r/>')}`, /XML declaration/],
  ['a document type', `<!DOCTYPE a>${message('<t:r/>')}`, /document type/],
  ['a processing instruction', `<?a b?>${message('<t:r/>')}`, /processing instruction/],
  ['an empty Body', message(' '), /a Body that is empty/],
  ['two responses', message('<t:r/><t:q/>'), /two elements in the Body/],
  ['text beside the response', message('x<t:r/>'), /text directly in Body/],
  ['text among the parts', message('<t:r>x<s-gensym3/></t:r>'), /text between the parts/],
];
test.each(cases)('messages that are none: %s', (_, text, problem) => {
  const decoded = decode(text);
  expect(decoded).toMatchObject({
    ok: false,
    problem: expect.stringMatching(problem),
    at: expect.stringMatching(/^(line \d+, column \d+|\/.* \(line \d+\)|)$/),
  });
});

describe('what is read out of a message', () => {
  test('a fault without a code or a text', () => {
    expect(decode(message('<s:Fault/>'))).toEqual({ ok: true, fault: {} });
  });

  test('names of every kind of object property are just names', () => {
    const reading = read('<__proto__ constructor="1">1</__proto__><toString __proto__="2">b</toString>');
    expect(reading.names).toMatchObject({ ok: false, got: '__proto__, toString' });
    expect(reading.values.get('s-gensym3')).toMatchObject({ ok: true, value: 1 });
  });

  test('a nearer encodingStyle counts more than one further out', () => {
    const style = (uri: string) => ` s:encodingStyle="${uri}"`;
    const response = responseOf(
      message(`<t:r${style('')}><a/><b${style('http://schemas.xmlsoap.org/soap/encoding/')}/></t:r>`, {
        attributes: style('urn:e'),
      }),
    );
    expect(response).toMatchObject({
      encodingStyle: '',
      parts: [{ encodingStyle: '' }, { encodingStyle: 'http://schemas.xmlsoap.org/soap/encoding/' }],
    });
    const styles = [
      undefined,
      '',
      'urn:e',
      'urn:e http://schemas.xmlsoap.org/soap/encoding/',
      'http://schemas.xmlsoap.org/soap/encoding',
    ];
    expect(styles.map(isSoapEncoding)).toEqual([false, false, false, true, true]);
  });
});

describe('types and lexical forms', () => {
  test.each([
    ['0', 0],
    ['-0', 0],
    ['+7', 7],
    ['007', 7],
    [' \n12\t', 12],
    ['2147483647', 2147483647],
    ['-2147483648', -2147483648],
    [`${'0'.repeat(5000)}1`, 1],
  ])('%j is an int', (text, value) => expect(readAs('int', text)).toEqual({ value }));
  test.each([
    '',
    ' ',
    '2147483648',
    '-2147483649',
    '1.0',
    '1e3',
    '0x1',
    '1 2',
    '1,0',
    '١',
    '1\u00a0',
    '--1',
    '+',
    'NaN',
    '9'.repeat(400),
  ])('%j is no int', (text) => {
    expect(readAs('int', text)).toHaveProperty('why');
  });
  test('a stated subtype narrows the range', () => {
    expect(readAs('byte', '128')).toEqual({ why: 'it is out of range' });
    expect(readAs('short', '32767')).toEqual({ value: 32767 });
  });
  test('types are related by namespace and restriction, not by name', () => {
    const xsd = (local: string) => ({ namespace: XSD, local });
    expect(
      ['int', 'short', 'byte', 'long', 'integer', 'unsignedByte', 'constructor'].map((local) =>
        derivedFrom(xsd(local), 'int'),
      ),
    ).toEqual(['int', 'short', 'byte', undefined, undefined, undefined, undefined]);
    expect(['string', 'token', 'ID', 'NMTOKENS', 'anyURI'].map((local) => derivedFrom(xsd(local), 'string'))).toEqual([
      'string',
      'token',
      'ID',
      undefined,
      undefined,
    ]);
    expect(
      derivedFrom({ namespace: 'http://schemas.xmlsoap.org/soap/encoding/', local: 'base64' }, 'base64Binary'),
    ).toBe('base64Binary');
    expect(derivedFrom({ namespace: 'urn:other', local: 'int' }, 'int')).toBeUndefined();
  });
  test('base64', () => {
    for (const good of ['', 'AQ==', 'A Q = =', 'AQID\r\nBAUG'])
      expect(readAs('base64Binary', good), good).toHaveProperty('value');
    for (const bad of ['A', 'AQ=', 'AR==', 'A===', 'AQ==AQ==', '_-__', 'AQI*'])
      expect(readAs('base64Binary', bad), bad).toHaveProperty('why');
  });
});
