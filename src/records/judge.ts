/** Judges records against their schemas: one verdict per row, fast on long lists. */
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { RecordFinding, RecordReport, RecordSchema } from '../contract/types.ts';
import { compileSchema } from './ajv.ts';
import { type FieldRow, fieldRows } from './field-rows.ts';
import { preview } from './preview.ts';
import type { PropertySchema, RecordFile, SchemaFiles } from './schema.ts';
import { createValueTally, type ValueTally } from './value-tally.ts';

/** Findings kept per row; further contradictions are counted. */
const EXAMPLES = 3;

const WRONG_IN_A_ROW = 32;
const LOOK_AGAIN = 16;

/** Equal to no value of a record. */
const NEVER = Symbol('never');

interface Field {
  readonly row: FieldRow;
  /** The last step of its path. */
  readonly name: string;
  /** Every object has a member of this name, own or not. */
  readonly inheritable: boolean;
  readonly column: number;
  /** The field that has to hold first; -1: none. */
  readonly after: number;
  /** Optional members that it has to be present with. */
  readonly presentWith: readonly string[];
  /** A record can be valid without a value to judge: the member is optional, or its parent can be absent. */
  readonly conditional: boolean;
  /** Whether the member is there is all that decides it. */
  readonly decidedByPresence: boolean;
  readonly holds: ValidateFunction | undefined;
}

interface Compiled {
  readonly fields: readonly Field[];
  /** Fields that are not decided by every record in which nothing is wrong. */
  readonly conditional: readonly number[];
  /** One pass for a record with nothing wrong. */
  readonly whole: ValidateFunction;
  /** Member to its column. */
  readonly columns: ReadonlyMap<string, number>;
}

/**
 * Compiles a schema file; validators are made when a record is judged first. `judge` skips values that are not objects: another row reports these.
 * Throws a SchemaError for a keyword that is unknown or not evaluated.
 * @param name the schema's name among `files`, which references can lead to
 */
export function compileRecord(file: RecordFile, name?: string, files?: SchemaFiles): RecordSchema {
  return judgeOfRows(file, fieldRows(file, name, files));
}

/** As `compileRecord`, for rows that were derived already. */
export function judgeOfRows(file: RecordFile, rows: readonly FieldRow[]): RecordSchema {
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
  const columns = new Map([...new Set(rows.map((row) => row.path[0] as string))].map((member, column) => [member, column]));
  const inheritable = rows.some((row) => row.path.some((name) => name in Object.prototype));
  const fields: Field[] = [];
  for (const row of rows) {
    const name = row.path.at(-1) as string;
    const after = rows.findIndex((other) => other.row === row.after);
    fields.push({
      row,
      name,
      inheritable: name in Object.prototype,
      column: columns.get(row.path[0] as string) as number,
      after,
      presentWith: row.presentWith ?? [],
      conditional: row.optional === true || row.path.length > 1 || fields[after]?.conditional === true,
      decidedByPresence: row.path.length === 1 && row.optional === true && (row.presentWith ?? []).length === 0,
      holds: row.schema === false ? undefined : compileSchema(row.schema, inheritable),
    });
  }
  return {
    fields,
    conditional: fields.flatMap(({ conditional }, field) => (conditional ? [field] : [])),
    whole: compileSchema(wholeSchema(rows), inheritable),
    columns,
  };
}

/** All rows of a context in one schema, so that a record with nothing wrong costs one call. */
function wholeSchema(rows: readonly FieldRow[]): PropertySchema {
  // Definitions have the same name in every row of a record.
  const definitions = Object.assign({}, ...rows.map(({ schema }) => (schema === false ? {} : schema.$defs))) as Readonly<Record<string, PropertySchema>>;
  return { type: 'object', ...levelSchema(rows, 0), ...(Object.keys(definitions).length > 0 && { $defs: definitions }) };
}

function levelSchema(rows: readonly FieldRow[], depth: number): PropertySchema {
  const properties: Record<string, PropertySchema | boolean> = {};
  const required: string[] = [];
  const dependentRequired: Record<string, string[]> = {};
  for (const name of new Set(rows.map((row) => row.path[depth] as string))) {
    const below = rows.filter((row) => row.path[depth] === name);
    const here = below.filter((row) => row.path.length === depth + 1);
    const inner = below.filter((row) => row.path.length > depth + 1);
    if (here.some((row) => row.schema === false)) {
      properties[name] = false;
      continue;
    }
    const all = here.map(({ schema }) => {
      const { $defs: _, ...own } = schema as PropertySchema;
      return own;
    });
    properties[name] = { allOf: inner.length > 0 ? [...all, levelSchema(inner, depth + 1)] : all };
    if (here.some((row) => row.after === undefined && row.optional !== true)) required.push(name);
    for (const other of here.flatMap((row) => row.presentWith ?? [])) dependentRequired[other] = [...(dependentRequired[other] ?? []), name];
  }
  return { required, properties, dependentRequired };
}

