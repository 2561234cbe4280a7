/** Types that a message may state for a part, and how they relate to the documented ones (XML Schema part 2; SOAP 1.1, section 5). */
import { SOAP_ENCODING, XSD_NAMESPACES } from './namespaces.ts';
import type { XmlName } from './xml-tree.ts';

/** The types that the document gives to parts. */
export const PART_TYPES = ['string', 'int', 'base64Binary'] as const;
export type PartType = (typeof PART_TYPES)[number];

/**
 * Each type with the one that it restricts, in XML Schema part 2, section 3. `unsignedShort` and `unsignedByte` are not here: they
 * restrict nonNegativeInteger, so they are not derived from int, however small their values.
 */
const RESTRICTS: Readonly<Record<string, string>> = {
  short: 'int',
  byte: 'short',
  normalizedString: 'string',
  token: 'normalizedString',
  language: 'token',
  Name: 'token',
  NMTOKEN: 'token',
  NCName: 'Name',
  ID: 'NCName',
  IDREF: 'NCName',
  ENTITY: 'NCName',
};

/**
 * The built-in type that a stated type is, if it is the documented one or derived from it; undefined where it is another.
 * The SOAP encoding's own types (`soapenc:int`, …) extend the ones of the same name by attributes only, and its `base64` extends base64Binary.
 */
export function derivedFrom(stated: XmlName, documented: PartType): string | undefined {
  const ofSoap = stated.namespace === SOAP_ENCODING;
  if (!ofSoap && !XSD_NAMESPACES.includes(stated.namespace)) return undefined;
  const builtIn = ofSoap && stated.local === 'base64' ? 'base64Binary' : stated.local;
  for (
    let type: string | undefined = builtIn;
    type !== undefined;
    type = Object.hasOwn(RESTRICTS, type) ? RESTRICTS[type] : undefined
  ) {
    if (type === documented) return builtIn;
  }
  return undefined;
}
