/** Lexical forms that the document gives to strings. */
import { isDistinguishedName } from './distinguished-name.ts';

/** `d` a decimal digit, `x` a hexadecimal one, anything else itself. */
const TIMESTAMP = templateOf('dddd-dd-ddTdd:dd:dd');
/** A UUID of any version, letters in either case. */
export const isUuid = templateOf('xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx');
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** `YYYY-MM-DDTHH:MM:SS`, a real calendar date, no zone, no fraction (Resources B). A leap second at 23:59:60 is a real time. */
function isTimestamp(text: string): boolean {
  if (!TIMESTAMP(text)) return false;
  const number = (at: number): number => (text.charCodeAt(at) - 0x30) * 10 + text.charCodeAt(at + 1) - 0x30;
  const [year, month, day, hour, minute, second] = [number(0) * 100 + number(2), number(5), number(8), number(11), number(14), number(17)];
  const leap = month === 2 && ((year % 4 === 0 && year % 100 !== 0) || year % 400 === 0) ? 1 : 0;
  const days = (MONTH_DAYS[month - 1] ?? 0) + leap;
  return day >= 1 && day <= days && hour <= 23 && minute <= 59 && (second <= 59 || (second === 60 && hour === 23 && minute === 59));
}

/** A test of texts of one length, octet by octet: lists hold hundreds of thousands of them, and a regular expression takes several times as long. */
function templateOf(template: string): (text: string) => boolean {
  const digits = Uint8Array.from(template, (sign) => (sign === 'd' ? 1 : sign === 'x' ? 2 : 0));
  return (text) => {
    if (text.length !== template.length) return false;
    for (let at = 0; at < template.length; at += 1) {
      const code = text.charCodeAt(at);
      const kind = digits[at];
      if (kind === 0 ? code !== template.charCodeAt(at) : !(code >= 0x30 && code <= 0x39) && !(kind === 2 && isHexLetter(code))) return false;
    }
    return true;
  };
}

function isHexLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66;
}

/** Formats by their name in the schemas, with what a person calls them. */
export const FORMATS: Readonly<Record<string, { readonly says: string; readonly test: RegExp | ((text: string) => boolean) }>> = {
  timestamp: { says: 'a timestamp YYYY-MM-DDTHH:MM:SS, a real date, without zone or fraction', test: isTimestamp },
  uuid: { says: 'a UUID (8-4-4-4-12 hexadecimal digits)', test: isUuid },
  hexadecimal: { says: 'hexadecimal digits', test: /^[0-9a-fA-F]+$/ },
  'storage-endpoint': { says: 'a storage endpoint that begins with scheme://host', test: /^[a-zA-Z][a-zA-Z0-9+.-]*:\/\/[^/?#\s]+/ },
  'distinguished-name': { says: 'a distinguished name (/C=…/CN=… or CN=…,C=…)', test: isDistinguishedName },
};
