/** Randomly drawn ticket bridges. */
import fc, { type Arbitrary } from 'fast-check';
import { messageStyles, styled, successCodes } from '../../drawn/http.ts';
import { oddStrings } from '../../drawn/json.ts';
import { alternativesApart, drawnOf, type Randomness, weighted } from '../../drawn/random.ts';
import { type AnswerPart, escapeXml, plainPart } from '../answer.ts';
import { VARIANTS } from '../deviations.ts';
import { answer, type Change, everyPart, identifier, onPart, response, rewrite, wrapper } from '../operators.ts';
import { CHARSETS, inCharset } from './charsets.ts';
import { loosened, mixedText, prefixed, withinAscii } from './loose-xml.ts';
import { header } from './message-variants.ts';
import { further, REFERENCES } from './value-variants.ts';

/** Returns texts that XML 1.0 can represent (section 2.2). */
const xmlStrings = () =>
  oddStrings().map((text) => text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''));

/** Names without colon; those that begin with xml are reserved (Namespaces in XML, section 3). */
const xmlNames = () => fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,12}$/).filter((name) => !/^xml/i.test(name));

const names = weighted([4, xmlNames()], [1, fc.constantFrom('é', 'Ω-1', '名', '__proto__', 'constructor')]);

const drawn = drawnOf<Change>('ticket-bridge');

/** Five prefixes that differ; the service's may be empty. Attributes need the others. */
const prefixes = fc
  .tuple(fc.uniqueArray(names, { minLength: 5, maxLength: 5 }), fc.boolean())
  .map(([[soap = 's', ns1 = 't', xsd = 'u', xsi = 'v', soapenc = 'w'], none]) => ({
    ...{ soap, xsd, xsi, soapenc },
    ns1: none ? '' : ns1,
  }));

/** Form of a value. */
const valueForm = fc.record({
  /** `derived`: a type that restricts the documented one. */
  type: fc.constantFrom('xsd:', undefined, 'soapenc:', 'derived'),
  reference: fc.constantFrom(undefined, undefined, undefined, ...Object.values(REFERENCES)),
  /** Decides over references, CDATA sections and comments within. */
  mixed: fc.option(fc.nat(), { nil: undefined }),
  prefix: fc.constantFrom('', 'ns1'),
});
type ValueForm = typeof valueForm extends Arbitrary<infer T> ? T : never;

/** XML Schema part 2, section 3: a type that restricts int and that the value fits. */
function derivedFrom(type: string, value: string) {
  if (type !== 'xsd:int' || Math.abs(Number(value)) >= 2 ** 15) return type;
  return Math.abs(Number(value)) < 2 ** 7 ? 'xsd:byte' : 'xsd:short';
}

const formed = ({ type: stated, mixed, ...form }: ValueForm, { type = '', value }: AnswerPart) => ({
  ...form,
  type: stated === 'derived' ? derivedFrom(type, value) : stated && type.replace('xsd:', stated),
  ...(mixed !== undefined && { content: mixedText(value, mixed) }),
});

/** An element of another namespace. */
const stranger =
  (name: string, attributes = '') =>
  (text: string) =>
    `<x:${name} xmlns:x="urn:more"${attributes}>${escapeXml(text)}</x:${name}>`;

/** Declares the service namespace on an element whose tag begins so. */
const declaredOn = (tag: string) =>
  rewrite((xml) => {
    const declaration = / xmlns:ns1="[^"]*"/.exec(xml)?.[0] ?? '';
    return xml.replace(declaration, '').replace(new RegExp(`<${tag}[^ >]*`), `$&${declaration}`);
  });

