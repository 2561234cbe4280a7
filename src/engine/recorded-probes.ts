/** Outcomes of probes in a recording, with reason and blame if they left requirements without evidence. */
import type { Exchange } from '../wire/types.ts';
import { succeeded } from './answer.ts';
import { classify, dependsOn } from './classify.ts';
import type { Blame, Need, ProbeOutcome, Recording } from './types.ts';

interface Reason {
  readonly blame: Blame;
  readonly why: string;
  /** The exchange that did not succeed. */
  readonly because?: string;
}

/** Why a row has no evidence. */
export type NoEvidence =
  | (Reason & { readonly kind: 'undecided' /** The contradicted row that leaves others undecided. */; readonly follows?: string })
  | (Pick<Reason, 'blame' | 'why'> & { readonly kind: 'skipped' })
  | { readonly kind: 'not-applicable' | 'fault'; readonly why: string };

/** The probes of a recording, by lane and name. */
export class RecordedProbes {
  readonly #recording: Recording;
  readonly #exchanges: ReadonlyMap<string, Exchange>;
  readonly #outcomes: ReadonlyMap<string, ProbeOutcome>;
  /** Ids of exchanges, by lane and needs. */
  readonly #gathered = new Map<string, Map<readonly Need[], ReadonlySet<string>>>();

  constructor(recording: Recording) {
    this.#recording = recording;
    this.#exchanges = new Map(recording.exchanges.map((exchange) => [exchange.id, exchange]));
    this.#outcomes = new Map(recording.probes.map((outcome) => [`${outcome.lane} ${outcome.probe}`, outcome]));
  }

  /** The outcome of a probe in a lane; undefined where it does not run there. */
  outcome(lane: string, probe: string): ProbeOutcome | undefined {
    return this.#outcomes.get(`${lane} ${probe}`);
  }

  /** The recorded exchanges of an outcome. */
  exchanges(outcome: ProbeOutcome | undefined): Exchange[] {
    return (outcome?.exchanges ?? []).flatMap((id) => this.#exchanges.get(id) ?? []);
  }

  /** Whether needs rest, directly or not, on one of these exchanges. */
  restOn(needs: readonly Need[], lane: string, ids: Iterable<string>): boolean {
    const underlying = this.#underlying(needs, lane);
    for (const id of ids) if (underlying.has(id)) return true;
    return false;
  }

  /** The exchanges of all probes that needs name, directly or not; gathered once. */
  #underlying(needs: readonly Need[], lane: string): ReadonlySet<string> {
    const byNeeds = this.#gathered.get(lane) ?? new Map<readonly Need[], ReadonlySet<string>>();
    this.#gathered.set(lane, byNeeds);
    const known = byNeeds.get(needs);
    if (known !== undefined) return known;
    const ids = new Set(needs.flatMap(({ probe }) => [...(this.outcome(lane, probe.name)?.exchanges ?? []), ...this.#underlying(probe.needs, lane)]));
    byNeeds.set(needs, ids);
    return ids;
  }

  /** Why the rows of a probe have no evidence; undefined when it ran. */
  whyNotDone(outcome: ProbeOutcome): NoEvidence | undefined {
    const why = outcome.why ?? '';
    switch (outcome.state) {
      case 'done':
        return undefined;
      case 'not-offered':
        return { kind: 'not-applicable', why };
      case 'threw':
        return { kind: 'fault', why: `the probe ${outcome.probe} threw: ${why}` };
      case 'bad-credential':
        return { kind: 'undecided', blame: 'credential', why };
      case 'unmet': {
        const root = this.#rootOf(outcome);
        const found = root === outcome ? undefined : this.whyNotDone(root);
        if (found !== undefined) return found;
        const exchange = this.#exchanges.get(outcome.because ?? '');
        return { kind: 'undecided', ...this.because(exchange, outcome.why ?? outcome.probe) };
      }
      default:
        return { kind: 'skipped', blame: outcome.state === 'interrupted' ? 'infrastructure' : 'settings', why };
    }
  }

  /** Follows unmet needs to the first probe that was not done. */
  #rootOf(outcome: ProbeOutcome): ProbeOutcome {
    const need = outcome.state === 'unmet' && outcome.because === undefined ? this.outcome(outcome.lane, outcome.why ?? '') : undefined;
    return need === undefined ? outcome : this.#rootOf(need);
  }

  /** Why a need is unmet: the exchange that did not succeed, or an earlier answer without the required content, such as an empty list. The document allows that. */
  because(exchange: Exchange | undefined, operation: string): Reason {
    if (exchange === undefined) return { blame: 'document', why: `${operation} was not sent: an earlier response lacked the required data` };
    const result = classify(exchange, this.#recording.exchanges);
    if (result.kind === 'succeeded') return { blame: 'document', why: `the response of ${exchange.operation} lacked the required data`, because: exchange.id };
    return { blame: result.blame, why: dependsOn(exchange, result.why), because: exchange.id };
  }

  /** Why a check reported nothing: the first needed answer that did not succeed, else the lack of data. */
  whySilent(needs: readonly Need[], lane: string): Reason {
    const failed = this.#firstFailed(needs, lane, new Set());
    if (failed) return this.because(failed, failed.operation);
    const barred = this.#firstNotAllowed(needs, lane, new Set());
    return barred ? { blame: 'settings', why: `no data to check; ${barred}` } : { blame: 'document', why: 'no data to check' };
  }

  /** Why something may not be created that would have given data, if so. */
  #firstNotAllowed(needs: readonly Need[], lane: string, seen: Set<string>): string | undefined {
    for (const { probe } of needs) {
      if (seen.has(probe.name)) continue;
      seen.add(probe.name);
      const { state, why } = this.outcome(lane, probe.name) ?? {};
      const found = state === 'not-allowed' ? why : this.#firstNotAllowed(probe.needs, lane, seen);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #firstFailed(needs: readonly Need[], lane: string, seen: Set<string>): Exchange | undefined {
    for (const { probe } of needs) {
      if (seen.has(probe.name)) continue;
      seen.add(probe.name);
      const exchanges = this.exchanges(this.outcome(lane, probe.name)).filter(({ purpose }) => purpose === 'documented');
      if (exchanges.some(succeeded)) continue;
      const found = exchanges[0] ?? this.#firstFailed(probe.needs, lane, seen);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
