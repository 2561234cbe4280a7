/** An answer before it is written: the form that SOAP 1.1 leaves free is data, so that variants and faults are small changes of it. */
import type { ReferenceResponse } from '../types.ts';
import { type Names, type OperationName, wireName } from './operations.ts';
import type { Refusal } from './tickets.ts';

export const NAMESPACES = {
  envelope: 'http://schemas.xmlsoap.org/soap/envelope/',
  encoding: 'http://schemas.xmlsoap.org/soap/encoding/',
  schema: 'http://www.w3.org/2001/XMLSchema',
  instance: 'http://www.w3.org/2001/XMLSchema-instance',
} as const;

export interface AnswerPart {
  /** The document's word; renaming happens when it is written. */
  name: string;
  /** Prefix of the element, without colon; empty: none. */
  prefix: string;
  /** The value of xsi:type, such as `xsd:int`; undefined: not stated. */
  type: string | undefined;
  value: string;
  /** XML that stands in the place of the escaped value. */
  content: string | undefined;
  /** Further attributes, as XML, each with a space before it. */
  attributes: string;
}

export interface Answer {
  status: number;
  headers: [string, string][];
  contentType: string | undefined;
  /** Text before the root element. */
  declaration: string;
  soap: { prefix: string; namespace: string };
  /** Attributes as XML, each with a space before it. */
  envelopeAttributes: string;
  bodyAttributes: string;
  /** XML at these places. */
  beforeBody: string;
  beforeWrapper: string;
  afterWrapper: string;
  afterBody: string;
  wrapper: { prefix: string; name: string; namespace: string; attributes: string };
  /** White space between elements. */
  space: string;
  parts: AnswerPart[];
  /** A fault instead of a response. */
  fault: { code: string; string: string } | undefined;
  /** Changes of the finished text, in order. */
  rewrite: ((xml: string) => string)[];
  encode: (xml: string) => Uint8Array;
  /** Changes of what is sent, in order. */
  send: ((response: ReferenceResponse) => ReferenceResponse)[];
}

const utf8 = (xml: string): Uint8Array => new TextEncoder().encode(xml);

/** An answer in the plainest form; `parts` are filled where it is a response. */
function plainAnswer(namespace: string, wrapperName: string): Answer {
  return {
    status: 200,
    headers: [],
    contentType: 'text/xml; charset=utf-8',
    declaration: '<?xml version="1.0" encoding="UTF-8"?>\n',
    soap: { prefix: 'soap', namespace: NAMESPACES.envelope },
    envelopeAttributes: ` xmlns:xsi="${NAMESPACES.instance}" xmlns:xsd="${NAMESPACES.schema}" xmlns:soapenc="${NAMESPACES.encoding}"`,
    bodyAttributes: '',
    beforeBody: '',
    beforeWrapper: '',
    afterWrapper: '',
    afterBody: '',
    wrapper: {
      prefix: 'ns1',
      name: wrapperName,
      namespace,
      attributes: ` soap:encodingStyle="${NAMESPACES.encoding}"`,
    },
    space: '',
    parts: [],
    fault: undefined,
    rewrite: [],
    encode: utf8,
    send: [],
  };
}

/** The answer to an operation that was performed. */
export function responseAnswer(
  operation: OperationName,
  id: number,
  originator: string,
  namespace: string,
  names: Names,
): Answer {
  const part = (name: string, type: string, value: string): AnswerPart => ({
    name,
    prefix: '',
    type,
    value,
    content: undefined,
    attributes: '',
  });
  const answer = plainAnswer(namespace, `${wireName(names, operation)}Response`);
  answer.parts = [part('s-gensym3', 'xsd:int', String(id)), part('s-gensym5', 'xsd:string', originator)];
  return answer;
}

/** The answer to a request that was refused (SOAP 1.1, sections 4.4 and 6.2). */
export function faultAnswer({ code, message }: Refusal): Answer {
  return { ...plainAnswer('', ''), status: 500, fault: { code, string: message } };
}

export const escapeXml = (text: string): string =>
  text.replace(
    /[&<>"\r]/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' })[character]!,
  );

const tag = (prefix: string, name: string): string => (prefix === '' ? name : `${prefix}:${name}`);
const declare = (prefix: string, namespace: string): string =>
  prefix === '' ? ` xmlns="${escapeXml(namespace)}"` : ` xmlns:${prefix}="${escapeXml(namespace)}"`;

function writeXml(answer: Answer, names: Names): string {
  const { soap, space } = answer;
  const [envelope, body] = [tag(soap.prefix, 'Envelope'), tag(soap.prefix, 'Body')];
  const inner = answer.fault ? writeFault(answer) : writeResponse(answer, names);
  return [
    `${answer.declaration}<${envelope}${declare(soap.prefix, soap.namespace)}${answer.envelopeAttributes}>${answer.beforeBody}`,
    `<${body}${answer.bodyAttributes}>${answer.beforeWrapper}${space}`,
    inner,
    `${space}${answer.afterWrapper}</${body}>${answer.afterBody}</${envelope}>`,
  ].join(space);
}

function writeFault({ soap, fault }: Answer): string {
  const name = tag(soap.prefix, 'Fault');
  return `<${name}><faultcode>${tag(soap.prefix, fault?.code ?? 'Server')}</faultcode><faultstring>${escapeXml(fault?.string ?? '')}</faultstring></${name}>`;
}

function writeResponse({ wrapper, parts, space }: Answer, names: Names): string {
  const name = tag(wrapper.prefix, wrapper.name);
  const written = parts.map((part) => {
    const element = tag(part.prefix, wireName(names, part.name));
    const type = part.type === undefined ? '' : ` xsi:type="${part.type}"`;
    return `${space}<${element}${type}${part.attributes}>${part.content ?? escapeXml(part.value)}</${element}>`;
  });
  return `<${name}${declare(wrapper.prefix, wrapper.namespace)}${wrapper.attributes}>${written.join('')}${space}</${name}>`;
}

/** Writes an answer as what is sent. */
export function writeAnswer(answer: Answer, names: Names): ReferenceResponse {
  const xml = answer.rewrite.reduce((text, change) => change(text), writeXml(answer, names));
  const type: [string, string][] = answer.contentType === undefined ? [] : [['Content-Type', answer.contentType]];
  const plain: ReferenceResponse = {
    status: answer.status,
    headers: [...type, ...answer.headers],
    body: answer.encode(xml),
  };
  return answer.send.reduce((response, change) => change(response), plain);
}
