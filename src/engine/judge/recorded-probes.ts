/** Outcomes of probes in a recording, and the reasons why requirements have no evidence. */
import { isDeepStrictEqual } from 'node:util';
import type { Exchange } from '../../wire/types.ts';
import { isNotOffered } from '../send/not-offered.ts';
import { failedIn, jsonOf, succeeded } from '../words/answer.ts';
import { isAuthorised } from '../words/neighbours.ts';
import { namedOperation } from '../words/open-places.ts';
import { dependsOn, interrupted, lacking, noData, reasonOf, stated, unsuccessful } from '../words/reasons.ts';
import { valueIn } from '../words/remembered.ts';
import { byRecordedRole, type Sent } from '../words/roles.ts';
import type { AnyProbe, Blame, Need, Open, ProbeOutcome, Reason, Recording } from '../words/types.ts';

type NotRun = Exclude<ProbeOutcome['state'], 'done' | 'unmet'>;

/** The fact and the blame for the requirements of a probe that did not run. */
const NOT_RUN: Readonly<Record<Exclude<NotRun, 'not-offered'>, readonly [Open['kind'], Blame]>> = {
  'bad-credential': ['undecided', 'credential'],
  threw: ['fault', 'suite'],
  interrupted: ['skipped', 'infrastructure'],
  'not-allowed': ['skipped', 'settings'],
  'not-set': ['skipped', 'settings'],
  filtered: ['skipped', 'settings'],
};

const undecided = (reason: Reason): Open => ({ kind: 'undecided', reason });

/** The probes of one round of a recording, by lane and name. */
export class RecordedProbes {
  readonly #all: readonly Exchange[];
  readonly #exchanges: ReadonlyMap<string, Exchange>;
  readonly #outcomes: readonly ProbeOutcome[];
  /** The outcomes by lane and name. */
  readonly #byName: ReadonlyMap<string, ProbeOutcome>;
  /** Results of searches, so that none is repeated. */
  readonly #found = new Map<string, unknown>();

  constructor({ exchanges, probes }: Recording, round: number) {
    this.#all = exchanges;
    this.#exchanges = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
    this.#outcomes = probes.filter((outcome) => (outcome.round ?? 0) === round);
    this.#byName = new Map(this.#outcomes.map((one) => [`${one.lane} ${one.probe}`, one]));
  }

