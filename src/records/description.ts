/** Schemas in words: `a string, a UUID …`, `an array of at least 1 string`, `an integer of at least 0`. */
import { FORMATS } from './formats.ts';
import type { PropertySchema } from './schema.ts';

const ARTICLES: Readonly<Record<string, string>> = {
  integer: 'an integer',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

/** A schema in words; empty where anything is allowed. */
export function describe(schema: PropertySchema): string {
  if ('const' in schema) return JSON.stringify(schema.const);
  return [
    schema.enum ? listed(schema.enum) : typed(schema),
    schema.format && saidOf(schema.format),
    schema.pattern && `text that matches ${schema.pattern}`,
    ...(schema.type === undefined && schema.enum === undefined ? untyped(schema) : []),
    ...ofMembers(schema),
    schema.anyOf?.map(said).join(' or '),
    schema.oneOf && `exactly one of: ${schema.oneOf.map(said).join('; ')}`,
  ]
    .filter(Boolean)
    .join(', ');
}

const said = (schema: PropertySchema): string => describe(schema) || 'any value';
const saidOf = (format: string): string => FORMATS[format]?.says ?? format;

const listed = (values: readonly unknown[]): string => {
  const shown = values.map((value) => JSON.stringify(value)).join(', ');
  return values.length === 1 ? shown : `one of ${shown}`;
};

/** Types with their bounds, as one phrase. */
function typed(schema: PropertySchema): string {
  const types = [schema.type ?? []].flat();
  const phrases = types.map((type) => {
    const bounds =
      type === 'integer' || type === 'number'
        ? numeric(schema)
        : type === 'string'
          ? sized(schema.minLength, schema.maxLength, 'character')
          : '';
    return [ARTICLES[type] ?? `a ${type}`, bounds].filter(Boolean).join(' ');
  });
  const elements = types.includes('array') ? ofElements(schema) : '';
  const values = types.includes('object') ? ofValues(schema) : '';
  return `${phrases.join(' or ')}${elements}${values}`;
}

/** Bounds of a schema that names no type: they hold where the value is of theirs. */
function untyped(schema: PropertySchema): string[] {
  const bounds: readonly (readonly [noun: string, bound: string])[] = [
    ['a number', numeric(schema)],
    ['a string', sized(schema.minLength, schema.maxLength, 'character')],
    ['an array', ofElements(schema).trim()],
    ['an object', ofValues(schema).trim()],
  ];
  return bounds.flatMap(([noun, bound]) => (bound === '' ? [] : [`if ${noun}, ${bound}`]));
}

/** Number and form of elements: ` of at least 1 string`. */
function ofElements({ items, minItems, maxItems }: PropertySchema): string {
  if (items === undefined && minItems === undefined && maxItems === undefined) return '';
  const [noun, each] = items === undefined ? ['element', ''] : element(items);
  return ` ${sized(minItems, maxItems, noun) || `of ${plural(noun)}`}${each}`;
}

/** Form of a map's values: ` whose values are strings`. */
function ofValues({ additionalProperties, properties }: PropertySchema): string {
  if (additionalProperties === undefined || properties !== undefined) return '';
  const [noun, each] = element(additionalProperties);
  return ` whose values are ${plural(noun)}${each}`;
}

/** The name of an element, and further statements about each. */
function element(schema: PropertySchema): readonly [noun: string, each: string] {
  const { type, ...untyped } = schema;
  const noun = [type ?? 'value'].flat().join(' or ');
  const isNamed =
    'enum' in schema || 'const' in schema || Object.keys(untyped).every((keyword) => keyword === 'format');
  const each = describe(isNamed ? untyped : schema);
  return [noun, each && `, each ${each}`];
}

const plural = (noun: string): string =>
  noun
    .split(' or ')
    .map((word) => `${word}s`)
    .join(' or ');

/** `of at least 1 string`, `of 2 to 5 strings`, `of exactly 1 string`; empty without bounds. */
function sized(least: number | undefined, most: number | undefined, noun: string): string {
  const counted = (count: number): string => `${count} ${count === 1 ? noun : plural(noun)}`;
  if (least !== undefined && most !== undefined)
    return least === most ? `of exactly ${counted(most)}` : `of ${least} to ${counted(most)}`;
  if (least !== undefined) return `of at least ${counted(least)}`;
  return most === undefined ? '' : `of at most ${counted(most)}`;
}

function numeric({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: PropertySchema): string {
  const closed =
    minimum !== undefined && maximum !== undefined
      ? `from ${minimum} to ${maximum}`
      : minimum !== undefined
        ? `of at least ${minimum}`
        : maximum !== undefined && `of at most ${maximum}`;
  return [
    closed,
    exclusiveMinimum !== undefined && `greater than ${exclusiveMinimum}`,
    exclusiveMaximum !== undefined && `less than ${exclusiveMaximum}`,
  ]
    .filter(Boolean)
    .join(' and ');
}

function ofMembers({ required = [], properties = {}, additionalProperties }: PropertySchema): string[] {
  const known = Object.entries(properties).filter(([, schema]) => Object.keys(schema).length > 0);
  return [
    required.length > 0 ? `with the member${required.length > 1 ? 's' : ''} ${required.join(', ')}` : '',
    ...known.map(([name, schema]) => `whose member ${name}, if present, is ${said(schema)}`),
    additionalProperties !== undefined && Object.keys(properties).length > 0
      ? `whose other members are each ${said(additionalProperties)}`
      : '',
  ];
}