function judgeAll(compiled: Compiled, values: readonly unknown[], at: (index: number) => string): RecordReport {
  const { fields } = compiled;
  // Counters by field: maps would be read millions of times.
  const evaluated = new Uint32Array(fields.length);
  const contradicted = new Uint32Array(fields.length);
  /** Records with nothing wrong that do not decide a field. */
  const undecided = new Uint32Array(fields.length);
  const findings: RecordFinding[] = [];
  /** Made when a field is contradicted first. */
  const tallies: (ValueTally | undefined)[] = [];
  /** Member to a mark for each record in which it is contradicted; made when first needed. */
  const doubted: (Uint8Array | undefined)[] = [];
  /** By field, the value found wrong last: in a long listing the same comes again and again. */
  const lastWrong: unknown[] = fields.map(() => NEVER);
  /** Fields contradicted in the record at hand. */
  const failed = new Uint8Array(fields.length);
  let clean = 0;
  let wrongInARow = 0;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    if (!isRecord(value)) continue;
    // After many wrong records in a row, validating each as a whole first is wasted.
    const hopeful = wrongInARow < WRONG_IN_A_ROW || index % LOOK_AGAIN === 0;
    if (hopeful && compiled.whole(value)) {
      clean += 1;
      wrongInARow = 0;
      for (const field of compiled.conditional) if (!decided(fields[field] as Field, value)) undecided[field] = (undecided[field] as number) + 1;
    } else {
      wrongInARow += 1;
      judgeOne(index, value);
    }
  }
  const byRow = (counts: Uint32Array): Map<string, number> =>
    new Map(fields.map(({ row }, field) => [row.row, counts[field] as number] as const).filter(([, count]) => count > 0));
  return {
    evaluated: byRow(evaluated.map((count, field) => count + clean - (undecided[field] as number))),
    contradicted: byRow(contradicted),
    values: new Map(fields.flatMap(({ row }, field) => (tallies[field] ? [[row.row, tallies[field].list()] as const] : []))),
    findings,
    vouched(index, member) {
      const record = values[index];
      if (!isRecord(record) || !Object.hasOwn(record, member)) return undefined;
      return doubted[compiled.columns.get(member) ?? -1]?.[index] === 1 ? undefined : record[member];
    },
  };

  function judgeOne(index: number, record: Record<string, unknown>): void {
    failed.fill(0);
    for (let field = 0; field < fields.length; field += 1) {
      const { row, name, inheritable, column, after, presentWith, holds } = fields[field] as Field;
      if (after >= 0 && failed[after] === 1) continue;
      const parent = row.path.length === 1 ? record : parentOf(record, row.path);
      if (parent === undefined) continue;
      const value = inheritable && !Object.hasOwn(parent, name) ? undefined : parent[name];
      if (value === undefined && row.optional && !presentWith.some((other) => Object.hasOwn(parent, other))) continue;
      evaluated[field] = (evaluated[field] as number) + 1;
      // JSON has no undefined, so only a missing member reads so.
      const present = value !== undefined;
      const again = present && value === lastWrong[field];
      if (!again && (holds === undefined ? !present : present && holds(value))) continue;
      // Of an object the same reference may hold something else by now; of anything else the same value is as wrong as before.
      if (!again) lastWrong[field] = typeof value === 'object' && value !== null ? NEVER : value;
      failed[field] = 1;
      if (row.after === undefined) {
        doubted[column] ??= new Uint8Array(values.length);
        (doubted[column] as Uint8Array)[index] = 1;
      }
      const times = (contradicted[field] as number) + 1;
      contradicted[field] = times;
      const tally = tallies[field] ?? createValueTally(name);
      tallies[field] = tally;
      tally.add(value);
      if (times > EXAMPLES) continue;
      // If the member is missing, the errors are those of an earlier record.
      const inside = present && holds && !again ? holds.errors![0]!.instancePath : '';
      findings.push({
        row: row.row,
        expected: row.expected,
        got: present ? preview(value) : `no member ${name}`,
        at: `${at(index)}/${row.path.join('/')}${inside}`,
      });
    }
  }
}

/** Whether a record with nothing wrong could have contradicted a field. */
function decided({ row, name, presentWith, decidedByPresence }: Field, record: Record<string, unknown>): boolean {
  if (decidedByPresence) return Object.hasOwn(record, name);
  const parent = parentOf(record, row.path);
  if (parent === undefined) return false;
  return !row.optional || Object.hasOwn(parent, name) || presentWith.some((other) => Object.hasOwn(parent, other));
}

/** The object that holds the member at a path; undefined if no object does. */
function parentOf(record: Record<string, unknown>, path: readonly string[]): Record<string, unknown> | undefined {
  let here: unknown = record;
  for (let depth = 0; depth < path.length - 1; depth += 1) {
    const name = path[depth] as string;
    if (!isRecord(here) || !Object.hasOwn(here, name)) return undefined;
    here = here[name];
  }
  return isRecord(here) ? here : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
