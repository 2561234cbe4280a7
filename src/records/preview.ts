/** The smallest part of a value that shows the finding; bounded for every response. */

const LONGEST = 160;

/** Arrays and objects inside each other that are shown; deeper ones are `[…]` and `{…}`. */
const DEEPEST = 3;

/** Returns a value on one line of at most about 160 characters; never throws, never walks deep values. */
export function preview(value: unknown): string {
  return part(value, DEEPEST, LONGEST);
}

/** A text that could be mistaken for JSON of another type. */
const LIKE_JSON = /^\s*(?:[{["]|(?:-?\d+(?:\.\d+)?|true|false|null)\s*$)/;

/** Returns a value of a possibly wrong type: after the name of its type if the value alone could be mistaken. */
export function typed(value: unknown): string {
  if (typeof value === 'string') return `${LIKE_JSON.test(value) ? 'the string ' : ''}${preview(value)}`;
  if (typeof value !== 'object' || value === null) return preview(value);
  return `the ${Array.isArray(value) ? 'array' : 'object'} ${preview(value)}`;
}

/** Returns a text of at most `most` characters; the last is an ellipsis if the text was longer. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** Returns a date, or one in the form of ISO 8601 in UTC, for people: `2026-01-31 23:59:00 UTC`. */
export const utc = (date: Date | string): string =>
  (typeof date === 'string' ? date : date.toISOString()).replace(/T(.{8}).*/, ' $1 UTC');

/** A text in quotation marks; line breaks and other control characters are escaped, quotation marks are not. */
const quoted = (text: string) =>
  JSON.stringify(text).replace(/\\(["\\])/g, (pair, character) => (character === '"' ? character : pair));

/** Returns a value in about `room` characters, with all quotes and brackets closed. */
function part(value: unknown, depth: number, room: number): string {
  if (value === undefined) return 'no value';
  if (typeof value === 'string') return quoted(shortened(value, Math.max(room - 2, 8)));
  // Not as JSON: it would call a number beyond the range (1e400) null.
  if (typeof value !== 'object' || value === null) return String(value);
  if (depth === 0) return Array.isArray(value) ? '[…]' : '{…}';
  if (Array.isArray(value)) {
    const shown = inTurn(value, room, (item, left) => part(item, depth - 1, left));
    return `[${shown.join(', ')}${value.length > shown.length ? `, … ${value.length} in all` : ''}]`;
  }
  const keys = Object.keys(value);
  const shown = inTurn(keys, room, (key, left) => {
    const name = part(key, 0, 42);
    return `${name}: ${part((value as Record<string, unknown>)[key], depth - 1, left - name.length - 2)}`;
  });
  return `{${shown.join(', ')}${keys.length > shown.length ? ', …' : ''}}`;
}

/** Returns the texts of the first items that fit, at most three. */
function inTurn<T>(items: readonly T[], room: number, textOf: (item: T, left: number) => string) {
  const shown: string[] = [];
  let left = room - 2;
  for (const item of items.slice(0, 3)) {
    if (left < 8 && shown.length > 0) break;
    shown.push(textOf(item, left));
    left -= (shown.at(-1)?.length ?? 0) + 2;
  }
  return shown;
}

/** Returns the first of some words, and how many more there are: `a, b and 3 more`. */
export function someOf(words: readonly string[], most: number, between = ', '): string {
  const left = words.length - most;
  return `${words.slice(0, most).join(between)}${left > 0 ? ` and ${left} more` : ''}`;
}
