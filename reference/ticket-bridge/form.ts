/** A lawful answer written from scratch, in any form that SOAP 1.1, XML 1.0 and XML Namespaces allow. */
import { numbersOf, pick } from '../random.ts';
import { type Answer, escapeXml, NAMESPACES } from './answer.ts';

/** How one value is written. */
export interface ValueForm {
  /** `none`: no xsi:type. `derived`: a type that restricts the documented one. */
  readonly type: 'none' | 'schema' | 'encoding' | 'derived';
  readonly reference: 'inline' | 'after' | 'before' | 'chain';
  /** Decides over character references, CDATA sections and comments within. */
  readonly seed: number;
  readonly mixed: boolean;
  readonly qualified: boolean;
}

/** A part beyond the documented ones. */
export interface FurtherPart {
  readonly name: string;
  readonly value: string;
}

export interface Form {
  readonly prefixes: {
    readonly soap: string;
    readonly service: string;
    readonly schema: string;
    readonly instance: string;
    readonly encoding: string;
  };
  /** Draft of XML Schema by year. */
  readonly schema: '2001' | '2000/10' | '1999';
  /** The element that declares the service namespace. */
  readonly declaredOn: 'envelope' | 'body' | 'wrapper';
  readonly styleOn: 'envelope' | 'body' | 'wrapper' | 'parts';
  /** The name of the response element; undefined: as the answer has it. */
  readonly wrapper: string | undefined;
  readonly values: readonly [ValueForm, ValueForm];
  readonly further: readonly FurtherPart[];
  /** Text of header entries; undefined: no Header. */
  readonly headers: readonly string[] | undefined;
  readonly afterBody: readonly string[];
  /** Decides over white space, comments, quotes and the order of attributes. */
  readonly seed: number;
  readonly loose: boolean;
}

const PLAIN_VALUE: ValueForm = { type: 'schema', reference: 'inline', seed: 0, mixed: false, qualified: false };
export const PLAIN: Form = {
  prefixes: { soap: 'soap', service: 'ns1', schema: 'xsd', instance: 'xsi', encoding: 'soapenc' },
  schema: '2001',
  declaredOn: 'wrapper',
  styleOn: 'wrapper',
  wrapper: undefined,
  values: [PLAIN_VALUE, PLAIN_VALUE],
  further: [],
  headers: undefined,
  afterBody: [],
  seed: 0,
  loose: false,
};

const SCHEMAS = {
  '2001': NAMESPACES.schema,
  '2000/10': 'http://www.w3.org/2000/10/XMLSchema',
  '1999': 'http://www.w3.org/1999/XMLSchema',
} as const;

type Attribute = readonly [name: string, value: string];

const SPACE = ['', '', ' ', '\n', '\r\n\t', '<!-- & < -->', '\n<!---->\n'] as const;