const writing = () => [
  drawn('wrapper', names, (name) => wrapper({ name })),
  drawn('values', fc.tuple(valueForm, valueForm), (forms) =>
    everyPart((part, { element = 1 }) => formed(forms[element - 1] ?? forms[0], part)),
  ),
  drawn(
    'further-parts',
    fc.array(
      fc.tuple(
        names.filter((name) => !name.startsWith('s-gensym')),
        xmlStrings(),
      ),
      { maxLength: 4 },
    ),
    (parts) => further(...parts.map(([name, value]) => plainPart(name, undefined, value))),
  ),
  drawn('headers', fc.array(xmlStrings(), { maxLength: 3 }), (texts) =>
    header(texts.map(stranger('Entry', ' soap:mustUnderstand="0"')).join('')),
  ),
  drawn('after-body', fc.array(xmlStrings(), { minLength: 1, maxLength: 2 }), (texts) =>
    answer({ afterBody: texts.map(stranger('More')).join('') }),
  ),
  drawn('declarations', fc.constantFrom('ns1:', 'soap:Body', 'soap:Envelope'), declaredOn),
  drawn('prefixes', prefixes, (value) => rewrite((xml) => prefixed(xml, value))),
  drawn('white-space', fc.nat(), (seed) => rewrite((xml) => loosened(xml, seed))),
];

/** Charsets that a client has to read. */
const READ = Object.values(CHARSETS).flatMap(([charset]) => (charset.encode === 'utf-32le' ? [] : [charset]));

const variants = () => [
  drawn('identifiers', fc.uniqueArray(fc.integer(), { minLength: 60, maxLength: 60 }), (ids) => ({
    operator: 'number',
    argument: (made) => ids[made],
  })),
  drawn('originator', fc.array(xmlStrings(), { minLength: 1, maxLength: 4 }), (texts) =>
    onPart('s-gensym5', (_, { count }) => ({ value: texts[count % texts.length] ?? '' })),
  ),
  drawn(
    'int-writing',
    fc.record({
      before: fc.constantFrom('', ' ', '\n\t'),
      after: fc.constantFrom('', ' ', '\n'),
      zeros: fc.nat({ max: 20 }),
      plus: fc.boolean(),
    }),
    ({ before, after, zeros, plus }) =>
      identifier(({ value }) => ({
        value: value
          .replace(/^(-?)(\d+)$/, `${before}${plus ? '+' : ''}$1${'0'.repeat(zeros)}$2${after}`)
          .replace('+-', '-'),
      })),
  ),
  ...writing(),
  drawn('charset', fc.constantFrom(...READ), (charset) => [
    ...(charset.encode.startsWith('utf') ? [] : [rewrite(withinAscii)]),
    inCharset(charset),
  ]),
  drawn('success-codes', successCodes, (status) => answer({ status })),
  drawn('messages', messageStyles(), (style) => response(styled(style))),
];
/** Variants of which only one can apply: each sets what another sets, or writes a prefix that another renames. */
const ALTERNATIVES: readonly RegExp[] = [
  /\/(type-|untyped|nil-|reference-|parts-|wrapper-|soap-lite|axis|php|envelope-|prefix-|further-|root-)/,
  /\/(type-ncname|originator-|charset|utf-|latin-|iso-|windows-|us-ascii|no-declaration|declaration-|parameter-)/,
  /\/(soap-lite|axis|php|envelope-|prefix-|header-|style-|body-)/,
  /\/(single-quotes|standalone|blank-after|comments|charset|utf-|latin-|iso-|windows-|us-ascii|no-declaration|declaration-|parameter-)/,
  /\/(int-|axis|reference-)/,
  /\/(comments|attributes-spread|single-quotes|namespace-references|prefix-|end-tags)/,
  /\/(chunked|gzip)/,
  /\/(large-|empty-|busy-|closed-|forbidden-|known-late|unsuited-)/,
  /\/status-/,
  /\/(indented|carriage-returns)/,
  /\/(reference-with-style|style-)/,
  /\/(int-|unsuited-)/,
  // A name cannot be written with character references.
  /\/(prefix-odd|us-ascii|latin-|iso-|windows-)/,
];

function arrange(variants: readonly string[]) {
  const order = [...VARIANTS.known().keys()];
  return alternativesApart(variants, ALTERNATIVES).sort((one, other) => order.indexOf(one) - order.indexOf(other));
}

/** Drawn variants of the ticket bridge. */
export const ticketBridgeRandomness = (): Randomness<Change> => ({
  variants: variants(),
  amid: /\/(messages|headers)$/,
  arrange,
});
