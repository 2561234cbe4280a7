/** Legal ways to state and to write values (SOAP 1.1, section 5; XML Schema part 2), and forms of the element that holds them (SOAP 1.1, sections 4.1.1, 5.4.1, 7.1). */
import { type AnswerPart, contentOf, escapeXml, NAMESPACES, plainPart, STYLE, style, typeOf } from '../answer.ts';
import { answer, everyPart, identifier, more, originator, replace, wrapper } from '../operators.ts';
import type { VariantRow } from './definitions.ts';

export const valueVariants: readonly VariantRow[] = [
  ['untyped', 'no part states its type', everyPart({ type: undefined })],
  ['untyped-identifier', 'only the originator states its type', identifier({ type: undefined })],
  [
    'type-soapenc',
    'types are those of the SOAP encoding',
    everyPart(({ type }) => ({ type: type?.replace('xsd:', 'soapenc:') })),
  ],
  ['type-short', 'the identifier is stated as short', identifier({ type: 'xsd:short' })],
  [
    'type-soapenc-short',
    'the identifier is stated as short of the SOAP encoding',
    identifier({ type: 'soapenc:short' }),
  ],
  [
    'type-normalized-string',
    'the originator is stated as normalizedString',
    originator({ type: 'xsd:normalizedString' }),
  ],
  ['type-token', 'the originator is stated as token', originator({ type: 'xsd:token' })],
  [
    'type-ncname',
    'the originator is stated as NCName, and is one',
    originator({ type: 'xsd:NCName', value: 'tracker-1' }),
  ],
  ['type-1999', 'types and instance attributes are of the draft of 1999', draft('1999')],
  ['type-2000', 'types and instance attributes are of the draft of 2000', draft('2000/10')],
  [
    'type-other-prefix',
    'the type prefix is declared on the part',
    everyPart(({ type }) => ({ type: type?.replace('xsd:', 'q:'), attributes: ` xmlns:q="${NAMESPACES.schema}"` })),
  ],
  [
    'type-default-namespace',
    'the type has no prefix and is in the default namespace',
    answer(more('envelopeAttributes', ` xmlns="${NAMESPACES.schema}"`)),
    everyPart(({ type }) => ({ type: type?.replace('xsd:', ''), prefix: 'ns1' })),
  ],
  ['type-spaced', 'white space is around the type', everyPart(({ type }) => ({ type: ` ${type}\n` }))],
  ['nil-false', 'parts state that they are not nil', everyPart({ attributes: ' xsi:nil="false"' })],

  ['int-spaced', 'white space is around the identifier', identifier(({ value }) => ({ value: `\n\t ${value} \n` }))],
  ['int-plus', 'the identifier has a plus sign', identifier(({ value }) => ({ value: `+${value}` }))],
  ['int-zeros', 'the identifier has leading zeros', identifier(({ value }) => ({ value: `000000000000${value}` }))],
  [
    'int-references',
    'the digits are character references',
    identifier(({ value }) => ({ content: value.replace(/./g, (digit) => `&#${digit.charCodeAt(0)};`) })),
  ],
  [
    'int-cdata',
    'the identifier is in a CDATA section',
    identifier(({ value }) => ({ content: `<![CDATA[${value}]]>` })),
  ],
  [
    'int-comment',
    'a comment is among the digits',
    identifier(({ value }) => ({ content: value.replace(/^../, '$&<!-- ticket -->') })),
  ],

  ['originator-empty', 'the originator is empty', originator({ value: '' })],
  [
    'originator-self-closed',
    'the originator is an empty-element tag',
    originator({ value: '' }),
    replace(/(<s-gensym5[^>]*)><\/s-gensym5>/, '$1 />'),
  ],
  [
    'originator-odd',
    'the originator contains markup characters, quotes and line breaks',
    originator({ value: ' <Büro> & "Ω" \'x\'\n\t]]> 𝄞 ' }),
  ],
  ['originator-digits', 'the originator is a number', originator({ value: '12' })],
  [
    'originator-cdata',
    'the originator is in two CDATA sections',
    originator({ content: '<![CDATA[tracker <a> & ]]]]><![CDATA[> b]]>' }),
  ],
  ['originator-long', 'the originator is long', originator({ value: 'tracker '.repeat(20_000) })],
];

/** XML Schema of another year. */
export function draft(year: string) {
  return answer(({ envelopeAttributes: of }) => ({ envelopeAttributes: of.replace(/2001(?=\/XMLSchema)/g, year) }));
}

/** Parts behind the documented ones. */
export const further = (...added: readonly AnswerPart[]) => answer(({ parts }) => ({ parts: [...parts, ...added] }));
const QUEUE = further(plainPart('queue', 'xsd:string', 'support'));
const multiRef = (id: string, part: AnswerPart, attributes = ''): string =>
  `<multiRef id="${id}"${attributes}${typeOf(part)}>${contentOf(part)}</multiRef>`;
