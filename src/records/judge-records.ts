/** Judges a list of records by compiled rows: fast where nothing is wrong, and where the same fields are wrong in all of them. */
import type { RecordFinding, RecordReport } from '../contract/types.ts';
import type { CompiledRows, Field, Pass } from './compiled-rows.ts';
import { preview } from './preview.ts';
import { createValueTally, type ValueTally } from './value-tally.ts';

/** Findings kept per row; further contradictions are counted. */
const EXAMPLES = 3;

/** After so many records in a row that a pass does not suit, another one is looked for. */
const UNSUITED_IN_A_ROW = 32;
/** Without another pass, this one is tried with each sixteenth record. */
const LOOK_AGAIN = 16;

/** Equal to no value of a record. */
const NEVER = Symbol('never');

/** @param at the place of a record, by its index, for findings */
export function judgeRecords(compiled: CompiledRows, values: readonly unknown[], at: (index: number) => string): RecordReport {
  return new Judging(compiled, values, at).report();
}

class Judging {
  // Counters by field: maps would be read millions of times.
  readonly #evaluated: Uint32Array;
  readonly #contradicted: Uint32Array;
  readonly #findings: RecordFinding[] = [];
  /** Made when a field is contradicted first. */
  readonly #tallies: (ValueTally | undefined)[] = [];
  /** Member to a mark for each record in which it is contradicted; made when first needed. */
  readonly #doubted: (Uint8Array | undefined)[] = [];
  /** By field, the value found wrong last: in a long listing the same comes again and again. */
  readonly #lastWrong: unknown[];
  /** Fields contradicted in the record at hand. */
  readonly #failed: Uint8Array;
  readonly #every: readonly number[];

  constructor(
    private readonly compiled: CompiledRows,
    private readonly values: readonly unknown[],
    private readonly at: (index: number) => string,
  ) {
    const { fields } = compiled;
    this.#evaluated = new Uint32Array(fields.length);
    this.#contradicted = new Uint32Array(fields.length);
    this.#lastWrong = fields.map(() => NEVER);
    this.#failed = new Uint8Array(fields.length);
    this.#every = fields.map((_, field) => field);
  }

  report(): RecordReport {
    this.#judgeEvery();
    const { compiled, values } = this;
    const byRow = (counts: Uint32Array): Map<string, number> =>
      new Map(compiled.fields.map(({ row }, field) => [row.row, counts[field] as number] as const).filter(([, count]) => count > 0));
    return {
      evaluated: byRow(this.#evaluated),
      contradicted: byRow(this.#contradicted),
      values: new Map(compiled.fields.flatMap(({ row }, field) => (this.#tallies[field] ? [[row.row, this.#tallies[field].list()] as const] : []))),
      findings: this.#findings,
      vouched: (index, member) => {
        const record = values[index];
        if (!isRecord(record) || !Object.hasOwn(record, member)) return undefined;
        return this.#doubted[compiled.columns.get(member) ?? -1]?.[index] === 1 ? undefined : record[member];
      },
    };
  }

  #judgeEvery(): void {
    let pass = this.compiled.passWithout(this.#failed) as Pass;
    let suited = 0;
    let unsuited = 0;
    for (let index = 0; index < this.values.length; index += 1) {
      const value = this.values[index];
      if (!isRecord(value)) continue;
      if ((unsuited < UNSUITED_IN_A_ROW || index % LOOK_AGAIN === 0) && pass.together(value)) {
        suited += 1;
        for (const field of pass.conditional) {
          // Counted with the rest below, although this record does not decide it.
          if (!decided(this.compiled.fields[field] as Field, value)) this.#evaluated[field] = (this.#evaluated[field] as number) - 1;
        }
        const wrong = pass.oneByOne.length > 0 && this.#judgeFields(index, value, pass.oneByOne);
        unsuited = wrong || pass.oneByOne.length === 0 ? 0 : unsuited + 1;
      } else {
        this.#judgeFields(index, value, this.#every);
        unsuited += 1;
      }
      if (unsuited === UNSUITED_IN_A_ROW) {
        this.#countTogether(pass, suited);
        suited = 0;
        const other = this.compiled.passWithout(this.#failed);
        if (other !== undefined && other !== pass) unsuited = 0;
        pass = other ?? pass;
      }
    }
    this.#countTogether(pass, suited);
  }

  /** So many records were judged by one call for all fields that are not judged one by one. */
  #countTogether({ oneByOne }: Pass, records: number): void {
    for (const field of this.#every) if (!oneByOne.includes(field)) this.#evaluated[field] = (this.#evaluated[field] as number) + records;
  }

  /** Whether one of the fields is contradicted. */
  #judgeFields(index: number, record: Record<string, unknown>, fields: readonly number[]): boolean {
    this.#failed.fill(0);
    let wrong = false;
    for (const field of fields) {
      const { row, name, inheritable, after, presentWith, holds } = this.compiled.fields[field] as Field;
      if (after >= 0 && this.#failed[after] === 1) continue;
      const parent = row.path.length === 1 ? record : parentOf(record, row.path);
      if (parent === undefined) continue;
      const value = inheritable && !Object.hasOwn(parent, name) ? undefined : parent[name];
      if (value === undefined && row.optional && !presentWith.some((other) => Object.hasOwn(parent, other))) continue;
      this.#evaluated[field] = (this.#evaluated[field] as number) + 1;
      // JSON has no undefined, so only a missing member reads so.
      const present = value !== undefined;
      const again = present && value === this.#lastWrong[field];
      if (!again && (holds === undefined ? !present : present && holds(value))) continue;
      wrong = true;
      // If the member is missing, the errors are those of an earlier record.
      this.#contradict(index, field, value, present && holds && !again ? holds.errors![0]!.instancePath : '');
    }
    return wrong;
  }

  /** @param inside where in the value, a JSON Pointer */
  #contradict(index: number, field: number, value: unknown, inside: string): void {
    const { row, name, column } = this.compiled.fields[field] as Field;
    // Of an object the same reference may hold something else by now; of anything else the same value is as wrong as before.
    this.#lastWrong[field] = typeof value === 'object' && value !== null ? NEVER : value;
    this.#failed[field] = 1;
    if (row.after === undefined) {
      this.#doubted[column] ??= new Uint8Array(this.values.length);
      (this.#doubted[column] as Uint8Array)[index] = 1;
    }
    const times = (this.#contradicted[field] as number) + 1;
    this.#contradicted[field] = times;
    this.#tallies[field] ??= createValueTally(name);
    (this.#tallies[field] as ValueTally).add(value);
    if (times > EXAMPLES) return;
    this.#findings.push({
      row: row.row,
      expected: row.expected,
      got: value === undefined ? `no member ${name}` : preview(value),
      at: `${this.at(index)}/${row.path.join('/')}${inside}`,
    });
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
