/** The rows of a record in one context, compiled. */
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { compileSchema } from './ajv.ts';
import type { FieldRow } from './field-rows.ts';
import { wholeSchema } from './whole-schema.ts';

export interface Field {
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

/** Fields that are judged together, and those that are judged one by one because they keep being contradicted. */
export interface Pass {
  /** One call for all that are judged together. */
  readonly together: ValidateFunction;
  readonly oneByOne: readonly number[];
  /** Of those together, the ones that a valid record need not decide. */
  readonly conditional: readonly number[];
}

export interface CompiledRows {
  readonly fields: readonly Field[];
  /** Member to its column. */
  readonly columns: ReadonlyMap<string, number>;
  /**
   * The pass for records in which these fields, marked by 1, are contradicted; kept, since compiling takes milliseconds.
   * Undefined where too many were asked for: a server could ask for any number of them.
   */
  passWithout(contradicted: Uint8Array): Pass | undefined;
}

/** Passes kept. */
const MOST_PASSES = 8;

/** Compiles rows; the validators of passes are compiled when they are asked for. */
export function compileRows(rows: readonly FieldRow[]): CompiledRows {
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
  const passes = new Map<string, Pass>();
  return {
    fields,
    columns,
    passWithout(contradicted) {
      const key = contradicted.join('');
      const known = passes.get(key);
      if (known !== undefined || passes.size >= MOST_PASSES) return known;
      // All rows of a contradicted member are left out: those beneath it, and those that it has to hold for.
      const left = new Set(fields.filter((_, field) => contradicted[field] === 1).map(({ row }) => row.path[0]));
      const isLeft = ({ row }: Field): boolean => left.has(row.path[0]);
      const pass: Pass = {
        together: compileSchema(wholeSchema(fields.filter((field) => !isLeft(field)).map(({ row }) => row)), inheritable),
        oneByOne: fields.flatMap((field, index) => (isLeft(field) ? [index] : [])),
        conditional: fields.flatMap((field, index) => (field.conditional && !isLeft(field) ? [index] : [])),
      };
      passes.set(key, pass);
      return pass;
    },
  };
}
