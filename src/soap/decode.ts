/**
 * Decodes the bytes of a response to a SOAP 1.1 message: pure and bounded; returns a result for any bytes, never
 * throws.
 */

import { SOAP_12_ENVELOPE, SOAP_ENCODING, SOAP_ENVELOPE, XSI_NAMESPACES } from './namespaces.ts';
import { decodeXmlBytes } from './xml-bytes.ts';
import {
  attribute,
  type Decoded,
  descendants,
  isBlank,
  parseXml,
  pathOf,
  resolveName,
  type SoapFault,
  type SoapPart,
  type SoapResponse,
  type XmlElement,
  XmlProblem,
} from './xml-tree.ts';

/** Larger messages are not looked at. */
export const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Decodes a response. `contentType` is its header field, undefined if absent: only its charset parameter is used here.
 * The response element is the Body's serialisation root (SOAP 1.1, sections 5.6 and 7.1): the element that is not just
 * the target of a reference.
 */
export function decodeMessage(bytes: Uint8Array, contentType: string | undefined): Decoded {
  if (bytes.length > MOST_BYTES)
    return { ok: false, stage: 'size', problem: `more than ${MOST_BYTES} bytes`, at: 'the body' };
  const text = decodeXmlBytes(bytes, contentType);
  if (!text.ok)
    return { ok: false, stage: text.unread ? 'unread-charset' : 'charset', problem: text.problem, at: 'the body' };
  if (isBlank(text.text)) return { ok: false, stage: 'xml', problem: 'an empty or blank body', at: '' };
  try {
    return readEnvelope(parseXml(text.text), text.charset);
  } catch (error) {
    if (!(error instanceof XmlProblem)) throw error;
    const stage = error instanceof SoapProblem ? 'soap' : 'xml';
    return { ok: false, stage, problem: error.message, at: error.at };
  }
}

/** Why an XML document is not a SOAP message, and the element that shows it. */
class SoapProblem extends XmlProblem {
  constructor(problem: string, element: XmlElement) {
    super(problem, place(element));
  }
}

const place = (element: XmlElement) => `${pathOf(element)} (line ${element.line})`;
const isSoap = (element: XmlElement, local: string) => element.local === local && element.namespace === SOAP_ENVELOPE;
const shown = ({ namespace, local }: { namespace: string; local: string }) =>
  `${local} in ${namespace === '' ? 'no namespace' : `the namespace ${namespace.slice(0, 100)}`}`;

/** SOAP 1.1, section 4 and its schema: Envelope contains elements only, at most one Header, first, then one Body. */
function readEnvelope(root: XmlElement, charset: string): Decoded {
  if (!isSoap(root, 'Envelope')) {
    const version = root.namespace === SOAP_12_ENVELOPE ? ', which is SOAP 1.2' : '';
    throw new SoapProblem(`the root element ${shown(root)}${version}`, root);
  }
  const [first] = root.children;
  const headers = first && isSoap(first, 'Header') ? 1 : 0;
  const body = root.children[headers];
  if (!body || !isSoap(body, 'Body'))
    throw new SoapProblem('an Envelope whose first element after an optional Header is not a Body', body ?? root);
  for (const extra of root.children.slice(headers + 1)) {
    // Section 4.1: further elements may follow the Body, of other namespaces only.
    if (extra.namespace === SOAP_ENVELOPE || extra.namespace === '')
      throw new SoapProblem(`the element ${shown(extra)} after the Body`, extra);
  }
  for (const element of [root, body]) {
    if (!isBlank(element.text)) throw new SoapProblem(`text directly in ${element.local}`, element);
  }
  const references = collectReferences(body);
  const wrapper = findRoot(body, references);
  if (isSoap(wrapper, 'Fault')) return { ok: true, fault: readFault(wrapper) };
  if (!isBlank(wrapper.text)) throw new SoapProblem(`text between the parts in ${wrapper.local}`, wrapper);
  const response = readResponse(wrapper, references);
  return { ok: true, response, form: { charset, ...formOf(wrapper, response) } };
}

/**
 * Returns the one body entry that is not only the value of a reference. `root` is the SOAP encoding's (section 5.6).
 */
function findRoot(body: XmlElement, references: References) {
  const rootOf = (element: XmlElement) => attribute(element, SOAP_ENCODING, 'root')?.trim();
  const entries = body.children.filter((element) => {
    const id = attribute(element, '', 'id');
    return rootOf(element) !== '0' && rootOf(element) !== 'false' && (id === undefined || !references.used.has(id));
  });
  const stated = entries.filter((element) => rootOf(element) === '1' || rootOf(element) === 'true');
  const [first, second] = stated.length > 0 ? stated : entries;
  if (!first) throw new SoapProblem('a Body that is empty, or contains only values of references', body);
  if (second)
    throw new SoapProblem(
      `two elements in the Body that no href refers to (${first.local}, ${second.local}), so it is unclear which of them is meant`,
      second,
    );
  return first;
}

