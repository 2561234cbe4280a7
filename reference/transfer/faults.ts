/** Faults that can be turned on in the transfer reference. */
import { schemasOf } from '../package-root.ts';
import { readRecords } from '../record-values.ts';
import { deviating } from '../sometimes.ts';
import type { FaultDefinition } from './deviations/fault.ts';
import { flowFaults } from './deviations/flow-faults.ts';
import { lastingFaults } from './deviations/lasting-faults.ts';
import { answerFaults, bodyFaults, memberFaults, refusalFaults } from './deviations/operation-faults.ts';
import { repeatedAnswers } from './deviations/repeated-answers.ts';
import { SOMETIMES, secondGenerationFaults } from './deviations/sometimes-faults.ts';

export const FAULTS = deviating<FaultDefinition>(
  () => [
    ...memberFaults(readRecords(schemasOf('transfer'))),
    ...refusalFaults(),
    ...answerFaults(),
    ...bodyFaults(),
    ...flowFaults(),
    ...repeatedAnswers(),
    ...lastingFaults(),
  ],
  { second: secondGenerationFaults, prefix: 'transfer/', table: SOMETIMES },
);
