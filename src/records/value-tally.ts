/** Counts contradicting values by what they are: bounded, and cheap on long lists. */
import type { CountedValue } from '../contract/types.ts';
import { preview } from './preview.ts';

/** Distinct values kept per row; the rest are counted together. */
const DISTINCT = 5;

/** Longer texts look alike in a report. */
const COMPARED = 160;

/** The contradicting values of one row. */
export interface ValueTally {
  /** @param value undefined: the member is missing */
  add(value: unknown): void;
  /** The values, the most frequent first, then the count of all others. */
  list(): CountedValue[];
}

/** An empty tally of the values of a member. */
export function createValueTally(member: string): ValueTally {
  const counts = new Map<string, { readonly got: string; times: number }>();
  let others = 0;
  let last: { readonly value: unknown; readonly count: { times: number } } | undefined;
  return {
    add(value) {
      if (last !== undefined && last.value === value) {
        last.count.times += 1;
        return;
      }
      const key = keyOf(value);
      const known = counts.get(key);
      if (known) {
        known.times += 1;
        if (typeof value !== 'object' || value === null) last = { value, count: known };
      } else if (counts.size < DISTINCT) counts.set(key, { got: value === undefined ? `no member ${member}` : preview(value), times: 1 });
      else others += 1;
    },
    list() {
      const shown = [...counts.values()].sort((one, other) => other.times - one.times);
      return others === 0 ? shown : [...shown, { got: 'other values', times: others }];
    },
  };
}

/** The same for values that look alike in a report, different for a text and for what it spells. */
function keyOf(value: unknown): string {
  if (typeof value === 'string') return `"${value.slice(0, COMPARED)}`;
  return typeof value === 'object' && value !== null ? preview(value) : String(value);
}
