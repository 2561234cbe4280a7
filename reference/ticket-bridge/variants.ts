/** Lawful variants of the embedded ticket bridge: what the document, SOAP 1.1, XML and HTTP leave free. */
import type { Variant } from '../types.ts';
import { charsetVariants } from './charsets.ts';
import type { CostlyRow, VariantRow } from './definitions.ts';
import { messageVariants } from './message-variants.ts';
import type { Change } from './operators.ts';
import { refusalVariants } from './refusal-variants.ts';
import { responseVariants, valueVariants } from './value-variants.ts';

const plain = (row: VariantRow): CostlyRow => ({ row, loses: [], tags: [] });

/** Variants by their ids. */
export const VARIANTS: ReadonlyMap<string, Variant & { readonly changes: readonly Change[] }> = new Map(
  [
    ...[...valueVariants, ...responseVariants, ...messageVariants].map(plain),
    ...charsetVariants,
    ...refusalVariants,
  ].map(({ row: [name, title, ...changes], loses, tags }) => {
    const id = `ticket-bridge-variant/${name}`;
    const cost = loses.length > 0 && { loses: loses.map((glob) => `ticket-bridge/${glob}`) };
    return [id, { id, title, ...cost, tags, changes }];
  }),
);

/** The variants. */
export const ticketBridgeVariants = (): Variant[] =>
  [...VARIANTS.values()].map(({ changes: _, ...variant }) => variant);
