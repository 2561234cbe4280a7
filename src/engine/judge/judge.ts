/** Runs every check on what was recorded. Pure: no network, no clock, no file. */

import type { Contract } from '../../contract/types.ts';
import type { Exchange } from '../../wire/types.ts';
import { isNotOffered } from '../send/not-offered.ts';
import { succeeded } from '../words/answer.ts';
import { answersRequirement } from '../words/derived/every-operation.ts';
import { dependsOn, isUnexplained, noData, reasonOf, stated } from '../words/reasons.ts';
import type { AnyProbe, Blame, Check, Fact, Open, RecordedLane, Recording, Suite } from '../words/types.ts';
import { inDocumentWords } from './document-words.ts';
import { RecordedProbes } from './recorded-probes.ts';
import { createReporter, recordNamed } from './reporter.ts';

/** Returns facts about every requirement that a check decides, in every lane. */
export function judge(recording: Recording, contract: Contract, suite: Pick<Suite, 'checks'>): Fact[] {
  const judging = new Judging(recording, contract);
  for (const probes of judging.rounds)
    for (const lane of recording.lanes)
      for (const check of suite.checks)
        if (check.lanes === undefined || check.lanes.includes(lane.name)) judging.judgeCheck(check, lane, probes);
  return judging.facts();
}

const NOT_SENT: Open = { kind: 'skipped', reason: stated('settings', 'not sent with this credential') };

/** Blames of facts whose cause may also be an outage. */
const UNEXPLAINED: ReadonlySet<Blame> = new Set<Blame>(['document', 'target']);

class Judging {
  readonly #recording: Recording;
  readonly #contract: Contract;
  /** The probes of each round. */
  readonly rounds: readonly RecordedProbes[];
  readonly #facts: Fact[] = [];
  /** Requirements on which no check reported, by index: the needs of the check, and the round. */
  readonly #unspoken = new Map<number, readonly [Check['needs'], RecordedProbes]>();

