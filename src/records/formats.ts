/** Lexical forms that the document gives to strings. */
import { isDistinguishedName } from './distinguished-name.ts';

/** Whether a text is a UUID of any version, with letters in either case. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text);
}

const TIMESTAMP = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)$/;

/**
 * `YYYY-MM-DDTHH:MM:SS`, a real calendar date, no time zone, no fraction (Resources B). A leap second at
 * 23:59:60 is a real time.
 */
function isTimestamp(text: string) {
  if (!TIMESTAMP.test(text)) return false;
  if (text[17] === '6' && !text.endsWith('23:59:60')) return false;
  const day = Number(text[8]) * 10 + Number(text[9]);
  // The calendar repeats every 400 years, and Date.UTC takes years below 100 for others.
  const lastDay = (year: number, month: number) => new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  return day <= 28 || day <= lastDay(Number(text.slice(0, 4)), Number(text.slice(5, 7)));
}

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
