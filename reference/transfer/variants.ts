/** Legal variants of the transfer reference: what the document leaves open. */
import { sometimesOf } from '../sometimes.ts';
import { CHANGING, VARIANTS_SOMETIMES } from './deviations/changing-variants.ts';
import { type VariantDefinition, variantOf } from './deviations/fault.ts';
import { jobVariants } from './deviations/job-variants.ts';
import { MESSAGES } from './deviations/message-variants.ts';
import { RECORDS } from './deviations/record-variants.ts';

let known: ReadonlyMap<string, VariantDefinition> | undefined;

/** Returns all variants by id, including those that change between responses. */
export function variantDefinitions(): ReadonlyMap<string, VariantDefinition> {
  known ??= new Map([...variants(), ...CHANGING.map(variantOf)].map((each) => [each.id, each]));
  return known;
}

/** Permanent legal variants of the transfer reference. */
export const variants = (): VariantDefinition[] => [...MESSAGES, ...RECORDS, ...jobVariants()].map(variantOf);

/** Variants that change from one response to the next. */
export const changing = (): VariantDefinition[] => [
  ...CHANGING.map(variantOf),
  ...sometimesOf(variantDefinitions(), 'transfer/variant/', VARIANTS_SOMETIMES),
];
