/** Legal variants of the transfer reference: what the document leaves open. */
import { deviating } from '../sometimes.ts';
import { CHANGING, VARIANTS_SOMETIMES } from './deviations/changing-variants.ts';
import { type VariantDefinition, variantOf } from './deviations/fault.ts';
import { jobVariants } from './deviations/job-variants.ts';
import { MESSAGES } from './deviations/message-variants.ts';
import { RECORDS } from './deviations/record-variants.ts';

export const VARIANTS = deviating<VariantDefinition>(() => [...MESSAGES, ...RECORDS, ...jobVariants()].map(variantOf), {
  second: () => CHANGING.map(variantOf),
  prefix: 'transfer/variant/',
  table: VARIANTS_SOMETIMES,
});
