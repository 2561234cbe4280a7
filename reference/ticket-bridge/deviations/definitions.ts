/** Notation for faults and variants of the ticket bridge. */
import type { Fault, Made, Variant } from '../../types.ts';
import type { Change } from '../operators.ts';

export type FaultDefinition = Made<Fault, Change>;
export type VariantDefinition = Made<Variant, Change>;

/** Returns a fault by its id below the interface, `<operation>/<statement>@<what>`. */
export const fault = (id: string, changes: readonly Change[], rest: Partial<Fault> = {}): FaultDefinition => ({
  id: `ticket-bridge/${id}`,
  kills: `ticket-bridge/${id.replace(/@.*/, '')}`,
  ...rest,
  changes,
});

/** A name below `ticket-bridge-variant/`, and changes. */
export type VariantRow = readonly [name: string, ...changes: Change[]];

/** Returns a variant with what it may cost, as globs below `ticket-bridge/`. */
export const variant = (
  [name, ...changes]: VariantRow,
  loses: readonly string[] = [],
  rest: Partial<Variant> = {},
): VariantDefinition => ({
  ...{ id: `ticket-bridge-variant/${name}`, changes },
  ...(loses.length > 0 && { loses: loses.map((glob) => `ticket-bridge/${glob}`) }),
  ...rest,
});

/** Values of the deployment's vocabulary, as an operator would state them, and with one of them left out, or all. */
const VALUES = { Requestor: 'ada@example.org', Status: 'open', AffectedSite: 'EXAMPLE-SITE', Priority: 'low' };
export const STATED = { TICKET_BRIDGE_VALUES: JSON.stringify(VALUES) };
export const NO_PRIORITY = { TICKET_BRIDGE_VALUES: JSON.stringify({ ...VALUES, Priority: undefined }) };
export const UNSTATED = { TICKET_BRIDGE_VALUES: '' };
