/** Credentials of operations, as docs/lookup/contract.md states them. */
import { PLAIN } from '../../src/contract/lanes.ts';
import type { Operation } from '../../src/contract/types.ts';

/** Returns the credentials with which an operation is tested, without the lane of an interface that has none. */
export const credentials = (lanes: readonly string[]) => lanes.filter((lane) => lane !== PLAIN).join(', ');

/** The credentials of most operations. */
export const usualCredentials = (operations: readonly Operation[]) =>
  [...operations].map(({ lanes }) => credentials(lanes)).sort()[Math.floor(operations.length / 2)] ?? '';

/** Returns the credentials of most operations in one line; the section of another one names its own. */
export function credentialsOf(operations: readonly Operation[]) {
  const usual = usualCredentials(operations);
  const others = operations.filter(({ lanes }) => credentials(lanes) !== usual).map(({ name }) => name);
  const except = others.length === 0 ? '' : ` except ${others.join(', ')}`;
  return usual === '' ? [] : [`Credentials of every operation${except}: ${usual}.`];
}
