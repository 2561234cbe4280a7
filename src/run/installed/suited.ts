import { referenceOf } from '../../../reference/index.ts';
import type { Fault, Variant } from '../../../reference/types.ts';
import { titleOf } from '../../../reference/words/titles.ts';
import { INTERFACES } from '../../../suites/index.ts';
import type { Interface } from '../../contract/types.ts';

/** Names of the interfaces, in the order of reports. Apart from the suites, so that listing loads nothing that reads contracts. */
export const SUITED: readonly Interface[] = INTERFACES.map(({ name }) => name);

type Titled<D> = D & { readonly title: string };
const titled = <D extends { readonly id: string }>(all: readonly D[]): Titled<D>[] =>
  all.map((one) => ({ ...one, title: titleOf(one.id) }));

/** Documented defects of an interface's reference; each names the requirement that it turns. */
export const faultsOf = async (of: Interface): Promise<readonly Titled<Fault>[]> =>
  titled(await referenceOf(of).faults());

/** Legal variants of an interface's reference. */
export const variantsOf = async (of: Interface): Promise<readonly Titled<Variant>[]> =>
  titled(await referenceOf(of).variants());

/** Ids of all of them, and of those that show only sometimes. */
export async function deviationIdsOf(of: Interface): Promise<Readonly<Record<'faults' | 'variants', string[]>>> {
  const [faults, variants, sometimes] = await Promise.all([faultsOf(of), variantsOf(of), referenceOf(of).sometimes()]);
  return {
    faults: [...faults, ...sometimes.faults].map(({ id }) => id),
    variants: [...variants, ...sometimes.variants].map(({ id }) => id),
  };
}
