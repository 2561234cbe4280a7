/** Faults and variants that references are started with. */
import type { Interface } from '../../contract/types.ts';
import { InputError } from '../../files/read-file.ts';
import { someOf } from '../../records/preview.ts';
import { suggestion } from '../../settings/nearest.ts';
import { deviationIdsOf } from './suited.ts';

/**
 * Returns an error about a pattern that matches none of the ids: with the nearest one, and the command that lists them.
 */
export function unmatched(
  kind: 'fault' | 'variant',
  pattern: string,
  ids: readonly string[],
  interfaces: readonly Interface[],
): InputError {
  const own = ids.filter((id) => id.startsWith(`${pattern}@`));
  if (own.length > 0)
    return new InputError(`--${kind} ${JSON.stringify(pattern)} is a requirement. Its ${kind}s: ${someOf(own, 5)}.`);
  // Without @, a requirement is meant; its faults are listed then.
  const known = pattern.includes('@') ? ids : ids.map((id) => id.replace(/@.*/, ''));
  return new InputError(
    `--${kind} ${JSON.stringify(pattern)} matches no ${kind} of ${interfaces.join(', ')}${suggestion(pattern, known)} \`assay list ${kind}s\` prints them.`,
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
  const offers = await Promise.all(interfaces.map(async (of) => ({ of, ...(await deviationIdsOf(of)) })));
  const refuseUnknown = (kind: 'fault' | 'variant', id: string) => {
    const known = offers.flatMap((offer) => offer[`${kind}s`]);
    if (!known.includes(id)) throw unmatched(kind, id, known, interfaces);
  };
  if (fault !== undefined) refuseUnknown('fault', fault);
  for (const variant of variants) refuseUnknown('variant', variant);
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
