/** Which runs a self-test of one interface consists of. */
import { numbersOf, type Randomness, shuffled } from '../../reference/random.ts';
import type { Fault, Variant } from '../../reference/types.ts';
import type { Task } from './tasks.ts';

/** Facts about one interface's reference. */
export interface Known {
  readonly faults: readonly Fault[];
  readonly variants: readonly Variant[];
  /** Undefined if nothing can be drawn for the interface. */
  readonly randomness: Randomness | undefined;
}

/** How much is run. */
export interface Extent {
  /** Random lawful deployments, and as many contradictions. */
  readonly seeds: number;
  /** The first seed; the sample and the combinations depend on it too. */
  readonly seed: number;
  /** One fault of each requirement, and each variant in one combination, instead of each fault and each variant alone. */
  readonly sample: boolean;
}

/** Combinations of variants, for each variant that there is. */
const TOGETHER_SHARE = 0.25;
const MOST_TOGETHER = 4;

/** The runs. Those that take longest come first, so that no process waits for another one at the end. */
export function plannedTasks({ faults, variants, randomness }: Known, { seeds, seed, sample }: Extent): Task[] {
  const ids = variants.map(({ id }) => id);
  const drawn = (kind: 'lawful' | 'unlawful'): Task[] => (randomness ? Array.from({ length: seeds }, (_, at) => ({ kind, seed: seed + at })) : []);
  const combined = randomness ? (sample ? eachTogether(ids, seed, randomness.arrange) : someTogether(ids, seed, randomness.arrange)) : [];
  const alone = sample && randomness ? [] : ids.map((id) => [id]);
  const chosen = sample ? oneForEach(faults, seed) : faults;
  return [
    ...drawn('lawful'),
    ...drawn('unlawful'),
    ...[...combined, ...alone].map((together): Task => ({ kind: 'variants', ids: together })),
    ...chosen.map(({ id }): Task => ({ kind: 'fault', id })),
  ];
}

/** One of the faults of each requirement, another one with the next seed. */
function oneForEach(faults: readonly Fault[], seed: number): Fault[] {
  const byRequirement = new Map<string, Fault[]>();
  for (const fault of faults) byRequirement.set(fault.kills, [...(byRequirement.get(fault.kills) ?? []), fault]);
  return [...byRequirement.values()].map((own) => own[seed % own.length] as Fault);
}

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
