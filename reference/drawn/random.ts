/** Random deployments: they draw what a document leaves open. */
import fc, { type Arbitrary } from 'fast-check';
import { listOf } from '../change.ts';
import type { Fault } from '../types.ts';

/** Something that a document leaves open. `C`: how the reference writes a change. */
export interface DrawnVariant<C = unknown> {
  /** `<interface>/freedom/<what>`. */
  readonly id: string;
  /** Legal values; they shrink to plainer ones. */
  readonly values: Arbitrary<unknown>;
  /** Returns requirements that may become inconclusive, skipped or not applicable with a value, as id globs. */
  loses(value: unknown): readonly string[];
  /** Returns the changes that make it. */
  changes(value: unknown): readonly C[];
}

/** Returns a choice of several arbitraries, each as often as its weight says. */
export const weighted = <T>(
  ...choices: readonly (readonly [weight: number, arbitrary: Arbitrary<T>])[]
): Arbitrary<T> => fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** The random generators of an interface. */
export interface Randomness<C = unknown> {
  /** Variants in the order in which they have to be applied. */
  readonly variants: readonly DrawnVariant<C>[];
  /** Matches the ids of drawn variants that neither hide a fault nor are in its way. */
  readonly amid: RegExp;
  /** Brings variants into an order in which they can be combined, and leaves out those that cannot. */
  arrange(variants: readonly string[]): readonly string[];
}

/** Returns how the drawn variants of an interface are declared; within one, its values keep their type. */
export const drawnOf =
  <C>(of: string) =>
  <T>(
    what: string,
    values: Arbitrary<T>,
    changes: (value: T) => C | readonly C[],
    loses: (value: T) => readonly string[] = () => [],
  ): DrawnVariant<C> => ({
    id: `${of}/freedom/${what}`,
    values,
    loses: (value) => loses(value as T),
    changes: (value) => listOf(changes(value as T)),
  });

/** Returns the variants in their order, without those that are in the same group of alternatives as an earlier one. */
export function alternativesApart(variants: readonly string[], groups: readonly RegExp[]): string[] {
  const kept: string[] = [];
  for (const id of variants)
    if (!groups.some((group) => group.test(id) && kept.some((other) => group.test(other)))) kept.push(id);
  return kept;
}

/** Returns a source of numbers from 0 (with it) to 1 (without it), the same for the same seed (mulberry32). */
export function numbersOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a choice of several values, by a source of numbers. */
export function pick<T>(from: readonly [T, ...T[]], next: () => number): T {
  return from[Math.floor(next() * from.length)] ?? from[0];
}

/** Returns the elements in another order. */
export function shuffled<T>(things: readonly T[], next: () => number): T[] {
  return things
    .map((thing) => ({ thing, place: next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ thing }) => thing);
}

/** Ways in which most faults can be made intermittent. */
const EVERYWHERE = [
  'every-second',
  'every-third',
  'the-second-alone',
  'from-the-second-on',
  'from-the-fourth-on',
] as const;

/** Returns the id of a random intermittent fault. The same seed gives the same id. */
export function drawnSometimes(faults: readonly Fault[], seed: number): string {
  const next = numbersOf(seed);
  return `${pick(faults as [Fault, ...Fault[]], next).id}/sometimes/${pick(EVERYWHERE, next)}`;
}
