/** Suggests a correction for a misspelt word. */
import { distance } from 'fastest-levenshtein';

/**
 * Returns the known path that ends with `word`, else the known word nearest to `word` by edit distance, ignoring case.
 * Of several, the word with the longest common beginning. Undefined if more than two edits and more than a third of the
 * longer word would have to change, or more than half of the shorter one.
 */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const path = known.find((candidate) => candidate.toLowerCase().endsWith(`/${word.toLowerCase()}`));
  if (path !== undefined) return path;
  let best: { readonly word: string; readonly edits: number } | undefined;
  for (const candidate of known) {
    const edits = editDistance(word, candidate);
    const isNearer =
      best === undefined ||
      edits < best.edits ||
      (edits === best.edits && sameBeginning(word, candidate) > sameBeginning(word, best.word));
    if (isNearer) best = { word: candidate, edits };
  }
  if (best === undefined || best.edits * 2 > Math.min(word.length, best.word.length)) return undefined;
  return best.edits <= Math.max(2, Math.max(word.length, best.word.length) / 3) ? best.word : undefined;
}

/** Returns the number of characters before the first that differs, ignoring case. */
function sameBeginning(one: string, other: string): number {
  const to = [...other.toLowerCase()];
  const at = [...one.toLowerCase()].findIndex((character, index) => character !== to[index]);
  return at === -1 ? one.length : at;
}

/**
 * Returns the number of characters to insert, delete or replace to turn one word into the other, ignoring case; two
 * neighbours that changed places are one edit.
 */
export function editDistance(one: string, other: string): number {
  const [from, to] = [one.toLowerCase(), other.toLowerCase()];
  const at = sameBeginning(from, to);
  const swapped = `${from.slice(0, at)}${from[at + 1]}${from[at]}${from.slice(at + 2)}`;
  return from !== to && swapped === to ? 1 : distance(from, to);
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
