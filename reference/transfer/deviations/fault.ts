/** A fault or a legal variant with the changes that make it. */
import type { Fault, Variant } from '../../types.ts';
import type { Change } from '../operators.ts';

export type FaultDefinition = Fault & { readonly changes: readonly Change[] };
export type VariantDefinition = Variant & { readonly changes: readonly Change[] };

type Changes = Change | readonly Change[];
const listOf = (changes: Changes): readonly Change[] => [changes].flat() as readonly Change[];

/** Returns a fault of a requirement, by default written by hand. */
export const fault = (
  kills: string,
  what: string,
  changes: Changes,
  more: Partial<FaultDefinition> = {},
): FaultDefinition => ({
  id: `${kills}@${what}`,
  kills,
  origin: 'hand',
  ...more,
  changes: listOf(changes),
});

/** Variants as a table: id, what each changes, and the requirements that may be lost. */
export const variants = (
  rows: readonly (readonly [id: string, changes: Changes, loses?: readonly string[] | undefined])[],
  more: { readonly tags?: readonly string[] } = {},
): VariantDefinition[] =>
  rows.map(([id, changes, loses]) => ({
    id: `transfer/variant/${id}`,
    ...(loses && { loses }),
    ...more,
    changes: listOf(changes),
  }));
