/**
 * Reads JSON files that other programs may have written. A file that is nested too deeply, or has too many values, is
 * rejected before it is parsed.
 */

import { isUtf8 } from 'node:buffer';

/** A JSON text beyond a limit; the message is the rest of a sentence about it. */
export class JsonLimitError extends Error {
  override readonly name = 'JsonLimitError';
}

/** Assay nests what it writes fewer than 30 levels deep. RFC 8259, section 9 lets a reader limit the depth. */
export const MOST_LEVELS = 256;
/** Objects, arrays and further values of a file: more than any run writes, and less than fills the memory. */
export const MOST_VALUES = 16_000_000;

const [BACKSLASH, COMMA] = [0x5c, 0x2c];
/** Bytes that a scan of JSON looks for. CASE is the bit in which `[` differs from `{`, and `]` from `}`. */
export const [QUOTE, OPENS, CLOSES, CASE] = [0x22, 0x7b, 0x7d, 0x20] as const;

/**
 * Parses a JSON text (UTF-8, a byte order mark may precede it).
 * @param lossy read bytes that are not UTF-8 as replacement characters
 * @throws JsonLimitError beyond a limit; SyntaxError if it is not JSON
 */
export function parseBoundedJson(bytes: Uint8Array, { lossy = false }: { readonly lossy?: boolean } = {}): unknown {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) at = endOfString(bytes, at + 1);
    else if ((byte | CASE) === OPENS || byte === COMMA) {
      values += 1;
      if (byte !== COMMA) depth += 1;
      if (depth > MOST_LEVELS) throw new JsonLimitError(`is nested more than ${MOST_LEVELS} levels deep`);
      if (values > MOST_VALUES) throw new JsonLimitError(`contains more than ${MOST_VALUES} values`);
    } else if ((byte | CASE) === CLOSES) depth -= 1;
  }
  if (!lossy && !isUtf8(bytes)) throw new SyntaxError('not UTF-8');
  return JSON.parse(new TextDecoder().decode(bytes));
}

/**
 * Returns the index of the quote that closes a string; without one, the length of the text, or one more after a
 * backslash.
 */
export function endOfString(bytes: Uint8Array, begin: number): number {
  let at = begin;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
