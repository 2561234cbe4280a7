/** Legal and illegal values of a documented member, from its schema: type, format, constant, elements, values. */
import fc, { type Arbitrary } from 'fast-check';
import { type PropertySchema, typesOf } from '../record-values.ts';
import { oddNames, oddStrings } from './json.ts';

/** Marks a number to be written unchanged: `numbersWritten` replaces this text by it. */
const NUMBER = '\ue000number:';

/** Integers in every size and writing that JSON has for them. */
const integers = (): Arbitrary<unknown> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.integer() },
    { weight: 1, arbitrary: fc.maxSafeInteger() },
    { weight: 1, arbitrary: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map((value) => `${NUMBER}${value}`) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('1e2', '-0', '1.0', '12.50e1', '0e0', '1E+5', '-1.000')
        .map((text) => `${NUMBER}${text}`),
    },
  );

/** Puts numbers where `integers` left their text. `text` has to be compact JSON. */
export const numbersWritten = (text: string): string => text.replace(/"\ue000number:([^"]*)"/g, '$1');

/** Timestamps `YYYY-MM-DDTHH:MM:SS` of real days, from the year 1 to 9999. */
const timestamps = (): Arbitrary<string> =>
  fc
    .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 19));

const cased = (text: Arbitrary<string>): Arbitrary<string> =>
  fc.tuple(text, fc.constantFrom('lower', 'upper', 'mixed')).map(([value, form]) => {
    if (form === 'lower') return value.toLowerCase();
    return form === 'upper'
      ? value.toUpperCase()
      : value.replace(/[a-f]/g, (letter, at: number) => (at % 2 === 0 ? letter.toUpperCase() : letter));
  });

const hexadecimals = (minLength: number, maxLength: number): Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength, maxLength });

/** UUIDs of every version and variant: the document says no more than the form. */
export const uuids = (): Arbitrary<string> =>
  cased(
    hexadecimals(32, 32).map(
      (hex) => `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`,
    ),
  );

const hosts = (): Arbitrary<string> =>
  fc.oneof(
    fc.domain(),
    fc.ipV4(),
    fc.ipV6().map((address) => `[${address}]`),
    fc.constant('localhost'),
  );

/** Web addresses; fast-check's own take a second to be set up. */
export const urls = (): Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom('http', 'https'),
      fc.stringMatching(/^[a-z][a-z0-9-]{0,8}[a-z0-9]\.(example|example\.org|test)$/),
      fc.stringMatching(/^(\/[A-Za-z0-9._~-]{1,8}){0,3}$/),
    )
    .map(([scheme, host, path]) => `${scheme}://${host}${path}`);

/** Scheme and host, sometimes with a port (RFC 3986 section 3.1 gives the scheme's letters). */
export const storageEndpoints = (): Arbitrary<string> =>
  fc
    .tuple(
      fc.stringMatching(/^[a-z][a-z0-9+.-]{0,8}$/),
      hosts(),
      fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: undefined }),
    )
    .map(([scheme, host, port]) => `${scheme}://${host}${port === undefined ? '' : `:${port}`}`);

/** Distinguished names in slash form, their values plain enough to mean the same in the comma form. */
export const distinguishedNames = (): Arbitrary<string> =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom('DC', 'O', 'OU', 'CN', 'C', 'L', 'UID'),
        fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 .:@-]{0,14}[A-Za-z0-9]$/),
      ),
      {
        minLength: 1,
        maxLength: 6,
      },
    )
    .map((parts) => parts.map(([name, value]) => `/${name}=${value}`).join(''));

const FORMATS: Readonly<Record<string, () => Arbitrary<string>>> = {
  timestamp: timestamps,
  uuid: uuids,
  hexadecimal: () => cased(hexadecimals(1, 80)),
  'storage-endpoint': storageEndpoints,
  'distinguished-name': distinguishedNames,
};

/** Returns values that a schema allows. Throws for an unknown format. */
export function legalValues(property: PropertySchema): Arbitrary<unknown> {
  if (property.const !== undefined) return fc.constant(property.const);
  const types = typesOf(property);
  return fc.oneof(...(types.length === 0 ? ['string'] : types).map((type) => legalOfType(type, property)));
}

function legalOfType(type: string, property: PropertySchema): Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return integers();
    case 'array':
      return fc.array(property.items ? legalValues(property.items) : oddStrings(), { maxLength: 5 });
    case 'object':
      return legalObjects(property);
    default: {
      if (property.format === undefined) return oddStrings();
      const format = FORMATS[property.format];
      if (format === undefined) throw new RangeError(`no legal values are known for the format ${property.format}`);
      return format();
    }
  }
}

function legalObjects({ properties, additionalProperties }: PropertySchema): Arbitrary<unknown> {
  const documented = fc.record(
    Object.fromEntries(Object.entries(properties ?? {}).map(([name, inner]) => [name, legalValues(inner)])),
  );
  const values = typeof additionalProperties === 'object' ? legalValues(additionalProperties) : oddStrings();
  const names = new Set(Object.keys(properties ?? {}));
  const further = fc.dictionary(
    oddNames().filter((name) => !names.has(name)),
    values,
    { maxKeys: 4 },
  );
  return fc.tuple(documented, further).map(([known, more]) => ({ ...more, ...known }));
}

