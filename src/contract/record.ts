/** Judges records against their schemas: one verdict a row, cheap on long lists. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { FORMATS } from './formats.ts';
import { preview } from './preview.ts';
import { type FieldRow, fieldRows, type RecordFile } from './record-schema.ts';
import type { RecordFinding, RecordReport, RecordSchema } from './types.ts';

/** Findings kept a row; further contradictions are counted. */
const EXAMPLES = 3;

const ajv = newAjv();

function newAjv(): Ajv2020 {
  // 1e400 is a JSON number that JavaScript reads as Infinity: strictNumbers would make a false alarm of it.
  const made = new Ajv2020({ validateSchema: false, meta: false, strictNumbers: false, strictTypes: false, allowUnionTypes: true, addUsedSchema: false });
  for (const [name, format] of Object.entries(FORMATS)) made.addFormat(name, format.test);
  return made;
}

interface Compiled {
  readonly fields: readonly { readonly row: FieldRow; readonly member: string; readonly column: number; readonly holds: ValidateFunction | undefined }[];
  /** One pass for a record with nothing wrong. */
  readonly whole: ValidateFunction;
  readonly members: readonly string[];
}

/** Compiles a schema file. `judge` expects objects: anything else is for the row that says the answer is one. */
export function compileRecord(file: RecordFile): RecordSchema {
  const rows = fieldRows(file);
  const compiled = new Map<string, Compiled>();
  return {
    id: file.record,
    title: file.title,
    clause: file.clause,
    rows: rows.map((row) => row.row),
    rowsIn: (context) => rows.filter((row) => applies(row, context)).map((row) => row.row),
    judge(values, context, at = () => '') {
      const applying = rows.filter((row) => applies(row, context));
      const key = applying.map((row) => row.row).join(' ');
      const forContext = compiled.get(key) ?? compile(applying);
      compiled.set(key, forContext);
      return judgeAll(forContext, values, at);
    },
  };
}

function applies(row: FieldRow, context: ReadonlySet<string>): boolean {
  if (row.when === undefined) return true;
  return row.when.startsWith('!') ? !context.has(row.when.slice(1)) : context.has(row.when);
}

function compile(rows: readonly FieldRow[]): Compiled {
  const members = [...new Set(rows.map((row) => row.path[0] as string))];
  const fields = rows.map((row) => {
    const member = row.path[0] as string;
    return { row, member, column: members.indexOf(member), holds: row.schema === false ? undefined : ajv.compile(row.schema) };
  });
  return { fields, whole: ajv.compile(wholeSchema(rows)), members };
}

/** All rows of a context in one schema, so that a record with nothing wrong costs one call. */
function wholeSchema(rows: readonly FieldRow[], depth = 0): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  const names = new Set(rows.map((row) => row.path[depth] as string));
  for (const name of names) {
    const own = rows.filter((row) => row.path[depth] === name);
    const here = own.filter((row) => row.path.length === depth + 1);
    const inner = own.filter((row) => row.path.length > depth + 1);
    if (here.some((row) => row.schema === false)) properties[name] = false;
    else {
      const all = here.map((row) => row.schema);
      properties[name] = { allOf: inner.length > 0 ? [...all, wholeSchema(inner, depth + 1)] : all };
      required.push(name);
    }
  }
  return { type: 'object', required, properties };
}

function judgeAll(compiled: Compiled, values: readonly unknown[], at: (index: number) => string): RecordReport {
  const evaluated = new Map<string, number>();
  const contradicted = new Map<string, number>();
  const findings: RecordFinding[] = [];
  /** Member to a mark for each record in which it is contradicted; made when first needed. */
  const doubted: (Uint8Array | undefined)[] = compiled.members.map(() => undefined);
  let clean = 0;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    if (compiled.whole(value)) clean += 1;
    else judgeOne(index, value as Record<string, unknown>);
  }
  if (clean > 0) for (const { row } of compiled.fields) evaluated.set(row.row, (evaluated.get(row.row) ?? 0) + clean);
  return {
    evaluated,
    contradicted,
    findings,
    vouched(index, member) {
      const record = values[index];
      if (typeof record !== 'object' || record === null || !Object.hasOwn(record, member)) return undefined;
      return doubted[compiled.members.indexOf(member)]?.[index] === 1 ? undefined : (record as Record<string, unknown>)[member];
    },
  };

  function judgeOne(index: number, record: Record<string, unknown>): void {
    const failed = new Set<string>();
    for (const { row, member, column, holds } of compiled.fields) {
      const place = lookUp(record, row.path);
      if (place === undefined || (row.after !== undefined && failed.has(row.after))) continue;
      evaluated.set(row.row, (evaluated.get(row.row) ?? 0) + 1);
      const right = holds === undefined ? !place.present : place.present && holds(place.value);
      if (right) continue;
      failed.add(row.row);
      if (row.after === undefined) {
        doubted[column] ??= new Uint8Array(values.length);
        (doubted[column] as Uint8Array)[index] = 1;
      }
      const times = (contradicted.get(row.row) ?? 0) + 1;
      contradicted.set(row.row, times);
      if (times > EXAMPLES) continue;
      const pointer = holds?.errors?.[0]?.instancePath ?? '';
      const got = place.present ? preview(place.value) : `no member ${member}`;
      findings.push({ row: row.row, expected: row.expected, got, at: `${at(index)}/${row.path.join('/')}${place.present ? pointer : ''}` });
    }
  }
}

/** A member by its path; undefined where its parent is no object, so that nothing can be said of it. */
function lookUp(record: Record<string, unknown>, path: readonly string[]): { present: boolean; value: unknown } | undefined {
  let here: unknown = record;
  for (const name of path.slice(0, -1)) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, name)) return undefined;
    here = (here as Record<string, unknown>)[name];
  }
  if (typeof here !== 'object' || here === null || Array.isArray(here)) return undefined;
  const last = path.at(-1) as string;
  return Object.hasOwn(here, last) ? { present: true, value: (here as Record<string, unknown>)[last] } : { present: false, value: undefined };
}
