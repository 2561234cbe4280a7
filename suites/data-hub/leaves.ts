/** Texts and whole numbers of JSON values, and which of them may be identifiers. */

import { whyUnusable } from '../words.ts';
export const MOST_LEAVES = 1_000_000;
export const DEEPEST = 16;
const LONGEST_IDENTIFIER = 4096;

/** Name or index of a value, and the object or array that it is in. */
interface Place {
  readonly key: string | number;
  readonly around: Place | undefined;
}

/**
 * A text or whole number. Its path and name are computed when they are read: a response may contain hundreds of
 * thousands.
 */
export class Leaf {
  readonly text: string;
  readonly #place: Place | undefined;

  constructor(text: string, place: Place | undefined) {
    this.text = text;
    this.#place = place;
  }

  get path(): readonly string[] {
    const path: string[] = [];
    for (let at = this.#place; at !== undefined; at = at.around) path.unshift(String(at.key));
    return path;
  }

  /** The name of the member that contains the value, directly or in arrays; empty without a name. */
  get name(): string {
    let at = this.#place;
    while (at !== undefined && /^\d+$/.test(String(at.key))) at = at.around;
    return String(at?.key ?? '');
  }
}

/**
 * Visits texts and whole numbers of a JSON value in document order. Returns `enough` if the callback ended the visit,
 * `all` after the last value, and undefined if the value is too deep or too large.
 */
function readLeaves(json: unknown, enough: (leaf: Leaf) => boolean): 'enough' | 'all' | undefined {
  let values = 0;
  let ended: 'enough' | undefined;
  const read = (value: unknown, place: Place | undefined, depth: number): boolean => {
    values += 1;
    if ((typeof value === 'string' || Number.isSafeInteger(value)) && enough(new Leaf(String(value), place)))
      ended = 'enough';
    if (typeof value !== 'object' || value === null) return ended === undefined && values <= MOST_LEAVES;
    if (depth >= DEEPEST) return false;
    if (Array.isArray(value)) return value.every((inner, key) => read(inner, { key, around: place }, depth + 1));
    return Object.entries(value).every(([key, inner]) => read(inner, { key, around: place }, depth + 1));
  };
  return read(json, undefined, 0) ? 'all' : ended;
}

/**
 * Returns texts and whole numbers of a JSON value in the order of the document, or undefined if it is too deep or too
 * large.
 */
export function leavesOf(json: unknown): readonly Leaf[] | undefined {
  const leaves: Leaf[] = [];
  const read = readLeaves(json, (leaf) => {
    leaves.push(leaf);
    return false;
  });
  return read && leaves;
}

/** Whether a JSON value contains texts, and all of them are blank: an empty identifier. */
export function isBlank(json: unknown): boolean {
  let blanks = 0;
  const all = readLeaves(json, ({ text }) => {
    blanks += 1;
    return text.trim() !== '';
  });
  return all === 'all' && blanks > 0;
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

/**
 * Returns the leaves that may be identifiers, without `known` texts. If no request can be sent with any of them,
 * returns the likeliest, so that the reason is recorded.
 */
export function identifyingLeaves(all: readonly Leaf[], known: ReadonlySet<string>): readonly Leaf[] {
  const possible = all.filter(({ text }) => canIdentify(text) && !known.has(text));
  if (possible.length > 0) return possible;
  return all
    .filter(({ text }) => !known.has(text) && whyUnusable(text) !== undefined)
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, 1);
}
