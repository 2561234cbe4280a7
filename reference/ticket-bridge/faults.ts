/** Every fault of the embedded ticket bridge. */
import type { Fault } from '../types.ts';
import type { FaultDefinition } from './definitions.ts';
import { flowFaults } from './flow-faults.ts';
import { messageFaults } from './message-faults.ts';
import { OPERATIONS, type OperationForm } from './operations.ts';
import { partFaults } from './part-faults.ts';

const definitions = (operations?: Readonly<Record<string, OperationForm>>): FaultDefinition[] => [
  ...partFaults(operations ?? OPERATIONS),
  ...messageFaults(),
  ...flowFaults(),
];

/** The faults, those of parts for other operations where some are given. */
export const ticketBridgeFaults = (operations?: Readonly<Record<string, OperationForm>>): Fault[] =>
  definitions(operations).map(({ changes: _, ...plain }) => plain);

let known: ReadonlyMap<string, FaultDefinition> | undefined;

/** The faults by their ids, with their changes. */
export function FAULTS(): ReadonlyMap<string, FaultDefinition> {
  known ??= new Map(definitions().map((each) => [each.id, each]));
  return known;
}
