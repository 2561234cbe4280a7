/** Documented members of what clients send. */
import { checkRecord, membersOf, ownSchema } from './field-rows.ts';
import { ROW_ANNOTATIONS, SchemaError } from './keywords.ts';
import {
  chain,
  type Place,
  type PlainSchema,
  type PropertySchema,
  type SchemaFiles,
  type Source,
  shownPlace,
  sourceOf,
  within,
} from './schema.ts';

/** A documented member of a request's body. */
export interface RequestMember {
  /** Names down to the member; elements of arrays have none. */
  readonly path: readonly string[];
  readonly required: boolean;
  readonly clause?: string;
  /** Schema of the value, without the parts that the rows of its members cover. */
  readonly schema: PlainSchema;
}

/**
 * The members of a body, parents before their members. All of a body are required where it states no `required`; those inside only where the schema says so.
 * Throws a SchemaError for a keyword that is unknown or not evaluated.
 */
export function requestMembers(body: Place, files: SchemaFiles): RequestMember[] {
  const source = sourceOf(files);
  const { parts, seen } = chain(body, files, new Set());
  checkRecord(parts, source);
  return membersOf(parts, seen, files).flatMap((member) => nested(member, [], member.required ?? true, source));
}

interface Described {
  readonly name: string;
  readonly parts: readonly Place[];
  readonly seen: ReadonlySet<string>;
}

function nested(
  { name, parts, seen }: Described,
  above: readonly string[],
  required: boolean,
  source: Source,
): RequestMember[] {
  const path = [...above, name];
  for (const place of parts) {
    const odd =
      typeof place.schema === 'object'
        ? Object.keys(place.schema).find((keyword) => ROW_ANNOTATIONS.has(keyword))
        : undefined;
    if (odd !== undefined)
      throw new SchemaError(`${shownPlace(place)}: ${odd} is not evaluated in a record that clients send.`);
  }
  const clause = parts
    .map(({ schema }) => (typeof schema === 'object' ? schema.clause : undefined))
    .find((text) => text !== undefined);
  const elements = parts.flatMap((part) => elementsOf(part) ?? []);
  const inner = [
    ...membersOf(elements, seen, source.files),
    ...(elements.length > 0 ? [] : membersOf(parts, seen, source.files)),
  ];
  return [
    {
      path,
      required,
      ...(clause !== undefined && { clause }),
      schema: ownSchema(parts.map(withoutElementMembers), source, true),
    },
    ...inner.flatMap((member) => nested(member, path, false, source)),
  ];
}

/** The elements of an array whose members have separate rules. */
function elementsOf(place: Place): Place | undefined {
  const items = typeof place.schema === 'object' ? place.schema.items : undefined;
  return typeof items === 'object' && items.properties !== undefined && items.$ref === undefined
    ? within(place, items, 'items')
    : undefined;
}

function withoutElementMembers(place: Place): Place {
  const items = elementsOf(place)?.schema as PropertySchema | undefined;
  if (items === undefined) return place;
  const { properties = {}, ...others } = items;
  const names =
    others.additionalProperties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.keys(properties).map((name) => [name, true])) };
  return { ...place, schema: { ...(place.schema as PropertySchema), items: { ...others, ...names } } };
}
