/** JSON as odd as RFC 8259 allows: values, names, order, numbers, escapes, white space. */
import fc, { type Arbitrary } from 'fast-check';
import { numbersOf, pick, shuffled, weighted } from './random.ts';

/**
 * Any characters; made of code points, because a table of all of them costs a second and 100 MB. Surrogates are left
 * out: see `oddStrings`.
 */
const anyCharacters = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0x2ff }),
      fc.integer({ min: 0, max: 0xd7ff }),
      fc.integer({ min: 0xe000, max: 0x10ffff }),
    ),
    { maxLength: 20 },
  )
  .map((codes) => String.fromCodePoint(...codes));

const ODD_STRINGS: Arbitrary<string> = weighted(
  [3, fc.string({ maxLength: 20 })],
  [3, anyCharacters],
  [
    1,
    fc.constantFrom(
      '',
      ' ',
      '\u202eRTL שלום',
      'null',
      '0',
      'é€𝄞😀',
      'e\u0301',
      '👩‍👩‍👧',
      '"\\/\b\f\n\r\t\u0000',
      '<&>\'"',
      '{"a":1}',
      '\ufeffmark',
      '\u2028',
    ),
  ],
  [
    1,
    fc
      .tuple(fc.string({ minLength: 1, maxLength: 5 }), fc.integer({ min: 50, max: 500 }))
      .map(([piece, times]) => piece.repeat(times)),
  ],
);

/**
 * Strings that are legal and seldom tried. No lone surrogates: RFC 8259, section 8.2 calls what becomes of them
 * unpredictable.
 */
export const oddStrings = (): Arbitrary<string> => ODD_STRINGS;

const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'then',
  'length',
  '',
  ' ',
  '0',
  'é',
  '$ref',
  'a.b',
  'a/b',
  '~1',
];

/** Names of members that no document knows. */
export const oddNames = (): Arbitrary<string> => weighted([1, fc.constantFrom(...NAMES)], [2, oddStrings()]);

/** Any JSON value, a few levels deep. */
export const anyJson = (): Arbitrary<unknown> =>
  fc.letrec((again) => ({
    value: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      again('leaf'),
      fc.array(again('value'), { maxLength: 4 }),
      members(again('value')),
    ),
    leaf: fc.oneof(
      fc.constant(null),
      fc.boolean(),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      oddStrings(),
    ),
  })).value;

function members(value: Arbitrary<unknown>) {
  return fc.array(fc.tuple(oddNames(), value), { maxLength: 4 }).map(asObject);
}

/** Own members, also of names that assignment would take for something else. */
function asObject(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [name, value] of entries)
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  return object;
}

/** Members beyond the documented ones, none with a name of `known`. */
export const extraMembers = (known: ReadonlySet<string>): Arbitrary<Record<string, unknown>> =>
  fc
    .array(fc.tuple(oddNames(), anyJson()), { minLength: 1, maxLength: 6 })
    .map((entries) => asObject(entries.filter(([name]) => !known.has(name))));

/** Returns every object's members in another order, at every depth. */
export function inAnotherOrder(value: unknown, seed: number): unknown {
  const next = numbersOf(seed);
  const walk = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(walk);
    if (typeof each !== 'object' || each === null) return each;
    return asObject(shuffled(Object.entries(each), next).map(([name, inner]) => [name, walk(inner)]));
  };
  return walk(value);
}

/** Form of a JSON text. */
export interface JsonStyle {
  readonly seed: number;
  readonly spaced: boolean;
  /** The share of characters in strings that are escaped. */
  readonly escapes: number;
  readonly numbers: 'plain' | 'odd';
}

export const jsonStyles = (): Arbitrary<JsonStyle> =>
  fc.record({
    seed: fc.nat(),
    spaced: fc.boolean(),
    escapes: fc.constantFrom(0, 0.1, 1),
    numbers: fc.constantFrom('plain', 'odd'),
  });

const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/g;
const SPACES = ['', '', ' ', '\n', '\t', '\r\n', ' \n  '] as const;

/**
 * Maximum number of characters of a text that are written differently. The rest stays, because styling megabytes takes
 * longer than a request may.
 */
const MOST_STYLED = 50_000;

/** Returns an equal JSON value in another notation. `text` has to be compact JSON. */
export function restyled(text: string, style: JsonStyle): string {
  const next = numbersOf(style.seed);
  const space = () => (style.spaced ? pick(SPACES, next) : '');
  return text.replace(TOKENS, (token, at: number) => {
    if (at > MOST_STYLED) return token;
    const written = token.startsWith('"')
      ? escapedAgain(token, style.escapes, next)
      : /^-?\d+$/.test(token) && style.numbers === 'odd'
        ? otherInteger(token, next)
        : token;
    return `${space()}${written}${space()}`;
  });
}

function escapedAgain(token: string, share: number, next: () => number) {
  if (share === 0) return token;
  const inner = token.slice(1, -1).replace(/\\u[0-9a-fA-F]{4}|\\.|[^\\]/gu, (character) => {
    if (next() >= share) return character;
    if (character === '/') return next() < 0.5 ? '\\/' : '\\u002F';
    if (character.startsWith('\\')) return character;
    return [...Array(character.length).keys()]
      .map((at) => `\\u${hexadecimal(character.charCodeAt(at), next)}`)
      .join('');
  });
  return `"${inner}"`;
}

function hexadecimal(code: number, next: () => number) {
  const digits = code.toString(16).padStart(4, '0');
  return next() < 0.5 ? digits.toUpperCase() : digits;
}

/** Returns an integer with a point or an exponent: the same number, and JSON has no other kind of integer. */
function otherInteger(digits: string, next: () => number) {
  if (digits.length > 15) return digits;
  return pick(
    [
      digits,
      `${digits}.0`,
      `${digits}.000`,
      `${digits}e0`,
      `${digits}E+00`,
      ...(Number(digits) === 0 ? [] : [`${digits}0e-1`]),
      `${digits}.0E0`,
    ],
    next,
  );
}
