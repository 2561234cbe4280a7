/** Namespaces that SOAP 1.1 messages use. */

/** SOAP 1.1, section 4. */
export const SOAP_ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';
/** SOAP 1.2, part 1; known only to name it in a finding. */
export const SOAP_12_ENVELOPE = 'http://www.w3.org/2003/05/soap-envelope';
/** SOAP 1.1, section 5. */
export const SOAP_ENCODING = 'http://schemas.xmlsoap.org/soap/encoding/';
/** XML Schema part 2, the recommendation; types are stated in it. */
export const XSD = 'http://www.w3.org/2001/XMLSchema';
export const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

/** Drafts of XML Schema that SOAP 1.1 (section 2, 1999) and its early toolkits name; their types mean the same. */
export const XSD_NAMESPACES: readonly string[] = [
  XSD,
  'http://www.w3.org/2000/10/XMLSchema',
  'http://www.w3.org/1999/XMLSchema',
];
export const XSI_NAMESPACES: readonly string[] = [
  XSI,
  'http://www.w3.org/2000/10/XMLSchema-instance',
  'http://www.w3.org/1999/XMLSchema-instance',
];

/**
 * Whether an encodingStyle states the SOAP encoding: one of its URIs is that of SOAP 1.1, section 5, or begins with it,
 * which means the same rules with restrictions. Each URI in the list names rules by which the message can be read, the
 * most specific first (section 4.1.1).
 */
export function isSoapEncoding(style: string | undefined): boolean {
  return (style ?? '').split(/\s+/).some((uri) => uri.startsWith(SOAP_ENCODING) || `${uri}/` === SOAP_ENCODING);
}

/** Whether an encodingStyle names only other rules. An empty one makes no statement (SOAP 1.1, section 4.1.1). */
export function isOtherEncoding(style: string | undefined): boolean {
  return (style ?? '').trim() !== '' && !isSoapEncoding(style);
}
