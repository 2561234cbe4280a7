/** The JSON Schema 2020-12 keywords that records may use, with the form of their values. Everything else is refused. */
import { closest } from 'fastest-levenshtein';
import { isObject } from '../files/json-value.ts';
import { FORMATS } from './formats.ts';

/** A schema that cannot be used. The message names the file, the place in it and the fix. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

/** Form of a keyword's value. `schema`, `schemas` and `schema-map` hold further schemas. */
export type KeywordForm =
  | 'schema'
  | 'schemas'
  | 'schema-map'
  | 'type'
  | 'number'
  | 'positive'
  | 'count'
  | 'boolean'
  | 'pattern'
  | 'format'
  | 'reference'
  | 'values'
  | 'names'
  | 'names-map'
  | 'any';

/** Keywords that the judge evaluates. */
const EVALUATED: ReadonlyMap<string, KeywordForm> = new Map(
  Object.entries({
    $ref: 'reference',
    $defs: 'schema-map',
    type: 'type',
    enum: 'values',
    const: 'any',
    multipleOf: 'positive',
    maximum: 'number',
    exclusiveMaximum: 'number',
    minimum: 'number',
    exclusiveMinimum: 'number',
    maxLength: 'count',
    minLength: 'count',
    pattern: 'pattern',
    format: 'format',
    maxItems: 'count',
    minItems: 'count',
    uniqueItems: 'boolean',
    items: 'schema',
    prefixItems: 'schemas',
    contains: 'schema',
    minContains: 'count',
    maxContains: 'count',
    maxProperties: 'count',
    minProperties: 'count',
    required: 'names',
    dependentRequired: 'names-map',
    properties: 'schema-map',
    additionalProperties: 'schema',
    patternProperties: 'schema-map',
    propertyNames: 'schema',
    allOf: 'schemas',
    anyOf: 'schemas',
    oneOf: 'schemas',
    not: 'schema',
  }),
);

/** Members that describe a schema and constrain nothing. */
export const ANNOTATIONS: ReadonlySet<string> = new Set([
  ...['$schema', '$id', '$comment', 'title', 'description', 'default', 'examples', 'deprecated'],
  ...['clause', 'basis', 'record', 'direction'],
]);

/** Members that say which requirements a documented member gives, and where. */
export const ROW_ANNOTATIONS: ReadonlySet<string> = new Set(['only', 'requirement', 'variants', 'aspects']);

/** Whether a schema allows every string: it names no other type and no bound. */
export function allowsAnyText({ type = 'string', ...others }: { readonly type?: unknown }): boolean {
  return (
    type === 'string' &&
    Object.keys(others).every((keyword) => ANNOTATIONS.has(keyword) || ROW_ANNOTATIONS.has(keyword))
  );
}

const TYPES = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null'];

const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;
const isNames = (value: unknown): boolean => Array.isArray(value) && value.every((name) => typeof name === 'string');
const isSchema = (value: unknown): boolean => typeof value === 'boolean' || isObject(value);

/** Judges a value per form; undefined: the value is valid. */
const PROBLEM: Readonly<Record<KeywordForm, (value: unknown) => string | undefined>> = {
  schema: (value) => (isSchema(value) ? undefined : 'must be a schema'),
  schemas: (value) =>
    Array.isArray(value) && value.length > 0 && value.every(isSchema)
      ? undefined
      : 'must be a non-empty array of schemas',
  'schema-map': (value) =>
    isObject(value) && Object.values(value).every(isSchema) ? undefined : 'must be an object of schemas',
  type(value) {
    const wrong = [value].flat().find((type) => !TYPES.includes(type as string));
    return wrong === undefined ? undefined : `must be a type${suggestion(String(wrong), TYPES)}`;
  },
  number: (value) => (typeof value === 'number' ? undefined : 'must be a number'),
  positive: (value) => (typeof value === 'number' && value > 0 ? undefined : 'must be a number greater than 0'),
  count: (value) => (isCount(value) ? undefined : 'must be an integer of at least 0'),
  boolean: (value) => (typeof value === 'boolean' ? undefined : 'must be a boolean'),
  pattern: (value) => (typeof value === 'string' && isExpression(value) ? undefined : 'must be a regular expression'),
  format(value) {
    const known = Object.keys(FORMATS);
    return known.includes(value as string)
      ? undefined
      : `must be a known format (${known.join(', ')})${suggestion(String(value), known)}`;
  },
  reference: (value) => (typeof value === 'string' ? undefined : 'must be a string'),
  values: (value) => (Array.isArray(value) && value.length > 0 ? undefined : 'must be a non-empty array'),
  names: (value) => (isNames(value) ? undefined : 'must be an array of strings'),
  'names-map': (value) =>
    isObject(value) && Object.values(value).every(isNames) ? undefined : 'must be an object of arrays of strings',
  any: () => undefined,
};

function isExpression(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** Throws a SchemaError unless the judge evaluates the keyword and its value has the right form. `place` is the file and the JSON pointer of the schema. */
export function checkKeyword(keyword: string, value: unknown, place: string): KeywordForm {
  const form = EVALUATED.get(keyword);
  if (form === undefined) {
    const known = [...EVALUATED.keys(), ...ANNOTATIONS, ...ROW_ANNOTATIONS];
    const where = ROW_ANNOTATIONS.has(keyword)
      ? ' here: it belongs to a documented member of a record'
      : suggestion(keyword, known);
    throw new SchemaError(`${place}: ${JSON.stringify(keyword)} is not a keyword that Assay evaluates${where}.`);
  }
  const problem = PROBLEM[form](value);
  if (problem !== undefined) throw new SchemaError(`${place}: ${keyword} ${problem}; it is ${JSON.stringify(value)}.`);
  return form;
}

const suggestion = (word: string, known: readonly string[]): string =>
  `; the nearest is ${JSON.stringify(closest(word, known))}`;
