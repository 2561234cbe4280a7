/**
 * Finds the parts of a text that a reader copies, so that no line break splits them. No imports, so that the help
 * starts quickly.
 */

/** Replaces a space within such a part: not white space for code that wraps lines. */
export const JOINED = '\u{e000}';

/**
 * Matches a command in the form in which it was started, with its options and their values. After explain, list and
 * baseline, the next word belongs to the command: `assay explain WORD`, `assay list faults`, `assay baseline init`.
 */
const COMMAND =
  /(?:npx )?\S*\bassay(?:\.mjs)?'? (?:(?:explain|list|baseline) [\w-]+|[a-z]+)(?: (?:--?[a-z][\w-]*(?: (?!-)[^\s);,]+)?|[A-Z]{2}[^\s);,]*|[^\s/.]*[/.][^\s);,]+))*/g;

/** A method and a path; an exit code. */
const REQUEST = /\b[A-Z]{3,7} (?=\/\S)|\bExit code (?=\d)/g;

/** Returns a text with the spaces of its commands and requests joined. */
export const inOnePiece = (text: string): string =>
  [COMMAND, REQUEST].reduce((all, part) => all.replace(part, (found) => found.replaceAll(' ', JOINED)), text);

/** A word with a joined command, the address of a service, or a setting with its value. */
export const COPIED = /[^\s]*(?:\u{e000}|https?:\/\/)\S+|(?<=^| )[A-Z][A-Z0-9_]+=\S+/gu;
