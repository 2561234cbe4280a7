/** Groups failed, warned and undecided requirements by the root cause that they share. Pure. */
import type { Exchange } from '../../wire/types.ts';
import { quoteOf, statusOf, succeeded } from '../words/answer.ts';
import { answersRequirement } from '../words/derived/every-operation.ts';
import { fewWords } from '../words/open-places.ts';
import { finished, keyOf, message } from '../words/reasons.ts';
import type { Cause, Fact, Reason, Recording, Result, Verdict } from '../words/types.ts';
import { visible } from '../words/visible.ts';
import { mainReason } from './account.ts';
import { grouped } from './grouping.ts';

/** Verdicts, the worst first: the requirement with the worst verdict leads its group. */
const LEADING: readonly Verdict[] = ['error', 'fail', 'warn', 'inconclusive'];

/**
 * Returns the results, with a cause for those that failed, warned or are inconclusive. A cause never spans interfaces.
 */
export function withCauses(results: readonly Result[], facts: readonly Fact[], recording: Recording): Result[] {
  const causes = new Causes(
    results,
    grouped(facts, ({ requirement }) => requirement),
    recording,
  );
  const leading = results.filter(({ verdict }) => LEADING.includes(verdict));
  const found = new Map<string, Cause>();
  for (const members of grouped(leading, ({ id }) => causes.rootOf(id)).values()) {
    const cause = causes.causeOf(members);
    for (const { id } of members) found.set(id, cause);
  }
  return results.map((result) => {
    const cause = found.get(result.id);
    return cause === undefined ? result : { ...result, cause };
  });
}

/** A contradicted requirement. Exchanges are represented by the keys that `#alike` returns. */
interface Contradiction {
  readonly id: string;
  readonly rests: readonly string[];
  /** Exchanges whose failure this contradiction caused. */
  readonly explains: ReadonlySet<string>;
  /** Accepted attempts with an invalid credential. */
  readonly letIn: readonly Exchange[];
}

class Causes {
  /** The contradictions, ordered by the number of exchanges that they explain. */
  readonly #contradicted: readonly Contradiction[];
  /** Reasons that the results of inconclusive requirements state. */
  readonly #reasons = new Map<string, Reason>();
  readonly #exchanges: ReadonlyMap<string, Exchange>;
  /** The operation and lane of each documented request that succeeded. */
  readonly #answered: ReadonlySet<string>;
  /** The first exchange of each outcome of an operation. */
  readonly #first = new Map<string, Exchange>();

