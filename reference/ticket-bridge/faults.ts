/** Every fault of the embedded ticket bridge. */
import { sometimesOf } from '../sometimes.ts';
import type { Fault } from '../types.ts';
import { contentFaults } from './deviations/content-faults.ts';
import type { FaultDefinition } from './deviations/definitions.ts';
import { flowFaults } from './deviations/flow-faults.ts';
import { messageFaults } from './deviations/message-faults.ts';
import { partFaults } from './deviations/part-faults.ts';
import { SOMETIMES, secondGeneration } from './deviations/sometimes-faults.ts';
import { OPERATIONS, type OperationForm } from './operations.ts';

type Operations = Readonly<Record<string, OperationForm>>;
/** Returns faults with their changes. */
export const definitions = (operations: Operations = OPERATIONS): FaultDefinition[] => [
  ...partFaults(operations),
  ...messageFaults(),
  ...flowFaults(),
  ...contentFaults(),
];

const plain = ({ changes: _, ...fault }: FaultDefinition): Fault => fault;

/** Returns the faults; faults of parts are for other operations if some are given. */
export const ticketBridgeFaults = (operations: Operations = OPERATIONS): Fault[] => definitions(operations).map(plain);

/** The faults by their ids, with their changes. */
export const FAULTS: ReadonlyMap<string, FaultDefinition> = new Map(
  [...definitions(), ...secondGeneration()].map((each) => [each.id, each]),
);

/** Intermittent faults. */
export const ticketBridgeSometimes = (): Fault[] =>
  [...secondGeneration(), ...sometimesOf(FAULTS, 'ticket-bridge/', SOMETIMES)].map(plain);
