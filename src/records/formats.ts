/** Lexical forms that the document gives to strings. */
import { isDistinguishedName } from './distinguished-name.ts';

/** Whether a text is a UUID of any version, with letters in either case. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text);
}

/**
 * `YYYY-MM-DDTHH:MM:SS`, a real calendar date, no time zone, no fraction (Resources B). A leap second at
 * 23:59:60 is a real time.
 */
function isTimestamp(text: string) {
  const plain = text.replace(/T23:59:60$/, 'T23:59:59');
  const date = new Date(`${plain}Z`);
  // A day that the month does not have is read as one of the next.
  return TIMESTAMP.test(plain) && !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(plain);
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;

/** Formats by their name in the schemas, each with its description in messages. */
export const FORMATS: Readonly<
  Record<string, { readonly says: string; readonly test: RegExp | ((text: string) => boolean) }>
> = {
  timestamp: { says: 'a timestamp YYYY-MM-DDTHH:MM:SS without time zone or fraction', test: isTimestamp },
  uuid: { says: 'a UUID (8-4-4-4-12 hexadecimal digits)', test: isUuid },
  hexadecimal: { says: 'a hexadecimal string', test: /^[0-9a-fA-F]+$/ },
  'storage-endpoint': {
    says: 'a storage endpoint that begins with scheme://host',
    test: /^[a-zA-Z][a-zA-Z0-9+.-]*:\/\/[^/?#\s]/,
  },
  'distinguished-name': { says: 'a distinguished name (/C=…/CN=… or CN=…,C=…)', test: isDistinguishedName },
};
