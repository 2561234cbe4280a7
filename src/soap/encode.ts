/** Requests exactly as documented: SOAP 1.1, RPC style, use encoded. */
import { SOAP_ENCODING, SOAP_ENVELOPE, XSD, XSI } from './namespaces.ts';
import type { WsdlOperation } from './wsdl.ts';

/** Headers of every request: SOAP 1.1, section 6; the document's soapAction is empty. */
export const REQUEST_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/xml; charset=utf-8',
  SOAPAction: '""',
};

/** All characters that are not a Char of XML 1.0 (section 2.2), lone surrogates included. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // A parser turns a literal carriage return into a line feed (XML 1.0, section 2.11), and in attributes tab and line
  // feed into spaces.
  '\r': '&#13;',
};

/** Returns the text as XML content. Throws a RangeError where XML 1.0 cannot carry a character. */
export function escapeText(text: string): string {
  const invalid = NOT_XML.exec(text);
  if (invalid) {
    const code = invalid[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    throw new RangeError(`XML 1.0 cannot carry U+${code} (at index ${invalid.index})`);
  }
  return text.replace(/[&<>"\r]/g, (character) => ESCAPES[character]!);
}

const escapeAttribute = (text: string) => escapeText(text).replace(/\t/g, '&#9;').replace(/\n/g, '&#10;');

/**
 * Values by the document's part names. Bytes become base64 in one line; a string for a base64Binary part is sent
 * unchanged, so that it can be wrapped.
 */
export type RequestValues = Readonly<Record<string, string | number | Uint8Array>>;

/**
 * Returns the envelope of a request: the RPC wrapper in the service namespace, encodingStyle on it, its parts
 * unqualified, in parameter order, each with its `xsi:type`. Throws if a value is missing, does not belong to the
 * operation, or cannot be written in XML 1.0.
 */
export function encodeRequest(
  operation: WsdlOperation,
  values: RequestValues,
  { namespace }: { readonly namespace: string },
): string {
  const { parts } = operation.input;
  const stranger = Object.keys(values).find((name) => !parts.some((part) => part.name === name));
  if (stranger !== undefined) throw new Error(`${operation.name} has no part ${stranger}`);
  const accessors = parts.map(({ name, wireName, type }) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${operation.name} lacks its part ${name}`);
    const text = value instanceof Uint8Array ? Buffer.from(value).toString('base64') : escapeText(String(value));
    return `<${wireName} xsi:type="xsd:${type}">${text}</${wireName}>`;
  });
  // The envelope is a single line, which fits into the curl command of a finding.
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<soap:Envelope xmlns:soap="${SOAP_ENVELOPE}" xmlns:xsi="${XSI}" xmlns:xsd="${XSD}"><soap:Body>`,
    `<tns:${operation.wireName} xmlns:tns="${escapeAttribute(namespace)}" soap:encodingStyle="${SOAP_ENCODING}">`,
    ...accessors,
    `</tns:${operation.wireName}></soap:Body></soap:Envelope>`,
  ].join('');
}

/**
 * Base64 broken into lines, of 76 characters as RFC 2045 (section 6.8) writes it, or of other lengths; XML Schema
 * allows it.
 */
export function wrapBase64(bytes: Uint8Array, length = 76): string {
  const letters = Buffer.from(bytes).toString('base64');
  return (letters.match(new RegExp(`.{1,${length}}`, 'g')) ?? []).join('\n');
}
