/** Ways in which a server may write a character of a secret, and a matcher that takes them all. */

const NAMED_ENTITIES: Readonly<Record<string, readonly string[]>> = {
  '&': ['&amp;', '&amp;amp;'],
  '<': ['&lt;', '&amp;lt;'],
  '>': ['&gt;', '&amp;gt;'],
  '"': ['&quot;', '&amp;quot;'],
  "'": ['&apos;', '&amp;apos;'],
};

const JSON_ESCAPES: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', '/': '/', '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't' };

/** Escaped once, twice, three times: each time doubles the backslashes. */
const BACKSLASHES = ['\\', '\\\\', '\\\\\\\\'];

/** In base64 these stand for each other, and lines may be folded. */
const BASE64_TWINS: Readonly<Record<string, string>> = { '+': '-', '-': '+', '/': '_', _: '/' };
const FOLDS = ['\r\n', '\n', '\r', '\\r\\n', '\\n', '\\\\n', '\\r', '&#10;', '&#13;&#10;', '&#xA;', '&#xa;', '%0A', '%0a', '%0D%0A', '%0d%0a', '\n ', ' '];

/** ASCII with which no escape, entity or fold begins. */
const BEGINS_NOTHING_ELSE = /^[!-$'-[\]-~]$/;
const LETTER = /^[A-Za-z]$/;

const latin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
const hex = (value: number, width: number): string => value.toString(16).padStart(width, '0');

const cache = new Map<string, readonly string[]>();

/**
 * All forms of one character as octets in a Latin-1 string, escapes in lower case, the longest first: as it is (UTF-8 and
 * Latin-1), percent-encoded once and twice, escaped as JSON up to three deep, as an XML reference.
 */
function formsOf(character: string): readonly string[] {
  const known = cache.get(character);
  if (known) return known;
  const code = character.codePointAt(0) ?? 0;
  const octets = [...Buffer.from(character, 'utf8')];
  const forms = new Set<string>([latin1(character), ...(NAMED_ENTITIES[character] ?? [])]);
  if (code > 0x7f && code < 0x100) forms.add(character);
  forms.add(octets.map((octet) => `%${hex(octet, 2)}`).join(''));
  forms.add(octets.map((octet) => `%25${hex(octet, 2)}`).join(''));
  if (character === ' ') forms.add('+');
  for (const digits of [String(code), String(code).padStart(3, '0')]) for (const reference of [`&#${digits};`, `&amp;#${digits};`]) forms.add(reference);
  for (const width of [1, 2, 4]) for (const reference of [`&#x${hex(code, width)};`, `&amp;#x${hex(code, width)};`]) forms.add(reference);
  for (const slashes of BACKSLASHES) {
    forms.add(octets.map((octet) => `${slashes}x${hex(octet, 2)}`).join(''));
    forms.add(octets.map((octet) => `${slashes}${octet.toString(8).padStart(3, '0')}`).join(''));
    forms.add([...Array(character.length).keys()].map((unit) => `${slashes}u${hex(character.charCodeAt(unit), 4)}`).join(''));
    const short = JSON_ESCAPES[character];
    if (short !== undefined) forms.add(slashes + short);
    // A quote or backslash inside a text that is escaped again: \\\" and so on.
    if (short === '"' || short === '\\') forms.add(`${slashes}\\\\${short}`).add(`${slashes}\\${short}`);
  }
  const sorted = [...forms].sort((one, other) => other.length - one.length);
  cache.set(character, sorted);
  return sorted;
}

/** Moves over one secret's characters in a text, in both directions. */
export interface FormMatcher {
  /** Offsets at which the characters from `first` up to `last` (not included), read from `at` on, may end. */
  forward(text: string, at: number, first: number, last: number): readonly number[];
  /** Offsets at which the characters from `first` up to `last`, read backwards from `at`, may begin. */
  backward(text: string, at: number, first: number, last: number): readonly number[];
}

/**
 * A matcher for the characters of a secret. The text is Latin-1, one character an octet.
 * @param base64 takes both alphabets, and line breaks between characters.
 */
export function formMatcher(characters: readonly string[], base64: boolean): FormMatcher {
  const forms = characters.map(() => undefined as readonly string[] | undefined);
  const formsAt = (index: number): readonly string[] => (forms[index] ??= variantsOf(characters[index] as string, base64));
  const step = (text: string, from: readonly number[], index: number, direction: 1 | -1): readonly number[] => {
    const reached = new Set<number>();
    for (const at of from) {
      for (const start of base64 ? [at, ...afterFolds(text, at, direction)] : [at]) {
        for (const form of formsAt(index)) {
          const begin = direction === 1 ? start : start - form.length;
          if (begin >= 0 && standsAt(text, begin, form)) reached.add(direction === 1 ? begin + form.length : begin);
        }
      }
    }
    return [...reached];
  };
  // Nearly always the next character stands there as it is. No escape of it begins so; those of digits end so (`%31`), and of `;` (`&#59;`).
  const plain = characters.map((character) => (BEGINS_NOTHING_ELSE.test(character) ? character.charCodeAt(0) : -1));
  const plainLetters = characters.map((character) => (LETTER.test(character) ? character.charCodeAt(0) : -1));
  return {
    forward(text, at, first, last) {
      let positions: readonly number[] = [at];
      for (let index = first; index < last && positions.length > 0; index++) {
        if (positions.length === 1) {
          const begin = index;
          let position = positions[0] as number;
          while (index < last && text.charCodeAt(position) === plain[index]) {
            index += 1;
            position += 1;
          }
          if (index > begin) positions = [position];
          if (index === last) break;
        }
        positions = step(text, positions, index, 1);
      }
      return positions;
    },
    backward(text, at, first, last) {
      let positions: readonly number[] = [at];
      for (let index = last - 1; index >= first && positions.length > 0; index--) {
        if (positions.length === 1) {
          const begin = index;
          let position = positions[0] as number;
          while (index >= first && position > 0 && text.charCodeAt(position - 1) === plainLetters[index]) {
            index -= 1;
            position -= 1;
          }
          if (index < begin) positions = [position];
          if (index < first) break;
        }
        positions = step(text, positions, index, -1);
      }
      return positions;
    },
  };
}

function variantsOf(character: string, base64: boolean): readonly string[] {
  const twin = base64 ? BASE64_TWINS[character] : undefined;
  return twin === undefined ? formsOf(character) : [...formsOf(character), ...formsOf(twin)];
}

/** Escapes may be written in either case; the character itself only in its own. */
function standsAt(text: string, begin: number, form: string): boolean {
  if (text.charCodeAt(begin) !== form.charCodeAt(0)) return false;
  if (text.startsWith(form, begin)) return true;
  const escapes = form.length > 2 && (form[0] === '%' || form[0] === '&' || form[0] === '\\');
  return escapes && text.substring(begin, begin + form.length).toLowerCase() === form;
}

function afterFolds(text: string, at: number, direction: 1 | -1): readonly number[] {
  return FOLDS.map((fold) =>
    direction === 1 ? (text.startsWith(fold, at) ? at + fold.length : -1) : text.endsWith(fold, at) && at >= fold.length ? at - fold.length : -1,
  ).filter((position) => position >= 0);
}
