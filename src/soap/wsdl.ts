/** Our own WSDL 1.1 as data: operations with their messages, in parameter order. */
import { attribute, parseXml, type XmlElement } from './xml-tree.ts';
import { PART_TYPES, type PartType } from './xsd-types.ts';

/** Placeholders in the WSDL file for the namespace and the address, which the document does not specify. */
export const NAMESPACE_PLACEHOLDER = 'urn:assay:service-namespace';
export const ADDRESS_PLACEHOLDER = 'http://localhost/service-address';

export interface WsdlPart {
  /** The document's word. */
  readonly name: string;
  /** The name on the wire: the same, or the one that a profile gives. */
  readonly wireName: string;
  readonly type: PartType;
}

/** The parts of its messages are in parameter order. */
export type WsdlOperation = NonNullable<ReturnType<WsdlService['operations']['get']>>;

export type WsdlService = ReturnType<typeof readWsdl>;

/**
 * Reads a WSDL. `namespace` replaces the file's target namespace; `names` maps the document's names for the port type,
 * operations and parts to a deployment's (`<message>/<part>` or `<part>`). Throws if the WSDL has a construct that this
 * project's never has.
 */
export function readWsdl(
  text: string,
  options: { readonly namespace?: string; readonly names?: ReadonlyMap<string, string> } = {},
) {
  const wire = (...words: string[]) =>
    words.map((word) => options.names?.get(word)).find((word) => word !== undefined) ?? words.at(-1)!;
  const root = parseXml(text);
  const portType = only(root, 'portType');
  const messageOf = (reference: XmlElement) => {
    const name = textOf(reference, 'message').replace(/^.*:/, '');
    const message = needed(
      elements(root, 'message').find((one) => textOf(one, 'name') === name),
      `message ${name}`,
    );
    const parts = elements(message, 'part').map((element): WsdlPart => {
      const part = textOf(element, 'name');
      return { name: part, wireName: wire(`${name}/${part}`, part), type: partType(textOf(element, 'type')) };
    });
    return { name, parts };
  };
  const operations = elements(portType, 'operation').map((operation) => {
    const name = textOf(operation, 'name');
    const [input, output] = [messageOf(only(operation, 'input')), messageOf(only(operation, 'output'))];
    return { name, wireName: wire(name), input, output };
  });
  return {
    // Name of the port type.
    portType: textOf(portType, 'name'),
    // The service namespace: the setting's, or the file's placeholder.
    namespace: options.namespace ?? textOf(root, 'targetNamespace'),
    operations: new Map(operations.map((operation) => [operation.name, operation])),
  };
}

/** Returns the WSDL text for a deployment: with its namespace and address instead of the placeholders. */
export function deployWsdl(text: string, namespace: string, address: string): string {
  const escaped = (value: string) => value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
  return text
    .replaceAll(NAMESPACE_PLACEHOLDER, () => escaped(namespace))
    .replaceAll(ADDRESS_PLACEHOLDER, () => escaped(address));
}

function needed<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new Error(`the WSDL has no ${what}`);
  return found;
}

const elements = ({ children }: XmlElement, name: string) => children.filter(({ local }) => local === name);
const only = (parent: XmlElement, name: string) => needed(elements(parent, name)[0], name);
const textOf = (element: XmlElement, name: string) => needed(attribute(element, '', name), `@${name}`);
const partType = (written: string) =>
  needed(
    PART_TYPES.find((type) => `xsd:${type}` === written),
    `part of type ${written}; types are ${PART_TYPES.join(', ')}`,
  );
