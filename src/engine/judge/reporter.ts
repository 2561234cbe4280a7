/** Turns the reports of a check into facts, and throws for requirements that the check did not declare. */
import type { Columns, Contract, RecordContradiction, RecordReport, RecordSchema } from '../../contract/types.ts';
import { isObject, memberOf } from '../../files/json-value.ts';
import { preview } from '../../records/preview.ts';
import type { Exchange } from '../../wire/types.ts';
import { jsonOf } from '../words/answer.ts';
import { dependsOn, noData, reasonOf, stated } from '../words/reasons.ts';
import { remembered, valueIn } from '../words/remembered.ts';
import type { Fact, Reason, RecordedLane, Reporter } from '../words/types.ts';

type Stated = FactOf<Fact>;
type FactOf<F> = F extends Fact ? Omit<F, 'requirement' | 'lane' | 'exchanges'> : never;

/**
 * Returns the reporter of one check in one lane. Its methods throw for a requirement that the check does not decide.
 * @param requirements those that the check decides in this lane
 * @param facts the list to which facts are added
 * @param reported the set to which the reported requirements are added
 */
export function createReporter(
  seen: Pick<Reporter, 'contract' | 'exchanges' | 'returned'>,
  lane: RecordedLane,
  requirements: readonly string[],
  facts: Fact[],
  reported: Set<string>,
): Reporter {
  const { contract, exchanges } = seen;
  const allowed = new Set(requirements);
  const add = (requirement: string, exchange: Exchange | undefined, what: Stated) => {
    // `Object.assign`, because spreading takes Node 20 many times as long.
    facts.push(Object.assign({ requirement, lane: lane.name, exchanges: exchange ? [exchange.id] : [] }, what));
  };
  const decide = (requirement: string, exchange: Exchange | undefined, what: Stated) => {
    if (!allowed.has(requirement)) throw new Error(`a check spoke of ${requirement}, which it does not decide`);
    reported.add(requirement);
    add(requirement, exchange, what);
  };
  const leave = (requirement: string, exchange: Exchange | undefined, reason: Reason) =>
    decide(requirement, exchange, { kind: 'undecided', reason });
  const state = (judged: RecordReport, exchange: Exchange) => {
    for (const [requirement, times] of judged.evaluated)
      if (!judged.contradicted.has(requirement)) decide(requirement, exchange, { kind: 'upheld', times });
    for (const finding of judged.findings) {
      const { requirement, ...got } = finding;
      decide(requirement, exchange, {
        kind: 'contradicted',
        times: judged.contradicted.get(requirement) as number,
        of: judged.evaluated.get(requirement) as number,
        ...got,
        ...(judged.varied.has(requirement) && { varied: true }),
      });
    }
  };
  return {
    ...seen,
    lane: lane.name,
    settings: lane.given,
    certificates: lane.certificates,
    assert(requirement, test, expected, got, shownBy, at) {
      const [exchange, ...more] = [shownBy ?? []].flat();
      const shown = typeof got === 'string' ? got || 'an empty string' : preview(got);
      const wrong = { kind: 'contradicted', expected, got: shown, at } as const;
      const others = more.length > 0 && { shownBy: more.map(({ id }) => id) };
      decide(requirement, exchange, test ? UPHELD : { ...wrong, ...others });
      return test;
    },
    uphold: (requirement, exchange) => decide(requirement, exchange, UPHELD),
    undecided: (requirement, blame, why, exchange) =>
      leave(requirement, exchange, stated(blame, why, exchange, exchanges)),
    unstable: (requirement, said, exchange) =>
      leave(requirement, exchange, reasonOf('target', 'unstable', { name: exchange.operation, said, exchange })),
    depends: (requirement, exchange) => leave(requirement, exchange, dependsOn(exchange, exchanges)),
    noData: (requirement, what, exchange) => leave(requirement, exchange, noData(what)),
    notApplicable: (requirement, why) =>
      decide(requirement, undefined, { kind: 'not-applicable', reason: stated('settings', why) }),
    answered(exchange) {
      const found = recordsIn(exchange, contract, lane.name);
      // A check that decides other requirements only reads the members.
      if (found !== undefined && [...found.evaluated.keys()].every((requirement) => allowed.has(requirement)))
        state(found, exchange);
      return found ?? NONE;
    },
    explains(requirement, exchanges) {
      const at = facts.findLastIndex(
        (fact) => fact.requirement === requirement && fact.lane === lane.name && fact.kind === 'contradicted',
      );
      const fact = facts[at];
      if (fact?.kind === 'contradicted')
        facts[at] = { ...fact, explains: [...(fact.explains ?? []), ...exchanges.map(({ id }) => id)] };
    },
    observe(gap, value, exchange) {
      if (contract.requirements.get(gap)?.basis !== 'gap') throw new Error(`${gap} is not a gap of the contract`);
      add(gap, exchange, {
        kind: 'observed',
        value: typeof value === 'string' ? preview(value).slice(1, -1) : preview(value),
      });
    },
  };
}

const UPHELD = { kind: 'upheld', times: 1 } as const;
const NONE: Columns = { length: 0, value: () => undefined, members: () => ({}) };

/**
 * Reports on the records of responses by contract, by parsed body, and by lane and flags: equal bytes are judged once,
 * even if a run is judged again.
 */
const reports = remembered((_: Contract) => remembered((_: object) => new Map<string, RecordReport>()));

/** Returns the report on a response in a lane, or undefined if it does not have the documented form. */
function recordsIn(exchange: Exchange, contract: Contract, lane: string) {
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
function explained(judged: RecordReport, values: readonly unknown[], { members, profile }: Contract) {
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

/** Returns the schema of a record. Throws if the contract has no such record. */
export function recordNamed(contract: Contract, name: string): RecordSchema {
  const record = contract.records.get(name);
  if (record === undefined) throw new Error(`the contract has no ${name}`);
  return record;
}
