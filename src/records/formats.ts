/** Lexical forms that the document gives to strings. */
import { isDistinguishedName } from './distinguished-name.ts';

/** By code, for those below 128: 0 a hexadecimal digit, 1 a hyphen, 2 anything else. */
const SIGNS = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\da-f]/i.test(String.fromCharCode(code)) ? 0 : code === 0x2d ? 1 : 2,
);
const UUID = Uint8Array.from('xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx', (sign) => (sign === '-' ? 1 : 0));
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** A UUID of any version, letters in either case. Lists hold hundreds of thousands: without branches this takes a third of the time of a regular expression. */
export function isUuid(text: string): boolean {
  if (text.length !== UUID.length) return false;
  let odd = 0;
  for (let at = 0; at < UUID.length; at += 1) {
    const code = text.charCodeAt(at);
    odd |= (code & ~0x7f) | ((SIGNS[code & 0x7f] as number) ^ (UUID[at] as number));
  }
  return odd === 0;
}

const TIMESTAMP = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)$/;

/** `YYYY-MM-DDTHH:MM:SS`, a real calendar date, no zone, no fraction (Resources B). A leap second at 23:59:60 is a real time. */
function isTimestamp(text: string): boolean {
  if (!TIMESTAMP.test(text)) return false;
  if (text[17] === '6' && !text.endsWith('23:59:60')) return false;
  const day = Number(text[8]) * 10 + Number(text[9]);
  return day <= 28 || day <= daysOf(Number(text.slice(0, 4)), Number(text.slice(5, 7)));
}

function daysOf(year: number, month: number): number {
  const leap = month === 2 && ((year % 4 === 0 && year % 100 !== 0) || year % 400 === 0) ? 1 : 0;
  return (MONTH_DAYS[month - 1] as number) + leap;
}

/** Formats by their name in the schemas, with what a person calls them. */
export const FORMATS: Readonly<
  Record<string, { readonly says: string; readonly test: RegExp | ((text: string) => boolean) }>
> = {
  timestamp: { says: 'a valid timestamp YYYY-MM-DDTHH:MM:SS, without zone or fraction', test: isTimestamp },
  uuid: { says: 'a UUID (8-4-4-4-12 hexadecimal digits)', test: isUuid },
  hexadecimal: { says: 'hexadecimal digits', test: /^[0-9a-fA-F]+$/ },
  'storage-endpoint': {
    says: 'a storage endpoint that begins with scheme://host',
    test: /^[a-zA-Z][a-zA-Z0-9+.-]*:\/\/[^/?#\s]/,
  },
  'distinguished-name': { says: 'a distinguished name (/C=…/CN=… or CN=…,C=…)', test: isDistinguishedName },
};
