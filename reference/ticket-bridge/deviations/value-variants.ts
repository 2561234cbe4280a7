/**
 * Legal ways to state and to write values (SOAP 1.1, section 5; XML Schema part 2), and forms of their element (SOAP
 * 1.1, sections 4.1.1, 5.4.1, 7.1).
 */
import { type AnswerPart, contentOf, escapeXml, NAMESPACES, plainPart, STYLE, style, typeOf } from '../answer.ts';
import { answer, everyPart, identifier, more, originator, replace, type VariantTable, wrapper } from '../operators.ts';

export const valueVariants: VariantTable = {
  untyped: everyPart({ type: undefined }),
  'untyped-identifier': identifier({ type: undefined }),
  'type-soapenc': everyPart(({ type }) => ({ type: type?.replace('xsd:', 'soapenc:') })),
  'type-short': identifier({ type: 'xsd:short' }),
  'type-soapenc-short': identifier({ type: 'soapenc:short' }),
  'type-normalized-string': originator({ type: 'xsd:normalizedString' }),
  'type-token': originator({ type: 'xsd:token' }),
  'type-ncname': originator({ type: 'xsd:NCName', value: 'tracker-1' }),
  'type-1999': draft('1999'),
  'type-2000': draft('2000/10'),
  'type-other-prefix': everyPart(({ type }) => ({
    type: type?.replace('xsd:', 'q:'),
    attributes: ` xmlns:q="${NAMESPACES.schema}"`,
  })),
  'type-default-namespace': [
    answer(more('envelopeAttributes', ` xmlns="${NAMESPACES.schema}"`)),
    everyPart(({ type }) => ({ type: type?.replace('xsd:', ''), prefix: 'ns1' })),
  ],
  'type-spaced': everyPart(({ type }) => ({ type: ` ${type}\n` })),
  'nil-false': everyPart({ attributes: ' xsi:nil="false"' }),

  'int-spaced': identifier(({ value }) => ({ value: `\n\t ${value} \n` })),
  'int-plus': identifier(({ value }) => ({ value: `+${value}` })),
  'int-zeros': identifier(({ value }) => ({ value: `000000000000${value}` })),
  'int-references': identifier(({ value }) => ({
    content: value.replace(/./g, (digit) => `&#${digit.charCodeAt(0)};`),
  })),
  'int-cdata': identifier(({ value }) => ({ content: `<![CDATA[${value}]]>` })),
  'int-comment': identifier(({ value }) => ({ content: value.replace(/^../, '$&<!-- ticket -->') })),

  'originator-empty': originator({ value: '' }),
  'originator-self-closed': [originator({ value: '' }), replace(/(<s-gensym5[^>]*)><\/s-gensym5>/, '$1 />')],
  'originator-odd': originator({ value: ' <Büro> & "Ω" \'x\'\n\t]]> 𝄞 ' }),
  'originator-digits': originator({ value: '12' }),
  'originator-cdata': originator({ content: '<![CDATA[tracker <a> & ]]]]><![CDATA[> b]]>' }),
  'originator-long': originator({ value: 'tracker '.repeat(20_000) }),
};

/** XML Schema of another year. */
function draft(year: string) {
  return answer(({ envelopeAttributes: of }) => ({ envelopeAttributes: of.replace(/2001(?=\/XMLSchema)/g, year) }));
}

/** Returns parts after the documented ones. */
export const further = (...added: readonly AnswerPart[]) => answer(({ parts }) => ({ parts: [...parts, ...added] }));
const QUEUE = further(plainPart('queue', 'xsd:string', 'support'));
const multiRef = (id: string, part: AnswerPart, attributes = '') =>
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

export const responseVariants: VariantTable = {
  'reference-multiref': toReference({ element: (id, part) => multiRef(id, part, ' soapenc:root="0"') }),
  'reference-without-root': toReference(REFERENCES.after),
  'reference-before': toReference(REFERENCES.before),
  'reference-named-by-type': toReference({
    element: (id, part) => {
      const name = part.type?.replace('xsd:', 'soapenc:');
      return `<${name} id="${id}">${contentOf(part)}</${name}>`;
    },
  }),
  'reference-chain': toReference(REFERENCES.chain),
  'reference-within': originator({ attributes: ' id="unused"' }),
  'reference-with-style': [NO_STYLE, toReference(REFERENCES.after), STYLED_PARTS],

  'wrapper-return': named('return'),
  'wrapper-as-operation': wrapper((_, { operation }) => ({ name: operation })),
  'wrapper-gensym': named('s-gensym1'),
  'wrapper-default-namespace': wrapper({ prefix: '' }),
  'wrapper-default-parts-none': [wrapper({ prefix: '' }), everyPart(more('attributes', ' xmlns=""'))],
  'parts-qualified': everyPart({ prefix: 'ns1' }),
  'parts-own-prefixes': everyPart((_, { element, namespace }) => ({
    prefix: `p${element}`,
    attributes: ` xmlns:p${element}="${escapeXml(namespace)}"`,
  })),
  'wrapper-attributes': [
    wrapper(more('attributes', ' xmlns:o="urn:o" o:host="one" id="_0"')),
    everyPart(more('attributes', ' xmlns:o="urn:o" o:seen="yes"')),
  ],
  'root-attribute': wrapper(more('attributes', ' soapenc:root="1"')),

  'further-part': QUEUE,
  'further-struct': further({
    ...plainPart('links', 'soapenc:Array', ''),
    content: '<item>a</item><item>b</item>',
    attributes: ' soapenc:arrayType="xsd:string[2]"',
  }),

  'style-on-envelope': [NO_STYLE, answer(more('envelopeAttributes', STYLE))],
  'style-on-body': [NO_STYLE, answer(more('bodyAttributes', STYLE))],
  'style-on-parts': [NO_STYLE, STYLED_PARTS],
  'style-on-documented-parts': [NO_STYLE, STYLED_PARTS, QUEUE],
  'style-overridden': answer(more('envelopeAttributes', style('urn:other'))),
  'style-list': styled(`${NAMESPACES.encoding} http://my.example/encoding/`),
  'style-list-special-first': styled(`http://my.example/encoding/ ${NAMESPACES.encoding}`),
  'style-tightened': styled(`${NAMESPACES.encoding}restricted`),
};
