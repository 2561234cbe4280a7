/** The runs of a self-test. */
import { drawnSometimes, numbersOf, type Randomness, shuffled } from '../../reference/drawn/random.ts';
import type { InProcessReference } from '../../reference/in-process.ts';
import type { Fault, Variant } from '../../reference/types.ts';
import { DEPTHS, type Depth } from '../settings/types.ts';
import type { Task } from './tasks.ts';

/** Facts about one interface's reference. */
export interface Known extends Pick<InProcessReference, 'faults' | 'sometimes' | 'variants' | 'faultsAtOnce'> {
  /** Undefined if no deployment can be drawn for the interface. */
  readonly randomness: Randomness | undefined;
}

/** Extent of a self-test. */
export interface Extent {
  /** Random legal deployments, and as many contradictions. */
  readonly seeds: number;
  /** The first seed; which faults and variants come together depends on it too. */
  readonly seed: number;
  /** Each fault and each variant by itself; else several at once, which takes a fraction of the runs. */
  readonly alone: boolean;
  /** Intermittent faults at both depths, and variants at the greater depth too. */
  readonly sometimes?: boolean;
}

/** Maximum number of variants per run. */
const MOST_OF_ALL = 8;
/** Groups of faults that one task begins with. */
const GROUPS_OF_BATCH = 12;

/** Returns the runs. Those that take longest come first, so that no process waits for another one at the end. */
export function plannedTasks(
  { faults, sometimes, variants, faultsAtOnce, randomness }: Known,
  { seeds, seed, alone, sometimes: withSometimes = false }: Extent,
): Task[] {
  const apart = (all: readonly Pick<Fault, 'id'>[]) => all.map(({ id }) => [id]);
  const single = apart(variants);
  const seedsFrom = Array.from({ length: seeds }, (_, at) => seed + at);
  const drawn = (kind: 'legal' | 'illegal'): Task[] =>
    randomness ? seedsFrom.map((own) => ({ kind, seed: own })) : [];
  const together = randomness ? eachTogether(variants, seed, randomness.arrange) : single;
  const combinations = alone && randomness ? [...together.filter(({ length }) => length > 1), ...single] : together;
  const each = (kind: 'faults' | 'variants', all: readonly (readonly string[])[], depth?: Depth) =>
    all.map((some): Task => ({ kind, ids: some, depth }));
  const intermittent = [...apart(sometimes.faults), ...seedsFrom.map((own) => [drawnSometimes(faults, own)])];
  return [
    ...(withSometimes
      ? [
          ...DEPTHS.toReversed().flatMap((depth) => each('faults', intermittent, depth)),
          ...each('variants', combinations, 'thorough'),
          ...DEPTHS.flatMap((depth) => each('variants', apart(sometimes.variants), depth)),
        ]
      : []),
    ...each('faults', alone ? apart(faults) : faultBatches(faults, faultsAtOnce, seed)),
    ...each('variants', combinations),
    ...drawn('legal'),
    ...drawn('illegal'),
  ];
}

/**
 * Returns batches that contain every fault once, in drawn order. Each is large enough to group faults anew if they hide
 * one another.
 */
function faultBatches(faults: readonly Fault[], faultsAtOnce: number, seed: number) {
  const drawn = shuffled(
    faults.map(({ id }) => id),
    numbersOf(seed),
  );
  const size = faultsAtOnce * GROUPS_OF_BATCH;
  return Array.from({ length: Math.ceil(drawn.length / size) }, (_, at) => drawn.slice(at * size, (at + 1) * size));
}

/**
 * Returns combinations of at most eight variants that contain every variant once. `arrange` decides which variants can
 * be combined. At most one of a combination may leave requirements undecided, so that it excuses no other.
 */
function eachTogether(
  variants: readonly Pick<Variant, 'id' | 'loses'>[],
  seed: number,
  arrange: Randomness['arrange'],
) {
  const combinations: (readonly string[])[] = [];
  const ids = variants.map(({ id }) => id);
  const losing = new Set(variants.flatMap(({ id, loses = [] }) => (loses.length > 0 ? [id] : [])));
  for (let left = shuffled(ids, numbersOf(seed)); left.length > 0; ) {
    let together: readonly string[] = left.slice(0, 1);
    for (const id of left.slice(1)) {
      if (together.length === MOST_OF_ALL) break;
      if (losing.has(id) && together.some((one) => losing.has(one))) continue;
      const arranged = arrange([...together, id]);
      if (arranged.length > together.length) together = arranged;
    }
    combinations.push(together);
    left = left.filter((id) => !together.includes(id));
  }
  return combinations;
}

/**
 * Groups that contain every fault once, in order, with at most `most` faults per group; no fault of a group names a
 * requirement that fails or warns because of another fault of the group.
 */
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

const reddens = ({ kills, also = [] }: Fault, requirement: string) =>
  kills === requirement || also.includes(requirement);
