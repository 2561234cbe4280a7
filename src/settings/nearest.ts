/** Suggests a correction for a misspelt word. */
import { distance } from 'fastest-levenshtein';

/**
 * Returns the known path that ends with `word`, else a known word with the same letters, else the one nearest to `word`
 * by edit distance, ignoring case: after what both begin with, one edit is allowed for each four characters. If no word
 * is that near, the only single word that begins with `word`, if that has four characters.
 */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const path = known.find((candidate) => candidate.toLowerCase().endsWith(`/${word.toLowerCase()}`));
  if (path !== undefined) return path;
  const letters = sorted(word);
  const swapped = known.find((candidate) => candidate.length === word.length && sorted(candidate) === letters);
  if (swapped !== undefined) return swapped;
  const [best] = known
    .map((candidate) => ({ candidate, edits: editDistance(word, candidate) }))
    .filter(({ candidate, edits }) => edits * 4 <= differingLength(word.toLowerCase(), candidate.toLowerCase()) + 3)
    .sort((one, other) => one.edits - other.edits);
  if (best !== undefined || word.length < 4) return best?.candidate;
  const begun = known.filter((one) => !one.includes(' ') && one.toLowerCase().startsWith(word.toLowerCase()));
  return new Set(begun).size === 1 ? begun[0] : undefined;
}

/** Returns the length of the longer word without what both begin with. */
function differingLength(one: string, other: string) {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  return Math.max(one.length, other.length) - same;
}

const sorted = (word: string) => [...word.toLowerCase()].sort().join('');

/** Returns the number of characters to insert, delete or replace to turn one word into the other, ignoring case. */
export function editDistance(one: string, other: string): number {
  return distance(one.toLowerCase(), other.toLowerCase());
}

/** `; did you mean html?`, or if no known word is near, by default a full stop. */
export function suggestion(word: string, known: readonly string[], otherwise = '.'): string {
  const near = nearest(word, known);
  return near === undefined ? otherwise : `; did you mean ${near}?`;
}

/** Returns a sentence about an unknown word of some kind, with the nearest one, or else all known ones. */
export const notKnown = (kind: string, word: string, known: readonly string[]): string =>
  `Unknown ${kind} ${JSON.stringify(word)}${suggestion(word, known)} Known: ${known.join(', ')}.`;
