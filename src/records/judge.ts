/** Judges records against their schemas: one verdict a row, cheap on long lists. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { RecordFinding, RecordReport, RecordSchema } from '../contract/types.ts';
import { type FieldRow, fieldRows, type RecordFile } from './field-rows.ts';
import { FORMATS } from './formats.ts';
import { preview } from './preview.ts';

/** Findings kept a row; further contradictions are counted. */
const EXAMPLES = 3;

const WRONG_IN_A_ROW = 32;
const LOOK_AGAIN = 16;

const ajv = newAjv();

function newAjv(): Ajv2020 {
  // 1e400 is a JSON number that JavaScript reads as Infinity: strictNumbers would make a false alarm of it.
  const made = new Ajv2020({
    validateSchema: false,
    meta: false,
    messages: false,
    strictNumbers: false,
    strictTypes: false,
    allowUnionTypes: true,
    addUsedSchema: false,
  });
  for (const [name, format] of Object.entries(FORMATS)) made.addFormat(name, format.test);
  return made;
}

interface Field {
  readonly row: FieldRow;
  /** The last step of its path. */
  readonly name: string;
  /** Every object has a member of this name, own or not. */
  readonly inheritable: boolean;
  readonly column: number;
  /** The field that has to hold first; -1: none. */
  readonly after: number;
  readonly holds: ValidateFunction | undefined;
}

interface Compiled {
  readonly fields: readonly Field[];
  /** One pass for a record with nothing wrong. */
  readonly whole: ValidateFunction;
  /** Member to its column. */
  readonly columns: ReadonlyMap<string, number>;
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
  const columns = new Map([...new Set(rows.map((row) => row.path[0] as string))].map((member, column) => [member, column]));
  const fields = rows.map((row): Field => {
    const name = row.path.at(-1) as string;
    return {
      row,
      name,
      inheritable: name in Object.prototype,
      column: columns.get(row.path[0] as string) as number,
      after: rows.findIndex((other) => other.row === row.after),
      holds: row.schema === false ? undefined : ajv.compile(row.schema),
    };
  });
  return { fields, whole: ajv.compile(wholeSchema(rows)), columns };
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
  const { fields } = compiled;
  // Counters by field: maps would be asked millions of times.
  const evaluated = new Uint32Array(fields.length);
  const contradicted = new Uint32Array(fields.length);
  const findings: RecordFinding[] = [];
  /** Member to a mark for each record in which it is contradicted; made when first needed. */
  const doubted: (Uint8Array | undefined)[] = [];
  /** Fields contradicted in the record at hand. */
  const failed = new Uint8Array(fields.length);
  let clean = 0;
  let wrongInARow = 0;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    if (!isRecord(value)) continue;
    // Where one record after another is wrong somewhere, looking at the whole of each first is wasted.
    const hopeful = wrongInARow < WRONG_IN_A_ROW || index % LOOK_AGAIN === 0;
    if (hopeful && compiled.whole(value)) {
      clean += 1;
      wrongInARow = 0;
    } else {
      wrongInARow += 1;
      judgeOne(index, value);
    }
  }
  const byRow = (counts: Uint32Array): Map<string, number> =>
    new Map(fields.map(({ row }, field) => [row.row, counts[field] as number] as const).filter(([, count]) => count > 0));
  return {
    evaluated: byRow(evaluated.map((count) => count + clean)),
    contradicted: byRow(contradicted),
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
      const { row, name, inheritable, column, after, holds } = fields[field] as Field;
      if (after >= 0 && failed[after] === 1) continue;
      const parent = parentOf(record, row.path);
      if (parent === undefined) continue;
      evaluated[field] = (evaluated[field] as number) + 1;
      const value = inheritable && !Object.hasOwn(parent, name) ? undefined : parent[name];
      // JSON has no undefined, so only a missing member reads so.
      const present = value !== undefined;
      if (holds === undefined ? !present : present && holds(value)) continue;
      failed[field] = 1;
      if (row.after === undefined) {
        doubted[column] ??= new Uint8Array(values.length);
        (doubted[column] as Uint8Array)[index] = 1;
      }
      const times = (contradicted[field] as number) + 1;
      contradicted[field] = times;
      if (times > EXAMPLES) continue;
      // Where the member is missing, the errors are those of an earlier record.
      const inside = present && holds ? holds.errors![0]!.instancePath : '';
      findings.push({
        row: row.row,
        expected: row.expected,
        got: present ? preview(value) : `no member ${name}`,
        at: `${at(index)}/${row.path.join('/')}${inside}`,
      });
    }
  }
}

/** The object that holds the member at a path; undefined where there is none, so that nothing can be said of the member. */
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