/** Ways to put a value into an independent element. */
export const REFERENCES = {
  after: { element: (id, part) => multiRef(id, part) },
  before: {
    before: true,
    element: (id, part) => `<ns9:v xmlns:ns9="urn:v" id="${id}"${typeOf(part)}>${contentOf(part)}</ns9:v>`,
  },
  chain: { element: (id, part) => `<multiRef id="${id}" href="#${id}x"/>${multiRef(`${id}x`, part)}` },
} as const satisfies Readonly<Record<string, AnswerPart['reference']>>;
const toReference = (reference: AnswerPart['reference']) => everyPart({ reference });
const named = (name: string) => wrapper({ name });
const styled = (uri: string) => wrapper({ attributes: style(uri) });
const NO_STYLE = wrapper({ attributes: '' });
const STYLED_PARTS = everyPart(more('attributes', STYLE));

export const responseVariants: readonly VariantRow[] = [
  [
    'reference-multiref',
    'values are independent elements behind the response',
    toReference({ element: (id, part) => multiRef(id, part, ' soapenc:root="0"') }),
  ],
  ['reference-without-root', 'independent elements are not marked as non-root', toReference(REFERENCES.after)],
  ['reference-before', 'independent elements are before the response', toReference(REFERENCES.before)],
  [
    'reference-named-by-type',
    'independent elements are named after their type',
    toReference({
      element: (id, part) => {
        const name = part.type?.replace('xsd:', 'soapenc:');
        return `<${name} id="${id}">${contentOf(part)}</${name}>`;
      },
    }),
  ],
  ['reference-chain', 'references lead to references', toReference(REFERENCES.chain)],
  ['reference-within', 'the originator has an id without a reference', originator({ attributes: ' id="unused"' })],
  [
    'reference-with-style',
    'encodingStyle is on the references and not on what they lead to',
    NO_STYLE,
    toReference(REFERENCES.after),
    STYLED_PARTS,
  ],

  ['wrapper-return', 'the response element has another name', named('return')],
  [
    'wrapper-as-operation',
    'the response element is named as the operation is',
    wrapper((_, { operation }) => ({ name: operation })),
  ],
  ['wrapper-gensym', 'the response element has a generated name', named('s-gensym1')],
  ['wrapper-default-namespace', 'the response is in a default namespace, its parts with it', wrapper({ prefix: '' })],
  [
    'wrapper-default-parts-none',
    'the response is in a default namespace, its parts are in none',
    wrapper({ prefix: '' }),
    everyPart(more('attributes', ' xmlns=""')),
  ],
  ['parts-qualified', 'parts have the prefix of the response', everyPart({ prefix: 'ns1' })],
  [
    'parts-own-prefixes',
    'each part declares its own prefix for the service namespace',
    everyPart((_, { element, namespace }) => ({
      prefix: `p${element}`,
      attributes: ` xmlns:p${element}="${escapeXml(namespace)}"`,
    })),
  ],
  [
    'wrapper-attributes',
    'response and parts have further attributes',
    wrapper(more('attributes', ' xmlns:o="urn:o" o:host="one" id="_0"')),
    everyPart(more('attributes', ' xmlns:o="urn:o" o:seen="yes"')),
  ],
  ['root-attribute', 'the response says that it is the root', wrapper(more('attributes', ' soapenc:root="1"'))],

  ['further-part', 'a part is behind the documented ones', QUEUE],
  [
    'further-struct',
    'a struct and an array are behind the documented parts',
    further({
      ...plainPart('links', 'soapenc:Array', ''),
      content: '<item>a</item><item>b</item>',
      attributes: ' soapenc:arrayType="xsd:string[2]"',
    }),
  ],

  ['style-on-envelope', 'encodingStyle is on the Envelope', NO_STYLE, answer(more('envelopeAttributes', STYLE))],
  ['style-on-body', 'encodingStyle is on the Body', NO_STYLE, answer(more('bodyAttributes', STYLE))],
  ['style-on-parts', 'encodingStyle is on each part', NO_STYLE, STYLED_PARTS],
  [
    'style-on-documented-parts',
    'encodingStyle is on each documented part, and not on a further one',
    NO_STYLE,
    STYLED_PARTS,
    QUEUE,
  ],
  [
    'style-overridden',
    'the Envelope states another encodingStyle than the response',
    answer(more('envelopeAttributes', style('urn:other'))),
  ],
  [
    'style-list',
    'encodingStyle lists several, the SOAP encoding first',
    styled(`${NAMESPACES.encoding} http://my.example/encoding/`),
  ],
  [
    'style-list-special-first',
    'encodingStyle lists several, the SOAP encoding last',
    styled(`http://my.example/encoding/ ${NAMESPACES.encoding}`),
  ],
  [
    'style-tightened',
    'encodingStyle is a tightened form of the SOAP encoding',
    styled(`${NAMESPACES.encoding}restricted`),
  ],
];
