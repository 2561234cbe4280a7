/** Faults of the transfer reference, and legal variants: what the document leaves open. */
import { deviating } from '../sometimes.ts';
import { flowFaults } from './deviations/flow-faults.ts';
import { jobVariants } from './deviations/job-variants.ts';
import { lastingFaults } from './deviations/lasting-faults.ts';
import { MESSAGES } from './deviations/message-variants.ts';
import { operationFaults } from './deviations/operation-faults.ts';
import { RECORDS } from './deviations/record-variants.ts';
import { repeatedAnswers } from './deviations/repeated-answers.ts';
import { CHANGING, SOMETIMES, secondGenerationFaults, VARIANTS_SOMETIMES } from './deviations/sometimes-faults.ts';
import { variantsIn } from './operators.ts';

export const FAULTS = deviating(
  () => [...operationFaults(), ...flowFaults(), ...repeatedAnswers(), ...lastingFaults()],
  { second: secondGenerationFaults, prefix: 'transfer/', table: SOMETIMES },
);

export const VARIANTS = deviating(() => variantsIn(MESSAGES, RECORDS, jobVariants()), {
  second: () => variantsIn(CHANGING),
  prefix: 'transfer/variant/',
  table: VARIANTS_SOMETIMES,
});
