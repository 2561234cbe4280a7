/** Recognises an address at which nothing answers as the documented service would: nothing is created there. */
import type { Contract } from '../../contract/types.ts';
import type { Exchange } from '../../wire/types.ts';
import { isHtml, jsonOf, succeeded } from '../words/answer.ts';
import { NOTHING_DOCUMENTED } from '../words/classify/failure.ts';
import { ABSENCE } from '../words/derived/every-answer.ts';

/** Why no request that creates something is sent to a service that seems to be another one. */
export const ONLY_STRANGE = {
  code: NOTHING_DOCUMENTED,
  message: 'no response of this service so far was as documented',
};

/**
 * Whether two or more operations of a service got responses, and none can be one of the documented service. An empty
 * list does not show which service it is.
 * @param exchanges those with the service
 */
export function isStrange(exchanges: readonly Exchange[], contract: Contract): boolean {
  const answered = exchanges.filter(({ purpose, outcome }) => purpose !== 'refusal' && outcome.kind === 'answer');
  if (new Set(answered.map(({ operation }) => operation)).size < 2) return false;
  const shows = (own: boolean) => (one: Exchange) =>
    (!succeeded(one) || (!isHtml(one) && hasDocumented(one, contract))) === own;
  return !answered.some(shows(true)) && answered.some(shows(false));
}

/**
 * Whether a response contains a documented member, as documented, of the record that the operation returns; true
 * without such a record or if the JSON is broken, undefined for an empty list.
 */
function hasDocumented(exchange: Exchange, { operations, records }: Contract) {
  const { answer } = operations.get(exchange.operation) ?? {};
  const record = records.get(answer?.record ?? '');
  const { json, problem } = jsonOf(exchange);
  if (answer === undefined || record === undefined || problem !== undefined) return true;
  if (Array.isArray(json) !== answer.list) return false;
  const some = Array.isArray(json) ? json.slice(0, 3) : [json];
  const { evaluated, contradicted } = record.judge(some, new Set([...answer.flags, exchange.lane]));
  const isUpheld = (id: string) => !contradicted.has(id) && !id.includes(ABSENCE);
  return some.length === 0 ? undefined : [...evaluated.keys()].some(isUpheld);
}
