/** Legal variants of the transfer reference: what the document leaves open. */
import { deviating } from '../sometimes.ts';
import { CHANGING, VARIANTS_SOMETIMES } from './deviations/changing-variants.ts';
import { variant } from './deviations/fault.ts';
import { jobVariants } from './deviations/job-variants.ts';
import { MESSAGES } from './deviations/message-variants.ts';
import { RECORDS } from './deviations/record-variants.ts';

export const VARIANTS = deviating(() => [...MESSAGES, ...RECORDS, ...jobVariants()].map(variant), {
  second: () => CHANGING.map(variant),
  prefix: 'transfer/variant/',
  table: VARIANTS_SOMETIMES,
});
