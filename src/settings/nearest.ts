/** Suggests a correction for a misspelt word. */
import { distance } from 'fastest-levenshtein';

/**
 * Returns the known path that ends with `word`, else the known word nearest to `word` by edit distance, ignoring case.
 * Undefined if more than two edits and more than a third of the longer word would have to change, or more than half of
 * the shorter one, or more than `most` edits; a word with the same letters is near in any case.
 */
export function nearest(word: string, known: readonly string[], most = Infinity): string | undefined {
  const path = known.find((candidate) => candidate.toLowerCase().endsWith(`/${word.toLowerCase()}`));
  if (path !== undefined) return path;
  const letters = sorted(word);
  const swapped = known.find((candidate) => candidate.length === word.length && sorted(candidate) === letters);
  if (swapped !== undefined) return swapped;
  const [best] = known
    .map((candidate) => ({ word: candidate, edits: editDistance(word, candidate) }))
    .sort((one, other) => one.edits - other.edits);
  if (best === undefined || best.edits > most || best.edits * 2 > Math.min(word.length, best.word.length))
    return undefined;
  return best.edits <= Math.max(2, Math.max(word.length, best.word.length) / 3) ? best.word : undefined;
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

/** `Unknown format "htlm"; did you mean html? Formats: html, json.` */
export function notKnown(subject: string, word: string, known: readonly string[], listed = known): string {
  const plural = `${subject.slice(0, 1).toUpperCase()}${subject.slice(1)}s`;
  return `Unknown ${subject} ${JSON.stringify(word)}${suggestion(word, known)} ${plural}: ${listed.join(', ') || 'none'}.`;
}