/** Whether a string has a format, written independently of the code that judges. */
const HAS_FORMAT: Readonly<Record<string, (text: string) => boolean>> = {
  timestamp: (text) => {
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text) || text.endsWith('\n')) return false;
    const date = new Date(`${text}Z`);
    return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 19) === text;
  },
  uuid: (text) =>
    text
      .split('-')
      .map((group) => (/^[0-9a-f]*$/i.test(group) ? group.length : -1))
      .join() === '8,4,4,4,12',
  hexadecimal: (text) => text !== '' && [...text].every((digit) => '0123456789abcdefABCDEF'.includes(digit)),
  // Matches a text that begins with a scheme, `://` and something that could be a host: such texts stay unchanged.
  'storage-endpoint': (text) => /^[^:/]+:\/\/[^/]/.test(text),
  // Matches a text with an attribute and a value: such texts stay unchanged.
  'distinguished-name': (text) => text.includes('='),
};

const TYPES = ['string', 'number', 'boolean', 'object', 'array', 'null'] as const;
const OF_TYPE: Readonly<Record<(typeof TYPES)[number], () => Arbitrary<unknown>>> = {
  string: oddStrings,
  number: () => fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
  boolean: fc.boolean,
  object: () => fc.dictionary(oddNames(), oddStrings(), { maxKeys: 3 }),
  array: () => fc.array(oddStrings(), { maxLength: 3 }),
  null: () => fc.constant(null),
};

/** A value that contradicts the schema; `what` says how. `make` is given the legal one. */
export interface Contradiction {
  readonly what: string;
  readonly make: (legal: unknown) => unknown;
}

/**
 * Returns values that contradict type, format, constant, an element or a map's value. Empty if every value is legal.
 */
export function contradictions(property: PropertySchema): Arbitrary<Contradiction>[] {
  const types = typesOf(property);
  const made: Arbitrary<Contradiction>[] = [];
  if (types.length > 0) {
    const wrong = TYPES.filter((type) => !types.includes(type) && !(type === 'number' && types.includes('integer')));
    made.push(
      fc
        .constantFrom(...wrong)
        .chain((type) =>
          OF_TYPE[type]().map((value) => ({ what: `a value of type ${type}: ${short(value)}`, make: () => value })),
        ),
    );
    if (types.includes('integer'))
      made.push(
        fc
          .tuple(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: 1, max: 99 }))
          .map(([whole, hundredths]) => ({ what: 'a fraction', make: () => whole + hundredths / 100 })),
      );
  }
  const format = property.format;
  if (format !== undefined) made.push(otherStrings(format));
  if (property.const !== undefined)
    made.push(
      oddStrings()
        .filter((text) => text !== property.const)
        .map((value) => ({ what: `not ${String(property.const)}: ${short(value)}`, make: () => value })),
    );
  const { items, additionalProperties } = property;
  if (items)
    for (const inner of contradictions(items))
      made.push(
        fc.tuple(inner, fc.nat(), legalValues(items)).map(([each, at, legal]) => ({
          what: `an element that is ${each.what}`,
          make: (array) => withElement(array, at, each.make(legal)),
        })),
      );
  if (typeof additionalProperties === 'object')
    for (const inner of contradictions(additionalProperties))
      made.push(
        fc.tuple(inner, oddNames()).map(([each, name]) => ({
          what: `a member whose value is ${each.what}`,
          make: () => Object.fromEntries([[name, each.make('text')]]),
        })),
      );
  return made;
}

function withElement(array: unknown, at: number, element: unknown): unknown[] {
  const elements = Array.isArray(array) ? [...(array as unknown[])] : [];
  elements.splice(at % (elements.length + 1), 0, element);
  return elements;
}

/** Strings without a format: any, and legal ones with one or two characters changed. */
function otherStrings(format: string): Arbitrary<Contradiction> {
  const has = HAS_FORMAT[format];
  if (has === undefined) throw new RangeError(`it is not known what contradicts the format ${format}`);
  const legal = FORMATS[format]?.() ?? fc.constant('');
  const spoilt = fc
    .tuple(
      legal,
      fc.nat(),
      fc.constantFrom('', ' ', 'Z', 'g', '0', '-', ':', '\n', '٣', '{', '.5', '+01:00'),
      fc.integer({ min: 0, max: 3 }),
    )
    .map(([text, at, put, cut]) => {
      const place = at % (text.length + 1);
      return `${text.slice(0, place)}${put}${text.slice(place + cut)}`;
    });
  return fc
    .oneof(spoilt, oddStrings())
    .filter((text) => !has(text))
    .map((text) => ({ what: `not of the format ${format}: ${short(text)}`, make: () => text }));
}

const short = (value: unknown): string => (JSON.stringify(value) ?? '').slice(0, 80);
