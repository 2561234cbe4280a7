/** Reading requests: strict where the document speaks, so that a request that is not as documented shows. */
import { createHash } from 'node:crypto';
import { SaxesParser } from 'saxes';
import { type Names, OPERATION_NAMES, OPERATIONS, type OperationName, type PartType, wireName } from './operations.ts';
import { Refusal } from './tickets.ts';

const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';
const SCHEMA = 'http://www.w3.org/2001/XMLSchema';
const INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';

interface Node {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: Node[];
  /** `{namespace}local` of xsi:type. */
  readonly type: string | undefined;
  text: string;
}

export interface UnderstoodRequest {
  readonly operation: OperationName;
  /** By the document's part names, as sent. */
  readonly values: Readonly<Record<string, string>>;
}

/** Requests longer than this are remembered: a campaign sends the same large attachment in every run, and reading it takes longer than all the rest. */
const LARGE_OCTETS = 256 * 1024;
const MOST_REMEMBERED = 4;
const remembered = new Map<string, UnderstoodRequest>();

/** Reads a request. Throws `Refusal` with what is not as documented. */
export function readRequest(body: Uint8Array, contentType: string, namespace: string, names: Names): UnderstoodRequest {
  if (body.length < LARGE_OCTETS) return understand(body, contentType, namespace, names);
  const key = JSON.stringify([createHash('sha256').update(body).digest('base64'), contentType, namespace, names]);
  const known = remembered.get(key);
  if (known) return known;
  const understood = understand(body, contentType, namespace, names);
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(key, understood);
  return understood;
}

function understand(body: Uint8Array, contentType: string, namespace: string, names: Names): UnderstoodRequest {
  if (!/^\s*text\/xml\s*(;|$)/i.test(contentType)) throw new Refusal('Client', 'SOAP 1.1 requests are text/xml');
  const root = parse(decode(body, contentType));
  if (root.name !== 'Envelope' || root.namespace !== ENVELOPE)
    throw new Refusal('VersionMismatch', 'the root element is not a SOAP 1.1 Envelope');
  const soapBody = root.children.find(({ name, namespace: of }) => name === 'Body' && of === ENVELOPE);
  const wrapper = soapBody?.children[0];
  if (!soapBody || !wrapper) throw new Refusal('Client', 'the Body holds no request');
  if (wrapper.namespace !== namespace)
    throw new Refusal(
      'Client',
      `the request is in the namespace ${wrapper.namespace || '(none)'}, not in ${namespace}`,
    );
  const operation = OPERATION_NAMES.find((known) => wireName(names, known) === wrapper.name);
  if (!operation) throw new Refusal('Client', `unknown operation ${wrapper.name}`);
  return { operation, values: readParts(operation, wrapper, soapBody, names) };
}

function readParts(operation: OperationName, wrapper: Node, body: Node, names: Names): Record<string, string> {
  const form = OPERATIONS[operation].request;
  if (wrapper.children.length !== form.length)
    throw new Refusal('Client', `${operation} takes ${form.length} parts, not ${wrapper.children.length}`);
  const values: Record<string, string> = {};
  for (const [index, [name, type]] of form.entries()) {
    const accessor = wrapper.children[index]!;
    if (accessor.name !== wireName(names, name))
      throw new Refusal('Client', `part ${index + 1} of ${operation} is ${name}, not ${accessor.name}`);
    values[name] = readValue(name, type, accessor, body);
  }
  return values;
}

function readValue(name: string, type: PartType, accessor: Node, body: Node): string {
  const href = accessor.attributes.get('href');
  const node =
    href === undefined ? accessor : body.children.find(({ attributes }) => `#${attributes.get('id')}` === href);
  if (!node) throw new Refusal('Client', `${name} refers to nothing`);
  const stated = node.type ?? accessor.type;
  if (stated !== undefined && stated !== `{${SCHEMA}}${type}`)
    throw new Refusal('Client', `${name} is stated as ${stated}`);
  if (node.children.length > 0) throw new Refusal('Client', `${name} holds elements`);
  const text = type === 'string' ? node.text : node.text.trim();
  if (type === 'int' && !(/^[+-]?\d+$/.test(text) && Math.abs(Number(text)) < 2 ** 31))
    throw new Refusal('Client', `${name} is not an int`);
  if (type === 'base64Binary' && !isBase64(text)) throw new Refusal('Client', `${name} is no base64`);
  return text;
}

/** Base64 with its padding, wrapped or not (RFC 2045 section 6.8). Attachments are large: no expression that backtracks over them. */
function isBase64(text: string): boolean {
  const signs = text.replace(/\s+/g, '');
  return signs.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(signs.replace(/={1,2}$/, ''));
}

function decode(body: Uint8Array, contentType: string): string {
  const charset = /charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset, { fatal: true }).decode(body);
  } catch {
    throw new Refusal('Client', `the request is not in ${charset}`);
  }
}

function parse(text: string): Node {
  const parser = new SaxesParser({ xmlns: true });
  const stack: Node[] = [];
  let root: Node | undefined;
  parser.on('doctype', () => {
    throw new Refusal('Client', 'a document type is not allowed');
  });
  parser.on('opentag', (tag) => {
    if (stack.length > 50) throw new Refusal('Client', 'too deep');
    const attributes = Object.values(tag.attributes);
    const type = attributes.find(({ uri, local }) => uri === INSTANCE && local === 'type')?.value.trim();
    const [prefix, local] = type?.includes(':') ? type.split(':') : ['', type];
    const node: Node = {
      name: tag.local,
      namespace: tag.uri,
      attributes: new Map(attributes.filter(({ uri }) => uri === '').map(({ local: name, value }) => [name, value])),
      children: [],
      type: type === undefined ? undefined : `{${parser.resolve(prefix ?? '') ?? ''}}${local}`,
      text: '',
    };
    root ??= node;
    stack.at(-1)?.children.push(node);
    stack.push(node);
  });
  parser.on('closetag', () => {
    stack.pop();
  });
  const add = (piece: string): void => {
    const open = stack.at(-1);
    if (open) open.text += piece;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal('Client', `the request is not well-formed XML: ${(error as Error).message}`);
  }
  if (!root) throw new Refusal('Client', 'the request is empty');
  return root;
}

/** Conditions of requests. */
export type Which = (request: UnderstoodRequest) => boolean;
export const NOT_ASCII = /[^\t\n\r -~]/u;
const MANY_OCTETS = 64 * 1024;
const octetsOf = ({ values }: UnderstoodRequest): Buffer => Buffer.from(values.AttachmentData ?? '', 'base64');
export const attachment: Which = ({ operation }) => operation === 'AddTicketAttachment';
export const everyByte: Which = (request) => attachment(request) && octetsOf(request).includes(255);
export const large: Which = (request) => attachment(request) && octetsOf(request).length > MANY_OCTETS;
export const empty: Which = (request) => attachment(request) && octetsOf(request).length === 0;
