import { referenceOf } from '../../../reference/index.ts';
import type { Fault, Variant } from '../../../reference/types.ts';
import { titleOf } from '../../../reference/words/titles.ts';
import { INTERFACES } from '../../../suites/index.ts';
import type { Interface } from '../../contract/types.ts';

/** Names of the interfaces, in the order of reports. Apart from the suites, so that listing loads nothing that reads contracts. */
export const SUITED: readonly Interface[] = INTERFACES.map(({ name }) => name);

type Titled<D> = D & { readonly title: string };

/** Documented defects of an interface's reference; each names the requirement that it turns, and shows where that does. */
export async function faultsOf(of: Interface): Promise<readonly Titled<Fault>[]> {
  const { catalogue } = await import('./catalogue.ts');
  const requirements = (await catalogue()).flatMap((one) => one.requirements);
  const subjects = new Map(requirements.map(({ id, title }) => [id, title.replace(/: .*/, '')]));
  return (await referenceOf(of).faults()).map((one) => ({ ...one, title: titleOf(one.id, subjects.get(one.kills)) }));
}

/** Legal variants of an interface's reference. */
export const variantsOf = async (of: Interface): Promise<readonly Titled<Variant>[]> =>
  (await referenceOf(of).variants()).map((one) => ({ ...one, title: titleOf(one.id) }));

/** Ids of all of them, and of those that show only sometimes. */
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
