/** Judges the records in responses by their schemas. Pure. */
import type { Contract, RecordContradiction, RecordReport, RecordSchema } from '../../contract/types.ts';
import { isObject, memberOf } from '../../files/json-value.ts';
import { preview } from '../../records/preview.ts';
import type { Exchange } from '../../wire/types.ts';
import { jsonOf } from '../words/answer.ts';
import { remembered, valueIn } from '../words/remembered.ts';

/**
 * Reports on the records of responses by contract, by parsed body, and by lane and flags: equal bytes are judged once,
 * even if a run is judged again.
 */
const reports = remembered((_: Contract) => remembered((_: object) => new Map<string, RecordReport>()));

/** Returns the report on a response in a lane, or undefined if it does not have the documented form. */
export function recordsIn(exchange: Exchange, contract: Contract, lane: string): RecordReport | undefined {
  const { answer } = contract.operations.get(exchange.operation) ?? {};
  const { json } = jsonOf(exchange);
  if (answer === undefined || typeof json !== 'object' || json === null || Array.isArray(json) !== answer.list)
    return undefined;
  const { record, list, flags } = answer;
  const values = list ? (json as readonly unknown[]) : [json];
  const context = [lane, record, ...flags].join(' ');
  const at = (index: number) => (list ? `/${index}` : '');
  return valueIn(reports(contract)(json), context, () =>
    explained(recordNamed(contract, record).judge(values, new Set([lane, ...flags]), at), values, contract),
  );
}

/** Returns a report in which members that a profile renames are distinguished from missing ones. */
function explained(judged: RecordReport, values: readonly unknown[], { members, profile }: Contract): RecordReport {
  if (members === undefined) return judged;
  const explain = (finding: RecordContradiction) => {
    const { requirement, got } = finding;
    const [name, own] = [requirement.slice(requirement.lastIndexOf('/') + 1), members.get(requirement)];
    if (own === undefined || got !== `no member ${name}`) return finding;
    const renamed = values.find((value) => isObject(value) && !Object.hasOwn(value, name) && Object.hasOwn(value, own));
    const found = renamed === undefined ? `nor ${own}` : `but ${own}: ${preview(memberOf(renamed, own))}`;
    return { ...finding, got: `${got}, ${found} (renamed by the profile ${profile?.name})` };
  };
  return { ...judged, findings: judged.findings.map(explain) };
}

/** Returns the schema of `record:<name>`. Throws if the contract has no such record. */
export function recordNamed(contract: Contract, name: string): RecordSchema {
  const record = contract.records.get(name.replace(/^record:/, ''));
  if (record === undefined) throw new Error(`the contract has no ${name}`);
  return record;
}
