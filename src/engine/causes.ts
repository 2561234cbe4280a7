/** Groups failed, warned and undecided requirements by the fact that they follow from. Pure; reads members of facts, never their words. */
import type { Exchange } from '../wire/types.ts';
import { factsByRow, tellingReason } from './account.ts';
import { quoteOf, statusOf, succeeded } from './answer.ts';
import { classify } from './classify.ts';
import { createGroups, type Groups } from './groups.ts';
import type { Cause, Fact, Recording, Result, Verdict } from './types.ts';
import { answersRow } from './unanswered.ts';

type Contradicted = Fact & { kind: 'contradicted' };
type Undecided = Fact & { kind: 'undecided' };

/** Worst first: the first of a group leads it. */
const LEADING: readonly Verdict[] = ['error', 'fail', 'warn', 'inconclusive'];
/** Operations named in a headline. */
const MOST_NAMED = 4;

/** The results, those that failed, warned or are inconclusive with their cause. A cause never spans interfaces. */
export function withCauses(results: readonly Result[], facts: readonly Fact[], recording: Recording): Result[] {
  const causes = new Causes(results, facts, recording).all();
  return results.map((result) => {
    const cause = causes.get(result.id);
    return cause === undefined ? result : { ...result, cause };
  });
}

class Causes {
  readonly #recording: Recording;
  readonly #results: readonly Result[];
  /** Of results that are contradicted. */
  readonly #contradicted = new Map<string, Contradicted[]>();
  /** Of inconclusive results: the reason that the result states. */
  readonly #reasons = new Map<string, Undecided>();
  readonly #exchanges: ReadonlyMap<string, Exchange>;
  /** Operation and lane of documented requests that succeeded. */
  readonly #answered: ReadonlySet<string>;
  readonly #groups: Groups;

  constructor(results: readonly Result[], facts: readonly Fact[], recording: Recording) {
    this.#recording = recording;
    this.#results = results.filter(({ verdict }) => LEADING.includes(verdict));
    const byRow = factsByRow(facts);
    for (const { id, verdict } of this.#results) {
      const own = byRow.get(id) ?? [];
      if (verdict === 'fail' || verdict === 'warn') this.#contradicted.set(id, own.filter(isContradicted));
      const reason = verdict === 'inconclusive' ? tellingReason(own) : undefined;
      if (reason !== undefined) this.#reasons.set(id, reason);
    }
    // Each request of a client is judged by itself: one is never the reason why another is wrong.
    const exchanges = recording.side === 'client' ? [] : recording.exchanges;
    this.#exchanges = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
    this.#answered = new Set(exchanges.filter((one) => one.purpose === 'documented' && succeeded(one)).map(operationAndLane));
    this.#groups = createGroups(this.#results.map(({ id }) => id));
  }

  all(): Map<string, Cause> {
    const explaining = this.#joinExplained();
    this.#joinLetIn();
    this.#joinUndecided(explaining, this.#joinNeverAnswered());
    const causes = new Map<string, Cause>();
    const results = new Map(this.#results.map((result) => [result.id, result]));
    for (const ids of this.#groups.all()) {
      const cause = this.#causeOf(ids.flatMap((id) => results.get(id) ?? []));
      for (const id of ids) causes.set(id, cause);
    }
    return causes;
  }

  /** A contradiction joins the one that explains every exchange it rests on. @returns the explaining rows by exchange */
  #joinExplained(): ReadonlyMap<string, readonly string[]> {
    const explaining = new Map<string, string[]>();
    for (const [row, facts] of this.#contradicted) for (const id of explainedBy(facts)) explaining.set(id, [...(explaining.get(id) ?? []), row]);
    for (const [row, facts] of this.#contradicted) {
      const rested = facts.flatMap(({ exchanges }) => exchanges);
      const candidates = rested.length === 0 ? [] : (explaining.get(rested[0] as string) ?? []);
      for (const candidate of candidates) {
        if (candidate !== row && rested.every((id) => explaining.get(id)?.includes(candidate))) this.#groups.join(candidate, row);
      }
    }
    return explaining;
  }

  /** A service that lets in one kind of invalid credential, or lets all into one operation, does so for one reason. */
  #joinLetIn(): void {
    for (const [row, facts] of this.#contradicted) {
      for (const { service, operation, label } of this.#attempts(facts)) {
        this.#groups.joinBy(`let-in ${service} operation ${operation}`, row);
        this.#groups.joinBy(`let-in ${service} credential ${label}`, row);
      }
    }
  }

