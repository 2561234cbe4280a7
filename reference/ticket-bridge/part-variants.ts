/** Lawful ways to state and to write the values of parts (SOAP 1.1, section 5; XML Schema part 2). */
import { type Answer, NAMESPACES } from './answer.ts';
import { everyPart, identifier, originator, part, type VariantDefinition, variant } from './variant-definition.ts';

const ofType = (name: 's-gensym3' | 's-gensym5', type: string) => (answer: Answer) => void Object.assign(part(answer, name), { type });

export const partVariants: readonly VariantDefinition[] = [
  variant(
    'untyped',
    'no part states its type',
    everyPart(() => ({ type: undefined })),
    'type',
  ),
  variant(
    'untyped-identifier',
    'only the originator states its type',
    identifier(() => ({ type: undefined })),
    'type',
  ),
  variant(
    'type-soapenc',
    'types are those of the SOAP encoding',
    everyPart((each) => ({ type: each.type?.replace('xsd:', 'soapenc:') })),
    'type',
  ),
  variant('type-short', 'the identifier is stated as short', ofType('s-gensym3', 'xsd:short'), 'type'),
  variant('type-soapenc-short', 'the identifier is stated as short of the SOAP encoding', ofType('s-gensym3', 'soapenc:short'), 'type'),
  variant('type-normalized-string', 'the originator is stated as normalizedString', ofType('s-gensym5', 'xsd:normalizedString'), 'type'),
  variant('type-token', 'the originator is stated as token', ofType('s-gensym5', 'xsd:token'), 'type'),
  variant(
    'type-ncname',
    'the originator is stated as NCName, and is one',
    originator(() => ({ type: 'xsd:NCName', value: 'tracker-1' })),
    'type',
  ),
  variant(
    'type-1999',
    'types and instance attributes are of the draft of 1999',
    (answer) => {
      answer.envelopeAttributes = answer.envelopeAttributes
        .replace(NAMESPACES.schema, 'http://www.w3.org/1999/XMLSchema')
        .replace(NAMESPACES.instance, 'http://www.w3.org/1999/XMLSchema-instance');
    },
    'type',
  ),
  variant(
    'type-2000',
    'types and instance attributes are of the draft of 2000',
    (answer) => {
      answer.envelopeAttributes = answer.envelopeAttributes.replace(/2001\/XMLSchema/g, '2000/10/XMLSchema');
    },
    'type',
  ),
  variant(
    'type-other-prefix',
    'the type prefix is declared on the part',
    everyPart((each) => ({ type: each.type?.replace('xsd:', 'q:'), attributes: ` xmlns:q="${NAMESPACES.schema}"` })),
    'type',
  ),
  variant(
    'type-default-namespace',
    'the type has no prefix and is in the default namespace',
    (answer) => {
      answer.envelopeAttributes += ` xmlns="${NAMESPACES.schema}"`;
      for (const each of answer.parts) Object.assign(each, { type: each.type?.replace('xsd:', ''), prefix: 'ns1' });
    },
    'type',
  ),
  variant(
    'type-spaced',
    'white space stands around the type',
    everyPart((each) => ({ type: ` ${each.type}\n` })),
    'type',
  ),
  variant(
    'nil-false',
    'parts state that they are not nil',
    everyPart(() => ({ attributes: ' xsi:nil="false"' })),
  ),

  variant(
    'int-spaced',
    'white space stands around the identifier',
    identifier((each) => ({ value: `\n\t ${each.value} \n` })),
    'lexical',
  ),
  variant(
    'int-plus',
    'the identifier has a plus sign',
    identifier((each) => ({ value: `+${each.value}` })),
    'lexical',
  ),
  variant(
    'int-zeros',
    'the identifier has leading zeros',
    identifier((each) => ({ value: `000000000000${each.value}` })),
    'lexical',
  ),
  variant(
    'int-references',
    'the digits are character references',
    identifier((each) => ({ content: [...each.value].map((digit) => `&#${digit.charCodeAt(0)};`).join('') })),
    'lexical',
  ),
  variant(
    'int-cdata',
    'the identifier stands in a CDATA section',
    identifier((each) => ({ content: `<![CDATA[${each.value}]]>` })),
    'lexical',
  ),
  variant(
    'int-comment',
    'a comment stands among the digits',
    identifier((each) => ({ content: `${each.value.slice(0, 2)}<!-- ticket -->${each.value.slice(2)}` })),
    'lexical',
  ),

  variant(
    'originator-empty',
    'the originator is empty',
    originator(() => ({ value: '' })),
  ),
  variant('originator-self-closed', 'the originator is an empty-element tag', (answer) => {
    part(answer, 's-gensym5').value = '';
    answer.rewrite.push((xml) => xml.replace(/(<s-gensym5[^>]*)><\/s-gensym5>/, '$1 />'));
  }),
  variant(
    'originator-odd',
    'the originator holds markup characters, quotes and line breaks',
    originator(() => ({ value: ' <Büro> & "Ω" \'x\'\n\t]]> 𝄞 ' })),
  ),
  variant(
    'originator-digits',
    'the originator is a number',
    originator(() => ({ value: '12' })),
  ),
  variant(
    'originator-cdata',
    'the originator stands in two CDATA sections',
    originator(() => ({ content: '<![CDATA[tracker <a> & ]]]]><![CDATA[> b]]>' })),
  ),
  variant(
    'originator-long',
    'the originator is long',
    originator(() => ({ value: 'tracker '.repeat(20_000) })),
  ),
];
