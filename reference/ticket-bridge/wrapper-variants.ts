/** Lawful forms of the element that holds the parts: references, names, prefixes, encodingStyle (SOAP 1.1, sections 4.1.1, 5.4.1, 7.1). */
import { type Answer, type AnswerPart, escapeXml, NAMESPACES } from './answer.ts';
import { everyPart, originator, type VariantDefinition, variantsOf } from './variant-definition.ts';

const wrapperWith = (change: (wrapper: Answer['wrapper']) => Partial<Answer['wrapper']>) => (answer: Answer) =>
  void Object.assign(answer.wrapper, change(answer.wrapper));
const named = (name: string) => wrapperWith(() => ({ name }));
const QUEUE: AnswerPart = {
  name: 'queue',
  prefix: '',
  type: 'xsd:string',
  value: 'support',
  content: undefined,
  attributes: '',
};
const multiRef = (id: string, { type, value }: AnswerPart, attributes = ''): string =>
  `<multiRef id="${id}"${attributes} xsi:type="${type}">${escapeXml(value)}</multiRef>`;
/** Puts each value into a separate element after the response, as Axis 1 does. */
const toReference =
  (element: (id: string, each: AnswerPart) => string, before = false) =>
  (answer: Answer) => {
    for (const [index, each] of answer.parts.entries()) {
      const independent = element(`id${index}`, each);
      if (before) answer.beforeWrapper += independent;
      else answer.afterWrapper += independent;
      Object.assign(each, { attributes: ` href="#id${index}"`, type: undefined, content: '' });
    }
  };

/** Moves the wrapper's encodingStyle. */
const styleOn = (place: (answer: Answer, style: string) => void) => (answer: Answer) => {
  answer.wrapper.attributes = '';
  place(answer, ` soap:encodingStyle="${NAMESPACES.encoding}"`);
};