/** Writes the parts of an answer in a form. Only characters that XML has may be in values. */
export function writeForm(answer: Answer, form: Form): string {
  const next = numbersOf(form.seed);
  const { prefixes } = form;
  const named = (prefix: string, local: string): string => (prefix === '' ? local : `${prefix}:${local}`);
  const gap = (): string => (form.loose ? pick(SPACE, next) : '');
  const attributes = (list: readonly Attribute[]): string => {
    const ordered = form.loose && next() < 0.5 ? [...list].reverse() : list;
    return ordered.map(([name, value]) => attributeText(name, value, form.loose ? next : undefined)).join('');
  };
  const element = (name: string, list: readonly Attribute[], content: string): string => {
    if (content === '' && form.loose && next() < 0.5) return `<${name}${attributes(list)} />`;
    return `<${name}${attributes(list)}>${content}</${name}${form.loose && next() < 0.3 ? '\n' : ''}>`;
  };
  const declared = (prefix: string, namespace: string): Attribute => [
    prefix === '' ? 'xmlns' : `xmlns:${prefix}`,
    namespace,
  ];
  const style: Attribute = [named(prefixes.soap, 'encodingStyle'), NAMESPACES.encoding];
  const on = (place: Form['styleOn']): Attribute[] => (form.styleOn === place ? [style] : []);
  const service = declared(prefixes.service, answer.wrapper.namespace);
  const declaring = (place: Form['declaredOn']): Attribute[] => (form.declaredOn === place ? [service] : []);

  const outside: { before: string; after: string } = { before: '', after: '' };
  const parts = answer.parts.map((part, index) => {
    const value = form.values[index] ?? form.values[0];
    const stated = statedType(part.type, part.value, value, prefixes);
    const type: Attribute[] = stated === undefined ? [] : [[named(prefixes.instance, 'type'), stated]];
    const content = value.mixed ? mixedText(part.value, numbersOf(value.seed)) : escapeXml(part.value);
    // A default namespace is the service's here, so a name without prefix would be in it either way.
    const name = value.qualified ? named(prefixes.service, part.name) : part.name;
    const inNone: Attribute[] = !value.qualified && prefixes.service === '' ? [['xmlns', '']] : [];
    if (value.reference === 'inline') return element(name, [...inNone, ...type, ...on('parts')], content);
    const id = `v${index}`;
    const target = element(
      'multiRef',
      [['id', value.reference === 'chain' ? `${id}x` : id], ...noNamespace(prefixes), ...type, ...on('parts')],
      content,
    );
    const link =
      value.reference === 'chain'
        ? element('multiRef', [['id', id], ['href', `#${id}x`], ...noNamespace(prefixes)], '')
        : '';
    if (value.reference === 'before') outside.before += target + gap();
    else outside.after += `${gap()}${link}${gap()}${target}`;
    return element(name, [...inNone, ['href', `#${id}`], ...on('parts')], '');
  });
  const further = form.further.map(({ name, value }) => element(name, noNamespace(prefixes), escapeXml(value)));
  const inner = [...parts, ...further].map((part) => gap() + part).join('') + gap();
  const wrapper = element(
    named(prefixes.service, form.wrapper ?? answer.wrapper.name),
    [...declaring('wrapper'), ...on('wrapper')],
    inner,
  );
  const body = element(
    named(prefixes.soap, 'Body'),
    [...declaring('body'), ...on('body')],
    `${gap()}${outside.before}${wrapper}${outside.after}${gap()}`,
  );
  const headers = form.headers?.map((text, index) =>
    element(
      `h:Entry${index}`,
      [
        ['xmlns:h', 'urn:headers'],
        [named(prefixes.soap, 'mustUnderstand'), '0'],
      ],
      escapeXml(text),
    ),
  );
  const header = headers === undefined ? '' : element(named(prefixes.soap, 'Header'), [], headers.join(gap()));
  const after = form.afterBody.map((text) => element('a:More', [['xmlns:a', 'urn:more']], escapeXml(text)));
  return element(
    named(prefixes.soap, 'Envelope'),
    [
      declared(prefixes.soap, NAMESPACES.envelope),
      declared(prefixes.schema, SCHEMAS[form.schema]),
      declared(prefixes.instance, form.schema === '2001' ? NAMESPACES.instance : `${SCHEMAS[form.schema]}-instance`),
      declared(prefixes.encoding, NAMESPACES.encoding),
      ...declaring('envelope'),
      ...on('envelope'),
    ],
    [header, body, ...after].map((child) => gap() + child).join('') + gap(),
  );
}

/** Independent elements and further parts stand in no namespace, also where the service's is the default. */
const noNamespace = ({ service }: Form['prefixes']): Attribute[] => (service === '' ? [['xmlns', '']] : []);

/** XML Schema part 2, section 3: types that restrict the documented one and that the value fits. */
function statedType(
  written: string | undefined,
  value: string,
  form: ValueForm,
  prefixes: Form['prefixes'],
): string | undefined {
  const local = written?.replace(/^.*:/, '') ?? '';
  if (form.type === 'none') return undefined;
  if (form.type === 'encoding') return `${prefixes.encoding}:${local}`;
  const derived =
    local === 'int'
      ? Math.abs(Number(value)) < 128
        ? 'byte'
        : Math.abs(Number(value)) < 32_768
          ? 'short'
          : 'int'
      : 'string';
  return `${prefixes.schema}:${form.type === 'derived' ? derived : local}`;
}

function attributeText(name: string, value: string, next: (() => number) | undefined): string {
  const safe = value.replace(/[&<"'\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
  if (next === undefined) return ` ${name}="${safe}"`;
  const quote = next() < 0.5 ? '"' : "'";
  return `${pick([' ', '\n', ' \t'], next)}${name}${pick(['', ' '], next)}=${pick(['', '\n'], next)}${quote}${safe}${quote}`;
}

/** A text as raw characters, references, CDATA sections, with comments between. */
function mixedText(text: string, next: () => number): string {
  return [...text]
    .map((character) => {
      const written = pick(['raw', 'raw', 'raw', 'decimal', 'hexadecimal', 'cdata', 'comment'], next);
      const code = character.codePointAt(0) ?? 0;
      if (written === 'decimal') return `&#${code};`;
      if (written === 'hexadecimal') return `&#x${code.toString(16)};`;
      if (written === 'cdata' && character !== '\r') return `<![CDATA[${character}]]>`;
      return written === 'comment' ? `<!-- between -->${escapeXml(character)}` : escapeXml(character);
    })
    .join('');
}
