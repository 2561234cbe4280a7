/** Documented records as the schemas describe them, and example values of their members. */
import { madeOfFiles } from './package-root.ts';

/**
 * The part of a JSON Schema that records use, with the annotations `record`, `only`, `variants`, `aspects`,
 * `requirement`.
 */
export interface PropertySchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, PropertySchema>>;
  readonly items?: PropertySchema;
  readonly additionalProperties?: PropertySchema;
  /** The flag under which the member is present; under others it is absent. */
  readonly only?: string;
  /** Id of its requirement, instead of the one derived from its name. */
  readonly requirement?: string;
  /** Statements that apply with a flag; they replace the member's own requirement. */
  readonly variants?: Readonly<Record<string, PropertySchema & { readonly flag: string }>>;
  /** Further statements of the member, each a separate requirement. */
  readonly aspects?: Readonly<Record<string, PropertySchema>>;
  /** It identifies the object. */
  readonly identifies?: boolean;
  /** Why its value may differ between responses about one object. */
  readonly changes?: string;
}

/** A record: `id` such as `transfer/job`, and its members by name. */
export interface RecordSource {
  readonly id: string;
  readonly properties: Readonly<Record<string, PropertySchema>>;
  /** Members that have to be present; undefined: all. */
  readonly required?: readonly string[] | undefined;
}

export type Members = Record<string, unknown>;

type RecordSchema = PropertySchema & { readonly record?: string; readonly direction?: string };

/** Returns records of responses in the schemas of an interface, by id. */
export const readRecords = madeOfFiles(
  'schemas',
  '.schema.json',
  (texts): ReadonlyMap<string, RecordSource> =>
    new Map(
      texts.flatMap((text) => {
        const { record: id, direction, properties = {}, required } = JSON.parse(text) as RecordSchema;
        return id && direction !== 'request' ? [[id, { id, properties, required }]] : [];
      }),
    ),
);

/** Allowed JSON types of a property; empty where any is. */
export const typesOf = (property: PropertySchema): readonly string[] =>
  property.type === undefined ? [] : typeof property.type === 'string' ? [property.type] : property.type;

/** Returns a property with its statements under these flags. */
export function underFlags(property: PropertySchema, flags: ReadonlySet<string>): PropertySchema {
  const variant = Object.values(property.variants ?? {}).find(({ flag }) => flags.has(flag));
  return variant ? { ...property, ...variant } : property;
}

/** Returns a legal value of a property: its `index`-th example; of the elements of arrays, which have none, a text. */
export function exampleOf({ const: only, examples, enum: listed, format }: PropertySchema, index: number): unknown {
  if (only !== undefined) return only;
  const choices = examples ?? listed ?? [];
  if (choices.length > 0) return structuredClone(choices[index % choices.length]);
  return format === 'uuid' ? '01874efb-4735-4595-bc9c-591aef8240c9' : 'value';
}

/**
 * Returns every member of a record that is present under these flags, with its `index`-th example; `known` members take
 * their value from there.
 */
export function documentedMembers(
  record: RecordSource,
  flags: ReadonlySet<string>,
  index: number,
  known: Readonly<Members>,
): Members {
  const members: Members = {};
  for (const [name, property] of Object.entries(record.properties)) {
    if (property.only && !flags.has(property.only)) continue;
    members[name] = Object.hasOwn(known, name) ? known[name] : exampleOf(underFlags(property, flags), index);
  }
  return members;
}
