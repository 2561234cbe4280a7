/**
 * Types that a message may state for a part, and their lexical forms (XML Schema part 2, section 3; SOAP 1.1, section
 * 5).
 */
import { SOAP_ENCODING, XSD_NAMESPACES } from './namespaces.ts';
import type { XmlName } from './xml-tree.ts';

/** The types that the document gives to parts. */
export const PART_TYPES = ['string', 'int', 'base64Binary'] as const;
export type PartType = (typeof PART_TYPES)[number];

export type PartValue = number | string | Uint8Array;
type Lexical = { readonly value: PartValue } | { readonly why: string };
type Reader = (text: string) => Lexical;

/** XML white space only: a no-break space is content. */
const collapse = (text: string) => text.replace(/[\t\n\r ]+/g, ' ').replace(/^ | $/g, '');

const RANGES: Readonly<Record<string, readonly [least: number, greatest: number]>> = {
  int: [-2_147_483_648, 2_147_483_647],
  short: [-32_768, 32_767],
  byte: [-128, 127],
};

/** White space around it, a sign and leading zeros are legal (sections 3.3.17 and 4.3.6); everything else is not. */
const int =
  ([least, greatest]: readonly [number, number]): Reader =>
  (text) => {
    const digits = collapse(text);
    if (digits === '') return { why: 'it is empty' };
    if (!/^[+-]?[0-9]+$/.test(digits)) return { why: 'it is not a whole number in decimal digits' };
    // A row of zeros of any length is fine; beyond 2^53 the number is only compared with the range.
    const value = Number(digits);
    return value < least || value > greatest ? { why: 'it is out of range' } : { value: value === 0 ? 0 : value };
  };

/** The types derived from string normalise their white space (section 4.3.6). */
const word =
  (type: string, pattern: RegExp): Reader =>
  (text) => {
    const value = collapse(text);
    return pattern.test(value) ? { value } : { why: `it is not written as ${type} requires` };
  };

/** Groups of four with white space anywhere, no bits left over in the last one (section 3.2.16). */
const base64: Reader = (text) => {
  const letters = text.replace(/[\t\n\r ]+/g, '');
  if (letters.length % 4 !== 0) return { why: 'its length is not a multiple of four characters' };
  return /^[A-Za-z0-9+/]*(?:[AQgw]==|[AEIMQUYcgkosw048]=)?$/.test(letters)
    ? { value: new Uint8Array(Buffer.from(letters, 'base64')) }
    : { why: 'it is not written in the base64 alphabet' };
};

const NAME_START =
  'A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
const NAME_CHARS = `${NAME_START}.0-9\\u00B7\\u0300-\\u036F\\u203F\\u2040-`;
const NCNAME = new RegExp(`^[${NAME_START}][${NAME_CHARS}]*$`, 'u');

/**
 * Each type that a part may be stated as: the documented one, or one derived from it. `unsignedShort` and
 * `unsignedByte` are not here: they restrict nonNegativeInteger, so they are not derived from int, however small their
 * values.
 */
const TYPES = new Map<string, readonly [documented: PartType, read: Reader]>([
  ...Object.entries(RANGES).map(([type, range]) => [type, ['int', int(range)]] as const),
  ['base64Binary', ['base64Binary', base64]],
  ['string', ['string', (value) => ({ value })]],
  ['normalizedString', ['string', (text) => ({ value: text.replace(/[\t\n\r]/g, ' ') })]],
  ...Object.entries({
    token: /^/,
    language: /^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$/,
    Name: new RegExp(`^[:${NAME_START}][:${NAME_CHARS}]*$`, 'u'),
    NMTOKEN: new RegExp(`^[:${NAME_CHARS}]+$`, 'u'),
    NCName: NCNAME,
    ID: NCNAME,
    IDREF: NCNAME,
    ENTITY: NCNAME,
  }).map(([type, pattern]) => [type, ['string', word(type, pattern)]] as const),
]);

/** Returns the expected value of a type in words; with the reason if the type is not the documented one. */
export function expectedOf(type: string, documented: PartType): string {
  const value = RANGES[type] ? `a whole number from ${RANGES[type].join(' to ')}` : `a valid ${type}`;
  return type === documented ? value : `${value}, because its xsi:type is ${type}, and not ${documented}`;
}

/** Reads a text as one of the types that `derivedFrom` knows. */
export function readAs(type: string, text: string): Lexical {
  return TYPES.get(type)![1](text);
}

/**
 * Returns the built-in type that a stated type is, if it is the documented one or derived from it, or undefined if it
 * is another. The SOAP encoding's own types (`soapenc:int`, …) extend the ones of the same name by attributes only, and
 * its `base64` extends base64Binary.
 */
export function derivedFrom(stated: XmlName, documented: PartType): string | undefined {
  const ofSoap = stated.namespace === SOAP_ENCODING;
  if (!ofSoap && !XSD_NAMESPACES.includes(stated.namespace)) return undefined;
  const builtIn = ofSoap && stated.local === 'base64' ? 'base64Binary' : stated.local;
  return TYPES.get(builtIn)?.[0] === documented ? builtIn : undefined;
}
