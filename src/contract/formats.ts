/** Lexical forms that the document gives to strings. */
import { isDistinguishedName } from './distinguished-name.ts';

const TIMESTAMP = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})$/;
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** `YYYY-MM-DDTHH:MM:SS`, a real calendar date, no zone, no fraction (Resources B). A leap second at 23:59:60 is a real time. */
function isTimestamp(text: string): boolean {
  const parts = TIMESTAMP.exec(text);
  if (parts === null) return false;
  const [year, month, day, hour, minute, second] = parts.slice(1).map(Number) as [number, number, number, number, number, number];
  const leap = month === 2 && ((year % 4 === 0 && year % 100 !== 0) || year % 400 === 0) ? 1 : 0;
  const days = (MONTH_DAYS[month - 1] ?? 0) + leap;
  return day >= 1 && day <= days && hour <= 23 && minute <= 59 && (second <= 59 || (second === 60 && hour === 23 && minute === 59));
}

/** Formats by their name in the schemas, with what a person calls them. */
export const FORMATS: Readonly<Record<string, { readonly says: string; readonly test: RegExp | ((text: string) => boolean) }>> = {
  timestamp: { says: 'a timestamp YYYY-MM-DDTHH:MM:SS, a real date, without zone or fraction', test: isTimestamp },
  uuid: { says: 'a UUID (8-4-4-4-12 hexadecimal digits)', test: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i },
  hexadecimal: { says: 'hexadecimal digits', test: /^[0-9a-f]+$/i },
  'storage-endpoint': { says: 'a storage endpoint that begins with scheme://host', test: /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]+/i },
  'distinguished-name': { says: 'a distinguished name (/C=…/CN=… or CN=…,C=…)', test: isDistinguishedName },
};
