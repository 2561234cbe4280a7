/** Random deployments: they draw what a document leaves open, or contradict one of its statements. */
import fc, { type Arbitrary } from 'fast-check';

/** Something that a document leaves open. `B`: how the reference takes changes. */
export interface Freedom<B = unknown> {
  /** `<interface>/freedom/<what>`. */
  readonly id: string;
  readonly title: string;
  /** Lawful values; they shrink to plainer ones. */
  readonly values: Arbitrary<unknown>;
  /** Requirements that may become inconclusive, skipped or not applicable with a value, as id globs. */
  loses(value: unknown): readonly string[];
  behaviour(value: unknown): B;
}

/** A random contradiction of one statement. */
export interface Violation<B = unknown> {
  /** Requirement that has to turn red. */
  readonly kills: string;
  readonly verdict: 'fail' | 'warn';
  /** Description of the change; shown when the change is missed. */
  readonly what: string;
  readonly behaviour: B;
}

/** A contradiction of one statement. */
export const violationOf = <B>(
  kills: string,
  what: string,
  behaviour: B,
  verdict: 'fail' | 'warn' = 'fail',
): Violation<B> => ({
  kills,
  verdict,
  what,
  behaviour,
});

/** One of several arbitraries, each as often as its weight says. */
export const weighted = <T>(
  ...choices: readonly (readonly [weight: number, arbitrary: Arbitrary<T>])[]
): Arbitrary<T> => fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** A value as JSON, cut short for a title. */
export const shown = (value: unknown, longest = 80): string => (JSON.stringify(value) ?? 'nothing').slice(0, longest);

/** The random generators of an interface. */
export interface Randomness<B = unknown> {
  /** In the order in which they have to be applied. */
  readonly freedoms: readonly Freedom<B>[];
  readonly violations: Arbitrary<Violation<B>>;
  /** Brings variants into an order in which they can hold together, and leaves out those that cannot. */
  arrange(variants: readonly string[]): readonly string[];
  /** Whether a variant can hold beside freedoms: it neither reads nor writes what they change. */
  holdsBeside(variant: string): boolean;
}

/** Declares a freedom; within, its values keep their type. */
export const freedom = <T, B>(
  id: string,
  title: string,
  values: Arbitrary<T>,
  behaviour: (value: T) => B,
  loses: (value: T) => readonly string[] = () => [],
): Freedom<B> => ({
  id,
  title,
  values,
  loses: (value) => loses(value as T),
  behaviour: (value) => behaviour(value as T),
});

/** A source of numbers from 0 (with it) to 1 (without it), the same for the same seed (mulberry32). */
export function numbersOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of several, by a source of numbers. */
export function pick<T>(from: readonly [T, ...T[]], next: () => number): T {
  return from[Math.floor(next() * from.length)] ?? from[0];
}

/** The same things in another order. */
export function shuffled<T>(things: readonly T[], next: () => number): T[] {
  return things
    .map((thing) => ({ thing, place: next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ thing }) => thing);
}
