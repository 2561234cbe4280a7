/** Everything that a deployment can declare not to offer. */
import type { Contract } from '../contract/types.ts';

/** The operations of contracts by name, and each with each credential that the document gives it: `operation:credential`. */
export function offerings(contracts: readonly Contract[]): string[] {
  return contracts.flatMap(({ operations }) =>
    [...operations.values()].flatMap(({ name, lanes }) => [name, ...lanes.map((lane) => `${name}:${lane}`)]),
  );
}
