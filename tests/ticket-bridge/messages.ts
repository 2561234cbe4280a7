/** SOAP messages with given content. */
import { decodeMessage } from '../../src/soap/decode.ts';

export const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';
export const ENCODING = 'http://schemas.xmlsoap.org/soap/encoding/';
export const XSD = 'http://www.w3.org/2001/XMLSchema';

export const message = (inside: string, { attributes = '', after = '' } = {}) =>
  `<s:Envelope xmlns:s="${ENVELOPE}" xmlns:e="${ENCODING}" xmlns:xsi="${XSD}-instance" xmlns:xsd="${XSD}" xmlns:t="urn:t"${attributes}><s:Body>${inside}</s:Body>${after}</s:Envelope>`;
export const decode = (text: string) => decodeMessage(new TextEncoder().encode(text), 'text/xml; charset=utf-8');

/** Returns the response in a message. Throws if it contains none. */
export function responseOf(text: string) {
  const decoded = decode(text);
  if (!decoded.ok || !decoded.response) throw new Error(JSON.stringify(decoded));
  return decoded.response;
}
