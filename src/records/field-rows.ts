/** Documented members of records as rows: which rows a schema file gives, in which context. */
import type { Basis } from '../contract/types.ts';
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
  readonly schema: PropertySchema | false;
  /** The member may be absent. */
  readonly optional?: true;
  /** Judged only where this flag holds, or (with `!`) does not hold. */
  readonly when?: string;
  /** The row that has to hold first: an aspect's base. */
  readonly after?: string;
}

/** Schema that applies to every member below a row. */
interface Above {
  readonly row: string;
  readonly path: readonly string[];
  readonly when: string | undefined;
}

/**
 * The rows of a record file, parents before their members.
 * Throws a SchemaError for a keyword that is unknown or not evaluated where it stands.
 * @param name the file, for messages
 */
export function fieldRows(file: RecordFile, name = file.$id): FieldRow[] {
  const place = whole(file, name);
  checkRecord(place);
  if (file.direction === 'request') return [];
  return membersOf(place).flatMap((member) => memberRows(member, { row: file.record, path: [], when: undefined }));
}

function memberRows({ name, place, required }: Member, above: Above): FieldRow[] {
  const { schema } = place;
  const path = [...above.path, name];
  const row = schema.requirement ?? `${above.row}/${name}`;
  const when = schema.only ?? above.when;
  const own = ownSchema(place);
  const optional = required === false;
  const base = {
    path,
    title: schema.title ?? `${path.join('.')} is ${describe(own)}`,
    clause: schema.clause ?? '',
    basis: schema.basis ?? 'documented',
  } as const;
  const stated = (value: PropertySchema) => ({
    schema: value,
    expected: `${describe(value)}${optional ? ', if present' : ''}`,
    ...(optional && { optional }),
  });
  const rows: FieldRow[] = [];
  if (schema.variants === undefined) rows.push({ ...base, row, ...stated(own), ...(when && { when }) });
  for (const [key, { flag, ...variant }] of Object.entries(schema.variants ?? {}))
    rows.push({
      ...base,
      ...titled(variant),
      row: `${row}/${key}`,
      ...stated(ownSchema({ ...place, schema: { ...schema, ...variant } })),
      when: flag,
    });
  if (schema.only !== undefined)
    rows.push({
      ...base,
      title: `${path.join('.')} is there only with ${schema.only}`,
      row: `${row}/only-with-${schema.only}`,
      expected: `no member ${name}`,
      schema: false,
      when: `!${schema.only}`,
    });
  for (const [key, { basis = base.basis, title, clause, ...constraints }] of Object.entries(schema.aspects ?? {})) {
    const plain = plainSchema(within(place, constraints, 'aspects', key));
    rows.push({
      ...base,
      ...titled({ ...(title && { title }), ...(clause && { clause }) }),
      basis,
      row: `${row}/${key}`,
      ...stated(plain),
      expected: title ?? describe(plain),
      after: row,
      ...(when && { when }),
    });
  }
  return [...rows, ...membersOf(place).flatMap((inner) => memberRows(inner, { row, path, when }))];
}

function titled({ title, clause }: PropertySchema): { title?: string; clause?: string } {
  return { ...(title && { title }), ...(clause && { clause }) };
}
