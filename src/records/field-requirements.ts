/** Documented members of records as requirements: which ones a schema file gives, in which context. */
import type { Basis } from '../contract/types.ts';
import { describe } from './description.ts';
import {
  checkRecord,
  type Member,
  membersOf,
  ownSchema,
  type PropertySchema,
  plainSchema,
  type RecordFile,
  whole,
  within,
} from './schema.ts';

/** A requirement of a record's member at `path`. */
export interface FieldRequirement {
  readonly id: string;
  readonly path: readonly string[];
  /** The title without its subject, the record. */
  readonly predicate: string;
  readonly clause: string;
  readonly basis: Basis;
  /** The expectation, in words. */
  readonly expected: string;
  /** Schema of the value, annotations removed; `false`: the member has to be absent. */
  readonly schema: PropertySchema | false;
  /** The member may be absent. */
  readonly optional?: true;
  /** Judged only with this flag, or (with `!`) without it. */
  readonly when?: string;
  /** The requirement that must be upheld first: an aspect's base. */
  readonly after?: string;
}

/** The enclosing member: data that its members inherit. */
interface Above {
  readonly id: string;
  readonly path: readonly string[];
  readonly when: string | undefined;
  readonly flagged: ReadonlyMap<string, string>;
}

/**
 * Returns the requirements of a record file, parents before their members. Throws a SchemaError for a keyword that is
 * unknown or not evaluated at its place.
 * @param name the file, for messages
 * @param flagged flags with words that say when they are set
 */
export function fieldRequirements(
  file: RecordFile,
  name = file.$id,
  flagged: ReadonlyMap<string, string> = new Map(),
): FieldRequirement[] {
  const place = whole(file, name);
  checkRecord(place);
  if (file.direction === 'request') return [];
  return membersOf(place).flatMap((member) =>
    memberRequirements(member, { id: file.record, path: [], when: undefined, flagged }),
  );
}

function memberRequirements({ name, place, required }: Member, above: Above): FieldRequirement[] {
  const { schema } = place;
  const path = [...above.path, name];
  const id = schema.requirement ?? `${above.id}/${name}`;
  const when = schema.only ?? above.when;
  const own = ownSchema(place);
  const { flagged } = above;
  const condition = flagged.get(schema.only ?? '') ?? `with a ${schema.only}`;
  const optional = required === false;
  const about = `${path.join('.')} is ${describe(own)}`;
  const base = {
    path,
    predicate: schema.title ?? (schema.only === undefined ? about : `${about} (${condition})`),
    clause: schema.clause ?? '',
    basis: schema.basis ?? 'documented',
  } as const;
  const stated = (value: PropertySchema) => ({
    schema: value,
    expected: `${describe(value)}${optional ? ', if present' : ''}`,
    ...(optional && { optional }),
  });
  const requirements: FieldRequirement[] = [];
  if (schema.variants === undefined) requirements.push({ ...base, id, ...stated(own), when });
  for (const [key, { flag, ...variant }] of Object.entries(schema.variants ?? {}))
    requirements.push({
      ...base,
      ...stating(variant),
      id: `${id}/${key}`,
      ...stated(ownSchema({ ...place, schema: { ...schema, ...variant } })),
      when: flag,
    });
  if (schema.only !== undefined)
    requirements.push({
      ...base,
      predicate: `${path.join('.')} appears only ${condition}`,
      id: `${id}/only-with-${schema.only}`,
      expected: `no member ${name}, which appears only ${condition}`,
      schema: false,
      when: `!${schema.only}`,
    });
  for (const [key, { basis = base.basis, title, description, clause, ...constraints }] of Object.entries(
    schema.aspects ?? {},
  )) {
    const plain = plainSchema(within(place, constraints, 'aspects', key));
    requirements.push({
      ...base,
      ...stating({ title, clause }),
      basis,
      id: `${id}/${key}`,
      ...stated(plain),
      expected: description ?? title ?? describe(plain),
      after: id,
      when,
    });
  }
  return [
    ...requirements,
    ...membersOf(place).flatMap((inner) => memberRequirements(inner, { id, path, when, flagged })),
  ];
}

function stating({ title, clause }: { readonly [P in 'title' | 'clause']?: string }) {
  return { ...(title && { predicate: title }), ...(clause && { clause }) };
}
