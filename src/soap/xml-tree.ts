/**
 * XML that a target sent, as a small tree: read with saxes, within limits, without document types or external entities.
 */
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { preview } from '../records/preview.ts';

export interface XmlName {
  /** Empty if the name is in no namespace. */
  readonly namespace: string;
  readonly local: string;
}

export interface XmlElement extends XmlName {
  readonly prefix: string;
  /** Attributes without namespace declarations. */
  readonly attributes: readonly (XmlName & { readonly value: string })[];
  readonly parent: XmlElement | undefined;
  readonly children: readonly XmlElement[];
  /** Character data directly in it, CDATA sections included, comments not. */
  readonly text: string;
  /** Line of its start tag, counted from one. */
  readonly line: number;
  /** Prefixes that it declares itself; the empty prefix is the default namespace. */
  readonly declares: ReadonlyMap<string, string>;
}

/** Limits; a document with more is rejected while it is read. */
const MOST = { depth: 100, elements: 100_000 };

/** Why a text is not an accepted XML document, and its position: `line 3, column 14`. */
export class XmlProblem extends Error {
  constructor(
    problem: string,
    readonly at: string,
  ) {
    super(problem);
  }
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

const NO_ENTITY = /&(?!#\d+;|#x[\da-f]+;|[\w.:-]+;)/i;

/**
 * Parses a whole document and returns its root element. Throws `XmlProblem` if it is not well-formed (namespaces
 * included), too deep, too large, or has a DOCTYPE or a processing instruction.
 * @param prolog accept these without looking at them: XML that is not SOAP may have both
 */
export function parseXml(text: string, { prolog = false } = {}): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const place = () => `line ${parser.line}, column ${parser.column}`;
  const refuse = (problem: string) => {
    throw new XmlProblem(problem, place());
  };
  let root: XmlElement | undefined;
  let open: OpenElement | undefined;
  let depth = 0;
  let elements = 0;
  parser.on('error', ({ message }) => {
    if (!text.includes('<') && text.trim() !== '')
      throw new XmlProblem(`text that is not XML: ${preview(text)}`, 'line 1, column 1');
    const found = message.replace(/^\d+:\d+: |\.$/g, '');
    // The parser looks for the end of an entity first, and then misses the end of the element.
    const why = found.startsWith('unclosed tag') && NO_ENTITY.test(text) ? 'an & that begins no entity' : found;
    refuse(`XML that is not well-formed: ${why}`);
  });
  if (!prolog) {
    const forbid = (what: string) => () => refuse(`${what}, which SOAP forbids (SOAP 1.1, section 3)`);
    parser.on('doctype', forbid('a document type declaration'));
    parser.on('processinginstruction', forbid('a processing instruction'));
  }
  parser.on('opentagstart', () => {
    if (++depth > MOST.depth) refuse(`elements nested more than ${MOST.depth} deep`);
    if (++elements > MOST.elements) refuse(`more than ${MOST.elements} elements`);
  });
  parser.on('opentag', (tag) => {
    const element = elementOf(tag, open, parser.line);
    root ??= element;
    open?.children.push(element);
    open = element;
  });
  parser.on('closetag', () => {
    depth--;
    open = open?.parent as OpenElement | undefined;
  });
  const addText = (text: string) => {
    if (open) open.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(text).close();
  return root ?? refuse('XML that is not well-formed: no element');
}

/**
 * Returns the encoding that an XML declaration at the beginning of a text names, in lower case, or undefined without
 * one. The rest need not be well-formed.
 */
export function declaredEncoding(text: string): string | undefined {
  return /^<\?xml\s[^?>]*?\sencoding\s*=\s*(["'])([A-Za-z][\w.-]*)\1/.exec(text)?.[2]?.toLowerCase();
}

const XMLNS = 'http://www.w3.org/2000/xmlns/';

function elementOf(tag: SaxesTagNS, parent: OpenElement | undefined, line: number): OpenElement {
  return {
    namespace: tag.uri,
    local: tag.local,
    prefix: tag.prefix,
    attributes: Object.values(tag.attributes)
      .filter(({ uri }) => uri !== XMLNS)
      .map(({ uri, local, value }) => ({ namespace: uri, local, value })),
    parent,
    children: [],
    text: '',
    line,
    declares: new Map(Object.entries(tag.ns)),
  };
}

/**
 * Returns the path of an element, such as `/soap:Envelope/soap:Body`, with the names as written, at most 300
 * characters.
 */
export function pathOf(element: XmlElement): string {
  const names: string[] = [];
  for (let at: XmlElement | undefined = element; at; at = at.parent)
    names.unshift(at.prefix === '' ? at.local : `${at.prefix}:${at.local}`);
  return `/${names.join('/')}`.slice(0, 300);
}

/** Returns the value of an attribute, or undefined if the element has none of that name. */
export function attribute(element: XmlElement, namespace: string, local: string): string | undefined {
  return element.attributes.find((candidate) => candidate.local === local && candidate.namespace === namespace)?.value;
}

/** Returns the namespace that a prefix means at an element, or undefined if the prefix is not bound. */
function resolvePrefix(element: XmlElement, prefix: string) {
  if (prefix === 'xml') return 'http://www.w3.org/XML/1998/namespace';
  for (let at: XmlElement | undefined = element; at; at = at.parent) {
    const uri = at.declares.get(prefix);
    if (uri !== undefined) return uri;
  }
  return prefix === '' ? '' : undefined;
}

/**
 * Returns a qualified name in content or in an attribute value, such as `xsd:int`, or undefined if the text is not one
 * or its prefix is unbound.
 */
export function resolveName(element: XmlElement, written: string): XmlName | undefined {
  const found = /^(?:([^\s:]+):)?([^\s:]+)$/.exec(written.trim());
  if (!found) return undefined;
  const namespace = resolvePrefix(element, found[1] ?? '');
  return namespace === undefined ? undefined : { namespace, local: found[2]! };
}

/** Returns an element and everything in it, in document order. */
export function* descendants(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) yield* descendants(child);
}

/** Whether a text is white space as XML defines it; a no-break space is content. */
export const isBlank = (text: string): boolean => !/[^\t\n\r ]/.test(text);

/** An accessor of the response: its own name and place, with the value that is in it or that it refers to. */
export interface SoapPart extends XmlName {
  /** Counted from one. */
  readonly position: number;
  /** The value of `xsi:type`; `unbound` if its prefix is undeclared or it is not a name. */
  readonly type?: XmlName | { readonly unbound: string };
  readonly nil: boolean;
  /** Character data as sent, white space included; undefined if the value cannot be read (see `problem`). */
  readonly text?: string;
  /** Reason for a missing value: a dangling reference, or elements where text belongs. */
  readonly problem?: string;
  readonly byReference: boolean;
  /** `encodingStyle` in scope of the value. */
  readonly encodingStyle?: string;
  /** The place, such as `/soap:Envelope/soap:Body/ns1:TicketCreateResponse/s-gensym3 (line 4)`. */
  readonly at: string;
}

/** The element in the Body that is the response. */
export interface SoapResponse extends XmlName {
  readonly parts: readonly SoapPart[];
  readonly encodingStyle?: string;
  readonly at: string;
}

export interface SoapFault {
  /** The code as written, such as `soap:Client`. */
  readonly code?: string;
  readonly string?: string;
}

/** Choices of this message where SOAP 1.1 leaves a choice; for observation only. */
interface SoapForm {
  readonly charset: string;
  /** The place, in words. */
  readonly encodingStyleOn: string;
  readonly qualifiedParts: number;
  readonly typedParts: number;
  readonly references: number;
}

/**
 * With `ok: false`, the text is not a SOAP 1.1 message with a response or a fault; `problem` completes the sentence
 * "the response is, or contains, …".
 */
export type Decoded =
  | { readonly ok: true; readonly response: SoapResponse; readonly form: SoapForm; readonly fault?: never }
  | { readonly ok: true; readonly response?: never; readonly fault: SoapFault }
  | {
      readonly ok: false;
      readonly stage: 'size' | 'charset' | 'unread-charset' | 'xml' | 'soap';
      readonly problem: string;
      readonly at: string;
    };
