/** Judges a list of records by compiled rows: one call per record, and what is wrong is counted. */
import type { RecordFinding, RecordReport } from '../contract/types.ts';
import { isObject, memberOf } from '../files/json-value.ts';
import type { CompiledRows } from './compiled-rows.ts';
import type { FieldRow } from './field-rows.ts';
import { preview } from './preview.ts';
import type { RowsJudging } from './row-keyword.ts';
import { createValueTally, type ValueTally } from './value-tally.ts';

/** Findings kept per row; further contradictions are counted. */
const EXAMPLES = 3;

/** @param at the place of a record, by its index, for findings */
export function judgeRecords(
  compiled: CompiledRows,
  values: readonly unknown[],
  at: (index: number) => string,
): RecordReport {
  return new Judging(compiled, values, at).report();
}

/** By row, arrays of numbers: maps would be read millions of times. */
class Judging implements RowsJudging {
  readonly skipped: Uint32Array;
  readonly held: string[];
  readonly #contradicted: Uint32Array;
  readonly #findings: RecordFinding[] = [];
  /** Made when a row is contradicted first. */
  readonly #tallies: (ValueTally | undefined)[] = [];
  /** Member of the record to a mark for each record in which it is contradicted; made when first needed. */
  readonly #doubted = new Map<string, Uint8Array>();
  /** By row, the marks of its member; undefined: no contradiction, or an aspect's, which leaves the value as it is. */
  readonly #marks: (Uint8Array | undefined)[] = [];
  #index = 0;

  constructor(
    private readonly compiled: CompiledRows,
    private readonly values: readonly unknown[],
    private readonly at: (index: number) => string,
  ) {
    const { rows } = compiled;
    this.skipped = new Uint32Array(rows.length);
    this.held = rows.map(() => '');
    this.#contradicted = new Uint32Array(rows.length);
  }

  report(): RecordReport {
    const { values } = this;
    let records = 0;
    for (let index = 0; index < values.length; index += 1) {
      const value = values[index];
      if (!isObject(value)) continue;
      records += 1;
      this.#index = index;
      this.compiled.judge(value, this);
    }
    const { rows } = this.compiled;
    const byRow = (count: (row: number) => number): Map<string, number> =>
      new Map(rows.map(({ row }, index) => [row, count(index)] as const).filter(([, times]) => times > 0));
    return {
      evaluated: byRow((row) => records - (this.skipped[row] as number)),
      contradicted: byRow((row) => this.#contradicted[row] as number),
      values: new Map(
        rows.flatMap(({ row }, index) => (this.#tallies[index] ? [[row, this.#tallies[index].list()] as const] : [])),
      ),
      findings: this.#findings,
      vouched: (index, member) => {
        const record = values[index];
        return this.#doubted.get(member)?.[index] === 1 || !isObject(record) ? undefined : memberOf(record, member);
      },
    };
  }

  contradicted(row: number, value: unknown): void {
    const times = (this.#contradicted[row] as number) + 1;
    this.#contradicted[row] = times;
    if (times === 1) this.#first(row);
    const marks = this.#marks[row];
    if (marks !== undefined) marks[this.#index] = 1;
    (this.#tallies[row] as ValueTally).add(value);
    if (times > EXAMPLES) return;
    const { row: id, path, expected } = this.compiled.rows[row] as FieldRow;
    this.#findings.push({
      row: id,
      expected,
      got: value === undefined ? `no member ${path.at(-1)}` : preview(value),
      at: `${this.at(this.#index)}/${path.join('/')}${this.compiled.placeOf(row, value)}`,
    });
  }

  /** Makes what counts the contradictions of a row. */
  #first(row: number): void {
    const { path, after } = this.compiled.rows[row] as FieldRow;
    this.#tallies[row] = createValueTally(path.at(-1) as string);
    if (after !== undefined) return;
    const [member] = path as [string];
    const marks = this.#doubted.get(member) ?? new Uint8Array(this.values.length);
    this.#doubted.set(member, marks);
    this.#marks[row] = marks;
  }
}
