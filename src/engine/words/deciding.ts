/** Conditions that recorded responses meet before they decide a requirement, each with the blame if it is not met. */
import { isObject, objectIn } from '../../files/json-value.ts';
import { preview } from '../../records/preview.ts';
import type { Exchange } from '../../wire/types.ts';
import { jsonOf } from './answer.ts';
import { sentence, stated, unsuccessful } from './reasons.ts';
import type { Answer, Blame, NotGap, Reason, Reporter } from './types.ts';

/** The reason, unless the condition is met. `exchange`: the one that shows it, if that is not the judged one. */
type Condition = (met: unknown, otherwise: string, exchange?: Exchange) => Reason | undefined;

const blaming =
  (blame: Blame): Condition =>
  (met, otherwise, exchange) =>
    met ? undefined : stated(blame, otherwise, exchange);

/** The requirement rests on something that has to be sound. Where it is not, the requirement about that names the fault. */
export const restsOn = blaming('target');

/** Condition that the responses contain enough. Otherwise the document leaves open what they contain. */
export const shows = blaming('document');

/** The operator has to have configured something; the text names the setting. */
export const configured = blaming('settings');

/** Condition that a response has arrived, and completely. */
export const arrives = blaming('infrastructure');

/** Returns the reason not to compare contents (blame: suite) if a secret was redacted in one of them, so that no digest of its bytes exists. */
export const unredacted = (...digests: readonly (string | undefined)[]): Reason | undefined =>
  blaming('suite')(!digests.includes(undefined), 'the content contains a redacted secret');

/** Whether a requirement can be decided; else reports the first reason against it, so put what explains most before what follows from it. */
export function decidable<R extends string>(
  report: Reporter<R>,
  requirement: NotGap<R>,
  exchange: Exchange | undefined,
  reasons: Reason | undefined | readonly (Reason | undefined)[],
): boolean {
  const first = [reasons].flat().find((reason) => reason !== undefined);
  if (first === undefined) return true;
  const shown = first.subject.exchange;
  // Neither a failed request nor an outage is by itself the fault of the target.
  const own = shown && unsuccessful(shown, report.exchanges)?.blame;
  const blame = own !== undefined && (first.blame === 'target' || own === 'infrastructure') ? own : first.blame;
  report.undecided(requirement, blame, sentence(first), shown ?? exchange);
  return false;
}

/** States that the response is a JSON object; returns it, or undefined. */
export function expectObject<R extends string>(
  report: Reporter<R>,
  requirement: NotGap<R>,
  { exchange }: Pick<Answer, 'exchange'>,
): Record<string, unknown> | undefined {
  const { json, problem } = jsonOf(exchange);
  const object = objectIn(json);
  report.assert(requirement, object !== undefined, 'a JSON object', problem ?? preview(json), exchange);
  return object;
}

/**
 * States that the response is a JSON array of objects; returns it, or undefined. Elements that are not objects contradict the statement, but are
 * kept.
 */
export function expectArray<R extends string>(
  report: Reporter<R>,
  requirement: NotGap<R>,
  { exchange }: Pick<Answer, 'exchange'>,
): readonly unknown[] | undefined {
  const { json, problem } = jsonOf(exchange);
  const list = Array.isArray(json) ? (json as readonly unknown[]) : undefined;
  const odd = list?.findIndex((item) => !isObject(item)) ?? -1;
  const got = odd >= 0 ? `${preview(list?.[odd])} as an element` : (problem ?? preview(json));
  const at = odd >= 0 ? `/${odd}` : undefined;
  report.assert(requirement, list !== undefined && odd < 0, 'a JSON array of objects', got, exchange, at);
  return list;
}
