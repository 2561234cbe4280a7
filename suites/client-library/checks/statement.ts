/** Compares what a call returned with what the service sent. */

import { isDeepStrictEqual } from 'node:util';
import { memberOf, preview } from '../../words.ts';
import type { Returned } from '../driver/protocol.ts';

/**
 * Returns the first difference: a member that was sent and that the returned value lacks, or has with another value.
 */
export function differenceFrom(
  sent: Readonly<Record<string, unknown>>,
  returned: Readonly<Record<string, unknown>>,
): { readonly expected: string; readonly got: string; readonly at: string } | undefined {
  for (const [name, value] of Object.entries(sent)) {
    if (!Object.hasOwn(returned, name))
      return { expected: `the member ${name} that the service sent`, got: `no member ${name}`, at: `/${name}` };
    if (!isDeepStrictEqual(value, returned[name]) && !sameTime(value, returned[name]))
      return { expected: `${preview(value)}, as the service sent it`, got: preview(returned[name]), at: `/${name}` };
  }
  return undefined;
}

/**
 * Whether a time was returned as another Python type, which the document does not exclude: a datetime, a tuple or
 * seconds since 1970.
 */
function sameTime(sent: unknown, returned: unknown) {
  const parts =
    typeof sent === 'string' ? /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)$/.exec(sent)?.slice(1) : undefined;
  if (parts === undefined) return false;
  if (typeof returned === 'number') return returned === Date.parse(`${String(sent)}Z`) / 1000;
  if (Array.isArray(returned)) return isDeepStrictEqual(returned.slice(0, parts.length), parts.map(Number));
  const text = memberOf(returned, '$text');
  return typeof text === 'string' && text.replace(' ', 'T').startsWith(String(sent));
}

/** Types of Python whose values JSON shows unchanged. */
const JSON_TYPES: ReadonlySet<string> = new Set(['str', 'dict', 'list', 'int', 'float', 'bool']);

/** Returns the result of a call, in words. */
export function returnedWords({ type, value }: Returned): string {
  if (type === 'NoneType') return 'None';
  return JSON_TYPES.has(type) ? preview(value) : `the ${type} ${preview(value)}`;
}
