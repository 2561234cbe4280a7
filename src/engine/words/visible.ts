/** Makes every character of a text visible. Bytes in the evidence stay as they came. */

/**
 * Controls, line and paragraph separators, marks that reverse, join or hide text (Unicode:
 * Default_Ignorable_Code_Point, Cf), and lone surrogates: a terminal would obey them, or a reader would not see them. A
 * space other than U+0020 looks like it.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Returns the text on one line, with invisible characters as `\n`, `\r`, `\t` or `\u{202e}`. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, (character) => SHORT[character] ?? escaped(character));
}

/** Returns a value with every text in it made visible. */
export function visibleTexts<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, part) => (typeof part === 'string' ? visible(part) : part)) as T;
}

/** Returns the escape of one character. */
export const escaped = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** Returns a label in words: `a+b/readBack` is `a and b, read back`. */
export const labelWords = (label: string): string =>
  label
    .replaceAll('+', ' and ')
    .replace(/[~/]/g, ', ')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