  /** Returns the recorded exchanges of a probe in a lane. */
  exchanges({ name }: AnyProbe, lane: string): readonly Exchange[] {
    const outcome = this.#outcome(lane, name);
    return outcome?.exchanges.flatMap((id) => this.#exchanges.get(id) ?? []) ?? [];
  }

  /** Returns the exchanges of a probe in a lane, with their roles. */
  asked(probe: AnyProbe, lane: string): Sent {
    const { roles = {} } = this.#outcome(lane, probe.name) ?? {};
    return { roles: byRecordedRole(roles, this.#exchanges), exchanges: this.exchanges(probe, lane) };
  }

  /**
   * Returns the exchanges that the probes of a lane returned. A probe counts only if the recording contains all its
   * exchanges: the missing one may have changed what the others show.
   */
  returned(lane: string): readonly Exchange[] {
    return this.#once(`returned ${lane}`, () => {
      const done = this.#outcomes.filter((outcome) => outcome.lane === lane && outcome.state === 'done');
      const whole = done.filter(({ exchanges }) => exchanges.every((id) => this.#exchanges.has(id)));
      const ids = new Set(whole.flatMap(({ exchanges }) => exchanges));
      return this.#all.filter(({ id }) => ids.has(id));
    });
  }

  /**
   * Returns the identifiers of the exchanges on which needs rest, directly or not. The needs of a probe that succeeded
   * are not searched: they gave it what it needs.
   */
  restedOn(needs: readonly Need[], lane: string): ReadonlySet<string> {
    const ids = new Set<string>();
    this.#first(needs, (probe) => {
      for (const id of this.#outcome(lane, probe.name)?.exchanges ?? []) ids.add(id);
      return this.#documented(probe, lane).some(succeeded) ? null : undefined;
    });
    return ids;
  }

  /**
   * Returns why a probe did not run in a lane, or undefined if it did.
   * @param unplanned the reason if the probe is not planned in the lane
   */
  whyNotRun(probe: AnyProbe, lane: string, unplanned?: Open): Open | undefined {
    const outcome = this.#outcome(lane, probe.name);
    if (outcome === undefined) return unplanned;
    const { state, why = '' } = outcome;
    if (state === 'done') return undefined;
    const exchange = this.#exchanges.get(outcome.because ?? '');
    const mayLack = state === 'not-set' || (state === 'unmet' && (exchange === undefined || isNotOffered(exchange)));
    const lacking = mayLack ? this.whyLacking(probe.needs, lane) : undefined;
    if (lacking !== undefined) return lacking;
    if (state !== 'unmet') return this.#notRun(outcome, state, probe.creates);
    const need = probe.needs.find((one) => one.probe.name === why)?.probe;
    // The needed probe did not run, or returned no exchange, because a probe that it needs did not run.
    const builtOn = need && exchange === undefined ? [need, ...need.needs.map((one) => one.probe)] : [];
    for (const one of builtOn) {
      const deeper = this.whyNotRun(one, lane);
      if (deeper !== undefined) return deeper;
    }
    return undecided(this.whyUnseen(need ?? probe, lane, exchange));
  }

  /** Returns why a lane did not run every probe, or undefined if it did. */
  whyEnded(lane: string): Open | undefined {
    const ended = this.#outcomes.find((one) => one.lane === lane && one.state === 'interrupted');
    return ended && this.#notRun(ended, 'interrupted');
  }

  #notRun({ probe, why = '' }: ProbeOutcome, state: NotRun, creates?: AnyProbe['creates']): Open {
    if (state === 'not-offered') return lackingOperation(why);
    const [kind, blame] = NOT_RUN[state];
    if (state === 'interrupted') return { kind, reason: interrupted() };
    const name = state === 'threw' ? `the probe ${probe} threw: ${why}` : why;
    return { kind, reason: reasonOf(blame, 'stated', { name, ...(state === 'not-allowed' && { kinds: creates }) }) };
  }

  /**
   * Returns why the exchanges of a probe that ran cannot be used: an exchange did not succeed, or the probe sent no
   * request.
   * @param given the exchange; by default the first of the probe, or, if that succeeded, a failed one of the probes
   * that it needs
   */
  whyUnseen(probe: AnyProbe, lane: string, given?: Exchange): Reason {
    const [own] = this.#documented(probe, lane);
    const exchange = given ?? (own && !succeeded(own) ? own : (this.#failedOf(probe.needs, lane) ?? own));
    if (exchange !== undefined) return dependsOn(exchange, this.#all);
    const empty = this.#emptyList(probe.needs, lane);
    return empty === undefined
      ? noData(`${namedOperation(probe.operation)} was not sent`)
      : reasonOf('document', 'not-sent', { name: probe.operation }, empty);
  }

  /**
   * Returns why a check reported no fact: the first needed request that did not succeed, or the lack of data with the
   * setting that would give data.
   * @param missing why a needed probe did not run: this explains less than a request that failed
   */
  whySilent(needs: readonly Need[], lane: string, missing?: Open): Open {
    const failed = this.#failedOf(needs, lane);
    if (failed) return undecided(noData(undefined, dependsOn(failed, this.#all)));
    if (missing) return missing;
    const barred = this.#first(needs, ({ name }) => {
      const outcome = this.#outcome(lane, name);
      return outcome?.state === 'not-allowed' ? outcome.why : undefined;
    });
    const because =
      this.#emptyList(needs, lane) ??
      (barred === undefined ? this.#first(needs, (one) => this.#whyUnmet(one, lane)) : undefined);
    return (
      this.whyLacking(needs, lane) ?? undecided(noData(barred, because, barred === undefined ? undefined : 'settings'))
    );
  }

  /**
   * Returns an exchange of the first needed probe, direct or not, of which no exchange succeeded. The needs of a probe
   * that succeeded, or that was not allowed to run, are not searched.
   */
  #failedOf(needs: readonly Need[], lane: string): Exchange | undefined {
    return this.#first(needs, (probe) =>
      this.whyNotRun(probe, lane)?.kind === 'skipped' ? null : failedAmong(this.#documented(probe, lane)),
    );
  }

  /** Returns the reason that an operation never succeeded in a lane, if it was called. */
  whyNever(operation: string | undefined, lane: string): Open | undefined {
    const failed = failedAmong(sentAmong(this.#all.filter((one) => one.operation === operation && one.lane === lane)));
    return failed ? undecided(noData(undefined, dependsOn(failed, this.#all))) : undefined;
  }

  /** Returns why a probe did not run, if the cause is a request that did not succeed. */
  #whyUnmet(probe: AnyProbe, lane: string) {
    const open = this.#outcome(lane, probe.name)?.state === 'unmet' ? this.whyNotRun(probe, lane) : undefined;
    return open?.kind === 'undecided' ? open.reason : undefined;
  }

  /**
   * Returns the reason if an exchange on which the needs rest, directly or not, was lost by a failure of the
   * infrastructure.
   */
  whyLost(needs: readonly Need[], lane: string): Open | undefined {
    const exchange = this.#first(needs, (probe) => this.#lostOf(probe, lane));
    return exchange && undecided(dependsOn(exchange, this.#all));
  }

  /**
   * Returns the first exchange of a probe that was lost by a failure of the infrastructure and did not succeed later.
   */
  #lostOf(probe: AnyProbe, lane: string) {
    return this.#once(`lost ${lane} ${probe.name}`, () => {
      // A probe stops after a page in place of a rejection.
      const own = this.exchanges(probe, lane).filter((one) => isAuthorised(one) || failedIn(one, 'page'));
      const last = new Map(own.map((one) => [JSON.stringify([one.operation, one.params]), one]));
      return [...last.values()].find((one) => this.isLost(one));
    });
  }

  /** Whether an exchange was lost by a failure of the infrastructure. */
  isLost(exchange: Exchange): boolean {
    return this.#once(`lost ${exchange.id}`, () => unsuccessful(exchange, this.#all)?.blame === 'infrastructure');
  }

  /** Returns the reason if the needs rest, directly or not, on an operation that the deployment does not offer. */
  whyLacking(needs: readonly Need[], lane: string): Open | undefined {
    const why = this.#first(needs, (probe) => {
      const outcome = this.#outcome(lane, probe.name);
      if (outcome?.state === 'not-offered') return outcome.why;
      const exchanges = this.exchanges(probe, lane);
      const unsent = exchanges.find(isNotOffered)?.outcome;
      if (unsent?.kind === 'failure') return unsent.message;
      // A probe that succeeded did not lack an optional need.
      return exchanges.some(succeeded) ? null : undefined;
    });
    return why === undefined ? undefined : lackingOperation(why);
  }

  /**
   * Returns the reason that a needed response is an empty list, with the setting that would give data if a probe names
   * one.
   */
  #emptyList(needs: readonly Need[], lane: string) {
    return this.#first(needs, (probe) =>
      this.#once(`empty ${lane} ${probe.name}`, () => {
        const empty = this.exchanges(probe, lane).find(
          (one) => one.purpose === 'documented' && succeeded(one) && isDeepStrictEqual(jsonOf(one).json, []),
        );
        const { whenEmpty } = probe;
        return (
          empty &&
          (whenEmpty
            ? lacking(empty, `is an empty list; ${whenEmpty}`, 'settings')
            : lacking(empty, 'is an empty list'))
        );
      }),
    );
  }

  #once<T>(what: string, look: () => T) {
    return valueIn(this.#found, what, look) as T;
  }

  #outcome(lane: string, probe: string) {
    return this.#byName.get(`${lane} ${probe}`);
  }

  #documented(probe: AnyProbe, lane: string) {
    return sentAmong(this.exchanges(probe, lane));
  }

