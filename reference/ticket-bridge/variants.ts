/** Legal variants of the embedded ticket bridge: what the document, SOAP 1.1, XML and HTTP leave free. */
import { sometimesOf } from '../sometimes.ts';
import type { Variant } from '../types.ts';
import { charsetVariants } from './deviations/charsets.ts';
import { type VariantDefinition, variant } from './deviations/definitions.ts';
import { messageVariants } from './deviations/message-variants.ts';
import { refusalVariants } from './deviations/refusal-variants.ts';
import { VARIANTS_SOMETIMES } from './deviations/sometimes-faults.ts';
import { responseVariants, valueVariants } from './deviations/value-variants.ts';

/** Variants by their ids. */
export const VARIANTS: ReadonlyMap<string, VariantDefinition> = new Map(
  [
    ...[...valueVariants, ...responseVariants, ...messageVariants].map((row) => variant(row)),
    ...charsetVariants,
    ...refusalVariants,
  ].map((each) => [each.id, each]),
);

/** Returns the variants. */
export const ticketBridgeVariants = (): Variant[] => [...VARIANTS.values()].map(({ changes: _, ...plain }) => plain);

/** Variants that change from one response to the next. */
export const ticketBridgeChanging = (): Variant[] =>
  sometimesOf(VARIANTS, 'ticket-bridge-variant/', VARIANTS_SOMETIMES).map(({ changes: _, ...plain }) => plain);
