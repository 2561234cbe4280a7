/** Randomly drawn ticket bridges. */
import fc, { type Arbitrary } from 'fast-check';
import { type DrawnVariant, drawnVariant, type Randomness } from '../random.ts';
import { messageStyles, styledMessage } from '../random-http.ts';
import { oddStrings } from '../random-json.ts';
import type { Answer } from './answer.ts';
import type { Behaviour } from './behaviour.ts';
import { type Form, type ValueForm, writeForm } from './random-form.ts';
import { ticketBridgeViolations } from './random-violations.ts';
import { ticketBridgeVariants } from './variants.ts';

/** Characters that XML 1.0 has (section 2.2). */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
export const xmlStrings = (): Arbitrary<string> => oddStrings().map((text) => text.replace(NOT_XML, ''));

/** Names without colon; those that begin with xml are reserved (Namespaces in XML, section 3). */
export const xmlNames = (): Arbitrary<string> =>
  fc
    .oneof(
      { weight: 4, arbitrary: fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,10}$/) },
      { weight: 1, arbitrary: fc.constantFrom('é', 'Ω-1', '名', '__proto__', 'constructor') },
    )
    .filter((name) => !/^xml/i.test(name));

const PLAIN_VALUE: ValueForm = { type: 'schema', reference: 'inline', seed: 0, mixed: false, qualified: false };
const PLAIN: Form = {
  prefixes: { soap: 'soap', service: 'ns1', schema: 'xsd', instance: 'xsi', encoding: 'soapenc' },
  schema: '2001',
  declaredOn: 'wrapper',
  styleOn: 'wrapper',
  wrapper: 'response',
  values: [PLAIN_VALUE, PLAIN_VALUE],
  further: [],
  headers: undefined,
  afterBody: [],
  seed: 0,
  loose: false,
};

const forms = new WeakMap<Answer, Form>();

/** Changes the form of a response; the first change makes it be written from the form. */
function reform(change: Partial<Form>): Behaviour {
  return {
    answer(answer) {
      if (answer.fault) return;
      const known = forms.get(answer);
      if (known === undefined)
        answer.rewrite.unshift(() => `${answer.declaration}${writeForm(answer, forms.get(answer) ?? PLAIN)}`);
      forms.set(answer, { ...(known ?? { ...PLAIN, wrapper: answer.wrapper.name }), ...change });
    },
  };
}

const formFreedom = <T>(
  what: string,
  title: string,
  values: Arbitrary<T>,
  change: (value: T) => Partial<Form>,
): DrawnVariant<Behaviour> =>
  drawnVariant(`ticket-bridge/freedom/${what}`, title, values, (value) => reform(change(value)));

/** Five prefixes that differ; the service's may be empty. Attributes need the others. */
const prefixes = fc
  .tuple(fc.uniqueArray(xmlNames(), { minLength: 5, maxLength: 5 }), fc.boolean())
  .map(([[soap = 's', service = 't', schema = 'u', instance = 'v', encoding = 'w'], none]) => ({
    soap,
    service: none ? '' : service,
    schema,
    instance,
    encoding,
  }));

const valueForm: Arbitrary<ValueForm> = fc.record({
  type: fc.constantFrom('schema', 'none', 'encoding', 'derived'),
  reference: fc.oneof(
    { weight: 3, arbitrary: fc.constant('inline' as const) },
    { weight: 2, arbitrary: fc.constantFrom('after', 'before', 'chain') },
  ),
  seed: fc.nat(),
  mixed: fc.boolean(),
  qualified: fc.boolean(),
});

