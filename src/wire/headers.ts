/** Fields of a header section. */
import type { Headers } from './types.ts';

/** The value of the first field of a name in lower case; undefined without one. */
export function headerOf(headers: Headers, wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}
