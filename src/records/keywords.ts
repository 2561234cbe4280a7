/** The JSON Schema 2020-12 keywords that records may use. Any other is rejected. */
import { isObject } from '../files/json-value.ts';
import { InputError } from '../files/read-file.ts';
import { FORMATS } from './formats.ts';

/** A schema that cannot be used. The message names the file, the place in it and the fix. */
export class SchemaError extends InputError {}

/** Members that describe a schema without constraining it. */
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

const TYPES: readonly unknown[] = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];

interface Keyword {
  /** Whether the keyword's value has the required form (JSON Schema 2020-12, validation, section 6). */
  is(value: unknown): boolean;
  readonly form: string;
  /** Its value is a schema, or contains schemas by name. */
  readonly schemas?: 'one' | 'many';
}

const COUNT: Keyword = {
  is: (value) => Number.isInteger(value) && (value as number) >= 0,
  form: 'a whole number from 0 on',
};
const BOUND: Keyword = { is: (value) => typeof value === 'number', form: 'a number' };
const SCHEMA: Keyword = { is: isObject, form: 'a schema', schemas: 'one' };

/** Keywords that the judge evaluates. */
export const EVALUATED: Readonly<Record<string, Keyword>> = {
  type: {
    is: (value) => [value].flat().length > 0 && [value].flat().every((type) => TYPES.includes(type)),
    form: `one of ${TYPES.join(', ')}, or a list of them`,
  },
  enum: { is: (value) => Array.isArray(value) && value.length > 0, form: 'a list of values' },
  const: { is: () => true, form: '' },
  format: {
    is: (value) => Object.hasOwn(FORMATS, String(value)),
    form: `one of the formats ${Object.keys(FORMATS).join(', ')}`,
  },
  pattern: { is: isPattern, form: 'a regular expression' },
  required: {
    is: (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
    form: 'a list of names',
  },
  properties: { is: isObject, form: 'an object of schemas', schemas: 'many' },
  ...{ additionalProperties: SCHEMA, items: SCHEMA },
  ...{ minLength: COUNT, maxLength: COUNT, minItems: COUNT, maxItems: COUNT },
  ...{ minimum: BOUND, maximum: BOUND },
};

function isPattern(value: unknown) {
  try {
    return typeof value === 'string' && new RegExp(value, 'u') !== undefined;
  } catch {
    return false;
  }
}

/**
 * Throws a SchemaError unless a schema is an object of keywords that the judge evaluates. `place` is its file and JSON
 * pointer.
 */
export function checkKeywords(schema: unknown, place: string): void {
  if (!isObject(schema)) throw new SchemaError(`${place} must be a schema; it is ${JSON.stringify(schema)}.`);
  for (const [keyword, value] of Object.entries(schema)) {
    if (ANNOTATIONS.has(keyword)) continue;
    const known = Object.hasOwn(EVALUATED, keyword) ? EVALUATED[keyword] : undefined;
    if (known === undefined) {
      const where = REQUIREMENT_ANNOTATIONS.has(keyword) ? ' here: it belongs to a documented member of a record' : '';
      throw new SchemaError(`${place}: ${JSON.stringify(keyword)} is not a keyword that Assay evaluates${where}.`);
    }
    if (!known.is(value))
      throw new SchemaError(
        `${place}: ${JSON.stringify(keyword)} must be ${known.form}; it is ${JSON.stringify(value)}.`,
      );
  }
}
