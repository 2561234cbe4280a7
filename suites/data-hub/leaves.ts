/** Texts and whole numbers of JSON values, and which of them may be identifiers. */

export const MOST_LEAVES = 1_000_000;
export const DEEPEST = 16;
const LONGEST_IDENTIFIER = 4096;

export interface Leaf {
  readonly text: string;
  readonly path: readonly string[];
}

/** Texts and whole numbers of a JSON value in the order of the document; undefined where it is too deep or too large to be read so. */
export function leavesOf(json: unknown): readonly Leaf[] | undefined {
  const leaves: Leaf[] = [];
  const stack: { value: unknown; path: readonly string[] }[] = [{ value: json, path: [] }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value, path } = next;
    if (typeof value === 'string' || Number.isSafeInteger(value)) leaves.push({ text: String(value), path });
    else if (typeof value === 'object' && value !== null) {
      if (path.length >= DEEPEST) return undefined;
      for (const [key, inner] of Object.entries(value).reverse()) stack.push({ value: inner, path: [...path, key] });
    }
    if (leaves.length + stack.length > MOST_LEAVES) return undefined;
  }
  return leaves;
}

export const isAddress = (text: string): boolean => /^(?:[a-z][a-z0-9+.-]*:)?\/\/|^\.{0,2}\/|^[\w.-]+\/[\w%.~-]+$/i.test(text);

export const canIdentify = (text: string): boolean => text !== '' && text.length <= LONGEST_IDENTIFIER && !/[\s\p{Cc}]/u.test(text);

/** Lower goes first. */
export function rank({ path, text }: Leaf): number {
  const name = path.findLast((key) => !/^\d+$/.test(key)) ?? '';
  if (/^(?:request|trace|session|correlation|span)/i.test(name)) return 3;
  if (/^(?:ids?|.*(?:[a-z]I[dD]s?|_ids?|ID))$/.test(name)) return 0;
  return isAddress(text) ? 2 : 1;
}
