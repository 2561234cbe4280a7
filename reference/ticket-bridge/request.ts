/** Reading requests: strict wherever the document states something, so that any deviation of a request shows. */
import { createHash } from 'node:crypto';
import { SaxesParser } from 'saxes';
import { NAMESPACES } from './answer.ts';
import { OPERATION_NAMES, OPERATIONS, type OperationName, type PartType } from './operations.ts';

interface Node {
  readonly name: string;
  readonly namespace: string;
  /** Attributes without namespace. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: Node[];
  /** `{namespace}local` of xsi:type. */
  readonly type: string | undefined;
  text: string;
}

export interface UnderstoodRequest {
  readonly operation: OperationName;
  /** Values as sent, by the document's part names. */
  readonly values: Readonly<Record<string, string>>;
}

/** Why a request is rejected: a SOAP fault with this code and string. */
export class Refusal extends Error {
  readonly code: 'Client' | 'Server' | 'VersionMismatch' | 'MustUnderstand';
  constructor(code: Refusal['code'], reason: string) {
    super(reason);
    this.code = code;
  }
}

/**
 * Requests longer than this are remembered: a campaign sends the same large attachment in every run, and reading it
 * takes longer than all the rest.
 */
const LARGE_BYTES = 256 * 1024;
const MOST_REMEMBERED = 4;
const remembered = new Map<string, UnderstoodRequest>();

/** Reads a request; a `Refusal` says what is not as documented. */
export function readRequest(
  ...[body, contentType, namespace]: Parameters<typeof understand>
): UnderstoodRequest | Refusal {
  const large = body.length >= LARGE_BYTES;
  const key = large ? JSON.stringify([createHash('sha256').update(body).digest('base64'), contentType, namespace]) : '';
  const known = remembered.get(key);
  if (known) return known;
  try {
    const understood = understand(body, contentType, namespace);
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    if (large) remembered.set(key, understood);
    return understood;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function demand(isMet: unknown, reason: string, code: Refusal['code'] = 'Client'): asserts isMet {
  if (!isMet) throw new Refusal(code, reason);
}

function understand(body: Uint8Array, contentType: string, namespace: string) {
  demand(/^\s*text\/xml\s*(;|$)/i.test(contentType), 'SOAP 1.1 requests are text/xml');
  const root = parse(decode(body, contentType));
  const isSoap = (node: Node, name: string) => node.name === name && node.namespace === NAMESPACES.envelope;
  demand(isSoap(root, 'Envelope'), 'the root element is not a SOAP 1.1 Envelope', 'VersionMismatch');
  const soapBody = root.children.find((child) => isSoap(child, 'Body'));
  const wrapper = soapBody?.children[0];
  demand(soapBody && wrapper, 'the Body contains no request');
  const { namespace: stated } = wrapper;
  demand(stated === namespace, `the request is in the namespace ${stated || '(none)'}, not in ${namespace}`);
  const operation = OPERATION_NAMES.find((known) => known === wrapper.name);
  demand(operation, `unknown operation ${wrapper.name}`);
  return { operation, values: readParts(operation, wrapper.children, soapBody) };
}

function readParts(operation: OperationName, accessors: Node[], body: Node): Record<string, string> {
  const form = Object.entries(OPERATIONS[operation]);
  demand(accessors.length === form.length, `${operation} takes ${form.length} parts, not ${accessors.length}`);
  return Object.fromEntries(
    form.map(([name, type], index) => {
      const accessor = accessors[index]!;
      const found = accessor.name;
      demand(found === name, `part ${index + 1} of ${operation} is ${name}, not ${found}`);
      return [name, readValue(name, type, accessor, body)];
    }),
  );
}

/** Types that a request may state: the documented one and derived ones, also those of SOAP 1.1, section 5. */
const STATED: Readonly<Record<PartType, readonly string[]>> = {
  string: ['string', 'normalizedString', 'token'],
  int: ['int', 'short', 'byte', 'unsignedShort'],
  base64Binary: ['base64Binary', 'base64'],
};

function readValue(name: string, type: PartType, accessor: Node, body: Node) {
  const href = accessor.attributes.get('href');
  const node =
    href === undefined ? accessor : body.children.find(({ attributes }) => `#${attributes.get('id')}` === href);
  demand(node, `${name} has no target`);
  const stated = node.type ?? accessor.type;
  const [, namespace = '', local = ''] = /^\{(.*)\}(.*)$/.exec(stated ?? '') ?? [];
  const known =
    [NAMESPACES.schema, NAMESPACES.encoding].some((one) => one === namespace) && STATED[type].includes(local);
  demand(stated === undefined || known, `${name} is stated as ${stated}`);
  demand(node.children.length === 0, `${name} contains elements`);
  const text = type === 'string' ? node.text : node.text.trim();
  demand(type !== 'int' || (/^[+-]?\d+$/.test(text) && Math.abs(Number(text)) < 2 ** 31), `${name} is not an int`);
  demand(type !== 'base64Binary' || isBase64(text), `${name} is no base64`);
  return text;
}

/**
 * Base64 with its padding, wrapped or not (RFC 2045, section 6.8). Attachments are large: no expression that backtracks
 * over them.
 */
function isBase64(text: string) {
  const signs = text.replace(/\s+/g, '');
  return signs.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(signs.replace(/={1,2}$/, ''));
}

function decode(body: Uint8Array, contentType: string) {
  // RFC 7303, section 3: a byte order mark counts most.
  const mark = { fffe: 'utf-16le', feff: 'utf-16be' }[Buffer.from(body.subarray(0, 2)).toString('hex')];
  const charset = mark ?? /charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset, { fatal: true }).decode(body);
  } catch {
    throw new Refusal('Client', `the request is not in ${charset}`);
  }
}

function parse(text: string) {
  const parser = new SaxesParser({ xmlns: true });
  const stack: Node[] = [];
  let root: Node | undefined;
  parser.on('doctype', () => demand(false, 'a document type is not allowed'));
  parser.on('opentag', (tag) => {
    demand(stack.length <= 50, 'too deep');
    const attributes = Object.values(tag.attributes);
    const type = attributes.find(({ uri, local }) => uri === NAMESPACES.instance && local === 'type')?.value.trim();
    const [, prefix = '', local] = /^(?:([^:]*):)?([^:]*)/.exec(type ?? '') ?? [];
    const node: Node = {
      name: tag.local,
      namespace: tag.uri,
      attributes: new Map(attributes.filter(({ uri }) => uri === '').map(({ local: name, value }) => [name, value])),
      children: [],
      type: type === undefined ? undefined : `{${parser.resolve(prefix) ?? ''}}${local}`,
      text: '',
    };
    root ??= node;
    stack.at(-1)?.children.push(node);
    stack.push(node);
  });
  parser.on('closetag', () => void stack.pop());
  const add = (text: string) => {
    const open = stack.at(-1);
    if (open) open.text += text;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  try {
    parser.write(text).close();
  } catch (error) {
    demand(error instanceof Refusal, `the request is not well-formed XML: ${(error as Error).message}`);
    throw error;
  }
  demand(root, 'the request is empty');
  return root;
}
