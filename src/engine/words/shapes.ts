/** Shapes that an answer's JSON must have before its members can be judged. */
import { isObject, objectIn } from '../../files/json-value.ts';
import { preview } from '../../records/preview.ts';
import { jsonOf } from './answer.ts';
import type { Answer, NotGap, Reporter } from './types.ts';

/** States that the answer is a JSON object; returns it, or undefined. */
export function expectObject<R extends string>(
  report: Reporter<R>,
  row: NotGap<R>,
  answer: Answer,
): Record<string, unknown> | undefined {
  const { json, problem } = jsonOf(answer.exchange);
  const object = objectIn(json);
  report.holds(row, object !== undefined, 'a JSON object', problem ?? preview(json), answer.exchange);
  return object;
}

/** States that the answer is a JSON array of objects; returns it, or undefined. Elements that are not objects contradict, but are kept. */
export function expectArray<R extends string>(
  report: Reporter<R>,
  row: NotGap<R>,
  answer: Answer,
): readonly unknown[] | undefined {
  const { json, problem } = jsonOf(answer.exchange);
  if (problem !== undefined || !Array.isArray(json)) {
    report.holds(row, false, 'a JSON array of objects', problem ?? preview(json), answer.exchange);
    return undefined;
  }
  const odd = json.findIndex((item) => !isObject(item));
  report.holds(
    row,
    odd === -1,
    'a JSON array whose elements are objects',
    `${preview(json[odd])} as an element`,
    answer.exchange,
    odd === -1 ? undefined : `/${odd}`,
  );
  return json;
}
