/** Lawful ways to state and to write the values of parts (SOAP 1.1, section 5; XML Schema part 2). */
import { type Answer, NAMESPACES } from './answer.ts';
import { everyPart, identifier, originator, part, type VariantDefinition, variantsOf } from './variant-definition.ts';

const identifierOf = (type: string) => identifier(() => ({ type }));
const originatorOf = (type: string) => originator(() => ({ type }));
const envelope = (change: (attributes: string) => string) => (answer: Answer) => {
  answer.envelopeAttributes = change(answer.envelopeAttributes);
};
const originatorIs = (value: string) => originator(() => ({ value }));

export const partVariants: readonly VariantDefinition[] = [
  ...variantsOf(
    ['type'],
    [
      ['untyped', 'no part states its type', everyPart(() => ({ type: undefined }))],
      ['untyped-identifier', 'only the originator states its type', identifier(() => ({ type: undefined }))],
      [
        'type-soapenc',
        'types are those of the SOAP encoding',
        everyPart((each) => ({ type: each.type?.replace('xsd:', 'soapenc:') })),
      ],
      ['type-short', 'the identifier is stated as short', identifierOf('xsd:short')],
      ['type-soapenc-short', 'the identifier is stated as short of the SOAP encoding', identifierOf('soapenc:short')],
      ['type-normalized-string', 'the originator is stated as normalizedString', originatorOf('xsd:normalizedString')],
      ['type-token', 'the originator is stated as token', originatorOf('xsd:token')],
      [
        'type-ncname',
        'the originator is stated as NCName, and is one',
        originator(() => ({ type: 'xsd:NCName', value: 'tracker-1' })),
      ],
      [
        'type-1999',
        'types and instance attributes are of the draft of 1999',
        envelope((of) => of.replace(/2001\/XMLSchema/g, '1999/XMLSchema')),
      ],
      [
        'type-2000',
        'types and instance attributes are of the draft of 2000',
        envelope((of) => of.replace(/2001\/XMLSchema/g, '2000/10/XMLSchema')),
      ],
      [
        'type-other-prefix',
        'the type prefix is declared on the part',
        everyPart((each) => ({
          type: each.type?.replace('xsd:', 'q:'),
          attributes: ` xmlns:q="${NAMESPACES.schema}"`,
        })),
      ],
      [
        'type-default-namespace',
        'the type has no prefix and is in the default namespace',
        (answer) => {
          answer.envelopeAttributes += ` xmlns="${NAMESPACES.schema}"`;
          for (const each of answer.parts) Object.assign(each, { type: each.type?.replace('xsd:', ''), prefix: 'ns1' });
        },
      ],
      ['type-spaced', 'white space stands around the type', everyPart((each) => ({ type: ` ${each.type}\n` }))],
    ],
  ),
  ...variantsOf(
    [],
    [['nil-false', 'parts state that they are not nil', everyPart(() => ({ attributes: ' xsi:nil="false"' }))]],
  ),
  ...variantsOf(
    ['lexical'],
    [
      [
        'int-spaced',
        'white space stands around the identifier',
        identifier((each) => ({ value: `\n\t ${each.value} \n` })),
      ],
      ['int-plus', 'the identifier has a plus sign', identifier((each) => ({ value: `+${each.value}` }))],
      ['int-zeros', 'the identifier has leading zeros', identifier((each) => ({ value: `000000000000${each.value}` }))],
      [
        'int-references',
        'the digits are character references',
        identifier((each) => ({ content: [...each.value].map((digit) => `&#${digit.charCodeAt(0)};`).join('') })),
      ],
      [
        'int-cdata',
        'the identifier stands in a CDATA section',
        identifier((each) => ({ content: `<![CDATA[${each.value}]]>` })),
      ],
      [
        'int-comment',
        'a comment stands among the digits',
        identifier((each) => ({ content: `${each.value.slice(0, 2)}<!-- ticket -->${each.value.slice(2)}` })),
      ],
    ],
  ),
  ...variantsOf(
    [],
    [
      ['originator-empty', 'the originator is empty', originatorIs('')],
      [
        'originator-self-closed',
        'the originator is an empty-element tag',
        (answer) => {
          part(answer, 's-gensym5').value = '';
          answer.rewrite.push((xml) => xml.replace(/(<s-gensym5[^>]*)><\/s-gensym5>/, '$1 />'));
        },
      ],
      [
        'originator-odd',
        'the originator holds markup characters, quotes and line breaks',
        originatorIs(' <Büro> & "Ω" \'x\'\n\t]]> 𝄞 '),
      ],
      ['originator-digits', 'the originator is a number', originatorIs('12')],
      [
        'originator-cdata',
        'the originator stands in two CDATA sections',
        originator(() => ({ content: '<![CDATA[tracker <a> & ]]]]><![CDATA[> b]]>' })),
      ],
      ['originator-long', 'the originator is long', originatorIs('tracker '.repeat(20_000))],
    ],
  ),
];
