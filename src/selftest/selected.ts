/** The faults and variants that a user selects. */
import type { Interface } from '../contract/types.ts';
import { globOf } from '../engine/send/select.ts';
import { namesIn } from '../files/read-file.ts';
import { unmatched } from '../run/installed/deviations.ts';
import { deviationIdsOf, variantId } from '../run/installed/suited.ts';

/** Ids of one interface. */
export interface Chosen {
  readonly faults: readonly string[];
  readonly variants: readonly string[];
}

export type Selected = ReadonlyMap<Interface, Chosen>;

/**
 * Returns the faults and variants that the patterns select: a plain prefix selects all below it, `*` stays within a
 * segment, `**` does not; a comma means or. Throws InputError with the nearest id for a pattern that matches none.
 */
export async function selectedBy(interfaces: readonly Interface[], { faults, variants }: Chosen): Promise<Selected> {
  const known = await deviationIdsOf(interfaces);
  const all = (kind: keyof Chosen) => known.flatMap((one) => one[kind]);
  const isFault = matching('fault', faults, all('faults'), interfaces);
  const named = known.flatMap((one) => one.variants.map((id) => variantId(one.of, id)));
  const isNamed = matching('variant', variants, [...named, ...all('variants')], interfaces);
  return new Map(
    known
      .map(
        (one) =>
          [
            one.of,
            {
              faults: one.faults.filter(isFault),
              variants: one.variants.filter((id) => isNamed(id) || isNamed(variantId(one.of, id))),
            },
          ] as const,
      )
      .filter(([, chosen]) => chosen.faults.length + chosen.variants.length > 0),
  );
}

function matching(
  kind: 'fault' | 'variant',
  patterns: readonly string[],
  ids: readonly string[],
  interfaces: readonly Interface[],
) {
  const globs = namesIn(patterns).map((pattern) => {
    const glob = globOf(pattern, pattern.includes('*') ? '' : '(?:[/@].*)?');
    if (!ids.some((id) => glob.test(id))) throw unmatched(kind, pattern, ids, interfaces);
    return glob;
  });
  return (id: string) => globs.some((glob) => glob.test(id));
}
