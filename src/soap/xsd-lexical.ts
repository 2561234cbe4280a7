/** Lexical forms and ranges of the types that parts have (XML Schema part 2, sections 3.2 and 3.3). */

/** Least and greatest value of the integer types that an int may be stated as. */
const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  int: [-2_147_483_648, 2_147_483_647],
  short: [-32_768, 32_767],
  byte: [-128, 127],
};

export type Lexical<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: string };

/** XML white space only: a no-break space is content. */
const collapse = (text: string): string => text.replace(/[\t\n\r ]+/g, ' ').replace(/^ | $/g, '');

/**
 * Reads an int, or a type derived from it. White space around it, a sign and leading zeros are legal (sections 3.3.17 and 4.3.6);
 * everything else is not.
 */
export function readInt(text: string, type = 'int'): Lexical<number> {
  const digits = collapse(text);
  if (digits === '') return { ok: false, why: 'it is empty' };
  if (!/^[+-]?[0-9]+$/.test(digits)) return { ok: false, why: 'it is not written in decimal digits' };
  const [least, greatest] = RANGES[type] ?? RANGES.int!;
  // A row of zeros of any length is fine; beyond 2^53 the number is only compared with the range.
  const value = Number(digits);
  if (value < least || value > greatest) return { ok: false, why: `it is outside ${least} to ${greatest}` };
  return { ok: true, value: value === 0 ? 0 : value };
}

const NAME_START =
  ':A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
const NAME_CHARS = `${NAME_START}.0-9\\u00B7\\u0300-\\u036F\\u203F\\u2040-`;
const NAME = new RegExp(`^[${NAME_START}][${NAME_CHARS}]*$`, 'u');
const NCNAME = { test: (text: string): boolean => NAME.test(text) && !text.includes(':') };

/** Patterns of the types derived from string, after their white space was collapsed. */
const PATTERNS: Readonly<Record<string, { test(text: string): boolean }>> = {
  language: /^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$/,
  Name: NAME,
  NMTOKEN: new RegExp(`^[${NAME_CHARS}]+$`, 'u'),
  NCName: NCNAME,
  ID: NCNAME,
  IDREF: NCNAME,
  ENTITY: NCNAME,
};

/** Reads a string, or a type derived from it: plain strings keep their white space, the derived ones normalise it (section 4.3.6). */
export function readString(text: string, type = 'string'): Lexical<string> {
  if (type === 'string') return { ok: true, value: text };
  if (type === 'normalizedString') return { ok: true, value: text.replace(/[\t\n\r]/g, ' ') };
  const value = collapse(text);
  const pattern = Object.hasOwn(PATTERNS, type) ? PATTERNS[type] : undefined;
  return !pattern || pattern.test(value)
    ? { ok: true, value }
    : { ok: false, why: `it is not written as ${type} requires` };
}

/** Reads base64Binary: groups of four with white space anywhere, no bits left over in the last one (section 3.2.16). */
export function readBase64(text: string): Lexical<Uint8Array> {
  const letters = text.replace(/[\t\n\r ]+/g, '');
  if (letters.length % 4 !== 0) return { ok: false, why: 'its length is not a multiple of four characters' };
  if (!/^[A-Za-z0-9+/]*(?:[AQgw]==|[AEIMQUYcgkosw048]=)?$/.test(letters))
    return { ok: false, why: 'it is not written in the base64 alphabet' };
  return { ok: true, value: new Uint8Array(Buffer.from(letters, 'base64')) };
}
