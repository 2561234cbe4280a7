/** Whether responses contain the records that their operations return, and an address at which none does. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { Contract } from '../../contract/types.ts';
import type { Exchange } from '../../wire/types.ts';
import { isBrokenJson, isHtml, jsonOf, succeeded } from '../words/answer.ts';
import { NOTHING_DOCUMENTED } from '../words/classify/failure.ts';
import { ABSENCE } from '../words/derived/every-answer.ts';
import { areOfSeveral } from '../words/neighbours.ts';

/** Number of records in a list that are judged. */
const FIRST = 3;

/**
 * Whether a successful response contains a documented member, as documented, of the record that the operation returns;
 * undefined without such a record, for an empty list and broken JSON, and if only a part of the response was kept.
 */
export function showsRecord(exchange: Exchange, { operations, records }: Contract): boolean | undefined {
  const { answer } = operations.get(exchange.operation) ?? {};
  const record = records.get(answer?.record ?? '');
  const isWhole = succeeded(exchange) && exchange.outcome.body?.truncated === false && !isBrokenJson(exchange);
  if (!isWhole || answer === undefined || record === undefined) return undefined;
  const { json } = jsonOf(exchange);
  if (Array.isArray(json) !== answer.list) return false;
  const some = Array.isArray(json) ? json.slice(0, FIRST) : [json];
  const { evaluated, contradicted } = record.judge(some, new Set([...answer.flags, exchange.lane]));
  const isUpheld = (id: string) => !contradicted.has(id) && !id.includes(ABSENCE);
  return some.length === 0 ? undefined : [...evaluated.keys()].some(isUpheld);
}

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
  if (!areOfSeveral(answered)) return false;
  const isOther = (one: Exchange) => succeeded(one) && (isHtml(one) || showsRecord(one, contract) === false);
  const isEmptyList = (one: Exchange) =>
    contract.operations.get(one.operation)?.answer?.list === true && isDeepStrictEqual(jsonOf(one).json, []);
  const isOwn = (one: Exchange) => !isOther(one) && !isEmptyList(one);
  return !answered.some(isOwn) && answered.some(isOther);
}
