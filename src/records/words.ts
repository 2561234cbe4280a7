/** Schemas in words: `a string, a UUID …`, `an array of at least 1 string`, `an integer of at least 0`. */
import { FORMATS } from './formats.ts';
import type { PropertySchema, Schema } from './schema.ts';

type Definitions = Readonly<Record<string, Schema>>;

const ARTICLES: Readonly<Record<string, string>> = {
  integer: 'an integer',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

/** A schema in words; empty where anything is allowed. */
export function describe(schema: Schema): string {
  return words(schema, typeof schema === 'object' ? (schema.$defs ?? {}) : {});
}

function words(schema: Schema, definitions: Definitions): string {
  if (typeof schema === 'boolean') return schema ? '' : 'nothing';
  const said = (inner: Schema): string => words(inner, definitions) || 'any value';
  if ('const' in schema) return JSON.stringify(schema.const);
  const value = schema.enum ? listed(schema.enum) : typed(schema, definitions);
  return [
    value,
    schema.format && (FORMATS[schema.format]?.says ?? schema.format),
    schema.pattern && `text that matches ${schema.pattern}`,
    schema.multipleOf !== undefined && `a multiple of ${schema.multipleOf}`,
    ...untyped(schema, definitions),
    ...ofArrays(schema, said),
    ...ofObjects(schema, said),
    ...ofCombinations(schema, definitions, said),
  ]
    .filter((part): part is string => typeof part === 'string' && part !== '')
    .join(', ');
}

const listed = (values: readonly unknown[]): string => {
  const shown = values.map((value) => JSON.stringify(value)).join(', ');
  return values.length === 1 ? shown : `one of ${shown}`;
};

/** Types with their bounds, as one phrase. */
function typed(schema: PropertySchema, definitions: Definitions): string {
  const types = [schema.type ?? []].flat();
  const phrases = types.map((type) => {
    const bounds =
      type === 'integer' || type === 'number'
        ? numeric(schema)
        : type === 'string'
          ? sized(schema.minLength, schema.maxLength, 'character')
          : '';
    return [ARTICLES[type] ?? `a ${type}`, bounds].filter((part) => part !== '').join(' ');
  });
  const elements = types.includes('array') ? ofElements(schema, definitions) : '';
  const values = types.includes('object') ? ofValues(schema, definitions) : '';
  return `${phrases.join(' or ')}${elements}${values}`;
}

/** Number and form of elements: ` of at least 1 string`. */
function ofElements({ items, minItems, maxItems, prefixItems }: PropertySchema, definitions: Definitions): string {
  if (items === undefined && minItems === undefined && maxItems === undefined) return '';
  const [noun, each] =
    items === undefined || typeof items === 'boolean' || prefixItems ? ['element', ''] : element(items, definitions);
  const size = sized(minItems, maxItems, noun);
  return ` ${size === '' ? `of ${plural(noun)}` : size}${each}`;
}

/** Form of a map's values: ` whose values are strings`. */
function ofValues({ additionalProperties, properties }: PropertySchema, definitions: Definitions): string {
  if (typeof additionalProperties !== 'object' || properties !== undefined) return '';
  const [noun, each] = element(additionalProperties, definitions);
  return ` whose values are ${plural(noun)}${each}`;
}

/** The name of an element, and further statements about each. */
function element(schema: PropertySchema, definitions: Definitions): readonly [noun: string, each: string] {
  const { type, format, ...others } = schema;
  const noun = [type ?? 'value'].flat().join(' or ');
  if (Object.keys(others).length === 0) return [noun, format ? `, each ${FORMATS[format]?.says ?? format}` : ''];
  const { type: _, ...untyped } = schema;
  return [noun, `, each ${words('enum' in schema || 'const' in schema ? untyped : schema, definitions)}`];
}

const plural = (noun: string): string =>
  noun
    .split(' or ')
    .map((word) => `${word}s`)
    .join(' or ');

/** `of at least 1 string`, `of 2 to 5 strings`, `of exactly 1 string`, or with another word in the place of `of`; empty without bounds. */
function sized(least: number | undefined, most: number | undefined, noun: string, word = 'of'): string {
  const counted = (count: number): string => `${count} ${count === 1 ? noun : plural(noun)}`;
  if (least !== undefined && most !== undefined)
    return least === most ? `${word} exactly ${counted(most)}` : `${word} ${least} to ${counted(most)}`;
  if (least !== undefined) return `${word} at least ${counted(least)}`;
  return most === undefined ? '' : `${word} at most ${counted(most)}`;
}

function numeric({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: PropertySchema): string {
  const open = [
    exclusiveMinimum !== undefined && `greater than ${exclusiveMinimum}`,
    exclusiveMaximum !== undefined && `less than ${exclusiveMaximum}`,
  ];
  const closed =
    minimum !== undefined && maximum !== undefined
      ? `from ${minimum} to ${maximum}`
      : minimum !== undefined
        ? `of at least ${minimum}`
        : maximum !== undefined && `of at most ${maximum}`;
  return [closed, ...open].filter((part) => typeof part === 'string').join(' and ');
}

/** Bounds of types that the schema does not name: they hold where the value is of that type. */
function untyped(schema: PropertySchema, definitions: Definitions): string[] {
  const named = schema.enum === undefined ? [schema.type ?? []].flat() : [];
  const bounds: readonly (readonly [types: readonly string[], noun: string, bound: string])[] = [
    [['integer', 'number'], 'a number', numeric(schema)],
    [['string'], 'a string', sized(schema.minLength, schema.maxLength, 'character')],
    [['array'], 'an array', ofElements(schema, definitions).trim()],
    [['object'], 'an object', ofValues(schema, definitions).trim()],
  ];
  return bounds
    .filter(([types, , bound]) => bound !== '' && !types.some((type) => named.includes(type)))
    .map(([, noun, bound]) => `if ${noun}, ${bound}`);
}

function ofArrays(
  { prefixItems, uniqueItems, contains, minContains, maxContains, items }: PropertySchema,
  said: (schema: Schema) => string,
): string[] {
  const parts = (prefixItems ?? []).map((schema, index) => `element ${index + 1} is ${said(schema)}`);
  if (prefixItems && items !== undefined)
    parts.push(items === false ? 'no further elements' : `further elements are each ${said(items)}`);
  if (uniqueItems) parts.push('without duplicates');
  if (contains !== undefined) {
    parts.push(`${sized(minContains ?? 1, maxContains, 'element', 'with')} matching: ${said(contains)}`);
  }
  return parts;
}

function ofObjects(schema: PropertySchema, said: (schema: Schema) => string): string[] {
  const {
    minProperties,
    maxProperties,
    required = [],
    dependentRequired = {},
    properties = {},
    additionalProperties,
    patternProperties = {},
    propertyNames,
  } = schema;
  const size = sized(minProperties, maxProperties, 'member', 'with');
  const known = Object.entries(properties).filter(([, inner]) => inner !== true);
  return [
    size,
    required.length > 0 ? `with the member${required.length > 1 ? 's' : ''} ${required.join(', ')}` : '',
    ...Object.entries(dependentRequired).map(([name, others]) => `with ${others.join(', ')} if ${name} is present`),
    ...known.map(([name, inner]) => `whose member ${name}, if present, is ${said(inner)}`),
    ...Object.entries(patternProperties).map(
      ([pattern, inner]) => `whose members that match ${pattern} are each ${said(inner)}`,
    ),
    additionalProperties === false ? 'with no other members' : '',
    typeof additionalProperties === 'object' && schema.properties !== undefined
      ? `whose other members are each ${said(additionalProperties)}`
      : '',
    propertyNames === undefined ? '' : `whose names are each ${said(propertyNames)}`,
  ];
}

function ofCombinations(schema: PropertySchema, definitions: Definitions, said: (schema: Schema) => string): string[] {
  const { allOf, anyOf, oneOf, not, $ref } = schema;
  return [
    $ref === undefined ? '' : referred($ref, definitions),
    allOf === undefined ? '' : allOf.map(said).join(' and '),
    anyOf === undefined ? '' : anyOf.map(said).join(' or '),
    oneOf === undefined ? '' : `exactly one of: ${oneOf.map(said).join('; ')}`,
    not === undefined ? '' : `not ${said(not)}`,
  ];
}

/** A definition in words. A recursive one is named once. */
function referred(reference: string, definitions: Definitions): string {
  const name = reference.replace('#/$defs/', '');
  const { [name]: target, ...others } = definitions;
  return target === undefined ? 'a value of the same form' : words(target, others);
}