export const wrapperVariants: readonly VariantDefinition[] = [
  ...variantsOf(
    ['reference'],
    [
      [
        'reference-multiref',
        'values are independent elements behind the response',
        toReference((id, each) => multiRef(id, each, ' soapenc:root="0"')),
      ],
      ['reference-without-root', 'independent elements are not marked as non-root', toReference(multiRef)],
      [
        'reference-before',
        'independent elements stand before the response',
        toReference(
          (id, { type, value }) => `<ns9:v xmlns:ns9="urn:v" id="${id}" xsi:type="${type}">${escapeXml(value)}</ns9:v>`,
          true,
        ),
      ],
      [
        'reference-named-by-type',
        'independent elements are named after their type',
        toReference(
          (id, { type, value }) =>
            `<soapenc:${type?.replace('xsd:', '')} id="${id}">${escapeXml(value)}</soapenc:${type?.replace('xsd:', '')}>`,
        ),
      ],
      [
        'reference-chain',
        'references lead to references',
        toReference((id, each) => `<multiRef id="${id}" href="#${id}x"/>${multiRef(`${id}x`, each)}`),
      ],
      [
        'reference-within',
        'the originator has an id that nothing refers to',
        originator(() => ({ attributes: ' id="unused"' })),
      ],
      [
        'reference-with-style',
        'encodingStyle stands on the references and not on what they lead to',
        (answer) => {
          answer.wrapper.attributes = '';
          toReference(multiRef)(answer);
          for (const each of answer.parts) each.attributes += ` soap:encodingStyle="${NAMESPACES.encoding}"`;
        },
      ],
    ],
  ),
  ...variantsOf(
    ['wrapper'],
    [
      ['wrapper-return', 'the response element has another name', named('return')],
      [
        'wrapper-as-operation',
        'the response element is named as the operation is',
        (answer, { operation }) => named(operation)(answer),
      ],
      ['wrapper-gensym', 'the response element has a generated name', named('s-gensym1')],
      [
        'wrapper-default-namespace',
        'the response is in a default namespace, its parts with it',
        wrapperWith(() => ({ prefix: '' })),
      ],
      [
        'wrapper-default-parts-none',
        'the response is in a default namespace, its parts are in none',
        (answer) => {
          answer.wrapper.prefix = '';
          for (const each of answer.parts) each.attributes += ' xmlns=""';
        },
      ],
      [
        'parts-qualified',
        'parts have the prefix of the response',
        everyPart((_, { wrapper }) => ({ prefix: wrapper.prefix })),
      ],
      [
        'parts-own-prefixes',
        'each part declares its own prefix for the service namespace',
        (answer) => {
          for (const [index, each] of answer.parts.entries())
            Object.assign(each, {
              prefix: `p${index}`,
              attributes: ` xmlns:p${index}="${escapeXml(answer.wrapper.namespace)}"`,
            });
        },
      ],
      [
        'wrapper-attributes',
        'response and parts have further attributes',
        (answer) => {
          answer.wrapper.attributes += ' xmlns:o="urn:o" o:host="one" id="_0"';
          for (const each of answer.parts) each.attributes += ' xmlns:o="urn:o" o:seen="yes"';
        },
      ],
      [
        'root-attribute',
        'the response says that it is the root',
        wrapperWith(({ attributes }) => ({ attributes: `${attributes} soapenc:root="1"` })),
      ],
    ],
  ),
  ...variantsOf(
    [],
    [
      [
        'further-part',
        'a part stands behind the documented ones',
        (answer) => {
          answer.parts.push({ ...QUEUE });
        },
      ],
      [
        'further-struct',
        'a struct and an array stand behind the documented parts',
        (answer) => {
          const form = {
            type: 'soapenc:Array',
            value: '',
            content: '<item>a</item><item>b</item>',
            attributes: ' soapenc:arrayType="xsd:string[2]"',
          };
          answer.parts.push({ name: 'links', prefix: '', ...form });
        },
      ],
    ],
  ),
  ...variantsOf(
    ['encoding-style'],
    [
      [
        'style-on-envelope',
        'encodingStyle stands on the Envelope',
        styleOn(
          (answer, style) => void Object.assign(answer, { envelopeAttributes: answer.envelopeAttributes + style }),
        ),
      ],
      [
        'style-on-body',
        'encodingStyle stands on the Body',
        styleOn((answer, style) => void Object.assign(answer, { bodyAttributes: answer.bodyAttributes + style })),
      ],
      [
        'style-on-parts',
        'encodingStyle stands on each part',
        styleOn((answer, style) => everyPart((each) => ({ attributes: each.attributes + style }))(answer)),
      ],
      [
        'style-on-documented-parts',
        'encodingStyle stands on each documented part, and not on a further one',
        styleOn((answer, style) => {
          everyPart((each) => ({ attributes: each.attributes + style }))(answer);
          answer.parts.push({ ...QUEUE });
        }),
      ],
      [
        'style-overridden',
        'the Envelope states another encodingStyle than the response',
        (answer) =>
          void Object.assign(answer, {
            envelopeAttributes: `${answer.envelopeAttributes} soap:encodingStyle="urn:other"`,
          }),
      ],
      [
        'style-list',
        'encodingStyle lists several, the SOAP encoding first',
        wrapperWith(() => ({ attributes: ` soap:encodingStyle="${NAMESPACES.encoding} http://my.example/encoding/"` })),
      ],
      [
        'style-list-special-first',
        'encodingStyle lists several, the SOAP encoding last',
        wrapperWith(() => ({ attributes: ` soap:encodingStyle="http://my.example/encoding/ ${NAMESPACES.encoding}"` })),
      ],
      [
        'style-tightened',
        'encodingStyle is a tightened form of the SOAP encoding',
        wrapperWith(() => ({ attributes: ` soap:encodingStyle="${NAMESPACES.encoding}restricted"` })),
      ],
    ],
  ),
];
