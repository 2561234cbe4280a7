/** Suggests a correction for a misspelt word. */
import { distance } from 'fastest-levenshtein';

/**
 * Returns the known path that ends with `word`, else a known word with the same letters, else the one nearest to `word`
 * by edit distance, ignoring case. Of the part in which they differ, three characters allow one edit, and each four
 * further ones another. If no word is that near, the only single word that begins with `word`, if that has four
 * characters.
 */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const path = known.find((candidate) => candidate.toLowerCase().endsWith(`/${word.toLowerCase()}`));
  if (path !== undefined) return path;
  const letters = sorted(word);
  const swapped = known.find((candidate) => candidate.length === word.length && sorted(candidate) === letters);
  if (swapped !== undefined) return swapped;
  const [best] = known
    .map((candidate) => ({ candidate, edits: editDistance(word, candidate) }))
    .filter(({ candidate, edits }) => edits * 4 <= differingLength(partsOf(word), partsOf(candidate)) + 1)
    .sort((one, other) => one.edits - other.edits);
  if (best !== undefined || word.length < 4) return best?.candidate;
  const begun = known.filter((one) => !one.includes(' ') && one.toLowerCase().startsWith(word.toLowerCase()));
  return new Set(begun).size === 1 ? begun[0] : undefined;
}

/** `['env', '-file']`, `['service', '_url']`, `['record', '/id']`. */
const partsOf = (word: string) => word.toLowerCase().split(/(?=[/_-])/);

/** Returns the length of the longer word without the parts that both have at their ends, unless one has no others. */
function differingLength(one: readonly string[], other: readonly string[]) {
  const most = Math.min(one.length, other.length);
  const isSame = (at: number) => one.at(at) === other.at(at);
  let [begin, end] = [0, 0];
  while (begin < most && isSame(begin)) begin += 1;
  while (end < most - begin && isSame(-1 - end)) end += 1;
  const whole = begin + end === most;
  const lengths = [one, other].map((parts) => (whole ? parts : parts.slice(begin, parts.length - end)).join('').length);
  return Math.max(...lengths);
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
