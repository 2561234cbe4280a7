/** Texts and whole numbers of JSON values, and which of them may be identifiers. */

export const MOST_LEAVES = 1_000_000;
export const DEEPEST = 16;
const LONGEST_IDENTIFIER = 4096;

/** A text or whole number. */
export interface Leaf {
  readonly text: string;
  /** The name of the member that contains it, directly or in arrays; empty without a name. */
  readonly name: string;
  /** Its place: names and indexes, each after a slash. */
  readonly at: string;
}

/**
 * Visits texts and whole numbers of a JSON value in the order of the document. Returns whether all were visited: false
 * if the callback returned false, or the value is too deep.
 */
export function readLeaves(value: unknown, visit: (leaf: Leaf) => boolean, at = '', name = '', depth = 0): boolean {
  if (typeof value === 'string' || Number.isSafeInteger(value)) return visit({ text: String(value), name, at });
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= DEEPEST) return false;
  const read = (inner: unknown, key: string | number) =>
    readLeaves(inner, visit, `${at}/${key}`, /^\d+$/.test(String(key)) ? name : String(key), depth + 1);
  return Array.isArray(value) ? value.every(read) : Object.entries(value).every(([key, inner]) => read(inner, key));
}

/** Returns texts and whole numbers of a JSON value, or undefined if it is too deep or too large. */
export function leavesOf(json: unknown): readonly Leaf[] | undefined {
  const leaves: Leaf[] = [];
  return readLeaves(json, (leaf) => leaves.push(leaf) <= MOST_LEAVES) ? leaves : undefined;
}

/** Whether a JSON value contains texts, and all of them are blank: an empty identifier. */
export function isBlank(json: unknown): boolean {
  let blanks = 0;
  const all = readLeaves(json, ({ text }) => {
    blanks += 1;
    return text.trim() === '';
  });
  return all && blanks > 0;
}

export const isAddress = (text: string): boolean =>
  /^(?:[a-z][a-z0-9+.-]*:)?\/\/|^\.{0,2}\/|^[\w.-]+\/[\w%.~-]+$/i.test(text);

export const canIdentify = (text: string): boolean =>
  text !== '' && text.length <= LONGEST_IDENTIFIER && !/[\s\p{Cc}]/u.test(text);

/** Returns how unlikely it is that a text is the identifier: the lowest ranks come first. */
export function rank({ name, text }: Pick<Leaf, 'name' | 'text'>): number {
  if (/^(?:request|trace|session|correlation|span)/i.test(name)) return 3;
  if (/^(?:parent|root|space|owner|creator|user|group|provider|zone)/i.test(name)) return 2;
  if (/^(?:ids?|.*(?:[a-z]I[dD]s?|_ids?|ID))$/.test(name)) return 0;
  return isAddress(text) ? 2 : 1;
}
