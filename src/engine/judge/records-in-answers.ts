/** Judges the records in answers by their schemas. Pure. */
import type { Contract, CountedValue, RecordContradiction, RecordReport, RecordSchema } from '../../contract/types.ts';
import { isObject, memberOf } from '../../files/json-value.ts';
import { preview } from '../../records/preview.ts';
import type { Exchange } from '../../wire/types.ts';
import { jsonOf } from '../words/answer.ts';
import type { Columns } from '../words/types.ts';

type Judgement = RecordReport & Columns;

/** Reports on the records of answers by the parsed body, and by lane and flags: the same bytes are judged once. */
export type Judged = WeakMap<object, Map<string, Judgement>>;

/** The report on an answer in a lane, with the members of its records; undefined where it is not of the documented form. */
export function recordsIn(exchange: Exchange, contract: Contract, lane: string, judged: Judged): Judgement | undefined {
  const { answer } = contract.operations.get(exchange.operation) ?? {};
  const { json } = jsonOf(exchange);
  if (answer === undefined || typeof json !== 'object' || json === null || Array.isArray(json) !== answer.list)
    return undefined;
  const { record, list, flags } = answer;
  const values = list ? (json as readonly unknown[]) : [json];
  const context = [lane, record, ...flags].join(' ');
  const kept = judged.get(json) ?? new Map<string, Judgement>();
  judged.set(json, kept);
  const at = (index: number): string => (list ? `/${index}` : '');
  const known = kept.get(context);
  if (known) return known;
  const report = explained(
    recordNamed(contract, record).judge(values, new Set([lane, ...flags]), at),
    values,
    contract,
  );
  const judgement = { ...report, ...columns(report, values) };
  kept.set(context, judgement);
  return judgement;
}

/** A report in which members that a profile renames are distinguished from missing ones. */
function explained(judged: RecordReport, values: readonly unknown[], { members, profile }: Contract): RecordReport {
  if (members === undefined || !judged.findings.some(({ requirement }) => members.has(requirement))) return judged;
  const explain = <T extends { readonly got: string }>(requirement: string, item: T): T => {
    const [name, own] = [requirement.slice(requirement.lastIndexOf('/') + 1), members.get(requirement)];
    if (own === undefined || item.got !== `no member ${name}`) return item;
    const renamed = values.find((value) => isObject(value) && !Object.hasOwn(value, name) && Object.hasOwn(value, own));
    const found = renamed === undefined ? `nor ${own}` : `but ${own}: ${preview(memberOf(renamed, own))}`;
    return { ...item, got: `${item.got}, ${found} (renamed by the profile ${profile?.name})` };
  };
  const findings = judged.findings.map((finding): RecordContradiction => explain(finding.requirement, finding));
  const counted = new Map(
    [...judged.values].map(([requirement, list]) => [
      requirement,
      list.map((value): CountedValue => explain(requirement, value)),
    ]),
  );
  return { ...judged, findings, values: counted };
}

/** The members of records that were not contradicted. */
export function columns(judged: RecordReport | undefined, values: readonly unknown[]): Columns {
  return {
    length: values.length,
    value: (index, member) => judged?.vouched(index, member),
    members(index) {
      const members: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
      const value = values[index];
      if (typeof value === 'object' && value !== null)
        for (const name of Object.keys(value)) members[name] = judged?.vouched(index, name);
      return members;
    },
  };
}

/** The schema of `record:<name>`. Throws where the contract has no such record. */
export function recordNamed(contract: Contract, name: string): RecordSchema {
  const record = contract.records.get(name.replace(/^record:/, ''));
  if (record === undefined) throw new Error(`the contract has no ${name}`);
  return record;
}
