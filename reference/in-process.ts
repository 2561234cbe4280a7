/** An embedded reference as handlers in this process, to be deployed again and again. */
import type { Randomness } from './drawn/random.ts';
import type { Fault, Handler, Sometimes, Variant } from './types.ts';

/** Deviations of a reference from its plain form. */
export interface Deviations<Change = unknown> {
  /** Id of a fault, or of several of different requirements. */
  readonly fault?: string | readonly string[];
  /** Ids of legal variants, applied in this order. */
  readonly variants?: readonly string[];
  /** Further changes, in order, such as its own randomness draws. */
  readonly changes?: readonly Change[];
}

/** A reference in this process; its faults and variants are those of its descriptor. */
export interface Deployable {
  /** Settings that point at its origins. */
  readonly env: Readonly<Record<string, string>>;
  /** Legal variants, if campaigns know more than are listed. */
  readonly variants?: readonly Variant[];
  /** Maximum number of faults of one instance. */
  readonly faultsAtOnce: number;
  /** Returns a fresh instance: handlers by origin. */
  deploy(deviations: Deviations): Promise<ReadonlyMap<string, Handler>>;
  /** Further settings that a fault or variant needs (another credential, another path). */
  envFor?(deviations: Deviations): Readonly<Record<string, string>>;
  /** Random generators; absent if the subject has none. */
  randomness?(): Promise<Randomness>;
  close(): Promise<void>;
}

export interface InProcessReference extends Deployable {
  readonly interface: string;
  readonly faults: readonly Fault[];
  readonly sometimes: Sometimes;
  readonly variants: readonly Variant[];
}

/** Programs of this machine that a reference can use. */
export interface Machine {
  /** Settings that it gives, such as an interpreter. */
  readonly env: Readonly<Record<string, string>>;
}
