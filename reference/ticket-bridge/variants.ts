/** Legal variants of the embedded ticket bridge: what the document, SOAP 1.1, XML and HTTP leave free. */
import { sometimesOf } from '../sometimes.ts';
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

/** Permanent variants. */
export const variants = (): VariantDefinition[] => [...VARIANTS.values()];

/** Variants that change from one response to the next. */
export const changing = (): VariantDefinition[] => sometimesOf(VARIANTS, 'ticket-bridge-variant/', VARIANTS_SOMETIMES);
