/** Lawful variants of the transfer reference: freedoms that the document leaves. */
import type { Variant } from '../types.ts';
import type { VariantDefinition } from './behaviour.ts';

/** Definitions by id. */
export function variantDefinitions(): ReadonlyMap<string, VariantDefinition> {
  return new Map();
}

/** Every lawful variant of the transfer reference. */
export const transferVariants = (): Variant[] => [...variantDefinitions().values()];
