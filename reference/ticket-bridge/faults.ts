/** Every fault of the embedded ticket bridge. */
import { deviating } from '../sometimes.ts';
import type { FaultDefinition } from './deviations/definitions.ts';
import { flowFaults } from './deviations/flow-faults.ts';
import { messageFaults } from './deviations/message-faults.ts';
import { partFaults } from './deviations/part-faults.ts';
import { SOMETIMES, secondGeneration } from './deviations/sometimes-faults.ts';
import { OPERATIONS } from './operations.ts';

export const FAULTS = deviating<FaultDefinition>(
  () => [...partFaults(OPERATIONS), ...messageFaults(), ...flowFaults()],
  { second: secondGeneration, prefix: 'ticket-bridge/', table: SOMETIMES },
);