const writing = (): DrawnVariant<Behaviour>[] => [
  formFreedom('prefixes', 'any prefixes, and the service namespace as the default one', prefixes, (value) => ({
    prefixes: value,
  })),
  formFreedom(
    'schema',
    'XML Schema of any draft',
    fc.constantFrom<Form['schema']>('2001', '2000/10', '1999'),
    (schema) => ({ schema }),
  ),
  formFreedom(
    'declarations',
    'the service namespace is declared anywhere in scope',
    fc.constantFrom<Form['declaredOn']>('wrapper', 'body', 'envelope'),
    (declaredOn) => ({ declaredOn }),
  ),
  formFreedom(
    'encoding-style',
    'encodingStyle stands anywhere in scope',
    fc.constantFrom<Form['styleOn']>('wrapper', 'body', 'envelope', 'parts'),
    (styleOn) => ({ styleOn }),
  ),
  formFreedom('wrapper', 'the response element has any name', xmlNames(), (wrapper) => ({ wrapper })),
  formFreedom(
    'values',
    'values inline or by reference, with or without type, in character references, CDATA and comments',
    fc.tuple(valueForm, valueForm),
    (values) => ({ values }),
  ),
  formFreedom(
    'further-parts',
    'parts behind the documented ones',
    fc
      .array(fc.record({ name: xmlNames(), value: xmlStrings() }), { maxLength: 4 })
      .map((all) => all.filter(({ name }) => !name.startsWith('s-gensym'))),
    (further) => ({ further }),
  ),
  formFreedom(
    'headers',
    'headers that need not be understood',
    fc.array(xmlStrings(), { maxLength: 3 }),
    (headers) => ({ headers }),
  ),
  formFreedom(
    'after-body',
    'elements of other namespaces behind the Body',
    fc.array(xmlStrings(), { minLength: 1, maxLength: 2 }),
    (afterBody) => ({
      afterBody,
    }),
  ),
  formFreedom(
    'white-space',
    'white space and comments between elements, quotes and order of attributes',
    fc.nat(),
    (seed) => ({ seed, loose: true }),
  ),
];

const originators = (): DrawnVariant<Behaviour> =>
  drawnVariant(
    'ticket-bridge/freedom/originator',
    'any originator that XML can say',
    fc.array(xmlStrings(), { minLength: 1, maxLength: 4 }),
    (texts): Behaviour => ({
      answer: (answer, { count }) => {
        const part = answer.parts.find(({ name }) => name === 's-gensym5');
        if (part) part.value = texts[count % texts.length] ?? '';
      },
    }),
  );

const identifiers = (): DrawnVariant<Behaviour> =>
  drawnVariant(
    'ticket-bridge/freedom/identifiers',
    'any ints as identifiers of tickets',
    fc.uniqueArray(fc.integer(), { minLength: 60, maxLength: 60 }),
    (ids): Behaviour => ({ nextTicket: (made) => ids[made] }),
  );

const intForms = (): DrawnVariant<Behaviour> =>
  drawnVariant(
    'ticket-bridge/freedom/int-writing',
    'ints with white space around, signs, leading zeros (XML Schema part 2, section 3.3.17)',
    fc.record({
      before: fc.constantFrom('', ' ', '\n\t'),
      after: fc.constantFrom('', ' ', '\n'),
      zeros: fc.nat({ max: 20 }),
      plus: fc.boolean(),
    }),
    ({ before, after, zeros, plus }): Behaviour => ({
      answer: (answer) => {
        const part = answer.parts.find(({ name }) => name === 's-gensym3');
        const [, sign = '', digits = ''] = /^(-?)(\d+)$/.exec(part?.value ?? '') ?? [];
        if (part && digits !== '')
          part.value = `${before}${sign === '' && plus ? '+' : sign}${'0'.repeat(zeros)}${digits}${after}`;
      },
    }),
  );

interface Charset {
  readonly declared: string | undefined;
  readonly parameter: string | undefined;
  readonly encode: (xml: string) => Uint8Array;
  /** The last character that it has. */
  readonly last: number;
}

const utf8 = (xml: string): Uint8Array => new TextEncoder().encode(xml);
const latin1 = (xml: string): Uint8Array => Buffer.from(xml, 'latin1');
const utf16 = (xml: string): Uint8Array => Buffer.from(`\ufeff${xml}`, 'utf16le');
const utf16be = (xml: string): Uint8Array => Buffer.from(`\ufeff${xml}`, 'utf16le').swap16();

