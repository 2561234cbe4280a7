/** Whether a response contains the record that its operation returns. Pure. */
import type { Contract } from '../../contract/types.ts';
import type { Exchange } from '../../wire/types.ts';
import { jsonOf } from '../words/answer.ts';
import { ABSENCE } from '../words/derived/every-answer.ts';

/** Number of records in a list that are judged. */
const FIRST = 3;

/**
 * Whether a response contains a documented member, as documented, of the record that the operation returns; undefined
 * without such a record, and for an empty list.
 */
export function showsRecord(exchange: Exchange, { operations, records }: Contract): boolean | undefined {
  const { answer } = operations.get(exchange.operation) ?? {};
  const record = records.get(answer?.record ?? '');
  if (answer === undefined || record === undefined) return undefined;
  const { json } = jsonOf(exchange);
  if (Array.isArray(json) !== answer.list) return false;
  const some = Array.isArray(json) ? json.slice(0, FIRST) : [json];
  const { evaluated, contradicted } = record.judge(some, new Set([...answer.flags, exchange.lane]));
  const isUpheld = (id: string) => !contradicted.has(id) && !id.includes(ABSENCE);
  return some.length === 0 ? undefined : [...evaluated.keys()].some(isUpheld);
}
