/** Lawful variants of the embedded ticket bridge: what the document, SOAP 1.1, XML and HTTP leave free. */
import type { Variant } from '../types.ts';
import { charsetVariants } from './charsets.ts';
import { type VariantDefinition, variant } from './definitions.ts';
import { messageVariants } from './message-variants.ts';
import { refusalVariants } from './refusal-variants.ts';
import { responseVariants, valueVariants } from './value-variants.ts';

/** Variants by their ids. */
export const VARIANTS: ReadonlyMap<string, VariantDefinition> = new Map(
  [
    ...[...valueVariants, ...responseVariants, ...messageVariants].map((row) => variant(row)),
    ...charsetVariants,
    ...refusalVariants,
  ].map((each) => [each.id, each]),
);

/** The variants. */
export const ticketBridgeVariants = (): Variant[] => [...VARIANTS.values()].map(({ changes: _, ...plain }) => plain);