/** XML 1.0 section 4.3.3, RFC 7303: what names the charset, and what is then sent. */
const CHARSETS: Readonly<Record<string, Charset>> = {
  'utf-8': { declared: 'UTF-8', parameter: 'utf-8', encode: utf8, last: 0x10ffff },
  'utf-8 by nothing': { declared: undefined, parameter: undefined, encode: utf8, last: 0x10ffff },
  'utf-8 by declaration': { declared: 'utf-8', parameter: undefined, encode: utf8, last: 0x10ffff },
  'utf-8 with a mark': {
    declared: undefined,
    parameter: 'UTF-8',
    encode: (xml) => utf8(`\ufeff${xml}`),
    last: 0x10ffff,
  },
  'utf-16': { declared: 'UTF-16', parameter: undefined, encode: utf16, last: 0x10ffff },
  'utf-16 high byte first': { declared: undefined, parameter: 'utf-16', encode: utf16be, last: 0x10ffff },
  'latin-1': { declared: 'ISO-8859-1', parameter: undefined, encode: latin1, last: 0x7f },
  'latin-1 by parameter': { declared: undefined, parameter: '"iso-8859-1"', encode: latin1, last: 0x7f },
  ascii: { declared: 'US-ASCII', parameter: 'us-ascii', encode: latin1, last: 0x7f },
};

/** Text beyond a charset as references; names beyond it get other letters, tags' both ends alike. */
function within(xml: string, last: number): string {
  if (last >= 0x10ffff) return xml;
  const others = new RegExp(`[\\u{${(last + 1).toString(16)}}-\\u{10ffff}]`, 'gu');
  return xml.replace(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[^>]*>|[^<]+/g, (piece) => {
    const referred = (text: string): string => text.replace(others, (character) => `&#${character.codePointAt(0)};`);
    if (piece.startsWith('<![CDATA[')) return referred(escapedCdata(piece));
    if (!piece.startsWith('<') || piece.startsWith('<!')) return referred(piece);
    return piece.replace(others, (character) => `x${character.codePointAt(0)?.toString(16)}`);
  });
}

const escapedCdata = (section: string): string =>
  section
    .slice(9, -3)
    .replace(/[&<>]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character] ?? character);

const charsets = (): DrawnVariant<Behaviour> =>
  drawnVariant(
    'ticket-bridge/freedom/charset',
    'any charset, named in any way',
    fc.constantFrom(...Object.keys(CHARSETS)),
    (name): Behaviour => ({
      answer: (answer) => {
        const charset = CHARSETS[name];
        if (charset === undefined) return;
        answer.declaration =
          charset.declared === undefined ? '' : `<?xml version='1.0' encoding='${charset.declared}'?>`;
        answer.contentType = charset.parameter === undefined ? 'text/xml' : `text/xml;charset=${charset.parameter}`;
        answer.rewrite.push((xml) => within(xml, charset.last));
        answer.encode = charset.encode;
      },
    }),
  );

const statuses = (): DrawnVariant<Behaviour> =>
  drawnVariant(
    'ticket-bridge/freedom/success-codes',
    'any code of success that has a body',
    fc.integer({ min: 200, max: 299 }).filter((status) => ![204, 205, 206].includes(status)),
    (status): Behaviour => ({
      answer: (answer) => {
        if (!answer.fault) answer.status = status;
      },
    }),
  );

const messages = (): DrawnVariant<Behaviour> =>
  drawnVariant(
    'ticket-bridge/freedom/messages',
    'headers in any case and order and further ones, content codings, chunks, a moment of delay',
    messageStyles(),
    (style): Behaviour => ({
      answer: (answer, { request }) =>
        void answer.send.push((response) => styledMessage(response, style, request.headers['accept-encoding'] ?? '')),
    }),
  );

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
  const order = new Map(ticketBridgeVariants().map(({ id }, at) => [id, at]));
  const kept: string[] = [];
  for (const id of variants) {
    const taken = ALTERNATIVES.some((group) => group.test(id) && kept.some((other) => group.test(other)));
    if (!taken) kept.push(id);
  }
  return kept.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
}

/** Freedoms and violations of the ticket bridge. */
export function ticketBridgeRandomness(): Randomness<Behaviour> {
  return {
    variants: [identifiers(), originators(), ...writing(), intForms(), charsets(), statuses(), messages()],
    faults: ticketBridgeViolations(),
    arrange,
    // Freedoms write the answer from scratch; what is left is around it.
    holdsBeside: (id) => /\/(status-|http-headers)/.test(id),
  };
}