  constructor(
    results: readonly Result[],
    facts: ReadonlyMap<string, readonly Fact[]>,
    { side, exchanges: all }: Recording,
  ) {
    // Each request of a client is judged by itself: one request is never the reason why another is wrong.
    const exchanges = side === 'client' ? [] : all;
    this.#exchanges = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
    this.#answered = new Set(
      exchanges.filter((one) => one.purpose === 'documented' && succeeded(one)).map(operationAndLane),
    );
    for (const exchange of exchanges)
      if (!this.#first.has(outcomeOf(exchange))) this.#first.set(outcomeOf(exchange), exchange);
    for (const { id, verdict } of results) {
      const reason = verdict === 'inconclusive' ? mainReason(facts.get(id) ?? []) : undefined;
      if (reason !== undefined) this.#reasons.set(id, reason);
    }
    const wrong = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
    this.#contradicted = wrong
      .map(({ id }) => this.#contradiction(id, facts.get(id) ?? []))
      .toSorted((a, b) => b.explains.size - a.explains.size);
  }

  #contradiction(id: string, facts: readonly Fact[]) {
    const wrong = facts.filter((fact) => fact.kind === 'contradicted');
    const shown = wrong.flatMap(({ exchanges }) => exchanges);
    return {
      id,
      rests: shown.map((one) => this.#alike(one)),
      explains: new Set(wrong.flatMap(({ explains = [] }) => explains.map((one) => this.#alike(one)))),
      letIn: shown.flatMap((one) => this.#exchanges.get(one) ?? []).filter(({ purpose }) => purpose === 'refusal'),
    };
  }

  /** Returns a key that is equal for requirements that follow from the same fact. */
  rootOf(id: string): string {
    const reason = this.#reasons.get(id);
    if (reason !== undefined) return this.#rootOfReason(reason);
    const at = this.#at(id);
    const { rests = [], letIn = [] } = this.#contradicted[at] ?? {};
    const before = rests.length > 0 ? this.#contradicted.slice(0, at) : [];
    const explaining = before.find(({ explains }) => rests.every((one) => explains.has(one)));
    if (explaining !== undefined) return this.rootOf(explaining.id);
    // A service that accepts an invalid credential probably accepts others for the same reason.
    return letIn[0] === undefined ? `requirement ${id}` : `let in ${letIn[0].service}`;
  }

  #rootOfReason(reason: Reason) {
    const { relation, subject } = reason.root;
    const exchange = this.#exchanges.get(subject.exchange?.id ?? '');
    const wrong = this.#contradicted.find(
      ({ id, explains }) => id === subject.name || (exchange && explains.has(this.#alike(exchange.id))),
    );
    const judged =
      relation === 'stated' && reason.blame === 'target'
        ? this.#contradicted.find(({ rests }) => exchange && rests.includes(exchange.id))
        : undefined;
    const leading = wrong ?? judged;
    if (leading !== undefined) return this.rootOf(leading.id);
    if (relation !== 'unsuccessful') return keyOf(reason.root);
    if (exchange === undefined) return keyOf(reason);
    // Each lane has a separate credential.
    const { blame } = reason.root;
    return JSON.stringify([
      blame,
      blame === 'credential' && exchange.lane,
      exchange.service,
      answerOf(this.#first.get(outcomeOf(exchange)) ?? exchange),
    ]);
  }

  /** @param members with the same root */
  causeOf(members: readonly Result[]) {
    const lead = members.toSorted((a, b) => this.#rank(a) - this.#rank(b) || this.#at(a.id) - this.#at(b.id))[0]!;
    const ids = new Set(members.map(({ id }) => id));
    const letting = this.#contradicted.filter((one) => ids.has(one.id) && one.letIn.length > 0);
    const letIn = new Set(letting.flatMap((one) => one.letIn));
    if (letIn.size > 1) {
      const titles = members.filter(({ id }) => letting.some((one) => one.id === id)).map(({ title }) => title);
      return { id: lead.id, headline: letInHeadline([...letIn], titles) };
    }
    const reason = this.#reasons.get(lead.id);
    const root = this.#unsuccessful(lead.id);
    if (reason === undefined || root === undefined) return { id: lead.id, headline: lead.message ?? lead.title };
    const named = members.flatMap(({ id }) => this.#unsuccessful(id)?.subject.name ?? []);
    const operations = [...new Set([root.subject.name, ...named])];
    const others = operations.slice(1);
    // The reason of a requirement that the operation responds may come from the suite, which knows more about the
    // protocol.
    const why = message(answersRequirement(lead.id) === undefined ? root : reason).replace(/\.$/, '');
    return {
      id: lead.id,
      headline: visible(finished(`${why}${others.length > 0 ? `; the same for ${fewWords(others, ', ')}` : ''}`)),
      operations,
    };
  }

  /** Returns the request that did not succeed, if a requirement is not decided because of it. */
  #unsuccessful(id: string) {
    const root = this.#reasons.get(id)?.root;
    return root?.relation === 'unsuccessful' && this.#exchanges.has(root.subject.exchange?.id ?? '') ? root : undefined;
  }

  /**
   * Returns the rank of a result in its group; the lowest leads. By verdict; among undecided results, first whether the
   * operation responds, then reasons that a check states about a response, then all others.
   */
  #rank({ id, verdict }: Result) {
    const reason = this.#reasons.get(id);
    const distance =
      reason === undefined || answersRequirement(id) !== undefined ? 0 : reason.relation === 'stated' ? 1 : 2;
    return LEADING.indexOf(verdict) * 10 + distance;
  }

  #at(id: string) {
    return this.#contradicted.findIndex((one) => one.id === id);
  }

  /**
   * Returns a key for an exchange: equal for all exchanges of its operation with the same outcome, if the operation
   * never succeeds in this lane; otherwise the id of the exchange.
   */
  #alike(id: string) {
    const exchange = this.#exchanges.get(id);
    return exchange === undefined || this.#answered.has(operationAndLane(exchange)) ? id : outcomeOf(exchange);
  }
}

function operationAndLane({ operation, lane }: Exchange) {
  return `${operation} ${lane}`;
}

/** Returns a key that is equal for exchanges of one operation with the same outcome. */
export function outcomeOf(exchange: Exchange): string {
  return `${exchange.operation} ${statusOf(exchange) ?? answerOf(exchange)}`;
}

/**
 * Returns a key that is equal for operations with the same outcome, including the server's words. A timeout and a
 * request that was not sent because the service was silent have the same key.
 */
function answerOf(exchange: Exchange) {
  const { outcome } = exchange;
  if (outcome.kind === 'failure' && outcome.phase === 'timeout') return outcome.phase;
  return outcome.kind === 'failure' ? `${outcome.phase} ${outcome.code}` : `${outcome.status} ${quoteOf(exchange)}`;
}

/**
 * @param titles of the contradicted requirements, each of which names a credential: `GET /jobs: rejects an empty bearer
 * token`
 */
function letInHeadline(attempts: readonly Exchange[], titles: readonly string[]) {
  const names = (of: readonly string[]) => fewWords([...new Set(of)], ', ');
  const services = names(attempts.map(({ service }) => service));
  const operations = names(attempts.map(({ operation }) => operation));
  return `The ${services} service accepts ${operations} without a valid credential (${names(titles.map((title) => title.replace(/^.*: rejects /, '')))}).`;
}
