/** Judges records against their schemas: one verdict per requirement, fast on long lists. */
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { RecordContradiction, RecordReport, RecordSchema } from '../contract/types.ts';
import { isObject, memberOf } from '../files/json-value.ts';
import { agreementOf } from './agreement.ts';
import { compileSchema } from './ajv.ts';
import { type FieldRequirement, fieldRequirements } from './field-requirements.ts';
import { preview } from './preview.ts';
import type { RecordFile } from './schema.ts';

/** Findings kept per requirement; further contradictions are counted. */
const EXAMPLES = 3;

/**
 * Compiles a schema file. Validators are compiled when they are first needed. `judge` skips values that are not
 * objects, because another requirement reports these. Throws a SchemaError for a keyword that is unknown or not
 * evaluated.
 */
export function compileRecord(
  file: RecordFile,
  requirements: readonly FieldRequirement[] = fieldRequirements(file),
): RecordSchema {
  const compiled = new Map<string, readonly CompiledRequirement[]>();
  const agreement = agreementOf(file);
  return {
    id: file.record,
    title: file.title,
    clause: file.clause,
    agreement,
    requirements: requirements.map((requirement) => requirement.id),
    requirementsIn: (context) =>
      requirements.filter((requirement) => applies(requirement, context)).map((requirement) => requirement.id),
    judge(values, context, at = () => '') {
      const applying = requirements.filter((requirement) => applies(requirement, context));
      const key = applying.map((requirement) => requirement.id).join(' ');
      const forContext = compiled.get(key) ?? applying.map((requirement) => compileRequirement(requirement, applying));
      compiled.set(key, forContext);
      return new Judging(forContext, values, at).report();
    },
  };
}

function applies(requirement: FieldRequirement, context: ReadonlySet<string>): boolean {
  if (requirement.when === undefined) return true;
  return requirement.when.startsWith('!') ? !context.has(requirement.when.slice(1)) : context.has(requirement.when);
}

interface CompiledRequirement extends FieldRequirement {
  readonly name: string;
  /** Index of the requirement that must be upheld first, or -1. */
  readonly base: number;
  /**
   * Kinds of value that the requirement allows, as bits of `kindOf`. A kind in `enough` upholds the requirement without
   * a call of `allows`.
   */
  readonly allowed: number;
  readonly enough: number;
  allows(value: unknown): boolean;
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

/** Returns the kinds of value that a member may have, as bits. A member that has to be absent may only be missing. */
function kindsOf({ schema }: FieldRequirement): number {
  if (schema === false) return bitOf('missing');
  return [schema.type ?? []].flat().reduce((all, type) => all | (type === 'number' ? 6 : bitOf(type)), 0) || ANY;
}

function compileRequirement(requirement: FieldRequirement, all: readonly FieldRequirement[]): CompiledRequirement {
  const { schema, path, after } = requirement;
  const allowed = kindsOf(requirement);
  const onlyTyped = schema === false || Object.keys(schema).every((keyword) => keyword === 'type');
  let validate: ValidateFunction | undefined;
  return {
    ...requirement,
    name: path.at(-1) as string,
    base: after === undefined ? -1 : all.findIndex((other) => other.id === after),
    allowed,
    enough: onlyTyped && path.length === 1 && after === undefined ? allowed : 0,
    allows(value) {
      if (onlyTyped) return true;
      validate ??= compileSchema(schema);
      return validate(value);
    },
    wrongAt: () => validate?.errors?.[0]?.instancePath ?? '',
  };
}

interface Doubt {
  /** The first contradicting value, and whether another one differs. */
  readonly got: string;
  varied: boolean;
  /**
   * A mark for each record in which the member is contradicted. Undefined for an aspect, whose contradiction leaves the
   * value usable.
   */
  readonly marks: Uint8Array | undefined;
}

/**
 * Judges one list of records. Data per requirement are in arrays, by the number of the requirement: lookups in maps
 * would take longer.
 */
class Judging {
  /** Records without data that could contradict the requirement. */
  readonly #skipped: Uint32Array;
  readonly #contradicted: Uint32Array;
  /** The last record that contradicts the requirement. */
  readonly #wrongIn: Int32Array;
  /** The last text that upheld the requirement: long lists repeat their values. */
  readonly #last: unknown[];
  /** Details of the contradictions of each requirement; made with the first. */
  readonly #doubts: Doubt[] = [];
  /** Member of the record to a mark for each record in which it is contradicted. */
  readonly #doubted = new Map<string, Uint8Array>();
  readonly #findings: RecordContradiction[] = [];
  #records = 0;

