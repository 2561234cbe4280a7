/** Notation for faults and variants of the transfer service. */
import { type VariantRow as AnyVariantRow, faultsOf, variantsOf } from '../../change.ts';
import type { Fault, Made } from '../../types.ts';
import type { Change } from '../operators.ts';

export type FaultDefinition = Made<Fault, Change>;
export type VariantRow = AnyVariantRow<Change>;

export const fault = faultsOf<Change>('transfer');
export const variant = variantsOf<Change>('transfer', 'transfer/variant/');

/** Returns faults by requirement and by a word for what is wrong. `also`: requirements that fail or warn with each. */
export const faultsBy = (
  table: Readonly<Record<string, Readonly<Record<string, Change | readonly Change[]>>>>,
  ...also: readonly string[]
): FaultDefinition[] =>
  Object.entries(table).flatMap(([requirement, wrongs]) =>
    Object.entries(wrongs).map(([what, changes]) =>
      fault(`${requirement}@${what}`, changes, also.length > 0 ? { also } : {}),
    ),
  );
