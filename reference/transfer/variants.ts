/** Lawful variants of the transfer reference: what the document leaves open. */
import type { Variant } from '../types.ts';
import type { VariantDefinition } from './deviations/fault.ts';
import { jobVariants } from './deviations/job-variants.ts';
import { messageVariants } from './deviations/message-variants.ts';
import { recordVariants } from './deviations/record-variants.ts';

let known: ReadonlyMap<string, VariantDefinition> | undefined;

/** Definitions by id. */
export function variantDefinitions(): ReadonlyMap<string, VariantDefinition> {
  known ??= new Map([...messageVariants(), ...recordVariants(), ...jobVariants()].map((each) => [each.id, each]));
  return known;
}

/** Every lawful variant of the transfer reference. */
export const transferVariants = (): Variant[] => [...variantDefinitions().values()];
