/** Finds responses at a path from a setting that are those of another operation. Pure. */
import type { Contract } from '../../contract/types.ts';
import { isObject } from '../../files/json-value.ts';
import type { Exchange } from '../../wire/types.ts';
import { jsonOf, succeeded } from '../words/answer.ts';
import { originsOf, settingsIn } from '../words/origins.ts';
import type { Recording } from '../words/types.ts';

/**
 * Returns the recording, with the responses of other operations as failures: they show neither that the service works
 * nor that it accepts a credential. If any response is the record, the path is right, and the others are wrong.
 */
export function withoutOtherPaths(recording: Recording, contract: Contract): Recording {
  const valid = recording.exchanges.filter((one) => one.purpose !== 'refusal' && succeeded(one));
  const messages = new Map(valid.map((one) => [one, shownByPath(one, contract)]));
  const right = new Set(
    valid.flatMap((one) => (messages.get(one) === undefined && isObject(jsonOf(one).json) ? [one.operation] : [])),
  );
  const heard = (one: Exchange): Exchange => {
    const message = messages.get(one);
    if (message === undefined || right.has(one.operation)) return one;
    return { ...one, outcome: { kind: 'failure', phase: 'path', code: 'OTHER_OPERATION', message } };
  };
  return { ...recording, exchanges: recording.exchanges.map(heard) };
}

/**
 * Returns what shows that the setting with the path of a request for one object is the path of another operation: the
 * response is a list that contains others, or an object with almost no documented member.
 */
function shownByPath(exchange: Exchange, { operations, records }: Contract): string | undefined {
  const { answer } = operations.get(exchange.operation) ?? {};
  const record = records.get(answer?.record ?? '');
  const [setting] = (originsOf(exchange)['path'] ?? []).flatMap((one) =>
    one.from === 'gap' ? (one.setting ?? []) : settingsIn(one),
  );
  if (setting === undefined || answer === undefined || record === undefined || answer.list) return undefined;
  const { json } = jsonOf(exchange);
  const asked = Object.values(exchange.params).map((text) => text.toLowerCase());
  const isOther = (one: unknown) =>
    isObject(one) && !Object.values(one).some((value) => asked.includes(String(value).toLowerCase()));
  const check = `; check ${setting}`;
  if (Array.isArray(json) && json.some(isOther)) return `returned a list without the requested object${check}`;
  if (!isOther(json)) return undefined;
  const { evaluated, contradicted } = record.judge([json], new Set([exchange.lane, ...answer.flags]));
  return (evaluated.size - contradicted.size) * MOST_UNLIKE <= evaluated.size
    ? `returned an object that meets at most one in ${MOST_UNLIKE} requirements on a ${record.title}${check}`
    : undefined;
}

/** A record of which at most one in so many members is as documented is another object. */
const MOST_UNLIKE = 10;
