/** Finds what a misspelt word was meant to be. */
import { distance } from 'fastest-levenshtein';

/**
 * The known word that is nearest to `word` by edit distance, whatever the case.
 * Undefined where none is near: more than a third of the longer word would have to change; two edits are always near enough.
 */
export function nearest(word: string, known: readonly string[]): string | undefined {
  let best: { readonly word: string; readonly edits: number } | undefined;
  for (const candidate of known) {
    const edits = editDistance(word, candidate);
    if (best === undefined || edits < best.edits) best = { word: candidate, edits };
  }
  return best !== undefined && best.edits <= Math.max(2, Math.max(word.length, best.word.length) / 3) ? best.word : undefined;
}

/** Characters to insert, delete or replace to make one word of the other, whatever the case. */
export function editDistance(one: string, other: string): number {
  return distance(one.toLowerCase(), other.toLowerCase());
}
