/** Every fault of the embedded ticket bridge. */
import type { Fault } from '../types.ts';
import type { FaultDefinition } from './deviations/definitions.ts';
import { flowFaults } from './deviations/flow-faults.ts';
import { messageFaults } from './deviations/message-faults.ts';
import { partFaults } from './deviations/part-faults.ts';
import { sometimes } from './deviations/sometimes.ts';
import { OPERATIONS, type OperationForm } from './operations.ts';

type Operations = Readonly<Record<string, OperationForm>>;
const definitions = (operations: Operations): FaultDefinition[] => [
  ...partFaults(operations),
  ...messageFaults(),
  ...flowFaults(),
  ...sometimes(),
];

/** The faults, those of parts for other operations where some are given. */
export const ticketBridgeFaults = (operations: Operations = OPERATIONS): Fault[] =>
  definitions(operations).map(({ changes: _, ...plain }) => plain);

/** The faults by their ids, with their changes. */
export const FAULTS: ReadonlyMap<string, FaultDefinition> = new Map(
  definitions(OPERATIONS).map((each) => [each.id, each]),
);
