import { referenceOf } from '../../../reference/index.ts';
import { INTERFACES } from '../../../suites/index.ts';
import type { Interface } from '../../contract/types.ts';

/** Names of the interfaces, in the order of reports. Apart from the suites, so that listing does not load contracts. */
export const SUITED: readonly Interface[] = INTERFACES.map(({ name }) => name);

/** Returns the id by which commands name a variant of an interface's reference: `data-hub/variant/lists-pairs`. */
export const variantId = (of: Interface, id: string): string =>
  `${of}/variant/${id.replace(new RegExp(`^${of}(?:/|-)variant/`), '')}`;

/** Returns ids of the faults and variants of interfaces, intermittent ones included. */
export function deviationIdsOf(interfaces: readonly Interface[]) {
  const idsOf = (...all: (readonly { readonly id: string }[])[]) => all.flat().map(({ id }) => id);
  return Promise.all(
    interfaces.map(async (of) => {
      const { faults, variants, sometimes } = referenceOf(of);
      const rare = await sometimes();
      return {
        of,
        faults: idsOf(await faults(), rare.faults),
        variants: idsOf(await variants(), rare.variants),
      };
    }),
  );
}
