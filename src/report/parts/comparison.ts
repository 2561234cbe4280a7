/** Known findings and changes since an earlier run, for reports. */
import type { Comparison } from '../../engine/words/types.ts';

export type { Comparison } from '../../engine/words/types.ts';

/** A finding that a live entry of the baseline covers. */
export type KnownFinding = Comparison['known'][number];

/** State of a requirement relative to the baseline and the earlier run. */
export type ChangeLabel = 'new' | 'known' | 'fixed' | 'lost' | 'stale' | 'expired';

/** The state of each requirement that has one; empty without a comparison. States that need action take precedence. */
export function changeLabels(comparison: Comparison | undefined): ReadonlyMap<string, ChangeLabel> {
  if (comparison === undefined) return new Map();
  const { fixed, lost, stale, known, expired } = comparison;
  const lists: readonly (readonly [ChangeLabel, readonly string[]])[] = [
    ['fixed', fixed],
    ['lost', lost],
    ['stale', stale],
    ['known', known.map(({ id }) => id)],
    ['expired', expired],
    ['new', comparison.new],
  ];
  return new Map(lists.flatMap(([label, ids]) => ids.map((id) => [id, label] as const)));
}
