/** Schemas in words: `null or a UUID …`, `an array of strings`, `a non-empty string`. */
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
    typed(schema),
    schema.type === undefined && ofFormat(schema),
    schema.pattern && `text that matches ${schema.pattern}`,
    schema.required?.length && `with the member${schema.required.length > 1 ? 's' : ''} ${schema.required.join(', ')}`,
  ]
    .filter(Boolean)
    .join(', ');
}

const ofFormat = ({ format }: PropertySchema) => format && (FORMATS[format]?.says ?? format);

/** Types with their bounds; types whose elements or values are described come last. */
function typed(schema: PropertySchema) {
  const rank = (type: string) =>
    type === 'array' || type === 'object' ? 2 : Number(type === 'string' && schema.format !== undefined);
  return [schema.type ?? []]
    .flat()
    .toSorted((one, other) => rank(one) - rank(other))
    .map((type) =>
      type === 'string' && schema.minLength === 1
        ? 'a non-empty string'
        : `${(type === 'string' && ofFormat(schema)) || (ARTICLES[type] ?? `a ${type}`)}${BOUNDS[type]?.(schema) ?? ''}`,
    )
    .join(' or ');
}

/** The bounds of values of a type, as they follow its name: ` of at least 2 characters`, ` of strings, each a UUID`. */
const BOUNDS: Readonly<Record<string, (schema: PropertySchema) => string>> = {
  string: ({ minLength }) => (minLength === undefined ? '' : ` of at least ${minLength} characters`),
  array: ({ items }) => (items === undefined ? '' : ` of ${elements(items)}`),
  object: ({ additionalProperties, properties }) =>
    additionalProperties === undefined || properties ? '' : ` whose values are ${elements(additionalProperties)}`,
};

/** Returns the name of elements, and further statements about each. */
function elements(schema: PropertySchema) {
  const { type, ...untyped } = schema;
  const nouns = [type ?? 'value'].flat().map((noun) => `${noun}s`);
  const isNamed =
    'const' in schema || Object.keys(untyped).every((keyword) => keyword === 'format' || ANNOTATIONS.has(keyword));
  const each = describe(isNamed ? untyped : schema);
  return `${nouns.join(' or ')}${each && `, each ${each}`}`;
}
