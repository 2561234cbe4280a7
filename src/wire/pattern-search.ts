/** Finds many patterns in one pass (Wu and Manber, 1994): most octets of the text are never looked at. */

const BLOCK = 3;
const BUCKETS = 1 << 16;

export interface PatternSearch {
  /** Calls `found` with the number of the pattern and where it begins, from left to right. */
  each(text: Uint8Array, found: (pattern: number, at: number) => void): void;
}

/**
 * Prepares a search. Each pattern has at least three octets; the longer the shortest one, the faster the search.
 * Equal patterns are each reported.
 */
export function patternSearch(patterns: readonly Uint8Array[]): PatternSearch {
  const shortest = patterns.reduce((least, pattern) => Math.min(least, pattern.length), 255);
  if (patterns.length > 0 && shortest < BLOCK) throw new RangeError(`a pattern of ${shortest} octets is too short to search for`);
  // How far the search may move on after seeing a block that ends here: as far as no pattern can have been missed.
  const shifts = new Uint8Array(BUCKETS).fill(shortest - BLOCK + 1);
  const ending = new Map<number, number[]>();
  patterns.forEach((pattern, number) => {
    for (let end = BLOCK - 1; end < shortest; end++) {
      const bucket = bucketAt(pattern, end);
      shifts[bucket] = Math.min(shifts[bucket] ?? 0, shortest - 1 - end);
      if (end === shortest - 1) ending.set(bucket, [...(ending.get(bucket) ?? []), number]);
    }
  });
  return {
    each(text, found) {
      if (patterns.length === 0) return;
      for (let end = shortest - 1; end < text.length; ) {
        const bucket = (((text[end - 2] as number) << 8) ^ ((text[end - 1] as number) << 4) ^ (text[end] as number)) & (BUCKETS - 1);
        const shift = shifts[bucket] as number;
        if (shift > 0) {
          end += shift;
          continue;
        }
        const at = end - shortest + 1;
        for (const number of ending.get(bucket) ?? []) if (standsAt(patterns[number] as Uint8Array, text, at)) found(number, at);
        end++;
      }
    },
  };
}

function bucketAt(octets: Uint8Array, end: number): number {
  return (((octets[end - 2] as number) << 8) ^ ((octets[end - 1] as number) << 4) ^ (octets[end] as number)) & (BUCKETS - 1);
}

function standsAt(pattern: Uint8Array, text: Uint8Array, at: number): boolean {
  if (at + pattern.length > text.length) return false;
  for (let index = 0; index < pattern.length; index++) if (pattern[index] !== text[at + index]) return false;
  return true;
}
