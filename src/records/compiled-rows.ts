/** The rows of a record in one context, compiled. */
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { compileSchema } from './ajv.ts';
import type { FieldRow } from './field-rows.ts';
import type { RowsJudging } from './row-keyword.ts';

export interface CompiledRows {
  readonly rows: readonly FieldRow[];
  /** Judges all rows of a record, which is an object. */
  judge(record: object, judging: RowsJudging): void;
  /** A JSON Pointer within a value, to the place that contradicts a row. */
  placeOf(row: number, value: unknown): string;
}

/** Compiles rows. */
export function compileRows(rows: readonly FieldRow[]): CompiledRows {
  const inheritable = rows.some((row) => row.path.some((name) => name in Object.prototype));
  // Definitions have the same name in every row of a record.
  const definitions = Object.assign({}, ...rows.map(({ schema }) => (schema === false ? {} : schema.$defs))) as object;
  const all = compileSchema({ $defs: definitions, rows }, inheritable);
  const alone: (ValidateFunction | undefined)[] = [];
  return {
    rows,
    judge: (record, judging) => void all.call(judging, record),
    placeOf(row, value) {
      const { schema } = rows[row] as FieldRow;
      if (schema === false || value === undefined) return '';
      const holds = alone[row] ?? compileSchema(schema, inheritable);
      alone[row] = holds;
      return holds(value) ? '' : (holds.errors?.[0]?.instancePath ?? '');
    },
  };
}
