/** Judges records against their schemas: one verdict per row, fast on long lists. */
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { RecordFinding, RecordReport, RecordSchema } from '../contract/types.ts';
import { isObject, memberOf } from '../files/json-value.ts';
import { compileSchema } from './ajv.ts';
import { type FieldRow, fieldRows } from './field-rows.ts';
import { preview } from './preview.ts';
import type { RecordFile } from './schema.ts';
import { createValueTally, type ValueTally } from './value-tally.ts';

/** Findings kept per row; further contradictions are counted. */
const EXAMPLES = 3;

/**
 * Compiles a schema file; validators are made when a record is judged first. `judge` skips values that are not objects: another row reports these.
 * Throws a SchemaError for a keyword that is unknown or not evaluated.
 * @param name the file, for messages
 */
export function compileRecord(file: RecordFile, name?: string): RecordSchema {
  return judgeOfRows(file, fieldRows(file, name));
}

/** As `compileRecord`, for rows that were derived already. */
export function judgeOfRows(file: RecordFile, rows: readonly FieldRow[]): RecordSchema {
  const compiled = new Map<string, readonly CompiledRow[]>();
  return {
    id: file.record,
    title: file.title,
    clause: file.clause,
    rows: rows.map((row) => row.row),
    rowsIn: (context) => rows.filter((row) => applies(row, context)).map((row) => row.row),
    judge(values, context, at = () => '') {
      const applying = rows.filter((row) => applies(row, context));
      const key = applying.map((row) => row.row).join(' ');
      const forContext = compiled.get(key) ?? applying.map((row) => compileRow(row, applying));
      compiled.set(key, forContext);
      return new Judging(forContext, values, at).report();
    },
  };
}

function applies(row: FieldRow, context: ReadonlySet<string>): boolean {
  if (row.when === undefined) return true;
  return row.when.startsWith('!') ? !context.has(row.when.slice(1)) : context.has(row.when);
}

interface CompiledRow extends FieldRow {
  readonly name: string;
  /** Index of the row that has to hold first; -1: none. */
  readonly base: number;
  /** The kinds of value that it allows, as bits of `kindOf`, and those of the record's member that suffice; others `holds` judges. */
  readonly allowed: number;
  readonly enough: number;
  holds(value: unknown): boolean;
  /** Place within the value that was judged last, if it was wrong. */
  wrongAt(): string;
}

/** Kinds of JSON values, by their bit. A missing member is a kind, too. */
const KINDS = ['string', 'integer', 'number', 'boolean', 'null', 'array', 'object', 'missing'] as const;
const bitOf = (kind: string): number => 1 << KINDS.indexOf(kind as (typeof KINDS)[number]);

function kindOf(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return 1;
    case 'number':
      // Most are small, for which this is faster.
      return (value | 0) === value || Number.isInteger(value) ? 2 : 4;
    case 'boolean':
      return 8;
    case 'undefined':
      return 128;
    default:
      return value === null ? 16 : Array.isArray(value) ? 32 : 64;
  }
}

const ANY = bitOf('missing') - 1;

/** A member that has to be absent may be missing only. */
function kindsOf({ schema }: FieldRow): number {
  if (schema === false) return bitOf('missing');
  return [schema.type ?? []].flat().reduce((all, type) => all | (type === 'number' ? 6 : bitOf(type)), 0) || ANY;
}

function compileRow(row: FieldRow, all: readonly FieldRow[]): CompiledRow {
  const { schema, path, after } = row;
  const allowed = kindsOf(row);
  const onlyTyped = schema === false || Object.keys(schema).every((keyword) => keyword === 'type');
  let validate: ValidateFunction | undefined;
  return {
    ...row,
    name: path.at(-1) as string,
    base: after === undefined ? -1 : all.findIndex((other) => other.row === after),
    allowed,
    enough: onlyTyped && path.length === 1 && after === undefined ? allowed : 0,
    holds(value) {
      if (onlyTyped) return true;
      validate ??= compileSchema(schema);
      return validate(value);
    },
    wrongAt: () => validate?.errors?.[0]?.instancePath ?? '',
  };
}

interface Doubt {
  readonly tally: ValueTally;
  /** A mark for each record in which the member is contradicted; an aspect leaves the member as it is. */
  readonly marks: Uint8Array | undefined;
}

