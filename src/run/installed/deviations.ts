/** Faults and variants that references are started with. */

import type { Interface } from '../../contract/types.ts';
import { InputError } from '../../files/input.ts';
import { nearest } from '../../settings/nearest.ts';
import { faultsOf, sometimesOf, variantsOf } from './suited.ts';

/** A fault and variants of one reference. */
interface Deviation {
  readonly fault?: string;
  readonly variants?: readonly string[];
}

/**
 * How the reference of each interface deviates.
 * @throws InputError, naming the nearest, for a fault or variant that none of them has
 */
export async function deviationsOf(
  interfaces: readonly Interface[],
  fault: string | undefined,
  variants: readonly string[] = [],
): Promise<ReadonlyMap<Interface, Deviation>> {
  /** Those that are always there, and those that show only sometimes. */
  const ids = async (wanted: boolean, kind: 'faults' | 'variants', of: Interface) =>
    wanted
      ? [...(await (kind === 'faults' ? faultsOf : variantsOf)(of)), ...(await sometimesOf(of))[kind]].map(
          ({ id }) => id,
        )
      : [];
  const offers = await Promise.all(
    interfaces.map(async (of) => ({
      of,
      faults: await ids(fault !== undefined, 'faults', of),
      variants: await ids(variants.length > 0, 'variants', of),
    })),
  );
  const known = { fault: offers.flatMap((offer) => offer.faults), variant: offers.flatMap((offer) => offer.variants) };
  if (fault !== undefined) refuseUnknown('fault', fault, known.fault);
  for (const variant of variants) refuseUnknown('variant', variant, known.variant);
  return new Map(
    offers.map((offer) => [
      offer.of,
      {
        ...(fault !== undefined && offer.faults.includes(fault) && { fault }),
        variants: variants.filter((variant) => offer.variants.includes(variant)),
      },
    ]),
  );
}

function refuseUnknown(kind: 'fault' | 'variant', id: string, known: readonly string[]): void {
  if (known.includes(id)) return;
  const near = nearest(id, known);
  throw new InputError(
    `These references have no ${kind} ${JSON.stringify(id)}${near ? `; did you mean ${near}?` : '.'} assay list ${kind}s prints them.`,
  );
}
