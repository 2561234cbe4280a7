/** Our own WSDL 1.1 as data: operations with their messages, in parameter order. */
import { XMLParser } from 'fast-xml-parser';
import { PART_TYPES, type PartType } from './xsd-types.ts';

/** Stands in the WSDL file for what the document does not show. */
export const NAMESPACE_PLACEHOLDER = 'urn:assay:service-namespace';
export const ADDRESS_PLACEHOLDER = 'http://localhost/service-address';

export interface WsdlPart {
  /** The document's word. */
  readonly name: string;
  /** The word on the wire: the same, or what a profile says that this deployment calls it. */
  readonly wireName: string;
  readonly type: PartType;
}

interface WsdlMessage {
  readonly name: string;
  /** In parameter order. */
  readonly parts: readonly WsdlPart[];
}

export interface WsdlOperation {
  readonly name: string;
  readonly wireName: string;
  readonly input: WsdlMessage;
  readonly output: WsdlMessage;
  readonly soapAction: string;
  readonly style: string;
  readonly use: string;
  readonly encodingStyle: string;
}

export interface WsdlService {
  readonly portType: { readonly name: string; readonly wireName: string };
  /** The service namespace: the setting's, or the file's placeholder. */
  readonly namespace: string;
  readonly operations: ReadonlyMap<string, WsdlOperation>;
}

type Node = Readonly<Record<string, unknown>>;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseAttributeValue: false,
  isArray: (name) => ['message', 'part', 'operation'].includes(name),
});

/**
 * Reads a WSDL. `namespace` replaces the file's target namespace; `names` maps the document's words for the port type, operations
 * and parts to a deployment's (`<message>/<part>` or `<part>`). Throws where the WSDL says something that this project's never does.
 */
export function readWsdl(
  text: string,
  options: { readonly namespace?: string; readonly names?: ReadonlyMap<string, string> } = {},
): WsdlService {
  const wire = (...words: string[]): string =>
    words.map((word) => options.names?.get(word)).find((word) => word !== undefined) ?? words.at(-1)!;
  const root = node(parser.parse(text), 'definitions');
  const messages = new Map(nodes(root, 'message').map((message) => [string(message, '@name'), nodes(message, 'part')]));
  const messageOf = (reference: string, order?: readonly string[]): WsdlMessage => {
    const name = reference.replace(/^.*:/, '');
    const parts = messages.get(name);
    if (!parts) throw new Error(`the WSDL has no message ${name}`);
    const read = parts.map(
      (part): WsdlPart => ({
        name: string(part, '@name'),
        wireName: wire(`${name}/${string(part, '@name')}`, string(part, '@name')),
        type: partType(string(part, '@type')),
      }),
    );
    if (order && order.join(' ') !== read.map((part) => part.name).join(' '))
      throw new Error(`parameterOrder of ${name} differs from its parts`);
    return { name, parts: read };
  };
  const portType = node(root, 'portType');
  const bindings = new Map(
    nodes(node(root, 'binding'), 'operation').map((binding) => [string(binding, '@name'), binding]),
  );
  const style = string(node(node(root, 'binding'), 'binding'), '@style');
  const operations = nodes(portType, 'operation').map((operation): [string, WsdlOperation] => {
    const name = string(operation, '@name');
    const binding = bindings.get(name);
    if (!binding) throw new Error(`the WSDL does not bind ${name}`);
    const body = node(node(binding, 'input'), 'body');
    return [
      name,
      {
        name,
        wireName: wire(name),
        input: messageOf(
          string(node(operation, 'input'), '@message'),
          string(operation, '@parameterOrder').split(/\s+/),
        ),
        output: messageOf(string(node(operation, 'output'), '@message')),
        soapAction: string(nodes(binding, 'operation')[0] ?? {}, '@soapAction'),
        style,
        use: string(body, '@use'),
        encodingStyle: string(body, '@encodingStyle'),
      },
    ];
  });
  const name = string(portType, '@name');
  return {
    portType: { name, wireName: wire(name) },
    namespace: options.namespace ?? string(root, '@targetNamespace'),
    operations: new Map(operations),
  };
}

/** The WSDL text for a deployment: its namespace and address in the place of the placeholders. */
export function deployWsdl(text: string, namespace: string, address: string): string {
  const escaped = (value: string): string => value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
  return text
    .replaceAll(NAMESPACE_PLACEHOLDER, () => escaped(namespace))
    .replaceAll(ADDRESS_PLACEHOLDER, () => escaped(address));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function node(parent: unknown, name: string): Node {
  const value = isNode(parent) ? parent[name] : undefined;
  if (isNode(value)) return value;
  throw new Error(`the WSDL has no element ${name} where one belongs`);
}

function nodes(parent: Node, name: string): readonly Node[] {
  const value = parent[name];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function string(parent: Node, name: string): string {
  const value = parent[name];
  if (typeof value === 'string') return value;
  throw new Error(`the WSDL lacks ${name} where it belongs`);
}

function partType(written: string): PartType {
  const local = written.replace(/^xsd:/, '');
  const known = PART_TYPES.find((type) => type === local);
  if (known) return known;
  throw new Error(`the WSDL has a part of type ${written}, which is none of ${PART_TYPES.join(', ')}`);
}