  constructor(recording: Recording, contract: Contract) {
    this.#recording = {
      ...recording,
      exchanges: recording.exchanges.map((exchange) => inDocumentWords(exchange, contract)),
    };
    this.#contract = contract;
    const last = Math.max(0, ...recording.probes.map(({ round = 0 }) => round));
    this.rounds = Array.from({ length: last + 1 }, (_, round) => new RecordedProbes(this.#recording, round));
  }

  /**
   * Returns all facts. If a check reported no fact and a response that it needs is wrong, the target is to blame. If
   * it only contradicts a standard, the reason is why it does not count as a success, if a fact states that.
   */
  facts() {
    const contradicted = this.#facts.filter(({ kind }) => kind === 'contradicted');
    const telling = [
      ...contradicted.filter((fact) => this.#isDocumented(fact)),
      ...this.#facts.filter(isUnaccomplished),
    ];
    for (const [at, [needs, probes]] of this.#unspoken) {
      const fact = this.#facts[at];
      if (fact?.kind !== 'undecided') continue;
      const { blame, root } = fact.reason;
      const { name: requirement } = root.subject;
      const isOfStandard = root.relation === 'invalid' && !this.#isDocumented({ requirement });
      if (blame !== 'document' && !isOfStandard) continue;
      const roots = probes.restedOn(needs, fact.lane);
      const isRoot = ({ exchanges }: Fact) => exchanges.some((id) => roots.has(id));
      const first = telling.find(isRoot) ?? (isOfStandard ? undefined : contradicted.find(isRoot));
      if (first === undefined) continue;
      const reason =
        first.kind === 'undecided' ? first.reason : reasonOf('target', 'invalid', { name: first.requirement });
      this.#facts[at] = { ...fact, reason: fact.reason.relation === 'no-data' ? noData(undefined, reason) : reason };
    }
    return this.rounds.length > 1 ? onlyOnce(this.#facts) : this.#facts;
  }

  #isDocumented({ requirement }: Pick<Fact, 'requirement'>) {
    return this.#contract.requirements.get(requirement)?.basis === 'documented';
  }

  judgeCheck(check: Check, lane: RecordedLane, probes: RecordedProbes) {
    const requirements = decidedRequirements(check, lane.name, this.#contract);
    const reported = new Set<string>();
    const before = this.#facts.length;
    const add = (exchanges: readonly string[], open: Open, about = requirements) => {
      for (const requirement of about.filter((id) => !reported.has(id))) {
        this.#unspoken.set(this.#facts.length, [check.needs, probes]);
        this.#facts.push(Object.assign({ requirement, lane: lane.name, exchanges }, open));
      }
    };
    const missing: Open[] = [];
    try {
      const seen = evidenceFor(check, lane.name, probes, missing);
      if (seen.open) {
        add(seen.exchanges, seen.open);
        return;
      }
      const { exchanges } = this.#recording;
      const given = { contract: this.#contract, exchanges, returned: probes.returned(lane.name) };
      const reporter = createReporter(given, lane, requirements, this.#facts, reported);
      check.judge(seen.evidence as never, reporter);
    } catch (error) {
      // A check without requirements only observes gaps.
      const gaps = [...this.#contract.requirements.values()].flatMap(({ id, basis }) => (basis === 'gap' ? [id] : []));
      const fault: Open = { kind: 'fault', reason: stated('suite', `the check threw: ${(error as Error).message}`) };
      add([], fault, requirements.length > 0 ? requirements : gaps);
      return;
    }
    const wrong = this.#facts.slice(before).filter(({ kind }) => kind === 'contradicted');
    const contradicted = wrong.find((fact) => this.#isDocumented(fact)) ?? wrong[0];
    const invalid = contradicted && reasonOf('target', 'invalid', { name: contradicted.requirement });
    const other: Open | undefined = invalid ? { kind: 'undecided', reason: invalid } : missing[0];
    const silence: Open =
      other?.kind === 'undecided'
        ? { kind: 'undecided', reason: noData(undefined, other.reason) }
        : other?.kind === 'fault'
          ? other
          : probes.whySilent(check.needs, lane.name, other);
    if (check.further !== true) add([], silence);
    for (let at = before; at < this.#facts.length; at += 1)
      this.#facts[at] = this.#traced(this.#facts[at] as Fact, check, lane, probes);
  }

  /**
   * Returns the fact with its root: an undecided or skipped fact follows from requests that were not sent or were lost,
   * unless another failed request is the reason.
   */
  #traced(fact: Fact, { needs }: Check, lane: RecordedLane, probes: RecordedProbes) {
    // Each request of a client is judged by itself.
    if (this.#recording.side === 'client') return fact;
    const required = needs.filter(({ optional }) => optional !== true);
    // If other requests were lost, permission to create objects would not have helped.
    if (fact.kind === 'skipped')
      return Object.assign({}, fact, probes.whyLost(required.length > 0 ? required : needs, lane.name));
    if (fact.kind !== 'undecided') return fact;
    const { exchange } = fact.reason.root.subject;
    if (exchange === undefined || succeeded(exchange) || isNotOffered(exchange)) {
      const lost = UNEXPLAINED.has(fact.reason.blame) ? probes.whyLost(needs, lane.name) : undefined;
      // A response that contains too little is itself a reason.
      const lacking =
        exchange === undefined || isNotOffered(exchange) ? probes.whyLacking(needs, lane.name) : undefined;
      const { operation } = this.#contract.requirements.get(fact.requirement) ?? {};
      const ended = isUnexplained(fact.reason)
        ? (probes.whyEnded(lane.name) ?? probes.whyNever(operation, lane.name))
        : undefined;
      return Object.assign({}, fact, lacking ?? lost ?? ended);
    }
    const explained = !UNEXPLAINED.has(fact.reason.blame) || !probes.isLost(exchange);
    return explained ? fact : { ...fact, reason: dependsOn(exchange, this.#recording.exchanges) };
  }
}

/** Whether a fact states why a 2xx response does not show that the operation succeeded. */
function isUnaccomplished(fact: Fact): fact is Fact & { kind: 'undecided' } {
  if (fact.kind !== 'undecided' || answersRequirement(fact.requirement) === undefined) return false;
  const { relation, subject } = fact.reason;
  return relation === 'stated' && subject.exchange !== undefined && succeeded(subject.exchange);
}

/**
 * Returns the views that a check needs or, if one is missing, the reason for every requirement.
 * @param missing receives the reasons why optional views are missing
 */
function evidenceFor({ needs }: Check, lane: string, probes: RecordedProbes, missing: Open[]) {
  const evidence: Record<string, unknown> = {};
  for (const { name, probe, optional, view } of needs) {
    const sent = probes.asked(probe, lane);
    const why = probes.whyNotRun(probe, lane, optional ? undefined : NOT_SENT);
    if (why !== undefined && optional !== true) return { open: why, exchanges: sent.exchanges.map(({ id }) => id) };
    if (why !== undefined) missing.push(why);
    const seen = view(sent);
    if (!seen.ok) {
      const { because } = seen;
      const open: Open = { kind: 'undecided', reason: probes.whyUnseen(probe, lane, because) };
      return { open, exchanges: because ? [because.id] : [] };
    }
    evidence[name] = seen.value;
  }
  return { evidence, exchanges: [] };
}

/** Returns facts without repetitions: checks of all exchanges run in every round. */
function onlyOnce(facts: readonly Fact[]) {
  const keyOf = (fact: Fact) => {
    if (fact.kind === 'contradicted') return JSON.stringify(fact);
    const { blame = '', relation = '' } = 'reason' in fact ? fact.reason.root : {};
    const times = fact.kind === 'upheld' ? fact.times : '';
    return [fact.kind, fact.requirement, fact.lane, times, blame, relation, ...fact.exchanges].join(' ');
  };
  return [...new Map(facts.map((fact) => [keyOf(fact), fact])).values()];
}

/**
 * Returns the requirements that a check decides in a lane: those that it names, and those of its records that apply in
 * the lane.
 */
export function decidedRequirements(check: Check, lane: string, contract: Contract): string[] {
  const requirements = check.decides.flatMap((requirement) => {
    const { answer } = contract.operations.get(/^answer:(.*)/.exec(requirement)?.[1] ?? '') ?? {};
    if (answer) return recordNamed(contract, answer.record).requirementsIn(new Set([lane, ...answer.flags]));
    if (!requirement.endsWith('/*')) return [requirement];
    const found = [...contract.requirements.keys()].filter(
      (id) => id.slice(0, id.lastIndexOf('/') + 1) === requirement.slice(0, -1),
    );
    return found.length > 0 ? found : [requirement];
  });
  return requirements.filter((id) => {
    const requirement = contract.requirements.get(id);
    if (requirement === undefined)
      throw new Error(`a check decides ${id}, which no row of requirements.yaml and no schema states`);
    return requirement.lane === undefined || requirement.lane === lane;
  });
}

/** Returns the probe whose checks judge a single response of this operation, or undefined if no probe calls it. */
export function probeOf(operation: string, { probes }: Pick<Suite, 'probes'>): AnyProbe | undefined {
  return probes.find((one) => one.operation === operation && !one.last);
}

/** Returns facts from the checks that need only the responses of this exchange's probe; other checks are left out. */
export function judgeAlone(
  exchange: Exchange,
  lane: RecordedLane,
  contract: Contract,
  suite: Pick<Suite, 'checks'>,
): Fact[] {
  const probes = [{ probe: exchange.probe, lane: lane.name, state: 'done' as const, exchanges: [exchange.id] }];
  const checks = checksAlone(exchange.probe, suite);
  const recording = { interface: contract.interface, lanes: [lane], probes, exchanges: [exchange] };
  const found = judge(recording, contract, { checks });
  return found.filter(({ kind }) => kind === 'upheld' || kind === 'contradicted' || kind === 'observed');
}

/** Returns the checks that need the responses of only one probe, and at most use those of others. */
export function checksAlone(probe: string, { checks }: Pick<Suite, 'checks'>): Suite['checks'] {
  return checks.filter(({ needs }) => {
    const needed = needs.filter(({ optional }) => optional !== true);
    return needed.length > 0 && needed.every((need) => need.probe.name === probe);
  });
}