  /** The contradictions by an operation that answers no documented request, by operation, lane and outcome. */
  #joinNeverAnswered(): ReadonlyMap<string, string> {
    const rows = new Map<string, string>();
    for (const [row, facts] of this.#contradicted) {
      if (answersRow(row) === undefined) continue;
      for (const exchange of explainedBy(facts).flatMap((id) => this.#exchanges.get(id) ?? [])) {
        if (this.#answered.has(operationAndLane(exchange))) continue;
        this.#groups.joinBy(`contradicted ${outcomeOf(exchange)}`, row);
        rows.set(outcomeOf(exchange), row);
      }
    }
    return rows;
  }

  #joinUndecided(explaining: ReadonlyMap<string, readonly string[]>, neverAnswered: ReadonlyMap<string, string>): void {
    const resting = new Map<string, string>();
    for (const [row, facts] of this.#contradicted) for (const id of facts.flatMap(({ exchanges }) => exchanges)) if (!resting.has(id)) resting.set(id, row);
    for (const [row, reason] of this.#reasons) {
      const exchange = this.#missing(reason);
      const answered = exchange !== undefined && succeeded(exchange);
      const leading =
        (reason.follows !== undefined && this.#contradicted.has(reason.follows) ? reason.follows : undefined) ??
        (exchange &&
          (explaining.get(exchange.id)?.[0] ??
            (answered || this.#answered.has(operationAndLane(exchange)) ? undefined : neverAnswered.get(outcomeOf(exchange))))) ??
        (exchange && answered && reason.blame === 'target' ? resting.get(exchange.id) : undefined);
      if (leading !== undefined) this.#groups.join(leading, row);
      else if (exchange === undefined || answered) this.#groups.joinBy(`reason ${reason.blame} ${reason.why}`, row);
      else {
        // Each lane has a separate credential.
        const whose = reason.blame === 'credential' ? `credential ${exchange.lane}` : reason.blame;
        this.#groups.joinBy(`undecided ${whose} ${outcomeOf(exchange)}`, row);
        this.#groups.joinBy(`undecided ${whose} ${exchange.service} ${sameAnswer(exchange)}`, row);
      }
    }
  }

  #causeOf(members: readonly Result[]): Cause {
    const [lead] = members.toSorted((a, b) => this.#rank(a) - this.#rank(b) || this.#explained(b) - this.#explained(a)) as [Result];
    const letIn = [...new Set(members.flatMap(({ id }) => this.#attempts(this.#contradicted.get(id) ?? [])))];
    if (letIn.length > 1) return { id: lead.id, headline: letInHeadline(letIn) };
    const reason = this.#reasons.get(lead.id);
    const exchange = reason && this.#missing(reason);
    if (reason === undefined || exchange === undefined || succeeded(exchange)) return { id: lead.id, headline: lead.message ?? lead.title };
    const operations = new Set([exchange.operation, ...members.flatMap(({ id }) => this.#operationsOf(id))]);
    const [, ...others] = operations;
    // Not capitalised: it begins with the name of an operation.
    const headline = `${this.#whyMissing(lead.id, reason, exchange)}${others.length > 0 ? `; the same for ${listed(others)}` : ''}.`;
    return { id: lead.id, headline, operations: [...operations] };
  }

  /** The reason of the row about answering, which may know more of the protocol; else the meaning of the answer. */
  #whyMissing(id: string, reason: Undecided, exchange: Exchange): string {
    const meaning = classify(exchange, this.#recording.exchanges);
    return answersRow(id) !== undefined || meaning.kind === 'succeeded' ? reason.why : meaning.why;
  }

  #operationsOf(id: string): string[] {
    const reason = this.#reasons.get(id);
    const exchange = reason && this.#missing(reason);
    return exchange === undefined || succeeded(exchange) ? [] : [exchange.operation];
  }

  /** Order among those of a group: by verdict; of undecided ones, those about answering first, then those that rest on the answer themselves. */
  #rank({ id, verdict }: Result): number {
    const reason = this.#reasons.get(id);
    const distance = reason === undefined || answersRow(id) !== undefined ? 0 : reason.because === undefined ? 1 : 2;
    return LEADING.indexOf(verdict) * 10 + distance;
  }

  #explained({ id }: Result): number {
    return new Set(explainedBy(this.#contradicted.get(id) ?? [])).size;
  }

  #attempts(facts: readonly Contradicted[]): Exchange[] {
    return facts.flatMap(({ exchanges }) => exchanges.flatMap((id) => this.#exchanges.get(id) ?? [])).filter(({ purpose }) => purpose === 'refusal');
  }

  /** The exchange that a reason speaks of. */
  #missing({ because, exchanges }: Undecided): Exchange | undefined {
    return this.#exchanges.get(because ?? exchanges[0] ?? '');
  }
}

function isContradicted(fact: Fact): fact is Contradicted {
  return fact.kind === 'contradicted';
}

function explainedBy(facts: readonly Contradicted[]): string[] {
  return facts.flatMap(({ explains }) => explains ?? []);
}

function operationAndLane({ operation, lane }: Exchange): string {
  return `${operation} ${lane}`;
}

function outcomeOf(exchange: Exchange): string {
  const { outcome } = exchange;
  return `${exchange.operation} ${statusOf(exchange) ?? (outcome.kind === 'failure' ? `${outcome.phase} ${outcome.code}` : '')}`;
}

/** Alike for operations with the same outcome, the same words included. */
function sameAnswer(exchange: Exchange): string {
  const { outcome } = exchange;
  return outcome.kind === 'failure' ? `${outcome.phase} ${outcome.code}` : `${outcome.status} ${quoteOf(exchange)}`;
}

function letInHeadline(attempts: readonly Exchange[]): string {
  const names = (of: readonly string[]): string => listed([...new Set(of)]);
  const services = names(attempts.map(({ service }) => service));
  const operations = names(attempts.map(({ operation }) => operation));
  return `The ${services} service answers ${operations} without a valid credential (${names(attempts.map(({ label }) => label))}).`;
}

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
