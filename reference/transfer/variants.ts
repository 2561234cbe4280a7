/** Legal variants of the transfer reference: what the document leaves open. */
import { sometimesOf } from '../sometimes.ts';
import type { Variant } from '../types.ts';
import { changingVariants, VARIANTS_SOMETIMES } from './deviations/changing-variants.ts';
import type { VariantDefinition } from './deviations/fault.ts';
import { jobVariants } from './deviations/job-variants.ts';
import { messageVariants } from './deviations/message-variants.ts';
import { recordVariants } from './deviations/record-variants.ts';

let known: ReadonlyMap<string, VariantDefinition> | undefined;

/** Returns all variants by id, including those that change between responses. */
export function variantDefinitions(): ReadonlyMap<string, VariantDefinition> {
  known ??= new Map([...variants(), ...changingVariants()].map((each) => [each.id, each]));
  return known;
}

/** Permanent legal variants of the transfer reference. */
export const variants = (): VariantDefinition[] => [...messageVariants(), ...recordVariants(), ...jobVariants()];

/** Variants that change from one response to the next. */
export const changing = (): Variant[] => [
  ...changingVariants(),
  ...sometimesOf(variantDefinitions(), 'transfer/variant/', VARIANTS_SOMETIMES),
];
