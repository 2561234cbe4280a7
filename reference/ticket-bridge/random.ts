/** Randomly drawn ticket bridges. */
import fc, { type Arbitrary } from 'fast-check';
import { drawnVariant, type Randomness } from '../random.ts';
import { messageStyles, styledMessage } from '../random-http.ts';
import { escapeXml } from './answer.ts';
import { CHARSETS, inCharset, referred } from './charsets.ts';
import type { Form } from './form.ts';
import { answer, type Change, identifier, onPart, rewrite, send } from './operators.ts';
import { ticketBridgeFaultsDrawn, xmlStrings } from './random-faults.ts';
import { VARIANTS } from './variants.ts';

/** Names without colon; those that begin with xml are reserved (Namespaces in XML, section 3). */
const xmlNames = (): Arbitrary<string> =>
  fc
    .oneof(
      { weight: 4, arbitrary: fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,10}$/) },
      { weight: 1, arbitrary: fc.constantFrom('é', 'Ω-1', '名', '__proto__', 'constructor') },
    )
    .filter((name) => !/^xml/i.test(name));

const freedom = <T>(
  what: string,
  title: string,
  values: Arbitrary<T>,
  changes: (value: T) => Change | readonly Change[],
) => drawnVariant<T, Change>(`ticket-bridge/freedom/${what}`, title, values, changes);

/** Something that the form of a message leaves open. */
const formed = (what: string, title: string, values: Arbitrary<Partial<Form>>) =>
  freedom(what, title, values, (argument) => ({ operator: 'form', argument }));

/** Five prefixes that differ; the service's may be empty. Attributes need the others. */
const prefixes = fc
  .tuple(fc.uniqueArray(xmlNames(), { minLength: 5, maxLength: 5 }), fc.boolean())
  .map(([[soap = 's', service = 't', schema = 'u', instance = 'v', encoding = 'w'], none]) => ({
    ...{ soap, schema, instance, encoding },
    service: none ? '' : service,
  }));

const valueForm = fc.record({
  type: fc.constantFrom('schema', 'none', 'encoding', 'derived'),
  reference: fc.constantFrom('inline', 'inline', 'inline', 'after', 'before', 'chain'),
  seed: fc.nat(),
  mixed: fc.boolean(),
  qualified: fc.boolean(),
});

const further = fc.array(
  fc.record({ name: xmlNames().filter((name) => !name.startsWith('s-gensym')), value: xmlStrings() }),
  { maxLength: 4 },
);

const forms = () => [
  formed('prefixes', 'any prefixes, and the service namespace as the default one', fc.record({ prefixes })),
  formed('schema', 'XML Schema of any draft', fc.record({ schema: fc.constantFrom('2001', '2000/10', '1999') })),
  formed(
    'declarations',
    'the service namespace is declared anywhere in scope',
    fc.record({ declaredOn: fc.constantFrom('wrapper', 'body', 'envelope') }),
  ),
  formed(
    'encoding-style',
    'encodingStyle stands anywhere in scope',
    fc.record({ styleOn: fc.constantFrom('wrapper', 'body', 'envelope', 'parts') }),
  ),
  formed('wrapper', 'the response element has any name', fc.record({ wrapper: xmlNames() })),
  formed(
    'values',
    'values inline or by reference, with or without type, in character references, CDATA and comments',
    fc.record({ values: fc.tuple(valueForm, valueForm) }),
  ),
  formed('further-parts', 'parts behind the documented ones', fc.record({ further })),
  formed(
    'headers',
    'headers that need not be understood',
    fc.record({ headers: fc.array(xmlStrings(), { maxLength: 3 }) }),
  ),
  formed(
    'after-body',
    'elements of other namespaces behind the Body',
    fc.record({ afterBody: fc.array(xmlStrings(), { minLength: 1, maxLength: 2 }) }),
  ),
  formed(
    'white-space',
    'white space and comments between elements, quotes and order of attributes',
    fc.record({ seed: fc.nat(), loose: fc.constant(true) }),
  ),
];

/** Text beyond ASCII as references; names beyond it get other letters, tags' both ends alike. */
const withinAscii = (xml: string): string =>
  xml.replace(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[^>]*>|[^<]+/g, (piece) => {
    if (piece.startsWith('<![CDATA[')) return referred(escapeXml(piece.slice(9, -3)));
    return piece.startsWith('<') && !piece.startsWith('<!')
      ? referred(piece).replace(/&#(\w+);/g, 'x$1')
      : referred(piece);
  });

/** Those that a client has to read. */
const READ = CHARSETS.filter(([id]) => id !== 'utf-32le-marked');

const freedoms = () => [
  freedom(
    'identifiers',
    'any ints as identifiers of tickets',
    fc.uniqueArray(fc.integer(), { minLength: 60, maxLength: 60 }),
    (ids) => ({ operator: 'number', argument: (made) => ids[made] }),
  ),
  freedom(
    'originator',
    'any originator that XML can say',
    fc.array(xmlStrings(), { minLength: 1, maxLength: 4 }),
    (texts) => onPart('s-gensym5', (_, { count }) => ({ value: texts[count % texts.length] ?? '' })),
  ),
  ...forms(),
  freedom(
    'int-writing',
    'ints with white space around, signs, leading zeros (XML Schema part 2, section 3.3.17)',
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
  freedom(
    'charset',
    'any charset, named in any way',
    fc.constantFrom(...READ.map(([, , charset]) => charset)),
    (charset) => [...(charset.encode.startsWith('utf') ? [] : [rewrite(withinAscii)]), inCharset(charset)],
  ),
  freedom(
    'success-codes',
    'any code of success that has a body',
    fc.integer({ min: 200, max: 299 }).filter((status) => ![204, 205, 206].includes(status)),
    (status) => answer({ status }),
  ),
  freedom(
    'messages',
    'headers in any case and order and further ones, content codings, chunks, a moment of delay',
    messageStyles(),
    (style) =>
      send((response, { request }) => styledMessage(response, style, request.headers['accept-encoding'] ?? '')),
  ),
];
/** Variants of which only one can hold: each sets what another sets, or writes a prefix that another renames. */
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

function arrange(variants: readonly string[]): string[] {
  const order = [...VARIANTS.keys()];
  const kept: string[] = [];
  for (const id of variants) {
    const taken = ALTERNATIVES.some((group) => group.test(id) && kept.some((other) => group.test(other)));
    if (!taken) kept.push(id);
  }
  return kept.sort((one, other) => order.indexOf(one) - order.indexOf(other));
}

/** Drawn variants and faults of the ticket bridge. */
export const ticketBridgeRandomness = (): Randomness<Change> => ({
  variants: freedoms(),
  faults: ticketBridgeFaultsDrawn(),
  arrange,
  // Drawn forms write the answer from scratch; what is left is around it.
  holdsBeside: (id) => /\/(status-|http-headers)/.test(id),
});
