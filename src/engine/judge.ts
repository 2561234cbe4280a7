/** Runs every check on what was recorded. Pure: no network, no clock, no file. */

import type { Contract } from '../contract/types.ts';
import { forgetParsedBodies } from './answer.ts';
import { inDocumentWords } from './document-words.ts';
import { type NoEvidence, RecordedProbes } from './recorded-probes.ts';
import { createReporter, recordNamed } from './reporter.ts';
import type { Check, Fact, RecordedLane, Recording, Suite } from './types.ts';

/** Facts about every row that some check decides, in every lane. */
export function judge(recording: Recording, contract: Contract, suite: Pick<Suite, 'checks'>): Fact[] {
  const judging = new Judging(recording, contract);
  for (const lane of recording.lanes) {
    for (const check of suite.checks) {
      if (check.lanes === undefined || check.lanes.includes(lane.name)) judging.judgeCheck(check, lane);
    }
  }
  forgetParsedBodies();
  return judging.facts();
}

/** A fact about a row on which its check reported nothing. */
interface Silence {
  readonly check: Check;
  readonly lane: string;
  /** Index of the fact. */
  readonly at: number;
}

class Judging {
  readonly #recording: Recording;
  readonly #contract: Contract;
  readonly #probes: RecordedProbes;
  readonly #facts: Fact[] = [];
  readonly #silences: Silence[] = [];

  constructor(recording: Recording, contract: Contract) {
    this.#recording = { ...recording, exchanges: recording.exchanges.map((exchange) => inDocumentWords(exchange, contract)) };
    this.#contract = contract;
    this.#probes = new RecordedProbes(this.#recording);
  }

  /** All facts. Where nothing was reported and a needed answer turned out to be wrong, the target is to blame. */
  facts(): Fact[] {
    const contradicted = this.#facts.filter((fact) => fact.kind === 'contradicted');
    const wrong = new Set(contradicted.flatMap(({ exchanges }) => exchanges));
    for (const { check, lane, at } of this.#silences) {
      const fact = this.#facts[at];
      if (fact?.kind !== 'undecided' || fact.blame !== 'document' || !this.#probes.restOn(check.needs, lane, wrong)) continue;
      const first = contradicted.find(({ exchanges }) => this.#probes.restOn(check.needs, lane, exchanges));
      this.#facts[at] = { ...fact, blame: 'target', why: 'not judged: a response it depends on is invalid', ...(first && { follows: first.row }) };
    }
    return this.#facts;
  }

  judgeCheck(check: Check, lane: RecordedLane): void {
    const rows = decidedRows(check, lane.name, this.#contract);
    const reported = new Set<string>();
    const before = this.#facts.length;
    const missing: NoEvidence[] = [];
    try {
      const evidence = this.#evidenceFor(check, lane, rows, missing);
      if (evidence === undefined) return;
      const reporter = createReporter({ contract: this.#contract, lane, exchanges: this.#recording.exchanges, rows, facts: this.#facts, reported });
      check.judge(evidence as never, reporter);
    } catch (error) {
      this.#addForAll(
        check,
        rows.filter((row) => !reported.has(row)),
        lane,
        [],
        { kind: 'fault', why: `the check threw: ${(error as Error).message}` },
      );
      return;
    }
    const contradicted = this.#facts.slice(before).find((fact) => fact.kind === 'contradicted');
    const silence: NoEvidence = contradicted
      ? { kind: 'undecided', blame: 'target', why: 'not judged: the response is already invalid', follows: contradicted.row }
      : (missing[0] ?? { kind: 'undecided', ...this.#probes.whySilent(check.needs, lane.name) });
    for (const row of rows) {
      if (reported.has(row) || this.#contract.requirements.get(row)?.basis === 'gap') continue;
      this.#silences.push({ check, lane: lane.name, at: this.#facts.length });
      this.#facts.push({ row, lane: lane.name, exchanges: [], ...silence, ...(silence.kind === 'undecided' && { silent: true as const }) });
    }
  }

  /**
   * The views that a check needs; undefined where one is missing, and the reason stands for every row.
   * @param missing takes the reasons why optional views are missing
   */
  #evidenceFor(check: Check, lane: RecordedLane, rows: readonly string[], missing: NoEvidence[]): Record<string, unknown> | undefined {
    const evidence: Record<string, unknown> = {};
    for (const need of check.needs) {
      const outcome = this.#probes.outcome(lane.name, need.probe.name);
      const exchanges = this.#probes.exchanges(outcome);
      const why = outcome === undefined ? undefined : this.#probes.whyNotDone(outcome);
      if ((outcome === undefined || why !== undefined) && need.optional !== true) {
        const reason = why ?? { kind: 'skipped', blame: 'settings', why: 'not sent with this credential' };
        this.#addForAll(
          check,
          rows,
          lane,
          exchanges.map((exchange) => exchange.id),
          reason,
        );
        return undefined;
      }
      if (why !== undefined) missing.push(why);
      const view = need.view(exchanges);
      if (!view.ok) {
        this.#addForAll(check, rows, lane, view.because ? [view.because.id] : [], {
          kind: 'undecided',
          ...this.#probes.because(view.because, need.probe.operation),
        });
        return undefined;
      }
      evidence[need.name] = view.value;
    }
    return evidence;
  }

  #addForAll(check: Check, rows: readonly string[], lane: RecordedLane, exchanges: readonly string[], reason: NoEvidence): void {
    for (const row of rows) {
      if (reason.kind === 'undecided') this.#silences.push({ check, lane: lane.name, at: this.#facts.length });
      this.#facts.push({ row, lane: lane.name, exchanges, ...reason });
    }
  }
}

/** The rows a check decides in a lane: its own, and those of its records that apply there. */
export function decidedRows(check: Check, lane: string, contract: Contract): string[] {
  const rows = check.decides.flatMap((row) => {
    if (row.startsWith('record:')) return recordNamed(contract, row).rowsIn(new Set([lane, ...check.flags]));
    if (!row.endsWith('/*')) return [row];
    const found = [...contract.requirements.keys()].filter((id) => id.slice(0, id.lastIndexOf('/') + 1) === row.slice(0, -1));
    return found.length > 0 ? found : [row];
  });
  return rows.filter((id) => {
    const row = contract.requirements.get(id);
    if (row === undefined) throw new Error(`a check decides ${id}, which the contract does not state`);
    return row.lane === undefined || row.lane === lane;
  });
}
