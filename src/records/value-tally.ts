/** Counts contradicting values by what they are: bounded, and cheap on long lists. */
import type { CountedValue } from '../contract/types.ts';
import { preview } from './preview.ts';

/** Distinct values kept per requirement; the rest are counted together. */
const DISTINCT = 5;

/** Longer texts look alike in a report. */
const COMPARED = 160;

/** The contradicting values of one requirement. */
export interface ValueTally {
  /** @param value undefined: the member is missing */
  add(value: unknown): void;
  /** The values, the most frequent first, then the count of all others. */
  list(): CountedValue[];
}

/** An empty tally of the values of a member. */
export function createValueTally(member: string): ValueTally {
  /** By the value, or by how an object or array looks in a report, among the objects. */
  const kept = new Map<unknown, { readonly got: string; times: number }>();
  const objects: typeof kept = new Map();
  /** Of those objects: others are not written out to see that they are others. */
  const beginnings = new Set<unknown>();
  let others = 0;
  return {
    add(value) {
      const isObject = typeof value === 'object' && value !== null;
      if (isObject && kept.size + objects.size === DISTINCT && !beginnings.has(beginning(value))) {
        others += 1;
        return;
      }
      const key = isObject ? preview(value) : typeof value === 'string' ? value.slice(0, COMPARED) : value;
      const into = isObject ? objects : kept;
      const known = into.get(key);
      if (known) known.times += 1;
      else if (kept.size + objects.size === DISTINCT) others += 1;
      else {
        into.set(key, { got: value === undefined ? `no member ${member}` : preview(value), times: 1 });
        if (isObject) beginnings.add(beginning(value));
      }
    },
    list() {
      const shown = [...kept.values(), ...objects.values()].sort((one, other) => other.times - one.times);
      return others === 0 ? shown : [...shown, { got: 'other values', times: others }];
    },
  };
}

/** Of an object or array, the first value, or its type where that is a text or contains values: the same for all that look alike. */
function beginning(value: object): unknown {
  const first = Array.isArray(value) ? value[0] : Object.values(value)[0];
  return typeof first === 'string' || typeof first === 'object' ? typeof first : first;
}
