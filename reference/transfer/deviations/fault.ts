/** Notation for faults and variants of the transfer service. */
import { type VariantRow as AnyVariantRow, faultsBy as faultsByTable, faultsOf, variantsOf } from '../../change.ts';
import type { Fault, Made } from '../../types.ts';
import type { Change } from '../operators.ts';

export type FaultDefinition = Made<Fault, Change>;
export type VariantRow = AnyVariantRow<Change>;

export const fault = faultsOf<Change>('transfer');
export const variant = variantsOf<Change>('transfer', 'transfer/variant/');
export const faultsBy = faultsByTable<Change>('transfer');
