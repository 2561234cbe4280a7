/** Faults and variants of the references with their titles, to be listed and explained. */
import { referenceOf } from '../../../reference/index.ts';
import type { Fault, Variant } from '../../../reference/types.ts';
import { titleOf } from '../../../reference/words/titles.ts';
import type { Interface } from '../../contract/types.ts';
import { catalogue } from './catalogue.ts';

type Titled<D> = D & { readonly title: string };

/** Documented defects of an interface's reference; each names the requirement that it turns, and shows where that does. */
export async function faultsOf(of: Interface): Promise<readonly Titled<Fault>[]> {
  const requirements = (await catalogue()).flatMap((one) => one.requirements);
  const subjects = new Map(requirements.map(({ id, title }) => [id, title.replace(/: .*/, '')]));
  return (await referenceOf(of).faults()).map((one) => ({ ...one, title: titleOf(one.id, subjects.get(one.kills)) }));
}

/** Legal variants of an interface's reference. */
export const variantsOf = async (of: Interface): Promise<readonly Titled<Variant>[]> =>
  (await referenceOf(of).variants()).map((one) => ({ ...one, title: titleOf(one.id) }));
