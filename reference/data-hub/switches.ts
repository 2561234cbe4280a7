/** Behaviours turned on in one instance of the reference: faults of different requirements, any number of variants, and random draws. */
import type { Way } from './files.ts';

/** Randomly drawn changes of the reference's data and answers; each part optional. */
export interface Drawn {
  /** The identifier of the `count`-th thing. */
  readonly identifier?: (usual: string, kind: string, count: number) => string;
  /** The `count`-th named token. */
  readonly namedToken?: (count: number) => string;
  /** How a subscription speaks. */
  readonly stream?: {
    readonly opening: readonly string[];
    readonly heartbeat: string | undefined;
    /** A change as pieces on the stream; `text` is its JSON. */
    readonly frames: (text: string, sequence: number) => readonly string[];
  };
  /** A subscription ends after so many milliseconds. */
  readonly streamEndsMs?: number;
  /** Octets as they come back: how they were written, how they are read. */
  readonly read?: (octets: Uint8Array, written: Way, reading: 'cdmi' | 'rest') => Uint8Array;
  /** The Location of a new handle. */
  readonly location?: (usual: string) => string | undefined;
}

export interface Switches {
  /** The fault at a requirement of the data hub, without the interface's name: what stands behind `@`, or undefined. */
  fault(requirement: string): string | undefined;
  /** Whether exactly this fault is on, `<requirement>@<what>` without the interface's name. */
  is(fault: string): boolean;
  variant(id: string): boolean;
  /** The last of these variants that is on. */
  oneOf<V extends string>(...ids: readonly V[]): V | undefined;
  readonly drawn: readonly Drawn[];
}

/**
 * @param faults ids as in the fault list, e.g. `data-hub/get-space/answers@404`
 * @param variants ids as in the variant list
 */
export function createSwitches(
  faults: readonly string[],
  variants: readonly string[],
  drawn: readonly Drawn[] = [],
): Switches {
  const on = new Set(variants);
  const whats = new Map(faults.map((id) => id.replace(/^data-hub\//, '').split('@') as [string, string]));
  return {
    fault: (of) => whats.get(of),
    is: (id) => faults.includes(`data-hub/${id}`),
    variant: (id) => on.has(id),
    oneOf: (...ids) => ids.findLast((id) => on.has(id)),
    drawn,
  };
}

/** Values by name, each made only when it is needed. */
type Forms<T> = Readonly<Record<string, () => T>>;

/** The form of a fault, or the usual one. */
export const byFault = <T>(what: string | undefined, forms: Forms<T>, usual: () => T): T =>
  (forms[what ?? ''] ?? usual)();

/** The form of the last variant that is on, or the usual one. */
export const byVariant = <T>(switches: Switches, forms: Forms<T>, usual: () => T): T =>
  byFault(switches.oneOf(...Object.keys(forms)), forms, usual);
