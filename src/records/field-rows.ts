/** Documented members of records as rows: which rows a schema file gives, in which context. */

import type { Basis } from '../contract/types.ts';
import { ANNOTATIONS, checkKeyword, ROW_ANNOTATIONS, SchemaError } from './keywords.ts';
import {
  chain,
  type Place,
  type PlainSchema,
  type PropertySchema,
  plainSchema,
  type RecordFile,
  type SchemaFiles,
  type Source,
  shownPlace,
  sourceOf,
  within,
} from './schema.ts';
import { describe } from './words.ts';

/** One row of a record: what has to hold of the member at `path`. */
export interface FieldRow {
  readonly row: string;
  readonly path: readonly string[];
  readonly title: string;
  readonly clause: string;
  readonly basis: Basis;
  /** The expectation, in words. */
  readonly expected: string;
  /** Schema of the value, annotations removed; `false`: the member has to be absent. */
  readonly schema: PlainSchema | false;
  /** The member may be absent. */
  readonly optional?: true;
  /** Members beside it with which it has to be present, although optional. */
  readonly presentWith?: readonly string[];
  /** Judged only where this flag holds, or (with `!`) does not hold. */
  readonly when?: string;
  /** The row that has to hold first: an aspect's base. */
  readonly after?: string;
}

/** A documented member. `parts` are its schema and those that it refers to; all have to hold. */
export interface Member {
  readonly name: string;
  readonly place: Place;
  readonly parts: readonly Place[];
  /** Places from which a reference would lead back here. */
  readonly seen: ReadonlySet<string>;
  /** Whether a `required` beside it says that it must be present; undefined: no `required` is stated. */
  readonly required: boolean | undefined;
}

/** Schema that applies to every member below a row. */
interface Above {
  readonly row: string;
  readonly path: readonly string[];
  readonly when: string | undefined;
}

/** Keywords that a record itself may have, as its members' rows stand for them. */
const OF_RECORDS = new Set(['type', 'properties', 'required', 'dependentRequired', '$defs', '$ref']);

/**
 * The rows of a record file, parents before their members.
 * Throws a SchemaError for a keyword that is unknown or not evaluated where it stands.
 * @param files schemas that references can lead to, the record's own by `name`
 */
export function fieldRows(file: RecordFile, name = file.$id, files: SchemaFiles = new Map([[name, file]])): FieldRow[] {
  const source = sourceOf(files);
  const { parts, seen } = chain({ schema: file, file: name, pointer: '' }, files, new Set());
  checkRecord(parts, source);
  if (file.direction === 'request') return [];
  const above: Above = { row: file.record, path: [], when: undefined };
  return membersOf(parts, seen, files).flatMap((member) => memberRows(member, above, source, dependents(parts)));
}

/** Checks what no row stands for: keywords of the record itself, and definitions, which may be unused. */
export function checkRecord(parts: readonly Place[], source: Source): void {
  const described = new Set(
    parts.flatMap(({ schema }) => Object.keys((typeof schema === 'object' && schema.properties) || {})),
  );
  for (const place of parts) {
    if (typeof place.schema === 'boolean') continue;
    const { type, required = [], dependentRequired = {}, $defs = {} } = place.schema;
    for (const [keyword, value] of Object.entries(place.schema)) {
      if (ANNOTATIONS.has(keyword)) continue;
      checkKeyword(keyword, value, shownPlace(place));
      if (!OF_RECORDS.has(keyword))
        throw new SchemaError(
          `${shownPlace(place)}: ${keyword} of a whole record is not evaluated, as no requirement stands for it; state it of a member.`,
        );
    }
    if (type !== undefined && type !== 'object')
      throw new SchemaError(`${shownPlace(place)}: a record must be of the type object.`);
    for (const [name, schema] of Object.entries($defs)) plainSchema([within(place, schema, '$defs', name)], source);
    for (const name of [
      ...required,
      ...Object.entries(dependentRequired).flatMap(([other, names]) => [other, ...names]),
    ]) {
      if (!described.has(name))
        throw new SchemaError(`${shownPlace(place)}: ${name} is required, but properties does not describe it.`);
    }
  }
}

/** Member to the members that it is required with. */
function dependents(parts: readonly Place[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { schema } of parts) {
    if (typeof schema === 'boolean') continue;
    for (const [other, names] of Object.entries(schema.dependentRequired ?? {}))
      for (const name of names) found.set(name, [...(found.get(name) ?? []), other]);
  }
  return found;
}

/** The documented members of what all the places describe. */
export function membersOf(places: readonly Place[], seen: ReadonlySet<string>, files: SchemaFiles): Member[] {
  const required = places.flatMap(({ schema }) =>
    typeof schema === 'object' && schema.required ? [schema.required] : [],
  );
  const members = new Map<string, Member>();
  for (const place of places) {
    if (typeof place.schema === 'boolean') continue;
    for (const [name, schema] of Object.entries(place.schema.properties ?? {})) {
      const here = within(place, schema, 'properties', name);
      if (schema === false) throw new SchemaError(`${shownPlace(here)}: a documented member cannot be forbidden.`);
      const known = members.get(name);
      const chained = chain(here, files, seen);
      members.set(name, {
        name,
        place: known?.place ?? here,
        parts: [...(known?.parts ?? []), ...chained.parts],
        seen: new Set([...(known?.seen ?? []), ...chained.seen]),
        required: required.length === 0 ? undefined : required.some((names) => names.includes(name)),
      });
    }
  }
  return [...members.values()];
}

