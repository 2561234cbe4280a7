/**
 * A response before it is written: the form that SOAP 1.1 leaves free is data, so that variants and faults are small
 * changes of it.
 */
import type { OperationName } from './operations.ts';

export const NAMESPACES = {
  envelope: 'http://schemas.xmlsoap.org/soap/envelope/',
  encoding: 'http://schemas.xmlsoap.org/soap/encoding/',
  schema: 'http://www.w3.org/2001/XMLSchema',
  instance: 'http://www.w3.org/2001/XMLSchema-instance',
} as const;

/** Returns the attribute encodingStyle. */
export const style = (uri: string, prefix = 'soap:'): string => ` ${prefix}encodingStyle="${uri}"`;
export const STYLE = style(NAMESPACES.encoding);

export type AnswerPart = Readonly<{
  name: string;
  /** Prefix of the element, without colon; empty: none. */
  prefix: string;
  /** The value of xsi:type, such as `xsd:int`; undefined: not stated. */
  type: string | undefined;
  value: string;
  /** XML that replaces the escaped value. */
  content: string | undefined;
  /** Further attributes, as XML, each with a space before it. */
  attributes: string;
  /** Set if the part refers to an independent element instead of stating type and value. */
  reference: Reference | undefined;
}>;

type Reference = Readonly<{
  /** Default: `#` and an id that `element` gets. */
  href?: string;
  element?: (id: string, part: AnswerPart) => string;
  /** The element is before the response. */
  before?: true;
}>;

export type Wrapper = Readonly<{
  prefix: string;
  name: string;
  namespace: string;
  attributes: string;
}>;

export type Answer = Readonly<{
  status: number;
  headers: readonly (readonly [string, string])[];
  contentType: string | undefined;
  /** Text before the root element. */
  declaration: string;
  /** Prefix and namespace of the envelope. */
  prefix: string;
  namespace: string;
  /** Attributes as XML, each with a space before it. */
  envelopeAttributes: string;
  bodyAttributes: string;
  /** XML at these places. */
  beforeBody: string;
  beforeWrapper: string;
  afterWrapper: string;
  afterBody: string;
  wrapper: Wrapper;
  /** White space between elements. */
  space: string;
  parts: readonly AnswerPart[];
  /** A fault instead of a response. */
  fault: { readonly code: string; readonly string: string } | undefined;
  encode: (xml: string) => Uint8Array;
}>;

export const plainPart = (name: string, type: string | undefined, value: string): AnswerPart => ({
  ...{ name, type, value },
  ...{ prefix: '', content: undefined, attributes: '', reference: undefined },
});

/** Returns the response to an operation that was performed, in the plainest form. */
export function responseAnswer(operation: OperationName | '', parts: readonly AnswerPart[], namespace: string): Answer {
  return {
    ...{ status: 200, headers: [], contentType: 'text/xml; charset=utf-8' },
    declaration: '<?xml version="1.0" encoding="UTF-8"?>\n',
    ...{ prefix: 'soap', namespace: NAMESPACES.envelope },
    envelopeAttributes: ` xmlns:xsi="${NAMESPACES.instance}" xmlns:xsd="${NAMESPACES.schema}" xmlns:soapenc="${NAMESPACES.encoding}"`,
    ...{ bodyAttributes: '', beforeBody: '', beforeWrapper: '', afterWrapper: '', afterBody: '', space: '' },
    wrapper: { prefix: 'ns1', name: `${operation}Response`, namespace, attributes: STYLE },
    parts,
    fault: undefined,
    encode: (xml) => new TextEncoder().encode(xml),
  };
}

/** Members of a response that is a SOAP fault (SOAP 1.1, sections 4.4 and 6.2). */
export const soapFault = (code: string, string: string, status = 500): Partial<Answer> => ({
  status,
  fault: { code, string },
});

/** Returns the response to a request that was rejected. */
export const refusalAnswer = ({ code, message }: { readonly code: string; readonly message: string }): Answer => ({
  ...responseAnswer('', [], ''),
  ...soapFault(code, message),
});

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};
export const escapeXml = (text: string): string => text.replace(/[&<>"\r]/g, (character) => REFERENCES[character]!);

/** Returns the attribute xsi:type of a part, and its value as XML. */
export const typeOf = ({ type }: AnswerPart): string => (type === undefined ? '' : ` xsi:type="${type}"`);
export const contentOf = ({ content, value }: AnswerPart): string => content ?? escapeXml(value);

const tag = (prefix: string, name: string) => (prefix === '' ? name : `${prefix}:${name}`);
const declare = (prefix: string, namespace: string) =>
  ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${escapeXml(namespace)}"`;

/** Writes a response without its declaration. */
export function writeXml(answer: Answer): string {
  const { prefix, space } = answer;
  const [envelope, body] = [tag(prefix, 'Envelope'), tag(prefix, 'Body')];
  const { before, inner, after } = answer.fault ? writeFault(answer) : writeResponse(answer);
  return [
    `<${envelope}${declare(prefix, answer.namespace)}${answer.envelopeAttributes}>${answer.beforeBody}`,
    `<${body}${answer.bodyAttributes}>${answer.beforeWrapper}${before}${space}`,
    inner,
    `${space}${after}${answer.afterWrapper}</${body}>${answer.afterBody}</${envelope}>`,
  ].join(space);
}

/** Returns what is in the body: an element, with independent elements on both sides. */
function writeFault({ prefix, fault }: Answer) {
  const name = tag(prefix, 'Fault');
  const inner = `<${name}><faultcode>${tag(prefix, fault?.code ?? '')}</faultcode><faultstring>${escapeXml(fault?.string ?? '')}</faultstring></${name}>`;
  return { before: '', inner, after: '' };
}

function writeResponse({ wrapper, parts, space }: Answer) {
  const name = tag(wrapper.prefix, wrapper.name);
  let [before, after] = ['', ''];
  const written = parts.map((part, index) => {
    const element = tag(part.prefix, part.name);
    const { reference } = part;
    if (reference) {
      const independent = reference.element?.(`id${index}`, part) ?? '';
      if (reference.before) before += independent;
      else after += independent;
      return `${space}<${element} href="${reference.href ?? `#id${index}`}"${part.attributes}></${element}>`;
    }
    return `${space}<${element}${typeOf(part)}${part.attributes}>${contentOf(part)}</${element}>`;
  });
  const inner = `<${name}${declare(wrapper.prefix, wrapper.namespace)}${wrapper.attributes}>${written.join('')}${space}</${name}>`;
  return { before, inner, after };
}
