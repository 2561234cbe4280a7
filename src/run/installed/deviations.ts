/** Faults and variants that references are started with. */
import type { Interface } from '../../contract/types.ts';
import { InputError } from '../../files/read-file.ts';
import { someOf } from '../../records/preview.ts';
import { nearest } from '../../settings/nearest.ts';
import { deviationIdsOf, variantId } from './suited.ts';

/**
 * Returns an error about a pattern that matches none of the ids, with the nearest ones, and the command that lists
 * them.
 */
export function unmatched(
  kind: 'fault' | 'variant',
  pattern: string,
  ids: readonly string[],
  interfaces: readonly Interface[],
): InputError {
  const requirementOf = (id: string) => id.replace(/@.*/, '');
  const of = requirementOf(pattern);
  // Without @, or with an unknown end, a requirement is meant.
  const near = (of === pattern ? undefined : nearest(pattern, ids)) ?? nearest(of, ids.map(requirementOf));
  const meant = ids.includes(near ?? '') ? [near ?? ''] : ids.filter((id) => requirementOf(id) === near);
  return new InputError(
    `--${kind} ${JSON.stringify(pattern)} matches no ${kind} of ${interfaces.join(', ')}${meant.length === 0 ? '.' : `; did you mean ${someOf(meant, 3)}?`} For a list: assay list ${kind}s`,
  );
}

/**
 * Returns how the reference of each interface deviates.
 * @throws InputError, naming the nearest, for a fault or variant that none of them has
 */
export async function deviationsOf(
  interfaces: readonly Interface[],
  fault: string | undefined,
  variants: readonly string[] = [],
) {
  if (fault === undefined && variants.length === 0) return new Map();
  const offers = await deviationIdsOf(interfaces);
  const meant = (kind: 'fault' | 'variant', given: string) => {
    const all = offers.flatMap((offer) =>
      offer[`${kind}s`].map((id) => ({ of: offer.of, id, name: kind === 'variant' ? variantId(offer.of, id) : id })),
    );
    const found = all.filter(({ id, name }) => id === given || name === given);
    if (found.length > 0) return found;
    const names = all.map(({ name }) => name);
    throw unmatched(kind, given, names, interfaces);
  };
  const [broken] = fault === undefined ? [] : meant('fault', fault);
  const chosen = variants.flatMap((variant) => meant('variant', variant));
  return new Map(
    offers.map(({ of }) => [
      of,
      {
        fault: broken?.of === of ? broken.id : undefined,
        variants: chosen.flatMap((one) => (one.of === of ? [one.id] : [])),
      },
    ]),
  );
}
