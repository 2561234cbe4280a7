/** Recognises an address at which nothing answers as the documented service would: nothing is created there. */
import type { Contract, Operation } from '../../contract/types.ts';
import type { Exchange } from '../../wire/types.ts';
import { isHtml, jsonOf, succeeded } from '../words/answer.ts';
import { NOTHING_DOCUMENTED } from '../words/classify/failure.ts';
import { ABSENCE } from '../words/derived/every-answer.ts';
import { valueIn } from '../words/remembered.ts';
import type { LaneMemory } from './run-record.ts';

/** Why no request that creates something is sent to a service that seems to be another one. */
export const ONLY_STRANGE = {
  code: NOTHING_DOCUMENTED,
  message: 'no response of this service so far was as documented',
};

/** Whether two or more operations of a service were answered, and no response can be one of the documented service. */
export const isStrange = ({ forms }: Pick<LaneMemory, 'forms'>, service: string): boolean => {
  const { operations, strange, others } = forms.get(service) ?? NO_RESPONSE;
  return operations.size > 1 && strange && !others;
};

const NO_RESPONSE = { operations: new Set<string>(), strange: false, others: false };

/** Remembers whether a valid request got a response that the documented service cannot give, or any other. */
export function rememberForm(
  { forms }: Pick<LaneMemory, 'forms'>,
  exchange: Exchange,
  operation: Operation,
  contract: Contract,
): void {
  const seen = valueIn(forms, exchange.service, () => ({ ...NO_RESPONSE, operations: new Set<string>() }));
  if (seen.others || exchange.purpose === 'refusal' || exchange.outcome.kind !== 'answer') return;
  seen.operations.add(exchange.operation);
  const isOwn = !succeeded(exchange) || (isHtml(exchange) ? false : hasDocumented(exchange, operation, contract));
  seen.strange ||= isOwn === false;
  seen.others ||= isOwn === true;
}

/**
 * Whether a response contains a documented member, as documented, of the record that the operation returns; true
 * without such a record or if the JSON is broken, undefined for an empty list.
 */
function hasDocumented(exchange: Exchange, { answer }: Operation, { records }: Contract) {
  const record = records.get(answer?.record ?? '');
  const { json, problem } = jsonOf(exchange);
  if (answer === undefined || record === undefined || problem !== undefined) return true;
  if (Array.isArray(json) !== answer.list) return false;
  const some = Array.isArray(json) ? json.slice(0, 3) : [json];
  const { evaluated, contradicted } = record.judge(some, new Set([...answer.flags, exchange.lane]));
  const isUpheld = (id: string) => !contradicted.has(id) && !id.includes(ABSENCE);
  return some.length === 0 ? undefined : [...evaluated.keys()].some(isUpheld);
}
