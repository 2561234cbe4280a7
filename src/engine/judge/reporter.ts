/** Turns what a check reports into facts, and holds the check to the requirements that it declared. */
import type { Contract, CountedValue, RecordContradiction, RecordReport, RecordSchema } from '../../contract/types.ts';
import { isObject, memberOf } from '../../files/json-value.ts';
import { preview } from '../../records/preview.ts';
import type { Exchange } from '../../wire/types.ts';
import { dependsOn, noData, stated } from '../words/reasons.ts';
import type { Fact, RecordedLane, Reporter } from '../words/types.ts';

interface ReporterOptions {
  readonly contract: Contract;
  readonly lane: RecordedLane;
  /** Everything recorded of the interface. */
  readonly exchanges: readonly Exchange[];
  /** Those of the lane that a probe returned. */
  readonly returned: readonly Exchange[];
  /** Requirements that the check decides in this lane. */
  readonly requirements: readonly string[];
  /** Takes the facts. */
  readonly facts: Fact[];
  /** Takes the requirements that were reported on. */
  readonly reported: Set<string>;
}

/** The reporter of one check in one lane. Its methods throw for a requirement that the check does not decide. */
export function createReporter({
  contract,
  lane,
  exchanges,
  returned,
  requirements,
  facts,
  reported,
}: ReporterOptions): Reporter {
  const allowed = new Set(requirements);
  const about = (requirement: string, exchange: Exchange | undefined) => ({
    requirement,
    lane: lane.name,
    exchanges: exchange ? [exchange.id] : [],
  });
  const decide = (requirement: string): void => {
    if (!allowed.has(requirement)) throw new Error(`a check spoke of ${requirement}, which it does not decide`);
    reported.add(requirement);
  };
  const judgeRecords = (
    name: string,
    values: readonly unknown[],
    exchange: Exchange,
    flags: readonly string[],
    at: (index: number) => string,
  ) => {
    const judged = explained(
      recordNamed(contract, name).judge(values, new Set([lane.name, ...flags]), at),
      values,
      contract,
    );
    for (const [requirement, times] of judged.evaluated) {
      decide(requirement);
      if (!judged.contradicted.has(requirement)) facts.push({ kind: 'held', times, ...about(requirement, exchange) });
    }
    for (const finding of judged.findings) {
      const times = judged.contradicted.get(finding.requirement) as number;
      const of = judged.evaluated.get(finding.requirement) as number;
      const values = judged.values.get(finding.requirement) ?? [];
      facts.push({
        kind: 'contradicted',
        times,
        of,
        ...finding,
        ...about(finding.requirement, exchange),
        ...(values.length > 1 && { values }),
      });
    }
    return judged;
  };
  return {
    lane: lane.name,
    settings: lane.given,
    exchanges,
    returned,
    contract,
    holds(requirement, test, expected, got, exchange, at) {
      decide(requirement);
      if (test) facts.push({ kind: 'held', times: 1, ...about(requirement, exchange) });
      else
        facts.push({
          kind: 'contradicted',
          expected,
          got: shown(got),
          ...about(requirement, exchange),
          ...(at !== undefined && { at }),
        });
      return test;
    },
    undecided(requirement, blame, why, exchange) {
      decide(requirement);
      facts.push({
        kind: 'undecided',
        reason: stated(blame, why, exchange, exchanges),
        ...about(requirement, exchange),
      });
    },
    depends(requirement, exchange) {
      decide(requirement);
      facts.push({ kind: 'undecided', reason: dependsOn(exchange, exchanges), ...about(requirement, exchange) });
    },
    noData(requirement, what, exchange) {
      decide(requirement);
      facts.push({ kind: 'undecided', reason: noData(what), ...about(requirement, exchange) });
    },
    notApplicable(requirement, why) {
      decide(requirement);
      facts.push({ kind: 'not-applicable', reason: stated('settings', why), ...about(requirement, undefined) });
    },
    record(name, value, exchange, flags = [], at = '') {
      return vouchedMembers(
        judgeRecords(name, [value], exchange, flags, () => at),
        value,
      );
    },
    records(name, values, exchange, flags = []) {
      const judged = judgeRecords(name, values, exchange, flags, (index) => `/${index}`);
      return { length: values.length, value: (index, member) => judged.vouched(index, member) };
    },
    explains(requirement, exchanges) {
      decide(requirement);
      const at = facts.findLastIndex(
        (fact) => fact.requirement === requirement && fact.lane === lane.name && fact.kind === 'contradicted',
      );
      const fact = facts[at];
      if (fact?.kind === 'contradicted')
        facts[at] = { ...fact, explains: [...(fact.explains ?? []), ...exchanges.map(({ id }) => id)] };
    },
    observe(gap, value, exchange) {
      if (contract.requirements.get(gap)?.basis !== 'gap') throw new Error(`${gap} is not a gap of the contract`);
      facts.push({
        kind: 'observed',
        value: typeof value === 'string' ? preview(value).slice(1, -1) : preview(value),
        ...about(gap, exchange),
      });
    },
  };
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

function shown(got: unknown): string {
  return typeof got === 'string' ? got || 'an empty text' : preview(got);
}

/** The members of a record that were not contradicted. */
function vouchedMembers(judged: RecordReport, value: unknown): Record<string, unknown> {
  const members: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  if (typeof value !== 'object' || value === null) return members;
  for (const name of Object.keys(value)) members[name] = judged.vouched(0, name);
  return members;
}

/** The schema of `record:<name>`. Throws where the contract has no such record. */
export function recordNamed(contract: Contract, name: string): RecordSchema {
  const record = contract.records.get(name.replace(/^record:/, ''));
  if (record === undefined) throw new Error(`the contract has no ${name}`);
  return record;
}
