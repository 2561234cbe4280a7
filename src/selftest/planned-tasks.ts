/** Which runs a self-test of one interface consists of. */
import { numbersOf, type Randomness, shuffled } from '../../reference/random.ts';
import type { Fault, Variant } from '../../reference/types.ts';
import type { Task } from './tasks.ts';

/** Facts about one interface's reference. */
export interface Known {
  readonly faults: readonly Fault[];
  readonly variants: readonly Variant[];
  /** How many faults one instance can have. */
  readonly faultsAtOnce: number;
  /** Undefined if nothing can be drawn for the interface. */
  readonly randomness: Randomness | undefined;
}

/** How much is run. */
export interface Extent {
  /** Random lawful deployments, and as many contradictions. */
  readonly seeds: number;
  /** The first seed; which faults and variants come together depends on it too. */
  readonly seed: number;
  /** Each fault and each variant by itself; else several at once, which takes a fraction of the runs. */
  readonly alone: boolean;
}

/** Combinations of variants, for each variant that there is. */
const TOGETHER_SHARE = 0.25;
const MOST_TOGETHER = 4;
/** Groups of faults that one task begins with. */
const GROUPS_OF_BATCH = 12;

/** The runs. Those that take longest come first, so that no process waits for another one at the end. */
export function plannedTasks(
  { faults, variants, faultsAtOnce, randomness }: Known,
  { seeds, seed, alone }: Extent,
): Task[] {
  const ids = variants.map(({ id }) => id);
  const single = ids.map((id) => [id]);
  const drawn = (kind: 'lawful' | 'unlawful'): Task[] =>
    randomness ? Array.from({ length: seeds }, (_, at) => ({ kind, seed: seed + at })) : [];
  const combinations = (): (readonly string[])[] => {
    if (randomness === undefined) return single;
    return alone
      ? [...someTogether(ids, seed, randomness.arrange), ...single]
      : eachTogether(ids, seed, randomness.arrange);
  };
  return [
    ...(alone ? faults.map((fault) => [fault]) : faultBatches(faults, faultsAtOnce, seed)).map(
      (batch): Task => ({ kind: 'faults', ids: batch.map(({ id }) => id) }),
    ),
    ...combinations().map((together): Task => ({ kind: 'variants', ids: together })),
    ...drawn('lawful'),
    ...drawn('unlawful'),
  ];
}

/** Every fault once: alone, or in drawn batches of several groups, so that faults which hide one another in their groups can be grouped anew. */
function faultBatches(faults: readonly Fault[], faultsAtOnce: number, seed: number): Fault[][] {
  const drawn = shuffled(faults, numbersOf(seed));
  const size = faultsAtOnce * GROUPS_OF_BATCH;
  return Array.from({ length: Math.ceil(drawn.length / size) }, (_, at) => drawn.slice(at * size, (at + 1) * size));
}

type Arrange = Randomness['arrange'];

/** Variants that can hold together, two to four at once, drawn. */
function someTogether(ids: readonly string[], seed: number, arrange: Arrange): (readonly string[])[] {
  const next = numbersOf(seed);
  const some = (): readonly string[] => {
    const count = 2 + Math.floor(next() * (MOST_TOGETHER - 1));
    return arrange([...new Set(Array.from({ length: count }, () => ids[Math.floor(next() * ids.length)] ?? ''))]);
  };
  return Array.from({ length: Math.round(ids.length * TOGETHER_SHARE) }, some).filter(
    (together) => together.length > 1,
  );
}

/** Every variant once, with up to three others that can hold beside it: those drawn first that can. */
function eachTogether(ids: readonly string[], seed: number, arrange: Arrange): (readonly string[])[] {
  const combinations: (readonly string[])[] = [];
  for (let left = shuffled(ids, numbersOf(seed)); left.length > 0; ) {
    let together: readonly string[] = left.slice(0, 1);
    for (const id of left.slice(1)) {
      if (together.length === MOST_TOGETHER) break;
      const arranged = arrange([...together, id]);
      if (arranged.length > together.length) together = arranged;
    }
    combinations.push(together);
    left = left.filter((id) => !together.includes(id));
  }
  return combinations;
}

/** Every fault once, in order, in groups of at most so many; no two of a group name a requirement that the other turns red. */
export function faultGroups(faults: readonly Fault[], most: number): Fault[][] {
  const groups: Fault[][] = [];
  let open: Fault[][] = [];
  for (const fault of faults) {
    const group = open.find((others) =>
      others.every((other) => !reddens(fault, other.kills) && !reddens(other, fault.kills)),
    );
    if (group) group.push(fault);
    else groups.push([fault]);
    open = groups.filter(({ length }) => length < most);
  }
  return groups;
}

const reddens = ({ kills, also = [] }: Fault, requirement: string): boolean =>
  kills === requirement || also.includes(requirement);
