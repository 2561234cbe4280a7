/** Notation for faults and variants of the ticket bridge. */
import type { Fault, Variant } from '../../types.ts';
import type { Change } from '../operators.ts';

export type FaultDefinition = Fault & { readonly changes: readonly Change[] };

/** Statements of standards, or of an inference from the document. */
const WARNED = /\/(media-type|encoding-style|http-status|accepts-any-name|own-ticket)$/;

/** Returns the verdict to which contradictions of a requirement turn it. */
const verdictOf = (requirement: string): 'fail' | 'warn' => (WARNED.test(requirement) ? 'warn' : 'fail');

/** Returns a fault by its id below the interface, `<operation>/<statement>@<what>`. */
export function fault(id: string, changes: readonly Change[], rest: Partial<Fault> = {}): FaultDefinition {
  const kills = `ticket-bridge/${id.replace(/@.*/, '')}`;
  return {
    id: `ticket-bridge/${id}`,
    kills,
    verdict: verdictOf(kills),
    origin: 'hand',
    ...rest,
    changes,
  };
}

export type VariantDefinition = Variant & { readonly changes: readonly Change[] };

/** A name below `ticket-bridge-variant/`, and changes. */
export type VariantRow = readonly [name: string, ...changes: Change[]];

/** Returns a variant with what it may cost, as globs below `ticket-bridge/`. */
export const variant = (
  [name, ...changes]: VariantRow,
  loses: readonly string[] = [],
  ...tags: readonly string[]
): VariantDefinition => ({
  ...{ id: `ticket-bridge-variant/${name}`, tags, changes },
  ...(loses.length > 0 && { loses: loses.map((glob) => `ticket-bridge/${glob}`) }),
});
