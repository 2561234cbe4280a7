/** Runs every check on what was recorded. Pure: no network, no clock, no file. */

import type { Contract } from '../../contract/types.ts';
import { isNotOffered } from '../send/not-offered.ts';
import { forgetParsedBodies, succeeded } from '../words/answer.ts';
import { dependsOn, isUnexplained, noData, reasonOf, stated } from '../words/reasons.ts';
import type { Blame, Check, Fact, Open, RecordedLane, Recording, Suite } from '../words/types.ts';
import { inDocumentWords } from './document-words.ts';
import { RecordedProbes } from './recorded-probes.ts';
import { type Judged, recordNamed } from './records-in-answers.ts';
import { createReporter } from './reporter.ts';

/** Facts about every requirement that some check decides, in every lane. */
export function judge(recording: Recording, contract: Contract, suite: Pick<Suite, 'checks'>): Fact[] {
  const judging = new Judging(recording, contract);
  for (const probes of judging.rounds)
    for (const lane of recording.lanes)
      for (const check of suite.checks)
        if (check.lanes === undefined || check.lanes.includes(lane.name)) judging.judgeCheck(check, lane, probes);
  forgetParsedBodies();
  return judging.facts();
}

const NOT_SENT: Open = { kind: 'skipped', reason: stated('settings', 'not sent with this credential') };

/** Blame that an outage can bring about, too. */
const UNEXPLAINED: ReadonlySet<Blame> = new Set<Blame>(['document', 'target']);

class Judging {
  readonly #recording: Recording;
  readonly #contract: Contract;
  /** The probes of each round. */
  readonly rounds: readonly RecordedProbes[];
  readonly #facts: Fact[] = [];
  /** Facts about requirements of which no check spoke, by index: what the check needed, in which round. */
  readonly #unspoken = new Map<number, readonly [Check['needs'], RecordedProbes]>();
  readonly #judged: Judged = new WeakMap();

