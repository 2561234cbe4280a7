/** Legal values of a documented member, from its schema: type, format, constant, elements, values. */
import fc, { type Arbitrary } from 'fast-check';
import { type PropertySchema, typesOf } from '../record-values.ts';
import { oddNames, oddStrings } from './json.ts';
import { weighted } from './random.ts';

/** Marks a number to be written unchanged: `numbersWritten` replaces this text by it. */
const NUMBER = '\ue000number:';

/** Integers in every size and writing that JSON has for them. */
const integers = () =>
  weighted<unknown>(
    [3, fc.integer()],
    [1, fc.maxSafeInteger()],
    [1, fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map((value) => `${NUMBER}${value}`)],
    [1, fc.constantFrom('1e2', '-0', '1.0', '12.50e1', '0e0', '1E+5', '-1.000').map((text) => `${NUMBER}${text}`)],
  );

/** Puts numbers where `integers` left their text. `text` has to be compact JSON. */
export const numbersWritten = (text: string): string => text.replace(/"\ue000number:([^"]*)"/g, '$1');

/** Timestamps `YYYY-MM-DDTHH:MM:SS` of real days, from the year 1 to 9999. */
const timestamps = () =>
  fc
    .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 19));

const cased = (text: Arbitrary<string>) =>
  fc.tuple(text, fc.constantFrom('lower', 'upper', 'mixed')).map(([value, form]) => {
    if (form === 'lower') return value.toLowerCase();
    return form === 'upper'
      ? value.toUpperCase()
      : value.replace(/[a-f]/g, (letter, at: number) => (at % 2 === 0 ? letter.toUpperCase() : letter));
  });

const hexadecimals = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength, maxLength });

/** UUIDs of every version and variant: the document says no more than the form. */
export const uuids = (): Arbitrary<string> =>
  cased(
    hexadecimals(32, 32).map(
      (hex) => `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`,
    ),
  );

const hosts = () =>
  fc.oneof(
    fc.domain(),
    fc.ipV4(),
    fc.ipV6().map((address) => `[${address}]`),
    fc.constant('localhost'),
  );

/** Scheme and host, sometimes with a port (RFC 3986, section 3.1 gives the scheme's letters). */
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
  if (property.enum !== undefined) return fc.constantFrom(...property.enum);
  const types = typesOf(property);
  return fc.oneof(...(types.length === 0 ? ['string'] : types).map((type) => legalOfType(type, property)));
}

/** The limit of integers that are drawn within the limits of a schema. */
const LEAST = -(2 ** 31) + 1;

function legalOfType(type: string, property: PropertySchema) {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return property.minimum === undefined && property.maximum === undefined
        ? integers()
        : fc.integer({ min: Math.ceil(property.minimum ?? LEAST), max: Math.floor(property.maximum ?? -LEAST) });
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

function legalObjects({ properties, additionalProperties }: PropertySchema) {
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
