/**
 * Conditions that recorded responses have to meet before they decide a requirement, each with the blame if they do not.
 */
import { isObject, objectIn } from '../../files/json-value.ts';
import { typed } from '../../records/preview.ts';
import type { Exchange } from '../../wire/types.ts';
import { isBrokenJson, jsonOf, mediaTypeOf } from './answer.ts';
import { sentence, stated, unsuccessful } from './reasons.ts';
import type { Answer, Blame, Reason, Reporter } from './types.ts';

/**
 * Returns a function that returns the reason if the condition is not met. `exchange`: the exchange that shows it, if
 * this is not the judged one.
 */
const blaming = (blame: Blame) => (met: unknown, otherwise: string, exchange?: Exchange) =>
  met ? undefined : stated(blame, otherwise, exchange);

/** Condition on another part of the target that has to work. If it does not, its own requirement names the fault. */
export const restsOn = blaming('target');

/** Condition that a body that is declared as JSON is JSON: its form is not left open then. */
export const isAsDeclared = (exchange: Exchange): Reason | undefined =>
  restsOn(
    !isBrokenJson(exchange),
    `the body is declared as "${mediaTypeOf(exchange)}", but is ${jsonOf(exchange).problem}`,
  );

/** Condition that the responses contain enough. Otherwise the document leaves open what they contain. */
export const shows = blaming('document');

/** Condition that the operator has configured something; the text names the setting. */
export const configured = blaming('settings');

/** Condition that a response has arrived, and completely. */
export const arrives = blaming('infrastructure');

/**
 * Returns the reason not to compare contents (blame: suite) if a secret was redacted in one of them, so that no digest
 * of its bytes exists.
 */
export const unredacted = (...digests: readonly (string | undefined)[]): Reason | undefined =>
  blaming('suite')(!digests.includes(undefined), 'the content contains a redacted secret');

/**
 * Whether a requirement can be decided; otherwise reports the first unmet condition, so causes go before their effects.
 */
export function decidable<R extends string>(
  report: Reporter<R>,
  requirement: R,
  exchange: Exchange | undefined,
  reasons: Reason | undefined | readonly (Reason | undefined)[],
): boolean {
  const first = [reasons].flat().find((reason) => reason !== undefined);
  if (first === undefined) return true;
  const shown = first.subject.exchange;
  // A failed request or an outage is by itself not the target's fault.
  const own = shown && unsuccessful(shown, report.exchanges)?.blame;
  const blame = own !== undefined && (first.blame === 'target' || own === 'infrastructure') ? own : first.blame;
  report.undecided(requirement, blame, sentence(first), shown ?? exchange);
  return false;
}

export interface Decision {
  /** Reasons not to decide the requirement, the one that explains most first. */
  readonly unless?: Reason | undefined | readonly (Reason | undefined)[];
  readonly ok: boolean;
  readonly expected: string;
  readonly got?: unknown;
  /** JSON pointer of what was wrong. */
  readonly at?: string;
}

/** States whether a requirement is upheld, unless a reason is in the way. */
export function state<R extends string>(
  report: Reporter<R>,
  requirement: R,
  exchange: Exchange | undefined,
  { unless, ok, expected, got, at }: Decision,
): void {
  if (decidable(report, requirement, exchange, unless)) report.assert(requirement, ok, expected, got, exchange, at);
}

/** States that the response is a JSON object; returns it, or undefined. */
export function expectObject<R extends string>(
  report: Reporter<R>,
  requirement: R,
  { exchange }: Pick<Answer, 'exchange'>,
): Record<string, unknown> | undefined {
  const { json, problem } = jsonOf(exchange);
  const object = objectIn(json);
  report.assert(requirement, object !== undefined, 'a JSON object', problem ?? typed(json), exchange);
  return object;
}

/**
 * States that the response is a JSON array of objects; returns it, or undefined. Elements that are not objects
 * contradict the statement, but stay in the list.
 */
export function expectArray<R extends string>(
  report: Reporter<R>,
  requirement: R,
  { exchange }: Pick<Answer, 'exchange'>,
): readonly unknown[] | undefined {
  const { json, problem } = jsonOf(exchange);
  const list = Array.isArray(json) ? (json as readonly unknown[]) : undefined;
  const odd = list?.findIndex((item) => !isObject(item)) ?? -1;
  const got = odd >= 0 ? `${typed(list?.[odd])} as an element` : (problem ?? typed(json));
  const at = odd >= 0 ? `/${odd}` : undefined;
  report.assert(requirement, list !== undefined && odd < 0, 'a JSON array of objects', got, exchange, at);
  return list;
}