  constructor(recording: Recording, contract: Contract) {
    this.#recording = {
      ...recording,
      exchanges: recording.exchanges.map((exchange) => inDocumentWords(exchange, contract)),
    };
    this.#contract = contract;
    const last = Math.max(0, ...recording.probes.map(({ round = 0 }) => round));
    this.rounds = Array.from({ length: last + 1 }, (_, round) => new RecordedProbes(this.#recording, round));
  }

  /** All facts. Where nothing was reported and a needed answer turned out to be wrong, the target is to blame. */
  facts(): Fact[] {
    const contradicted = this.#facts.filter(({ kind }) => kind === 'contradicted');
    for (const [at, [needs, probes]] of this.#unspoken) {
      const fact = this.#facts[at];
      if (fact?.kind !== 'undecided' || fact.reason.blame !== 'document') continue;
      const first = contradicted.find(({ exchanges }) => probes.restOn(needs, fact.lane, exchanges));
      if (first === undefined) continue;
      const reason = reasonOf('target', 'builds-on-invalid', { name: first.requirement });
      this.#facts[at] = { ...fact, reason: fact.reason.relation === 'no-data' ? noData(undefined, reason) : reason };
    }
    return this.rounds.length > 1 ? onlyOnce(this.#facts) : this.#facts;
  }

  judgeCheck(check: Check, lane: RecordedLane, probes: RecordedProbes): void {
    const requirements = decidedRequirements(check, lane.name, this.#contract);
    const reported = new Set<string>();
    const before = this.#facts.length;
    const missing: Open[] = [];
    const open = () => requirements.filter((requirement) => !reported.has(requirement));
    try {
      const evidence = this.#evidenceFor(check, lane, probes, requirements, missing);
      if (evidence === undefined) return;
      const reporter = createReporter({
        contract: this.#contract,
        lane,
        exchanges: this.#recording.exchanges,
        returned: probes.returned(lane.name),
        requirements,
        facts: this.#facts,
        reported,
        judged: this.#judged,
      });
      check.judge(evidence as never, reporter);
    } catch (error) {
      this.#add(check, probes, open(), lane, [], {
        kind: 'fault',
        reason: stated('suite', `the check threw: ${(error as Error).message}`),
      });
      return;
    }
    const contradicted = this.#facts.slice(before).find(({ kind }) => kind === 'contradicted');
    const invalid = contradicted && reasonOf('target', 'already-invalid', { name: contradicted.requirement });
    const other: Open | undefined = invalid ? { kind: 'undecided', reason: invalid } : missing[0];
    const silence: Open =
      other?.kind === 'undecided'
        ? { kind: 'undecided', reason: noData(undefined, other.reason) }
        : (other ?? probes.whySilent(check.needs, lane.name));
    const unspoken = open().filter((requirement) => this.#contract.requirements.get(requirement)?.basis !== 'gap');
    if (check.further !== true) this.#add(check, probes, unspoken, lane, [], silence);
    for (let at = before; at < this.#facts.length; at += 1)
      this.#facts[at] = this.#traced(this.#facts[at] as Fact, check, lane, probes);
  }

  /** An open fact follows from requests that were not sent or were lost, unless another failed request is the reason. */
  #traced(fact: Fact, { needs }: Check, lane: RecordedLane, probes: RecordedProbes): Fact {
    // Each request of a client is judged by itself.
    if (this.#recording.side === 'client') return fact;
    const required = needs.filter(({ optional }) => optional !== true);
    // Permission to create would not have helped where the rest was lost.
    if (fact.kind === 'skipped')
      return { ...fact, ...probes.whyLost(required.length > 0 ? required : needs, lane.name) };
    if (fact.kind !== 'undecided') return fact;
    const { exchange } = fact.reason.root.subject;
    if (exchange === undefined || succeeded(exchange) || isNotOffered(exchange)) {
      const lost = UNEXPLAINED.has(fact.reason.blame) ? probes.whyLost(needs, lane.name) : undefined;
      // An answer that shows too little is a reason by itself.
      const lacking =
        exchange === undefined || isNotOffered(exchange) ? probes.whyLacking(needs, lane.name) : undefined;
      return { ...fact, ...(lacking ?? lost ?? (isUnexplained(fact.reason) ? probes.whyEnded(lane.name) : undefined)) };
    }
    const explained = !UNEXPLAINED.has(fact.reason.blame) || !probes.isLost(exchange);
    return explained ? fact : { ...fact, reason: dependsOn(exchange, this.#recording.exchanges) };
  }

  /**
   * The views that a check needs; undefined where one is missing, and the reason stands for every requirement.
   * @param missing takes the reasons why optional views are missing
   */
  #evidenceFor(
    check: Check,
    lane: RecordedLane,
    probes: RecordedProbes,
    requirements: readonly string[],
    missing: Open[],
  ): Record<string, unknown> | undefined {
    const evidence: Record<string, unknown> = {};
    for (const { name, probe, optional, view } of check.needs) {
      const asked = probes.asked(probe, lane.name);
      const why = probes.has(probe, lane.name) || optional ? probes.whyNotRun(probe, lane.name) : NOT_SENT;
      const ids = asked.exchanges.map(({ id }) => id);
      if (why !== undefined && optional !== true) return this.#add(check, probes, requirements, lane, ids, why);
      if (why !== undefined) missing.push(why);
      const seen = view(asked);
      if (!seen.ok) {
        const { because } = seen;
        return this.#add(check, probes, requirements, lane, because ? [because.id] : [], {
          kind: 'undecided',
          reason: probes.whyUnseen(probe, lane.name, because),
        });
      }
      evidence[name] = seen.value;
    }
    return evidence;
  }

  #add(
    check: Check,
    probes: RecordedProbes,
    requirements: readonly string[],
    lane: RecordedLane,
    exchanges: readonly string[],
    open: Open,
  ): undefined {
    for (const requirement of requirements) {
      this.#unspoken.set(this.#facts.length, [check.needs, probes]);
      this.#facts.push({ requirement, lane: lane.name, exchanges, ...open });
    }
  }
}

/** Facts without repetitions: what concerns all exchanges is judged in every round. */
function onlyOnce(facts: readonly Fact[]): Fact[] {
  const keyOf = (fact: Fact): string =>
    JSON.stringify(
      fact.kind === 'contradicted' || fact.kind === 'held'
        ? fact
        : [fact.kind, fact.requirement, fact.lane, fact.exchanges],
    );
  return [...new Map(facts.map((fact) => [keyOf(fact), fact])).values()];
}

/** The requirements a check decides in a lane: its own, and those of its records that apply there. */
export function decidedRequirements(check: Check, lane: string, contract: Contract): string[] {
  const requirements = check.decides.flatMap((requirement) => {
    if (requirement.startsWith('record:'))
      return recordNamed(contract, requirement).requirementsIn(new Set([lane, ...check.flags]));
    if (!requirement.endsWith('/*')) return [requirement];
    const found = [...contract.requirements.keys()].filter(
      (id) => id.slice(0, id.lastIndexOf('/') + 1) === requirement.slice(0, -1),
    );
    return found.length > 0 ? found : [requirement];
  });
  return requirements.filter((id) => {
    const requirement = contract.requirements.get(id);
    if (requirement === undefined) throw new Error(`a check decides ${id}, which the contract does not state`);
    return requirement.lane === undefined || requirement.lane === lane;
  });
}
