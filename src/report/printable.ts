/** Escapes text from targets for a terminal or a log. */
import { RUNNER_COMMAND } from '../engine/shell.ts';

/**
 * Controls (C0, DEL, C1), line and paragraph separators, marks that reverse or hide text, and lone surrogates:
 * a terminal would obey them, or a reader would not see them.
 */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** One line in which every character shows, and that no runner of CI obeys: others stand as `\n`, `\r`, `\t` or `\u{1b}`. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => SHORT[character] ?? escaped(character)).replace(RUNNER_COMMAND, escaped);
}

const escaped = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
