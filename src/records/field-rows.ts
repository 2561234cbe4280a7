/** Annotated JSON Schemas as data: which rows a record's properties give, in which context. */

import type { Basis } from '../contract/types.ts';
import { FORMATS } from './formats.ts';

/** A property as the schema files write it: JSON Schema 2020-12 with Assay's annotations. */
export interface PropertySchema {
  readonly type?: string | readonly string[];
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
  readonly properties?: Readonly<Record<string, PropertySchema>>;
  readonly items?: PropertySchema;
  readonly additionalProperties?: PropertySchema;
  readonly format?: string;
  readonly pattern?: string;
  readonly const?: unknown;
}

/** A schema file. */
export interface RecordFile extends PropertySchema {
  readonly $id: string;
  readonly title: string;
  readonly record: string;
  readonly clause: string;
  /** `request`: the record is sent, never received, so it gives no rows. */
  readonly direction?: 'request';
  readonly properties: Readonly<Record<string, PropertySchema>>;
}

/** One row of a record: what has to hold of the member at `path`. */
export interface FieldRow {
  readonly row: string;
  readonly path: readonly string[];
  readonly title: string;
  readonly clause: string;
  readonly basis: Basis;
  /** What to expect, in words. */
  readonly expected: string;
  /** Schema of the value, annotations removed; `false`: the member has to be absent. */
  readonly schema: Readonly<Record<string, unknown>> | false;
  /** Judged only where this flag holds, or (with `!`) does not hold. */
  readonly when?: string;
  /** The row that has to hold first: an aspect's base. */
  readonly after?: string;
}

const CONSTRAINTS = ['type', 'format', 'pattern', 'const', 'minLength'] as const;

/** The rows of a record file, parents before their members. */
export function fieldRows(file: RecordFile): FieldRow[] {
  if (file.direction === 'request') return [];
  return Object.entries(file.properties).flatMap(([name, schema]) => propertyRows(schema, [name], file.record, undefined));
}

function propertyRows(schema: PropertySchema, path: readonly string[], parentRow: string, inherited: string | undefined): FieldRow[] {
  const name = path.at(-1);
  const row = schema.requirement ?? `${parentRow}/${name}`;
  const when = schema.only ?? inherited;
  const base = {
    path,
    title: schema.title ?? `${path.join('.')} is ${describe(schema)}`,
    clause: schema.clause ?? '',
    basis: schema.basis ?? 'documented',
  } as const;
  const rows: FieldRow[] = [];
  if (schema.variants === undefined) rows.push({ ...base, row, expected: describe(schema), schema: constraints(schema), ...(when && { when }) });
  for (const [key, variant] of Object.entries(schema.variants ?? {})) {
    const merged = { ...schema, ...variant };
    rows.push({ ...base, ...titled(merged), row: `${row}/${key}`, expected: describe(merged), schema: constraints(merged), when: variant.flag });
  }
  if (schema.only !== undefined) {
    const title = `${path.join('.')} is there only with ${schema.only}`;
    rows.push({ ...base, title, row: `${row}/only-with-${schema.only}`, expected: `no member ${name}`, schema: false, when: `!${schema.only}` });
  }
  for (const [key, aspect] of Object.entries(schema.aspects ?? {})) {
    const expected = aspect.title ?? describe(aspect);
    rows.push({
      ...base,
      ...titled(aspect),
      basis: aspect.basis ?? base.basis,
      row: `${row}/${key}`,
      expected,
      schema: constraints(aspect),
      after: row,
      ...(when && { when }),
    });
  }
  for (const [member, inner] of Object.entries(schema.properties ?? {})) rows.push(...propertyRows(inner, [...path, member], row, when));
  return rows;
}

function titled(schema: PropertySchema): { title?: string; clause?: string } {
  return { ...(schema.title && { title: schema.title }), ...(schema.clause && { clause: schema.clause }) };
}

/** The schema's constraints on a value, without annotations and without its members' own constraints (they are rows of their own). */
function constraints(schema: PropertySchema): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const key of CONSTRAINTS) if (key in schema) kept[key] = (schema as Record<string, unknown>)[key];
  if (schema.items) kept['items'] = constraints(schema.items);
  if (schema.additionalProperties) kept['additionalProperties'] = constraints(schema.additionalProperties);
  return kept;
}

const ARTICLES: Readonly<Record<string, string>> = { integer: 'an integer', array: 'an array', object: 'an object' };

/** A schema in words: `a string, a UUID …`, `an array of strings`, `an integer or null`. */
export function describe(schema: PropertySchema): string {
  if ('const' in schema) return JSON.stringify(schema.const);
  const types = schema.type === undefined ? [] : [schema.type].flat();
  const words = types.map((type) => (type === 'null' ? 'null' : (ARTICLES[type] ?? `a ${type}`))).join(' or ');
  const of = schema.items ? ` of ${plural(schema.items)}` : schema.additionalProperties ? ` whose values are ${plural(schema.additionalProperties)}` : '';
  const form = schema.format ? formatWords(schema.format) : schema.pattern ? `text that matches ${schema.pattern}` : '';
  return [`${words}${of}`, form].filter((part) => part !== '').join(', ');
}

function plural(schema: PropertySchema): string {
  const word = [schema.type ?? 'value'].flat().join('s or ');
  return `${word}s${schema.format ? `, each ${formatWords(schema.format)}` : ''}`;
}

function formatWords(format: string): string {
  return FORMATS[format]?.says ?? format;
}
