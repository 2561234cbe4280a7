/** Faults of the embedded ticket bridge, and legal variants: what the document, SOAP 1.1, XML and HTTP leave free. */
import { deviating } from '../sometimes.ts';
import { charsetVariants } from './deviations/charsets.ts';
import { flowFaults } from './deviations/flow-faults.ts';
import { messageFaults } from './deviations/message-faults.ts';
import { messageVariants } from './deviations/message-variants.ts';
import { partFaults } from './deviations/part-faults.ts';
import { refusalVariants } from './deviations/refusal-variants.ts';
import { SOMETIMES, secondGeneration, VARIANTS_SOMETIMES } from './deviations/sometimes-faults.ts';
import { responseVariants, valueVariants } from './deviations/value-variants.ts';
import { variantsIn } from './operators.ts';

export const FAULTS = deviating(() => [...partFaults(), ...messageFaults(), ...flowFaults()], {
  second: secondGeneration,
  prefix: 'ticket-bridge/',
  table: SOMETIMES,
});

export const VARIANTS = deviating(
  () => variantsIn(valueVariants, responseVariants, messageVariants, charsetVariants, refusalVariants),
  { prefix: 'ticket-bridge-variant/', table: VARIANTS_SOMETIMES },
);
