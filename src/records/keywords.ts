/** The JSON Schema 2020-12 keywords that records may use. Everything else is refused. */
import { closest } from 'fastest-levenshtein';
import { isObject } from '../files/json-value.ts';
import { FORMATS } from './formats.ts';

/** A schema that cannot be used. The message names the file, the place in it and the fix. */
export class SchemaError extends Error {
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
]);

/** Whether a schema allows every string: it names no other type and no bound. */
export function allowsAnyText({ type = 'string', ...others }: { readonly type?: unknown }): boolean {
  return (
    type === 'string' &&
    Object.keys(others).every((keyword) => ANNOTATIONS.has(keyword) || REQUIREMENT_ANNOTATIONS.has(keyword))
  );
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
  const { format } = schema;
  if (format !== undefined && !Object.hasOwn(FORMATS, String(format)))
    throw new SchemaError(
      `${place}: ${JSON.stringify(format)} is not one of the formats ${Object.keys(FORMATS).join(', ')}.`,
    );
}
