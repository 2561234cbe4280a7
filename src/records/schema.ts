/** Annotated schema files as data: annotations removed, every keyword checked. */

import type { Basis } from '../contract/types.ts';
import { isObject } from '../files/json-value.ts';
import { ANNOTATIONS, checkKeywords, EVALUATED, REQUIREMENT_ANNOTATIONS, SchemaError } from './keywords.ts';

type Schemas = Readonly<Record<string, PropertySchema>>;

/** A schema as the files write it: JSON Schema 2020-12 with Assay's annotations. */
export interface PropertySchema {
  readonly $id?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly maximum?: number;
  readonly minimum?: number;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly maxItems?: number;
  readonly minItems?: number;
  readonly items?: PropertySchema;
  readonly required?: readonly string[];
  readonly properties?: Schemas;
  readonly additionalProperties?: PropertySchema;
  readonly title?: string;
  /** The expected value in words, where the keywords do not say it plainly. */
  readonly description?: string;
  readonly clause?: string;
  readonly basis?: Basis;
  readonly examples?: readonly unknown[];
  /** Present only with this flag, and absent elsewhere. */
  readonly only?: string;
  /** Name of the requirement, if it differs from the rule for ids. */
  readonly requirement?: string;
  /**
   * The document specifies different values for different flags: one requirement each instead of the property's own.
   */
  readonly variants?: Readonly<Record<string, PropertySchema & { readonly flag: string }>>;
  /** Set if it identifies the object that the record is about. */
  readonly identifies?: true;
  /** Why its value may differ in a later response about the same object. */
  readonly changes?: string;
  /** Further statements on the same value, each a requirement. */
  readonly aspects?: Schemas;
}

/** A schema file. */
export interface RecordFile extends PropertySchema {
  readonly $id: string;
  readonly title: string;
  readonly record: string;
  readonly clause: string;
  /** `request`: the record is sent, never received, so it gives no requirements. */
  readonly direction?: 'request';
  readonly properties: Schemas;
}

/** A schema and its place. */
export interface Place {
  readonly schema: PropertySchema;
  /** `file#/json/pointer`, for messages. */
  readonly at: string;
}

/** Returns the whole schema of a file. */
export const whole = (schema: PropertySchema, file: string): Place => ({ schema, at: `${file}#` });

/** Returns the schema at `names` below a place. */
export function within({ at }: Place, schema: PropertySchema, ...names: readonly string[]): Place {
  const steps = names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return { schema, at: `${at}${steps}` };
}

/**
 * Returns a schema without its annotations. Throws a SchemaError if it, or a schema in it, has a keyword that is
 * unknown or not evaluated.
 */
export function plainSchema(place: Place): PropertySchema {
  checkKeywords(place.schema, place.at);
  const plain = Object.entries(place.schema).filter(([keyword]) => !ANNOTATIONS.has(keyword));
  for (const [keyword, value] of plain) {
    const { schemas } = EVALUATED[keyword]!;
    if (schemas === 'one') plainSchema(within(place, value, keyword));
    if (schemas === 'many')
      for (const [name, inner] of Object.entries(value as Schemas)) plainSchema(within(place, inner, keyword, name));
  }
  return Object.fromEntries(plain);
}

/** A documented member. */
export type Member = ReturnType<typeof membersOf>[number];

/**
 * Returns the documented members of what a schema describes. `required`: whether the schema says that it must be
 * present; undefined: the schema states no `required`.
 */
export function membersOf(place: Place) {
  const { properties = {}, required } = place.schema;
  return Object.entries(properties).map(([name, schema]) => {
    const own = within(place, schema, 'properties', name);
    if (!isObject(schema)) throw new SchemaError(`${own.at} must be a schema; it is ${JSON.stringify(schema)}.`);
    return { name, place: own, required: required?.includes(name) };
  });
}

/** Keywords that a record itself may have: its members' requirements represent them. */
const OF_RECORDS = ['type', 'properties', 'required'];

/** Checks the keywords of the record itself, which no requirement represents. */
export function checkRecord({ schema, at }: Place): void {
  checkKeywords(schema, at);
  const { type = 'object', properties = {}, required = [] } = schema;
  const odd = Object.keys(schema).find((keyword) => !ANNOTATIONS.has(keyword) && !OF_RECORDS.includes(keyword));
  if (odd !== undefined)
    throw new SchemaError(
      `${at}: ${odd} of a whole record is not evaluated, as no requirement covers it; state it of a member.`,
    );
  if (type !== 'object') throw new SchemaError(`${at}: a record must be of the type object.`);
  const unknown = required.find((name) => !Object.hasOwn(properties, name));
  if (unknown !== undefined)
    throw new SchemaError(`${at}: ${unknown} is required, but properties does not describe it.`);
}

/**
 * Returns the schema of a member itself: without the parts that the requirements of its members cover, without
 * annotations.
 * @param keepRequired whether `required` stays although the members have requirements
 */
export function ownSchema({ schema, at }: Place, keepRequired = false): PropertySchema {
  const { properties = {}, required, only, requirement, variants, aspects, identifies, changes, ...others } = schema;
  const demanded = keepRequired ? required : required?.filter((name) => !Object.hasOwn(properties, name));
  const closed = others.additionalProperties !== undefined && Object.keys(properties).length > 0;
  return plainSchema({
    at,
    schema: {
      ...others,
      ...(demanded !== undefined && demanded.length > 0 && { required: demanded }),
      ...(closed && { properties: Object.fromEntries(Object.keys(properties).map((name) => [name, {}])) }),
    },
  });
}

/** A documented member of a request's body. */
export interface RequestMember {
  /** Names down to the member; elements of arrays have none. */
  readonly path: readonly string[];
  /** The place for readers, with [] after arrays. */
  readonly label: string;
  readonly required: boolean;
  readonly clause?: string;
  /** The value in words, if the schema states them. */
  readonly description?: string;
  /** Schema of the value, without the parts that the requirements of its members cover. */
  readonly schema: PropertySchema;
}

/**
 * Returns the members of a body, parents before their members. All members of a body are required if it states no
 * `required`; inner ones only if the schema says so. Throws a SchemaError for a keyword that is unknown or not
 * evaluated.
 */
export function requestMembers(body: Place): RequestMember[] {
  checkRecord(body);
  return membersOf(body).flatMap((member) => nested(member, [], member.required ?? true));
}

function nested({ name, place }: Member, above: readonly string[], required: boolean, prefix = ''): RequestMember[] {
  const path = [...above, name];
  const label = `${prefix}${name}`;
  const { schema, at } = place;
  const odd = Object.keys(schema).find((keyword) => REQUIREMENT_ANNOTATIONS.has(keyword));
  if (odd !== undefined) throw new SchemaError(`${at}: ${odd} is not evaluated in a record that clients send.`);
  const { items } = schema;
  const elements = items?.properties && within(place, items, 'items');
  // The members of elements have separate rules.
  const own: PropertySchema = elements ? { ...schema, items: ownSchema(elements, true) } : schema;
  return [
    {
      path,
      label,
      required,
      clause: schema.clause,
      description: schema.description,
      schema: ownSchema({ schema: own, at }, true),
    },
    ...membersOf(elements ?? place).flatMap((member) =>
      nested(member, path, false, `${label}${elements ? '[]' : ''}.`),
    ),
  ];
}