  constructor(
    private readonly requirements: readonly CompiledRequirement[],
    private readonly values: readonly unknown[],
    private readonly at: (index: number) => string,
  ) {
    this.#skipped = new Uint32Array(requirements.length);
    this.#contradicted = new Uint32Array(requirements.length);
    this.#wrongIn = new Int32Array(requirements.length).fill(-1);
    this.#last = requirements.map(() => undefined);
  }

  report(): RecordReport {
    const { requirements, values } = this;
    this.#judge();
    const value = (index: number, member: string): unknown => {
      const record = values[index];
      return this.#doubted.get(member)?.[index] === 1 || !isObject(record) ? undefined : memberOf(record, member);
    };
    const byRequirement = (count: (place: number) => number): Map<string, number> =>
      new Map(requirements.map(({ id }, index) => [id, count(index)] as const).filter(([, times]) => times > 0));
    return {
      evaluated: byRequirement((place) => this.#records - (this.#skipped[place] as number)),
      contradicted: byRequirement((place) => this.#contradicted[place] as number),
      varied: new Set(requirements.flatMap(({ id }, index) => (this.#doubts[index]?.varied ? [id] : []))),
      findings: this.#findings,
      length: values.length,
      value,
      members(index) {
        const record = values[index];
        const names = isObject(record) ? Object.keys(record) : [];
        return Object.assign(Object.create(null), Object.fromEntries(names.map((name) => [name, value(index, name)])));
      },
    };
  }

  #judge(): void {
    const kinds = Int32Array.from(this.requirements, (requirement) => requirement.enough);
    const last = this.#last;
    // Records of one list have the same members in the same order, so that a member is found by its position.
    let names: readonly string[] = [];
    let positions = new Int32Array(this.requirements.length).fill(-1);
    for (let index = 0; index < this.values.length; index += 1) {
      const record = this.values[index];
      if (!isObject(record)) continue;
      this.#records += 1;
      const own = Object.keys(record);
      if (!areSame(own, names)) {
        names = own;
        positions = Int32Array.from(this.requirements, ({ path }) => own.indexOf(path[0] as string));
      }
      const members = Object.values(record);
      for (let place = 0; place < kinds.length; place += 1) {
        const position = positions[place] as number;
        const member = position < 0 ? undefined : members[position];
        if ((kindOf(member) & (kinds[place] as number)) !== 0) continue;
        if (typeof member !== 'string' || member !== last[place]) this.#judgeOne(place, member, index);
      }
    }
  }

  /** @param member value of the record's member with which the path of the requirement begins */
  #judgeOne(place: number, member: unknown, index: number): void {
    const compiled = this.requirements[place] as CompiledRequirement;
    const { path, name, base, optional, allowed } = compiled;
    const parent = path.length === 1 ? undefined : path.slice(1, -1).reduce<unknown>(memberOf, member);
    const value = path.length === 1 ? member : memberOf(parent, name);
    if (
      (path.length > 1 && !isObject(parent)) ||
      (base >= 0 && this.#wrongIn[base] === index) ||
      (optional && value === undefined)
    )
      (this.#skipped[place] as number) += 1;
    else if ((kindOf(value) & allowed) === 0) this.#contradict(place, compiled, value, index, '');
    else if (!compiled.allows(value)) this.#contradict(place, compiled, value, index, compiled.wrongAt());
    else if (path.length === 1) this.#last[place] = value;
  }

  #contradict(place: number, compiled: CompiledRequirement, value: unknown, index: number, inside: string): void {
    const { id, path, name, expected } = compiled;
    const times = (this.#contradicted[place] as number) + 1;
    this.#contradicted[place] = times;
    this.#wrongIn[place] = index;
    const known = this.#doubts[place];
    const got = known?.varied && times > EXAMPLES ? '' : value === undefined ? `no member ${name}` : preview(value);
    const doubt = known ?? this.#doubt(place, path[0] as string, compiled, got);
    doubt.varied ||= got !== doubt.got;
    if (doubt.marks !== undefined) doubt.marks[index] = 1;
    if (times > EXAMPLES) return;
    this.#findings.push({ requirement: id, expected, got, at: `${this.at(index)}/${path.join('/')}${inside}` });
  }

  #doubt(place: number, member: string, { after }: CompiledRequirement, got: string): Doubt {
    const marks = this.#doubted.get(member) ?? new Uint8Array(this.values.length);
    if (after === undefined) this.#doubted.set(member, marks);
    const doubt = { got, varied: false, marks: after === undefined ? marks : undefined };
    this.#doubts[place] = doubt;
    return doubt;
  }
}

function areSame(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}
