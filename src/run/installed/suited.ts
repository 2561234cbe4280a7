import { referenceOf } from '../../../reference/index.ts';
import { INTERFACES } from '../../../suites/index.ts';
import type { Interface } from '../../contract/types.ts';

/** Names of the interfaces, in the order of reports. Apart from the suites, so that listing does not load contracts. */
export const SUITED: readonly Interface[] = INTERFACES.map(({ name }) => name);

/** Returns ids of the faults and variants of an interface, intermittent ones included. */
export async function deviationIdsOf(of: Interface): Promise<Readonly<Record<'faults' | 'variants', string[]>>> {
  const [faults, variants, sometimes] = await Promise.all([
    referenceOf(of).faults(),
    referenceOf(of).variants(),
    referenceOf(of).sometimes(),
  ]);
  return {
    faults: [...faults, ...sometimes.faults].map(({ id }) => id),
    variants: [...variants, ...sometimes.variants].map(({ id }) => id),
  };
}
