/** Fields of a header section. */
import type { Headers } from './types.ts';

/** Returns the value of the first field of a name in lower case, or undefined without one. */
export function headerOf(headers: Headers, wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}

/** Returns the fields whose names are not among those of `others`. */
export function without(headers: Headers, others: Headers): Headers {
  const names = new Set(others.map(([name]) => name.toLowerCase()));
  return headers.filter(([name]) => !names.has(name.toLowerCase()));
}

/**
 * Returns the values of all fields of a name, compared without case, joined by `, `, or undefined without one (RFC
 * 9110, section 5.3).
 */
export function joinedHeaderOf(headers: Headers, wanted: string): string | undefined {
  const values = headers.flatMap(([name, value]) => (name.toLowerCase() === wanted.toLowerCase() ? [value] : []));
  return values.length === 0 ? undefined : values.join(', ');
}