/**
 * Schema of a member itself: without the parts that the rows of its members cover, without annotations.
 * @param keepRequired whether `required` stays although the members have rows
 */
export function ownSchema(parts: readonly Place[], source: Source, keepRequired = false): PlainSchema {
  return plainSchema(
    parts.map((part, index) => own(part, index < parts.length - 1 && followed(part, parts[index + 1]), keepRequired)),
    source,
  );
}

/** Whether the next part is what this one refers to: the last of a chain keeps a reference that leads back above. */
const followed = ({ schema }: Place, next: Place | undefined): boolean =>
  next !== undefined && typeof schema === 'object' && schema.$ref !== undefined;

function own(place: Place, withoutReference: boolean, keepRequired: boolean): Place {
  if (typeof place.schema === 'boolean') return place;
  const { properties = {}, required, $ref, $defs: _, ...others } = place.schema;
  const kept = Object.fromEntries(
    Object.entries(others).filter(([keyword]) => keyword !== 'flag' && !ROW_ANNOTATIONS.has(keyword)),
  );
  const demanded = keepRequired ? required : required?.filter((name) => !Object.hasOwn(properties, name));
  const closed = others.additionalProperties !== undefined && Object.keys(properties).length > 0;
  const schema: PropertySchema = {
    ...kept,
    ...(!withoutReference && $ref !== undefined && { $ref }),
    ...(demanded !== undefined && demanded.length > 0 && { required: demanded }),
    ...(closed && { properties: Object.fromEntries(Object.keys(properties).map((name) => [name, true])) }),
  };
  return { ...place, schema };
}

function memberRows(
  member: Member,
  above: Above,
  source: Source,
  presentWith: ReadonlyMap<string, readonly string[]> = new Map(),
): FieldRow[] {
  const { name, place, parts } = member;
  checkRowAnnotations(parts);
  const schema: PropertySchema = typeof place.schema === 'boolean' ? {} : place.schema;
  const path = [...above.path, name];
  const row = schema.requirement ?? `${above.row}/${name}`;
  const when = schema.only ?? above.when;
  const clause = parts
    .map((part) => (typeof part.schema === 'object' ? part.schema.clause : undefined))
    .find((text) => text !== undefined);
  const companions = presentWith.get(name) ?? [];
  const optional = member.required === false;
  const own = ownSchema(parts, source);
  const base = {
    path,
    title: schema.title ?? `${path.join('.')} is ${describe(own)}`,
    clause: clause ?? '',
    basis: schema.basis ?? 'documented',
    ...(optional && { optional }),
    ...(optional && companions.length > 0 && { presentWith: companions }),
  } as const;
  const presence = optional
    ? `, ${['if present', ...companions.map((other) => `required with ${other}`)].join('; ')}`
    : '';
  const rows: FieldRow[] = [];
  if (schema.variants === undefined)
    rows.push({ ...base, row, expected: describe(own) + presence, schema: own, ...(when && { when }) });
  for (const [key, variant] of Object.entries(schema.variants ?? {})) {
    const merged = { ...schema, ...variant };
    const plain = ownSchema(
      [{ ...place, schema: merged }, ...chain({ ...place, schema: merged }, source.files, member.seen).parts.slice(1)],
      source,
    );
    rows.push({
      ...base,
      ...titled(merged),
      row: `${row}/${key}`,
      expected: describe(plain) + presence,
      schema: plain,
      when: variant.flag,
    });
  }
  if (schema.only !== undefined) {
    const title = `${path.join('.')} is there only with ${schema.only}`;
    const { optional: _optional, presentWith: _presentWith, ...forbidden } = base;
    rows.push({
      ...forbidden,
      title,
      row: `${row}/only-with-${schema.only}`,
      expected: `no member ${name}`,
      schema: false,
      when: `!${schema.only}`,
    });
  }
  for (const [key, aspect] of Object.entries(schema.aspects ?? {})) {
    const { basis = base.basis, title, clause, ...constraints } = aspect;
    const plain = plainSchema([within(place, constraints, 'aspects', key)], source);
    const words = { ...(title && { title }), ...(clause && { clause }) };
    rows.push({
      ...base,
      ...words,
      basis,
      row: `${row}/${key}`,
      expected: title ?? describe(plain),
      schema: plain,
      after: row,
      ...(when && { when }),
    });
  }
  for (const inner of membersOf(parts, member.seen, source.files))
    rows.push(...memberRows(inner, { row, path, when }, source));
  return rows;
}

/** Only a member itself says which rows it gives; what it refers to cannot. */
function checkRowAnnotations([, ...referred]: readonly Place[]): void {
  for (const place of referred) {
    const odd =
      typeof place.schema === 'object'
        ? Object.keys(place.schema).find((keyword) => ROW_ANNOTATIONS.has(keyword))
        : undefined;
    if (odd !== undefined)
      throw new SchemaError(
        `${shownPlace(place)}: ${odd} is not evaluated here: it belongs to a documented member of a record.`,
      );
  }
}

function titled(schema: PropertySchema): { title?: string; clause?: string } {
  return { ...(schema.title && { title: schema.title }), ...(schema.clause && { clause: schema.clause }) };
}
