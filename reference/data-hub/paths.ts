/** Path segments of request targets, decoded as RFC 3986 says; and the ways in which a deployment gets that wrong. */

/** A target that cannot be decoded. */
export class MalformedPath extends Error {}

/** How a segment is read: as it should be, or as a fault says. */
export type Reading = (segment: string) => string;

export const decodeSegment: Reading = (segment) => {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new MalformedPath(`malformed percent-encoding: ${segment.slice(0, 80)}`);
  }
};

/** Wrong readings by the name that a fault uses. */
export const WRONG_READINGS: Readonly<Record<string, Reading>> = {
  'plus-as-space': (segment) =>
    decodeSegment(segment.replaceAll('%2B', '+').replaceAll('%2b', '+')).replaceAll('+', ' '),
  'space-as-plus': (segment) => decodeSegment(segment).replaceAll(' ', '+'),
  'space-kept-encoded': (segment) => decodeSegment(segment).replaceAll(' ', '%20'),
  'decoded-twice': (segment) => {
    const once = decodeSegment(segment);
    return /^(?:[^%]|%[0-9a-fA-F]{2})*$/.test(once) ? Buffer.from(unescapeOctets(once)).toString('utf8') : once;
  },
  'lower-cased': (segment) => decodeSegment(segment).toLowerCase(),
  'extension-dropped': (segment) => decodeSegment(segment).replace(/\.[^.]*$/, ''),
  'percent-dropped': (segment) => decodeSegment(segment).replaceAll('%', ''),
  'plus-dropped': (segment) => decodeSegment(segment).replaceAll('+', ''),
  'non-ascii-dropped': (segment) => decodeSegment(segment).replace(/[^ -~]/gu, ''),
  'non-ascii-as-question-mark': (segment) => decodeSegment(segment).replace(/[^ -~]/gu, '?'),
  'non-ascii-as-latin-1': (segment) => Buffer.from(decodeSegment(segment), 'utf8').toString('latin1'),
};

function unescapeOctets(text: string): Uint8Array {
  const octets: number[] = [];
  const bytes = Buffer.from(text, 'utf8');
  for (let i = 0; i < bytes.length; i += 1) {
    if (bytes[i] === 0x25) {
      octets.push(Number.parseInt(bytes.toString('latin1', i + 1, i + 3), 16));
      i += 2;
    } else octets.push(bytes[i] ?? 0);
  }
  return Uint8Array.from(octets);
}

/** Decoded, non-empty segments of a raw path. */
export function segmentsOf(raw: string, read: Reading = decodeSegment): string[] {
  return raw
    .split('/')
    .filter((segment) => segment !== '')
    .map(read);
}

/** A query's parameters: percent-decoded, `+` a space in values as HTML forms write it. */
export function queryOf(raw: string, read?: Reading): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const pair of raw.split('&').filter((part) => part !== '')) {
    const [name = '', ...value] = pair.split('=');
    const text = value.join('=');
    parameters.set(decodeSegment(name), read ? read(text) : decodeSegment(text.replaceAll('+', ' ')));
  }
  return parameters;
}
