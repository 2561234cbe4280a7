/** Documented members of what clients send. */
import { REQUIREMENT_ANNOTATIONS, SchemaError } from './keywords.ts';
import { checkRecord, type Member, membersOf, ownSchema, type Place, type PropertySchema, within } from './schema.ts';

/** A documented member of a request's body. */
export interface RequestMember {
  /** Names down to the member; elements of arrays have none. */
  readonly path: readonly string[];
  /** The place for readers, with [] after arrays. */
  readonly label: string;
  readonly required: boolean;
  readonly clause?: string;
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
      schema: ownSchema({ schema: own, at }, true),
    },
    ...membersOf(elements ?? place).flatMap((member) =>
      nested(member, path, false, `${label}${elements ? '[]' : ''}.`),
    ),
  ];
}
