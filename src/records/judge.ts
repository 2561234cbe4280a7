/** Judges records against their schemas: one verdict per row, fast on long lists. */
import type { RecordSchema } from '../contract/types.ts';
import { type CompiledRows, compileRows } from './compiled-rows.ts';
import { type FieldRow, fieldRows } from './field-rows.ts';
import { judgeRecords } from './judge-records.ts';
import type { RecordFile, SchemaFiles } from './schema.ts';

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
  const compiled = new Map<string, CompiledRows>();
  return {
    id: file.record,
    title: file.title,
    clause: file.clause,
    rows: rows.map((row) => row.row),
    rowsIn: (context) => rows.filter((row) => applies(row, context)).map((row) => row.row),
    judge(values, context, at = () => '') {
      const applying = rows.filter((row) => applies(row, context));
      const key = applying.map((row) => row.row).join(' ');
      const forContext = compiled.get(key) ?? compileRows(applying);
      compiled.set(key, forContext);
      return judgeRecords(forContext, values, at);
    },
  };
}

function applies(row: FieldRow, context: ReadonlySet<string>): boolean {
  if (row.when === undefined) return true;
  return row.when.startsWith('!') ? !context.has(row.when.slice(1)) : context.has(row.when);
}
