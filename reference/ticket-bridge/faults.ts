/** Every fault of the embedded ticket bridge. */
import { sometimesOf } from '../sometimes.ts';
import type { FaultDefinition } from './deviations/definitions.ts';
import { flowFaults } from './deviations/flow-faults.ts';
import { messageFaults } from './deviations/message-faults.ts';
import { partFaults } from './deviations/part-faults.ts';
import { SOMETIMES, secondGeneration } from './deviations/sometimes-faults.ts';
import { OPERATIONS } from './operations.ts';

/** Permanent faults. */
export const faults = (): FaultDefinition[] => [...partFaults(OPERATIONS), ...messageFaults(), ...flowFaults()];

/** The faults by their ids. */
export const FAULTS: ReadonlyMap<string, FaultDefinition> = new Map(
  [...faults(), ...secondGeneration()].map((each) => [each.id, each]),
);

/** Intermittent faults. */
export const sometimes = (): FaultDefinition[] => [
  ...secondGeneration(),
  ...sometimesOf(FAULTS, 'ticket-bridge/', SOMETIMES),
];
