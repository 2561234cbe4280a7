/** Notation for faults and variants of the ticket bridge. */
import { type VariantRow as AnyVariantRow, faultsBy as faultsByTable, faultsOf, variantsOf } from '../../change.ts';
import type { Fault, Made, Variant } from '../../types.ts';
import type { Change } from '../operators.ts';

export type FaultDefinition = Made<Fault, Change>;
export type VariantDefinition = Made<Variant, Change>;
export type VariantRow = AnyVariantRow<Change>;

export const fault = faultsOf<Change>('ticket-bridge');
export const faultsBy = faultsByTable<Change>('ticket-bridge');
export const variant = variantsOf<Change>('ticket-bridge', 'ticket-bridge-variant/');

/** Values of the deployment's vocabulary, as an operator would state them, and with one of them left out, or all. */
const VALUES = { Requestor: 'ada@example.org', Status: 'open', AffectedSite: 'EXAMPLE-SITE', Priority: 'low' };
export const STATED = { TICKET_BRIDGE_VALUES: JSON.stringify(VALUES) };
export const NO_PRIORITY = { TICKET_BRIDGE_VALUES: JSON.stringify({ ...VALUES, Priority: undefined }) };
export const UNSTATED = { TICKET_BRIDGE_VALUES: '' };
