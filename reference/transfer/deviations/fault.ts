/** Notation for faults and variants of the transfer service. */
import type { Fault, Made, Variant } from '../../types.ts';
import type { Change } from '../operators.ts';

export type FaultDefinition = Made<Fault, Change>;
export type VariantDefinition = Made<Variant, Change>;

type Changes = Change | readonly Change[];
const listOf = (changes: Changes): readonly Change[] => [changes].flat() as readonly Change[];

/** Returns a fault of a requirement below `transfer/`. */
export const fault = (
  requirement: string,
  what: string,
  changes: Changes,
  more: Partial<FaultDefinition> = {},
): FaultDefinition => ({
  id: `transfer/${requirement}@${what}`,
  kills: `transfer/${requirement}`,
  ...more,
  changes: listOf(changes),
});

/** Returns faults by requirement and by a word for what is wrong. `also`: requirements that fail or warn with each. */
export const faultsBy = (
  table: Readonly<Record<string, Readonly<Record<string, Changes>>>>,
  ...also: readonly string[]
): FaultDefinition[] =>
  Object.entries(table).flatMap(([requirement, wrongs]) =>
    Object.entries(wrongs).map(([what, changes]) =>
      fault(requirement, what, changes, also.length > 0 ? { also: also.map((other) => `transfer/${other}`) } : {}),
    ),
  );

/** A variant: id, what it changes, and the requirements that may be lost. */
export type VariantRow = readonly [id: string, changes: Changes, loses?: readonly string[] | undefined];

export const variantOf = ([id, changes, loses]: VariantRow): VariantDefinition => ({
  id: `transfer/variant/${id}`,
  ...(loses && { loses }),
  changes: listOf(changes),
});
