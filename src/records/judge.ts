/** Judges records against their schemas: one verdict per requirement, fast on long lists. */

import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Agreement, RecordContradiction, RecordReport, RecordSchema } from '../contract/types.ts';
import { isObject, memberOf, sameJson } from '../files/json-value.ts';
import { compileSchema } from './ajv.ts';
import { sameDistinguishedName } from './distinguished-name.ts';
import { type FieldRequirement, fieldRequirements } from './field-requirements.ts';
import { typed } from './preview.ts';
import type { PropertySchema, RecordFile } from './schema.ts';

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
  const compiled = requirements.map(compileRequirement);
  const agreement = agreementOf(file);
  return {
    id: file.record,
    title: file.title,
    clause: file.clause,
    agreement,
    requirements: requirements.map(({ id }) => id),
    requirementsIn: (context) => requirements.filter((one) => applies(one, context)).map(({ id }) => id),
    judge: (values, context, at = () => '') =>
      judgeAll(
        compiled.filter((one) => applies(one, context)),
        values,
        at,
      ),
  };
}

function applies({ when }: FieldRequirement, context: ReadonlySet<string>) {
  if (when === undefined) return true;
  return when.startsWith('!') ? !context.has(when.slice(1)) : context.has(when);
}

type CompiledRequirement = ReturnType<typeof compileRequirement>;

function compileRequirement(requirement: FieldRequirement) {
  const { schema, path } = requirement;
  let validate: ValidateFunction | undefined;
  return {
    ...requirement,
    // The member, and the members that enclose it.
    name: path.at(-1) as string,
    above: path.slice(0, -1),
    // Returns the place within a value that contradicts the requirement (empty: the value itself); undefined: upheld.
    wrongAt(value: unknown) {
      if (schema === false || value === undefined) return (schema === false) === (value === undefined) ? undefined : '';
      validate ??= compileSchema(schema);
      return validate(value) ? undefined : (validate.errors?.[0]?.instancePath ?? '');
    },
  };
}

/** The judgements of a list of records about one requirement. */
interface Tally {
  /** Number of records that could contradict it, and of those that do. */
  evaluated: number;
  contradicted: number;
  /** Index of the last record that contradicts it. */
  wrongIn: number;
  /** The first contradicting value, and whether another one differs. */
  got?: string;
  varied: boolean;
  /** The last value that upheld it, if it is a text, a number or a Boolean. */
  upheld?: unknown;
}

function judgeAll(
  requirements: readonly CompiledRequirement[],
  values: readonly unknown[],
  at: (index: number) => string,
): RecordReport {
  const findings: RecordContradiction[] = [];
  const tallies = new Map<string, Tally>(
    requirements.map(({ id }) => [id, { evaluated: 0, contradicted: 0, wrongIn: -1, varied: false }]),
  );
  const rows = requirements.map((requirement) => ({
    requirement,
    tally: tallies.get(requirement.id) as Tally,
    base: tallies.get(requirement.after ?? ''),
  }));
  /** Member of the record to a mark for each record in which it is contradicted. */
  const doubted = new Map<string, Uint8Array>();
  const contradict = ({ requirement, tally }: (typeof rows)[number], index: number, value: unknown, inside: string) => {
    const { id, path, name, after, expected } = requirement;
    tally.contradicted += 1;
    tally.wrongIn = index;
    // A contradiction of an aspect leaves the value usable.
    if (after === undefined) {
      const marks = doubted.get(path[0] as string) ?? new Uint8Array(values.length);
      doubted.set(path[0] as string, marks);
      marks[index] = 1;
    }
    if (tally.contradicted > EXAMPLES && tally.varied) return;
    const got = value === undefined ? `no member ${name}` : typed(value);
    tally.got ??= got;
    tally.varied ||= got !== tally.got;
    if (tally.contradicted <= EXAMPLES)
      findings.push({ requirement: id, expected, got, at: `${at(index)}/${path.join('/')}${inside}` });
  };
  for (let index = 0; index < values.length; index += 1) {
    const record = values[index];
    if (!isObject(record)) continue;
    for (const row of rows) {
      const { tally, base } = row;
      const { name, above, optional, wrongAt } = row.requirement;
      const parent = above.length === 0 ? record : above.reduce(memberOf, record as unknown);
      const value = memberOf(parent, name);
      if ((optional && value === undefined) || base?.wrongIn === index || !isObject(parent)) continue;
      tally.evaluated += 1;
      // Long lists repeat their values.
      if (value === tally.upheld && value !== undefined) continue;
      const inside = wrongAt(value);
      if (inside !== undefined) contradict(row, index, value, inside);
      else if (typeof value !== 'object') tally.upheld = value;
    }
  }
  const counted = (count: 'evaluated' | 'contradicted') =>
    new Map([...tallies].map(([id, tally]) => [id, tally[count]] as const).filter(([, times]) => times > 0));
  const value = (index: number, member: string) =>
    doubted.get(member)?.[index] !== 1 && isObject(values[index]) ? memberOf(values[index], member) : undefined;
  return {
    evaluated: counted('evaluated'),
    contradicted: counted('contradicted'),
    varied: new Set([...tallies].flatMap(([id, { varied }]) => (varied ? [id] : []))),
    findings,
    length: values.length,
    value,
    members(index) {
      const record = values[index];
      const names = isObject(record) ? Object.keys(record) : [];
      return Object.assign(Object.create(null), Object.fromEntries(names.map((name) => [name, value(index, name)])));
    },
  };
}

/**
 * Returns the members of a record that agree in all responses about the same object. Undefined if all may change, or if
 * Assay sends the record.
 */
export function agreementOf({ record, properties, direction }: RecordFile): Agreement | undefined {
  const all = Object.entries(properties);
  const identifier = all.find(([, { identifies }]) => identifies)?.[0];
  const members = all
    .filter(([name, { changes }]) => changes === undefined && name !== identifier)
    .map(([name, schema]) => ({ name, isSame: (one: unknown, other: unknown) => isSame(one, other, schema) }));
  if (direction === 'request' || members.length === 0) return undefined;
  return { requirement: `${record}/agrees`, identifier, members };
}

/**
 * Whether two values mean the same. The order of members, of elements and of words in a text does not count, nor do
 * repeated elements, nor further members of an object whose members are documented.
 */
function isSame(one: unknown, other: unknown, { format, items, properties }: PropertySchema): boolean {
  if (one === other) return true;
  if (typeof one === 'string' && typeof other === 'string')
    return folded(one, format) === folded(other, format) || sameDistinguishedName(one, other);
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (properties && isObject(one) && isObject(other))
    return Object.entries(properties).every(
      ([name, schema]) => !(name in one && name in other) || isSame(one[name], other[name], schema),
    );
  if (!Array.isArray(one) || !Array.isArray(other)) return sameJson(one, other);
  const contains = (all: readonly unknown[], some: readonly unknown[]): boolean =>
    some.every((item) => all.some((each) => isSame(item, each, items ?? {})));
  return contains(one, other) && contains(other, one);
}

const EITHER_CASE = new Set(['uuid', 'hexadecimal']);

function folded(text: string, format = '') {
  if (EITHER_CASE.has(format)) return text.toLowerCase();
  if (format === 'storage-endpoint') return (/^[^:]+:\/\/[^/:?#]+/.exec(text)?.[0] ?? text).toLowerCase();
  return text.includes(' ') ? text.split(' ').sort().join(' ') : text;
}
