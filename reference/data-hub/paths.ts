/** Path segments and queries of request targets, decoded as RFC 3986 says. */

/** A target that cannot be decoded. */
export class MalformedPath extends Error {}

/** How a segment is decoded. */
export type Reading = (segment: string) => string;

export const decodeSegment: Reading = (segment) => {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new MalformedPath(`malformed percent-encoding: ${segment.slice(0, 80)}`);
  }
};

/** Decoded, non-empty segments of a raw path. */
export function segmentsOf(raw: string, read: Reading = decodeSegment): string[] {
  return raw
    .split('/')
    .filter((segment) => segment !== '')
    .map(read);
}

/** A query's parameter, still encoded; undefined if it is absent. */
export function parameterIn(query: string | undefined, name: string): string | undefined {
  const pair = (query ?? '').split('&').find((part) => decodeSegment(part.split('=')[0] ?? '') === name);
  return pair?.slice(pair.indexOf('=') + 1);
}

/** A query's value decoded; `+` is a space, as HTML forms write it. */
export const decodeValue: Reading = (value) => decodeSegment(value.replaceAll('+', ' '));
