/** Schemas in words: `null or a UUID …`, `an array of at least 1 string`, `an integer of at least 0`. */
import { FORMATS } from './formats.ts';
import { ANNOTATIONS } from './keywords.ts';
import type { PropertySchema } from './schema.ts';

const ARTICLES: Readonly<Record<string, string>> = {
  integer: 'an integer',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

/** Returns a schema in words; empty where anything is allowed. */
export function describe(schema: PropertySchema): string {
  if ('const' in schema) return JSON.stringify(schema.const);
  return [
    schema.enum ? listed(schema.enum) : typed(schema),
    schema.type === undefined && ofFormat(schema),
    schema.pattern && `text that matches ${schema.pattern}`,
    ...ofMembers(schema),
  ]
    .filter(Boolean)
    .join(', ');
}

const ofFormat = ({ format }: PropertySchema) => format && (FORMATS[format]?.says ?? format);

const listed = (values: readonly unknown[]) => {
  const shown = values.map((value) => JSON.stringify(value)).join(', ');
  return values.length === 1 ? shown : `one of ${shown}`;
};

/** Types with their bounds; types whose elements or values are described come last. */
function typed(schema: PropertySchema) {
  // Bounds without a type apply to the values of their type.
  const implied = ['number', 'string', 'array', 'object'].filter((type) => BOUNDS[type]?.(schema));
  const rank = (type: string) =>
    type === 'array' || type === 'object' ? 2 : Number(type === 'string' && schema.format !== undefined);
  return [schema.type ?? implied]
    .flat()
    .toSorted((one, other) => rank(one) - rank(other))
    .map((type) => {
      const bounds = BOUNDS[type]?.(schema) ?? '';
      const named = type === 'string' ? ofFormat(schema) : undefined;
      return bounds === ' of at least 1 character'
        ? 'a non-empty string'
        : `${named ?? ARTICLES[type] ?? `a ${type}`}${bounds}`;
    })
    .join(' or ');
}

/** Bounds as they follow a noun: ` of at least 1 and at most 5 strings`; empty without any. */
function bounded(bounds: Readonly<Record<string, number | undefined>>, noun?: string) {
  const stated = Object.entries(bounds).filter(([, bound]) => bound !== undefined);
  const counted = noun && ` ${stated.at(-1)?.[1] === 1 ? noun : plural(noun)}`;
  return stated.length === 0 ? '' : ` of ${stated.map((bound) => bound.join(' ')).join(' and ')}${counted ?? ''}`;
}

const ofNumber = (schema: PropertySchema) =>
  bounded({
    'at least': schema.minimum,
    'at most': schema.maximum,
  });
const ofText = ({ minLength, maxLength }: PropertySchema) =>
  bounded({ 'at least': minLength, 'at most': maxLength }, 'character');

/** Returns the number and form of elements: ` of at least 1 string`. */
function ofElements({ items, minItems, maxItems }: PropertySchema) {
  const [noun, each] = items === undefined ? ['element', ''] : element(items);
  const counted = bounded({ 'at least': minItems, 'at most': maxItems }, noun);
  return counted || items !== undefined ? `${counted || ` of ${plural(noun)}`}${each}` : '';
}

/** Form of a map's values: ` whose values are strings`. */
function ofValues({ additionalProperties, properties }: PropertySchema) {
  if (additionalProperties === undefined || properties !== undefined) return '';
  const [noun, each] = element(additionalProperties);
  return ` whose values are ${plural(noun)}${each}`;
}

/** The bounds of values of a type, as they follow its name. */
const BOUNDS: Readonly<Record<string, (schema: PropertySchema) => string>> = {
  integer: ofNumber,
  number: ofNumber,
  string: ofText,
  array: ofElements,
  object: ofValues,
};

/** Returns the name of an element, and further statements about each. */
function element(schema: PropertySchema): readonly [noun: string, each: string] {
  const { type, ...untyped } = schema;
  const noun = [type ?? 'value'].flat().join(' or ');
  const isNamed =
    'enum' in schema ||
    'const' in schema ||
    Object.keys(untyped).every((keyword) => keyword === 'format' || ANNOTATIONS.has(keyword));
  const each = describe(isNamed ? untyped : schema);
  return [noun, each && `, each ${each}`];
}

const plural = (noun: string) => noun.replaceAll(' or ', 's or ').concat('s');

function ofMembers({ required = [], properties = {}, additionalProperties }: PropertySchema) {
  return [
    required.length > 0 ? `with the member${required.length > 1 ? 's' : ''} ${required.join(', ')}` : '',
    ...Object.entries(properties).map(([name, schema]) => {
      const words = describe(schema);
      return words && `whose member ${name}, if present, is ${words}`;
    }),
    additionalProperties !== undefined && Object.keys(properties).length > 0
      ? `whose other members are each ${describe(additionalProperties) || 'any value'}`
      : '',
  ];
}
