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

/** The runs. Those that take longest come first, so that no process waits for another one at the end. */
export function plannedTasks({ faults, variants, faultsAtOnce, randomness }: Known, { seeds, seed, alone }: Extent): Task[] {
  const ids = variants.map(({ id }) => id);
  const single = ids.map((id) => [id]);
  const drawn = (kind: 'lawful' | 'unlawful'): Task[] => (randomness ? Array.from({ length: seeds }, (_, at) => ({ kind, seed: seed + at })) : []);
  const combinations = (): (readonly string[])[] => {
    if (randomness === undefined) return single;
    return alone ? [...someTogether(ids, seed, randomness.arrange), ...single] : eachTogether(ids, seed, randomness.arrange);
  };
  return [
    ...drawn('lawful'),
    ...drawn('unlawful'),
    ...combinations().map((together): Task => ({ kind: 'variants', ids: together })),
    ...faultsTogether(faults, alone ? 1 : faultsAtOnce, seed).map((together): Task => ({ kind: 'faults', ids: together.map(({ id }) => id) })),
  ];
}

/** Every fault once, in groups of so many; no two of a group name a requirement that the other turns red. */
function faultsTogether(faults: readonly Fault[], most: number, seed: number): Fault[][] {
  const groups: Fault[][] = [];
  let open: Fault[][] = [];
  for (const fault of most > 1 ? shuffled(faults, numbersOf(seed)) : faults) {
    const group = open.find((others) => others.every((other) => !reddens(fault, other.kills) && !reddens(other, fault.kills)));
    if (group) group.push(fault);
    else groups.push([fault]);
    open = groups.filter(({ length }) => length < most);
  }
  return groups;
}

const reddens = ({ kills, also = [] }: Fault, requirement: string): boolean => kills === requirement || also.includes(requirement);

type Arrange = Randomness['arrange'];

/** Variants that can hold together, two to four at once, drawn. */
function someTogether(ids: readonly string[], seed: number, arrange: Arrange): (readonly string[])[] {
  const next = numbersOf(seed);
  const some = (): readonly string[] => {
    const count = 2 + Math.floor(next() * (MOST_TOGETHER - 1));
    return arrange([...new Set(Array.from({ length: count }, () => ids[Math.floor(next() * ids.length)] ?? ''))]);
  };
  return Array.from({ length: Math.round(ids.length * TOGETHER_SHARE) }, some).filter((together) => together.length > 1);
}

/** Every variant once, with up to three others that can hold beside it. */
function eachTogether(ids: readonly string[], seed: number, arrange: Arrange): (readonly string[])[] {
  const combinations: (readonly string[])[] = [];
  for (let left = shuffled(ids, numbersOf(seed)); left.length > 0; ) {
    const [first, ...others] = left.splice(0, MOST_TOGETHER) as [string, ...string[]];
    const arranged = arrange([first, ...others]);
    const together = arranged.includes(first) ? arranged : [first];
    combinations.push(together);
    left = [...others.filter((id) => !together.includes(id)), ...left];
  }
  return combinations;
}