/** One list of records. By row, arrays of numbers: maps would be read millions of times. */
class Judging {
  /** Records in which nothing could have contradicted the row. */
  readonly #skipped: Uint32Array;
  readonly #contradicted: Uint32Array;
  /** The last record that contradicts the row. */
  readonly #wrongIn: Int32Array;
  /** The last text in which the row held: long lists repeat their values. */
  readonly #held: unknown[];
  /** By row, what its contradictions leave behind; made with the first. */
  readonly #doubts: Doubt[] = [];
  /** Member of the record to a mark for each record in which it is contradicted. */
  readonly #doubted = new Map<string, Uint8Array>();
  readonly #findings: RecordFinding[] = [];
  #records = 0;

  constructor(
    private readonly rows: readonly CompiledRow[],
    private readonly values: readonly unknown[],
    private readonly at: (index: number) => string,
  ) {
    this.#skipped = new Uint32Array(rows.length);
    this.#contradicted = new Uint32Array(rows.length);
    this.#wrongIn = new Int32Array(rows.length).fill(-1);
    this.#held = rows.map(() => undefined);
  }

  report(): RecordReport {
    const { rows, values } = this;
    this.#judge();
    const byRow = (count: (row: number) => number): Map<string, number> =>
      new Map(rows.map(({ row }, index) => [row, count(index)] as const).filter(([, times]) => times > 0));
    return {
      evaluated: byRow((row) => this.#records - (this.#skipped[row] as number)),
      contradicted: byRow((row) => this.#contradicted[row] as number),
      values: new Map(
        rows.flatMap(({ row }, index) =>
          this.#doubts[index] ? [[row, this.#doubts[index].tally.list()] as const] : [],
        ),
      ),
      findings: this.#findings,
      vouched: (index, member) => {
        const record = values[index];
        return this.#doubted.get(member)?.[index] === 1 || !isObject(record) ? undefined : memberOf(record, member);
      },
    };
  }

  #judge(): void {
    const kinds = Int32Array.from(this.rows, (row) => row.enough);
    const held = this.#held;
    // Records of one list have the same members in the same order, so that a member is found by its position.
    let names: readonly string[] = [];
    let positions = new Int32Array(this.rows.length).fill(-1);
    for (let index = 0; index < this.values.length; index += 1) {
      const record = this.values[index];
      if (!isObject(record)) continue;
      this.#records += 1;
      const own = Object.keys(record);
      if (!areSame(own, names)) {
        names = own;
        positions = Int32Array.from(this.rows, ({ path }) => own.indexOf(path[0] as string));
      }
      const members = Object.values(record);
      for (let row = 0; row < kinds.length; row += 1) {
        const position = positions[row] as number;
        const member = position < 0 ? undefined : members[position];
        if ((kindOf(member) & (kinds[row] as number)) !== 0) continue;
        if (typeof member !== 'string' || member !== held[row]) this.#judgeRow(row, member, index);
      }
    }
  }

  /** @param member of the record, in which the value is found */
  #judgeRow(row: number, member: unknown, index: number): void {
    const compiled = this.rows[row] as CompiledRow;
    const { path, name, base, optional, allowed } = compiled;
    const parent = path.length === 1 ? undefined : path.slice(1, -1).reduce<unknown>(memberOf, member);
    const value = path.length === 1 ? member : memberOf(parent, name);
    if (
      (path.length > 1 && !isObject(parent)) ||
      (base >= 0 && this.#wrongIn[base] === index) ||
      (optional && value === undefined)
    )
      (this.#skipped[row] as number) += 1;
    else if ((kindOf(value) & allowed) === 0) this.#contradict(row, compiled, value, index, '');
    else if (!compiled.holds(value)) this.#contradict(row, compiled, value, index, compiled.wrongAt());
    else if (path.length === 1) this.#held[row] = value;
  }

  #contradict(row: number, compiled: CompiledRow, value: unknown, index: number, inside: string): void {
    const { row: id, path, name, expected } = compiled;
    const times = (this.#contradicted[row] as number) + 1;
    this.#contradicted[row] = times;
    this.#wrongIn[row] = index;
    const { tally, marks } = this.#doubts[row] ?? this.#doubt(row, path[0] as string, compiled);
    tally.add(value);
    if (marks !== undefined) marks[index] = 1;
    if (times > EXAMPLES) return;
    const got = value === undefined ? `no member ${name}` : preview(value);
    this.#findings.push({ row: id, expected, got, at: `${this.at(index)}/${path.join('/')}${inside}` });
  }

  #doubt(row: number, member: string, { name, after }: CompiledRow): Doubt {
    const marks = this.#doubted.get(member) ?? new Uint8Array(this.values.length);
    if (after === undefined) this.#doubted.set(member, marks);
    const doubt = { tally: createValueTally(name), marks: after === undefined ? marks : undefined };
    this.#doubts[row] = doubt;
    return doubt;
  }
}

function areSame(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}
