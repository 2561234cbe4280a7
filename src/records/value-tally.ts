/** Counts contradicting values by what they are: bounded, and cheap on long lists. */
import type { CountedValue } from '../contract/types.ts';
import { DEEPEST, preview } from './preview.ts';

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

/** Values that look alike in a report. */
interface Kept {
  /** The value itself, the compared part of a text, or the beginning of an object or array. */
  readonly value: unknown;
  readonly type: 'text' | 'object' | 'other';
  readonly got: string;
  times: number;
}

/** An empty tally of the values of a member. */
export function createValueTally(member: string): ValueTally {
  const kept: Kept[] = [];
  let others = 0;
  return {
    add(value) {
      const type =
        typeof value === 'string' ? 'text' : typeof value === 'object' && value !== null ? 'object' : 'other';
      const compared =
        type === 'text' ? (value as string).slice(0, COMPARED) : type === 'object' ? beginning(value) : value;
      let got: string | undefined;
      for (const one of kept) {
        if (one.type !== type || one.value !== compared) continue;
        if (type === 'object') got ??= preview(value);
        if (got !== undefined && got !== one.got) continue;
        one.times += 1;
        return;
      }
      if (kept.length === DISTINCT) others += 1;
      else
        kept.push({
          value: compared,
          type,
          got: value === undefined ? `no member ${member}` : (got ?? preview(value)),
          times: 1,
        });
    },
    list() {
      const shown = kept.map(({ got, times }) => ({ got, times })).sort((one, other) => other.times - one.times);
      return others === 0 ? shown : [...shown, { got: 'other values', times: others }];
    },
  };
}

/** The first number, boolean or null of an array; else a sign of what comes first. Values of the same preview have the same beginning, and are rarely written out to see it. */
function beginning(value: unknown): unknown {
  let first = value;
  for (let depth = 0; depth < DEEPEST && Array.isArray(first) && first.length > 0; depth += 1) first = first[0];
  if (typeof first === 'string') return '"';
  return typeof first === 'object' && first !== null ? (Array.isArray(first) ? '[' : '{') : first;
}