function readResponse(wrapper: XmlElement, references: References): SoapResponse {
  return {
    namespace: wrapper.namespace,
    local: wrapper.local,
    parts: wrapper.children.map((accessor, index) => readPart(accessor, index + 1, references)),
    encodingStyle: styleInScope(wrapper),
    at: place(wrapper),
  };
}

function readPart(accessor: XmlElement, position: number, references: References): SoapPart {
  const name = { position, namespace: accessor.namespace, local: accessor.local, at: place(accessor) };
  const element = resolveReference(accessor, references);
  if (typeof element === 'string') return { ...name, nil: false, problem: element, byReference: true };
  const referenced = element !== accessor;
  const type =
    statedType(element) ??
    statedType(accessor) ??
    (referenced && element.namespace === SOAP_ENCODING
      ? { namespace: SOAP_ENCODING, local: element.local }
      : undefined);
  const nil = xsi(element, 'nil') ?? xsi(element, 'null');
  return {
    ...name,
    type,
    nil: nil === 'true' || nil === '1',
    ...(element.children.length > 0
      ? { problem: `it contains a child element <${element.children[0]!.local.slice(0, 60)}> in place of a text` }
      : { text: element.text }),
    byReference: referenced,
    encodingStyle: styleInScope(element) ?? styleInScope(accessor),
  };
}

/** Returns an attribute of XML Schema instances, of the recommendation or of a draft. */
function xsi(element: XmlElement, local: string) {
  for (const namespace of XSI_NAMESPACES) {
    const value = attribute(element, namespace, local);
    if (value !== undefined) return value.trim();
  }
  return undefined;
}

function statedType(element: XmlElement): SoapPart['type'] {
  const written = xsi(element, 'type');
  return written === undefined ? undefined : (resolveName(element, written) ?? { unbound: written.slice(0, 100) });
}

/** SOAP 1.1, section 4.1.1: the nearest attribute counts, the element's own first. */
function styleInScope(element: XmlElement) {
  for (let at: XmlElement | undefined = element; at; at = at.parent) {
    const style = attribute(at, SOAP_ENVELOPE, 'encodingStyle');
    if (style !== undefined) return style;
  }
  return undefined;
}

/** SOAP 1.1, section 4.4. Its children are unqualified; qualified ones are read too. */
function readFault(fault: XmlElement): SoapFault {
  const text = (local: string) => fault.children.find((child) => child.local === local)?.text.trim();
  return { code: text('faultcode')?.slice(0, 200), string: text('faultstring')?.slice(0, 2000) };
}

function formOf(wrapper: XmlElement, { parts }: SoapResponse) {
  const has = (element: XmlElement | undefined) =>
    element !== undefined && attribute(element, SOAP_ENVELOPE, 'encodingStyle') !== undefined;
  const body = wrapper.parent;
  const places = {
    'the response element': has(wrapper),
    'the body': has(body),
    'the envelope': has(body?.parent),
    parts: wrapper.children.some(has),
  };
  return {
    encodingStyleOn: Object.entries(places).find(([, there]) => there)?.[0] ?? 'no element',
    qualifiedParts: parts.filter(({ namespace }) => namespace !== '').length,
    typedParts: parts.filter(({ type }) => type !== undefined).length,
    references: parts.filter(({ byReference }) => byReference).length,
  };
}

type References = ReturnType<typeof collectReferences>;

/**
 * Returns the elements below the Body by `id`, undefined if an id occurs twice, and the ids that some `href` points at.
 */
function collectReferences(body: XmlElement) {
  const byId = new Map<string, XmlElement | undefined>();
  const used = new Set<string>();
  for (const element of descendants(body)) {
    const id = attribute(element, '', 'id');
    if (id !== undefined) byId.set(id, byId.has(id) ? undefined : element);
    const href = attribute(element, '', 'href');
    if (href?.startsWith('#')) used.add(href.slice(1));
  }
  return { byId, used };
}

/** Follows `href` to the element with the value, within the message only; returns the problem if it leads to none. */
function resolveReference(accessor: XmlElement, { byId }: References) {
  const seen = new Set<XmlElement>();
  let element = accessor;
  for (;;) {
    const href = attribute(element, '', 'href');
    if (href === undefined) return element;
    seen.add(element);
    const shown = `its href ${JSON.stringify(href.slice(0, 60))}`;
    if (!href.startsWith('#')) return `${shown} leads out of the message`;
    const id = href.slice(1);
    const target = byId.get(id);
    if (!target) return `${shown} matches ${byId.has(id) ? 'several ids' : 'no id'}`;
    if (seen.has(target)) return `${shown} leads back to itself`;
    element = target;
  }
}
