/** Faults and variants of the references with their titles, to be listed and explained. */

import { referenceOf } from '../../../reference/index.ts';
import { faultInWords } from '../../../reference/words/faults.ts';
import { variantInWords } from '../../../reference/words/variants.ts';
import type { Interface } from '../../contract/types.ts';
import { catalogue } from './catalogue.ts';
import { variantId } from './suited.ts';

/** Returns the documented faults of a reference, titled by the requirement and what is wrong (`way`). */
export async function faultsOf(of: Interface) {
  const requirements = (await catalogue()).flatMap((one) => one.requirements);
  const known = new Map(requirements.map((requirement) => [requirement.id, requirement]));
  return (await referenceOf(of).faults()).map((one) => {
    const { title: required = '', basis } = known.get(one.kills) ?? {};
    const way = one.id.slice(one.kills.length + 1);
    return {
      ...one,
      verdict: basis === 'documented' ? 'fail' : 'warn',
      title: `${required} (fault: ${faultInWords(way, one.kills)})`,
      way,
    };
  });
}

/** Returns the legal variants of a reference, titled by what varies, and the operation if it is only one. */
export async function variantsOf(of: Interface) {
  const contract = (await catalogue()).find((one) => one.interface === of);
  return (await referenceOf(of).variants()).map((one) => {
    const places = new Set(one.changes.map(({ at }) => at));
    const operation = contract?.operations.find(({ name }) => places.size === 1 && places.has(name));
    return {
      ...one,
      id: variantId(of, one.id),
      title: variantInWords(of, one.id, operation?.subject ?? contract?.subject ?? ''),
    };
  });
}
