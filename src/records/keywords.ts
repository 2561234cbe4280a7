/** The JSON Schema 2020-12 keywords that records may use. Everything else is refused. */
import { closest } from 'fastest-levenshtein';
import { InputError } from '../files/input.ts';
import { isObject } from '../files/json-value.ts';
import { FORMATS } from './formats.ts';

/** A schema that cannot be used. The message names the file, the place in it and the fix. */
export class SchemaError extends InputError {
  override readonly name = 'SchemaError';
}

/** Keywords that the judge evaluates: whether the value is one, an object of, or a list of further schemas, or none. */
export const EVALUATED: Readonly<Record<string, 'schema' | 'schemas' | 'schema-list' | 'value'>> = {
  ...{ properties: 'schemas', additionalProperties: 'schema', items: 'schema' },
  ...{ anyOf: 'schema-list', oneOf: 'schema-list' },
  ...{ type: 'value', enum: 'value', const: 'value', format: 'value', pattern: 'value', required: 'value' },
  ...{ minLength: 'value', maxLength: 'value', minItems: 'value', maxItems: 'value' },
  ...{ minimum: 'value', maximum: 'value', exclusiveMinimum: 'value', exclusiveMaximum: 'value' },
};

/** Members that describe a schema and constrain nothing. */
export const ANNOTATIONS: ReadonlySet<string> = new Set([
  ...['$schema', '$id', '$comment', 'title', 'description', 'default', 'examples', 'deprecated'],
  ...['clause', 'basis', 'record', 'direction'],
]);

/** Members that say which requirements a documented member gives, and where. */
export const REQUIREMENT_ANNOTATIONS: ReadonlySet<string> = new Set([
  'only',
  'requirement',
  'variants',
  'aspects',
  'flag',
  'identifies',
  'changes',
]);

/** Whether a schema allows every string: it names no other type and no bound. */
export function allowsAnyText({ type = 'string', ...others }: { readonly type?: unknown }): boolean {
  return (
    type === 'string' &&
    Object.keys(others).every((keyword) => ANNOTATIONS.has(keyword) || REQUIREMENT_ANNOTATIONS.has(keyword))
  );
}

const TYPES: readonly unknown[] = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];
const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;
const COUNT = { is: isCount, form: 'a whole number from 0 on' };
const BOUND = { is: (value: unknown) => typeof value === 'number', form: 'a number' };

/** The form that a keyword's value has to have (JSON Schema 2020-12, validation, section 6). */
const FORMS: Readonly<Record<string, { is(value: unknown): boolean; readonly form: string }>> = {
  type: {
    is: (value) => [value].flat().length > 0 && [value].flat().every((type) => TYPES.includes(type)),
    form: `one of ${TYPES.join(', ')}, or a list of them`,
  },
  enum: { is: (value) => Array.isArray(value) && value.length > 0, form: 'a list of values' },
  pattern: { is: isPattern, form: 'a regular expression' },
  required: {
    is: (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
    form: 'a list of names',
  },
  properties: { is: isObject, form: 'an object of schemas' },
  anyOf: { is: (value) => Array.isArray(value) && value.length > 0, form: 'a list of schemas' },
  oneOf: { is: (value) => Array.isArray(value) && value.length > 0, form: 'a list of schemas' },
  ...{ minLength: COUNT, maxLength: COUNT, minItems: COUNT, maxItems: COUNT },
  ...{ minimum: BOUND, maximum: BOUND, exclusiveMinimum: BOUND, exclusiveMaximum: BOUND },
};

function isPattern(value: unknown): boolean {
  try {
    return typeof value === 'string' && new RegExp(value, 'u') !== undefined;
  } catch {
    return false;
  }
}

/** Throws a SchemaError unless a schema is an object of keywords that the judge evaluates. `place` is its file and JSON pointer. */
export function checkKeywords(schema: unknown, place: string): void {
  if (!isObject(schema)) throw new SchemaError(`${place} must be a schema; it is ${JSON.stringify(schema)}.`);
  const known = Object.keys(EVALUATED);
  for (const keyword of Object.keys(schema)) {
    if (Object.hasOwn(EVALUATED, keyword) || ANNOTATIONS.has(keyword)) continue;
    const where = REQUIREMENT_ANNOTATIONS.has(keyword)
      ? ' here: it belongs to a documented member of a record'
      : `; the nearest is ${JSON.stringify(closest(keyword, [...known, ...ANNOTATIONS, ...REQUIREMENT_ANNOTATIONS]))}`;
    throw new SchemaError(`${place}: ${JSON.stringify(keyword)} is not a keyword that Assay evaluates${where}.`);
  }
  const wrong = Object.keys(FORMS).find(
    (keyword) => Object.hasOwn(schema, keyword) && FORMS[keyword]?.is(schema[keyword]) === false,
  );
  if (wrong !== undefined)
    throw new SchemaError(
      `${place}: ${JSON.stringify(wrong)} must be ${FORMS[wrong]?.form}; it is ${JSON.stringify(schema[wrong])}.`,
    );
  const { format } = schema;
  if (format !== undefined && !Object.hasOwn(FORMATS, String(format)))
    throw new SchemaError(
      `${place}: ${JSON.stringify(format)} is not one of the formats ${Object.keys(FORMATS).join(', ')}.`,
    );
}
