/** Annotated schema files as data: references resolved, annotations removed, every keyword checked. */
import { posix } from 'node:path';
import type { Basis } from '../contract/types.ts';
import { valueAt } from '../files/json-value.ts';
import { ANNOTATIONS, checkKeyword, SchemaError } from './keywords.ts';

/** A schema: JSON Schema 2020-12 with Assay's annotations, or a boolean. */
export type Schema = PropertySchema | boolean;
type Schemas = Readonly<Record<string, Schema>>;

/** A schema as the files write it. */
export interface PropertySchema {
  readonly $id?: string;
  readonly $ref?: string;
  readonly $defs?: Schemas;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly multipleOf?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly maxItems?: number;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly contains?: Schema;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly maxProperties?: number;
  readonly minProperties?: number;
  readonly required?: readonly string[];
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly properties?: Schemas;
  readonly additionalProperties?: Schema;
  readonly patternProperties?: Schemas;
  readonly propertyNames?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: Schema;
  readonly title?: string;
  readonly clause?: string;
  readonly basis?: Basis;
  readonly examples?: readonly unknown[];
  /** Present only where this flag holds, and absent elsewhere. */
  readonly only?: string;
  /** Names the row where the rule for ids would give another. */
  readonly requirement?: string;
  /** The document says different things where different flags hold: one row each instead of the property's own. */
  readonly variants?: Readonly<Record<string, PropertySchema & { readonly flag: string }>>;
  /** Further statements on the same value, each a row. */
  readonly aspects?: Readonly<Record<string, PropertySchema>>;
}

/** A schema file. */
export interface RecordFile extends PropertySchema {
  readonly $id: string;
  readonly title: string;
  readonly record: string;
  readonly clause: string;
  /** `request`: the record is sent, never received, so it gives no rows. */
  readonly direction?: 'request';
  readonly properties: Schemas;
}

/** Schema files that can refer to each other, by path. */
export type SchemaFiles = ReadonlyMap<string, PropertySchema>;

/** A schema and where it stands. */
export interface Place {
  readonly schema: Schema;
  readonly file: string;
  /** JSON pointer within the file. */
  readonly pointer: string;
}

/** A schema without annotations. References lead to its own `$defs`. */
export type PlainSchema = PropertySchema;

/** Member `name` of the object at a place. */
export function within(place: Place, schema: Schema, ...names: readonly (string | number)[]): Place {
  return {
    schema,
    file: place.file,
    pointer: `${place.pointer}${names.map((name) => `/${escaped(String(name))}`).join('')}`,
  };
}

export const shownPlace = ({ file, pointer }: Place): string => `${file}${pointer === '' ? '' : ` ${pointer}`}`;

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** The schema that a `$ref` at a place names: `#/…`, `other.schema.json`, `other.schema.json#/…`, or a file's `$id`. Throws a SchemaError where nothing is there. */
function referred(reference: string, from: Place, files: SchemaFiles): Place {
  const [base = '', pointer = ''] = reference.split('#');
  const beside = posix.join(posix.dirname(from.file), base);
  const file =
    base === '' ? from.file : files.has(beside) ? beside : [...files].find(([, { $id }]) => $id === base)?.[0];
  const schema = file === undefined ? undefined : valueAt(files.get(file), decodeURIComponent(pointer));
  if (file === undefined || schema === undefined || (pointer !== '' && !pointer.startsWith('/')))
    throw new SchemaError(`${shownPlace(from)}: the $ref ${JSON.stringify(reference)} leads nowhere.`);
  return { schema: schema as Schema, file, pointer };
}

/** Targets of references, and the definitions made of them, by file and pointer. */
export interface Source {
  readonly files: SchemaFiles;
  readonly definitions: Map<string, { readonly name: string; schema: PlainSchema | boolean }>;
}

export const sourceOf = (files: SchemaFiles): Source => ({ files, definitions: new Map() });

/**
 * The conjunction of all places, as one schema without annotations. References lead to the schema's own `$defs`, named alike in all schemas of a source.
 * Throws a SchemaError for a keyword that is unknown or not evaluated, and for a value that a keyword cannot have.
 */
export function plainSchema(places: readonly Place[], source: Source): PlainSchema {
  const plain = places
    .map((place) => strip(place, source))
    .filter((schema) => schema !== true && Object.keys(schema).length > 0);
  const [only = {}] = plain;
  const joined: PlainSchema = plain.length > 1 || typeof only === 'boolean' ? { allOf: plain } : only;
  if (!JSON.stringify(joined).includes('"#/$defs/d')) return joined;
  return {
    ...joined,
    $defs: Object.fromEntries([...source.definitions.values()].map(({ name, schema }) => [name, schema])),
  };
}

function strip(at: Place, source: Source): PlainSchema | boolean {
  if (typeof at.schema === 'boolean') return at.schema;
  const kept: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(at.schema)) {
    if (ANNOTATIONS.has(keyword)) continue;
    const form = checkKeyword(keyword, value, shownPlace(at));
    const further = (inner: Schema, ...names: readonly (string | number)[]) =>
      strip(within(at, inner, keyword, ...names), source);
    if (form === 'schema') kept[keyword] = further(value as Schema);
    else if (form === 'schemas') kept[keyword] = (value as Schema[]).map((inner, index) => further(inner, index));
    else if (form === 'schema-map') {
      if (keyword === 'patternProperties')
        for (const pattern of Object.keys(value as Schemas)) checkKeyword('pattern', pattern, shownPlace(at));
      const map = Object.fromEntries(
        Object.entries(value as Schemas).map(([name, inner]) => [name, further(inner, name)]),
      );
      // Definitions that are referred to are kept under separate names.
      if (keyword !== '$defs') kept[keyword] = map;
    } else if (form === 'reference') kept[keyword] = `#/$defs/${definitionOf(value as string, at, source)}`;
    else kept[keyword] = value;
  }
  return kept as PlainSchema;
}

function definitionOf(reference: string, at: Place, source: Source): string {
  const { files, definitions } = source;
  const target = referred(reference, at, files);
  const key = keyOf(target);
  const known = definitions.get(key);
  if (known) return known.name;
  chain(target, files, new Set());
  const definition = { name: `d${definitions.size}`, schema: true as PlainSchema | boolean };
  definitions.set(key, definition);
  definition.schema = strip(target, source);
  return definition.name;
}

const keyOf = ({ file, pointer }: Place): string => `${file}#${pointer}`;

/** A place and what it refers to by `$ref`, each to be fulfilled, followed as far as a reference that `above` has: there the schema is recursive. */
export function chain(
  place: Place,
  files: SchemaFiles,
  above: ReadonlySet<string>,
): { readonly parts: readonly Place[]; readonly seen: ReadonlySet<string> } {
  const parts: Place[] = [place];
  const seen = new Set([...above, keyOf(place)]);
  for (let here = place; typeof here.schema === 'object' && here.schema.$ref !== undefined; ) {
    const target = referred(here.schema.$ref, here, files);
    if (above.has(keyOf(target))) break;
    if (seen.has(keyOf(target))) throw new SchemaError(`${shownPlace(place)}: $ref leads back to itself.`);
    seen.add(keyOf(target));
    parts.push(target);
    here = target;
  }
  return { parts, seen };
}