  /**
   * Returns the first result of `look` among the needed probes and, recursively, the probes that they need. If `look`
   * returns null for a probe, the needs of this probe are not searched.
   */
  #first<T>(
    needs: readonly Need[],
    look: (probe: AnyProbe) => T | null | undefined,
    seen = new Set<AnyProbe>(),
  ): T | undefined {
    for (const { probe } of needs) {
      if (seen.has(probe)) continue;
      seen.add(probe);
      const own = look(probe);
      const found = own === undefined ? this.#first(probe.needs, look, seen) : own;
      if (found !== undefined && found !== null) return found;
    }
    return undefined;
  }
}

/** The requirements of the operation itself are not applicable; others are skipped. */
const lackingOperation = (why: string): Open => ({
  kind: 'skipped',
  reason: stated('settings', `needs a request that is not sent: ${why}`),
});

/** Returns documented requests or, if a run sent none, the requests with which it looked for a usable credential. */
export function sentAmong(exchanges: readonly Exchange[]): Exchange[] {
  const documented = exchanges.filter(({ purpose }) => purpose === 'documented');
  return documented.length > 0 ? documented : exchanges.filter(({ purpose }) => purpose === 'other');
}

/** Returns the first exchange that was sent if none succeeded, else null. */
function failedAmong(exchanges: readonly Exchange[]) {
  return exchanges.some(succeeded) ? null : exchanges.find((one) => !isNotOffered(one));
}
