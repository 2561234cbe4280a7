/** Distinguished names as text: slash form (`/C=DE/O=Example/CN=Ada`) and comma form (RFC 4514, RFC 2253). */

import { isUtf8 } from 'node:buffer';

/**
 * Attributes in the order most general first; keywords in upper case, known object identifiers and synonyms mapped to
 * one keyword.
 */
export type DistinguishedName = readonly (readonly [attribute: string, value: string])[];

/** Keyword, object identifier, further keywords in use (RFC 4514, section 3, RFC 4519, OpenSSL, Java). */
const ATTRIBUTES: readonly (readonly [keyword: string, oid: string, ...synonyms: string[]])[] = [
  ['CN', '2.5.4.3', 'COMMONNAME'],
  ['SN', '2.5.4.4', 'SURNAME'],
  ['SERIALNUMBER', '2.5.4.5'],
  ['C', '2.5.4.6', 'COUNTRYNAME', 'COUNTRY'],
  ['L', '2.5.4.7', 'LOCALITYNAME', 'LOCALITY'],
  ['ST', '2.5.4.8', 'S', 'SP', 'STATEORPROVINCENAME'],
  ['STREET', '2.5.4.9', 'STREETADDRESS'],
  ['O', '2.5.4.10', 'ORGANIZATIONNAME', 'ORGANIZATION'],
  ['OU', '2.5.4.11', 'ORGANIZATIONALUNITNAME', 'ORGANIZATIONALUNIT'],
  ['TITLE', '2.5.4.12', 'T'],
  ['DESCRIPTION', '2.5.4.13'],
  ['POSTALCODE', '2.5.4.17'],
  ['NAME', '2.5.4.41'],
  ['GN', '2.5.4.42', 'G', 'GIVENNAME'],
  ['INITIALS', '2.5.4.43', 'I'],
  ['GENERATIONQUALIFIER', '2.5.4.44'],
  ['DNQUALIFIER', '2.5.4.46', 'DNQ'],
  ['PSEUDONYM', '2.5.4.65'],
  ['ORGANIZATIONIDENTIFIER', '2.5.4.97'],
  ['UID', '0.9.2342.19200300.100.1.1', 'USERID'],
  ['DC', '0.9.2342.19200300.100.1.25', 'DOMAINCOMPONENT'],
  ['EMAILADDRESS', '1.2.840.113549.1.9.1', 'E', 'EMAIL'],
];

const KEYWORD_OF: ReadonlyMap<string, string> = new Map(
  ATTRIBUTES.flatMap(([keyword, ...others]) => [keyword, ...others].map((word) => [word, keyword] as const)),
);
const OID_OF: ReadonlyMap<string, string> = new Map(ATTRIBUTES.map(([keyword, oid]) => [keyword, oid]));
/** Keywords that are not written in upper case. */
const WRITTEN: Readonly<Record<string, string>> = {
  EMAILADDRESS: 'emailAddress',
  SERIALNUMBER: 'serialNumber',
  STREET: 'street',
  TITLE: 'title',
};
const TYPE = String.raw`(?:[oO][iI][dD]\.)?\d+(?:\.\d+)+|[A-Za-z][A-Za-z0-9-]*`;
/** Attributes at the most general end of a name, and at the most specific end. */
const GENERAL = new Set(['C', 'DC', 'O']);
const PARTICULAR = new Set(['CN', 'UID', 'EMAILADDRESS']);

/**
 * Reads a distinguished name. Undefined if the text is not one: no `attribute=value` pairs, an empty value, a broken
 * escape, or no known attribute. In slash form, a slash belongs to the value unless a known attribute follows, so
 * `/CN=host/name.example` has one attribute. In comma form, the most general part is last; a text that is clearly in
 * the other order (`C = DE, O = Example, CN = Ada`) is read in that order.
 */
export function parseDistinguishedName(text: string): DistinguishedName | undefined {
  const name = text.startsWith('/') ? parseSlashForm(text) : parseCommaForm(text);
  return name?.some(([attribute]) => isKnown(attribute)) ? name : undefined;
}

/** Whether the text is a distinguished name in slash or comma form. */
export function isDistinguishedName(text: string): boolean {
  return parseDistinguishedName(text) !== undefined;
}

/**
 * Whether two texts name the same, in whichever forms; letter case and runs of blanks do not matter (RFC 5280, section
 * 7.1).
 */
export function sameDistinguishedName(one: string, other: string): boolean {
  const [a, b] = [parseDistinguishedName(one), parseDistinguishedName(other)];
  return a !== undefined && b !== undefined && comparable(a) === comparable(b);
}

