/** Legal variants of the embedded ticket bridge: what the document, SOAP 1.1, XML and HTTP leave free. */
import { deviating } from '../sometimes.ts';
import { charsetVariants } from './deviations/charsets.ts';
import { type VariantDefinition, variant } from './deviations/definitions.ts';
import { messageVariants } from './deviations/message-variants.ts';
import { refusalVariants } from './deviations/refusal-variants.ts';
import { VARIANTS_SOMETIMES } from './deviations/sometimes-faults.ts';
import { responseVariants, valueVariants } from './deviations/value-variants.ts';

export const VARIANTS = deviating<VariantDefinition>(
  () =>
    [...valueVariants, ...responseVariants, ...messageVariants, ...charsetVariants, ...refusalVariants].map(variant),
  { prefix: 'ticket-bridge-variant/', table: VARIANTS_SOMETIMES },
);