/** Whether `proxy` is `user` with one or more CN appended, as proxy certificates are named (RFC 3820, section 3.4). */
export function extendsDistinguishedName(proxy: string, user: string): boolean {
  const [longer, shorter] = [parseDistinguishedName(proxy), parseDistinguishedName(user)];
  if (longer === undefined || shorter === undefined || longer.length <= shorter.length) return false;
  const further = longer.slice(shorter.length);
  return (
    further.every(([attribute]) => attribute === 'CN') &&
    comparable(longer.slice(0, shorter.length)) === comparable(shorter)
  );
}

/** Object identifier of an attribute as `parseDistinguishedName` names it; undefined if the keyword is unknown. */
export function attributeOid(attribute: string): string | undefined {
  return OID_OF.get(attribute) ?? (/^\d/.test(attribute) ? attribute : undefined);
}

/** OpenSSL's notation of an attribute in slash form, by keyword or object identifier. */
export function keywordOfAttribute(type: string): string {
  const known = keyword(type);
  return WRITTEN[known] ?? known;
}

function isKnown(attribute: string) {
  return attributeOid(attribute) !== undefined;
}

function keyword(type: string) {
  const upper = type
    .trim()
    .toUpperCase()
    .replace(/^OID\./, '');
  return KEYWORD_OF.get(upper) ?? upper;
}

/**
 * Returns a name on one line, so that names whose attributes were separated differently (a slash in a value) still
 * compare equal.
 */
function comparable(name: DistinguishedName) {
  return name
    .map(([attribute, value]) => `/${attribute}=${value.normalize('NFKC').trim().replace(/\s+/g, ' ')}`)
    .join('')
    .toLowerCase();
}

function parseSlashForm(text: string) {
  const starts = [...text.matchAll(new RegExp(`([/+])(${TYPE})=`, 'g'))].filter(
    ({ index, 2: type }) => index === 0 || isKnown(keyword(type!)),
  );
  if (starts[0]?.index !== 0 || starts[0][1] !== '/') return undefined;
  const name = starts.map(({ 0: start, 2: type, index }, at) => {
    const value = text.slice(index + start.length, starts[at + 1]?.index);
    return [keyword(type!), value.replace(OPENSSL_BYTES, bytesRead)] as const;
  });
  return name.every(([, value]) => value.trim() !== '') ? name : undefined;
}

/** OpenSSL writes bytes outside of ASCII as `\xC3`: those of UTF-8, or of an older type of string, in Latin-1. */
const OPENSSL_BYTES = /(?:\\x[0-9A-Fa-f]{2})+/g;
function bytesRead(run: string) {
  const bytes = Buffer.from(run.replaceAll('\\x', ''), 'hex');
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
}

const ESCAPE = String.raw`\\(?:[0-9A-Fa-f]{2}|[ "#+,;<=>\\/])`;
/** A relative name and the separator after it. Blanks at the end of a value do not count unless they are escaped. */
const RELATIVE_NAME = new RegExp(
  String.raw`\s*(${TYPE})\s*=\s*(?!\s)(?:"((?:${ESCAPE}|[^"\\])*)" *|((?:${ESCAPE}|[^",;+\\ ]| +(?![ ,;+]|$))*) *)([,;+]|$)`,
  'y',
);

/** Returns a name in comma form. */
function parseCommaForm(text: string) {
  const parts: [string, string][][] = [[]];
  for (let at = 0, separator: string | undefined = '+'; separator !== ''; at = RELATIVE_NAME.lastIndex) {
    RELATIVE_NAME.lastIndex = at;
    const match = RELATIVE_NAME.exec(text);
    const value = match && unescaped(match[2] ?? match[3] ?? '');
    if (!value) return undefined;
    if (separator !== '+') parts.push([]);
    parts.at(-1)!.push([keyword(match[1]!), value]);
    separator = match[4];
  }
  const [[first], [last]] = [parts[0]![0]!, parts.at(-1)![0]!];
  const generalFirst = GENERAL.has(first) && PARTICULAR.has(last);
  return (generalFirst ? parts : parts.reverse()).flat();
}

/** Returns a value without its escapes, some of which are bytes of UTF-8; undefined if these are not valid. */
function unescaped(value: string) {
  try {
    return decodeURIComponent(
      value.replace(/%|\\(?:([0-9A-Fa-f]{2})|(.))/g, (_, byte, character = '%25') => (byte ? `%${byte}` : character)),
    );
  } catch {
    return undefined;
  }
}
