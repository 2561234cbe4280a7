/** Problems of a profile, and the entries that it can have. */
import type { Contract, Interface, Profile } from '../contract/types.ts';
import { nearest } from '../settings/nearest.ts';

/** An entry that cannot be used. */
export interface ProfileProblem {
  readonly part: 'names' | 'fills' | 'handshakes' | 'members' | 'notOffered' | 'identifiers';
  readonly word: string;
  /** Continuation of the sentence after the word. */
  readonly why: string;
  /** The keys that lead to the word in its part, if they are more than the word. */
  readonly keys?: readonly string[];
}

/**
 * Entries of a profile that the document does not name: they are parameters, because a profile knows contracts only.
 */
export interface Known {
  /** The contracts of all interfaces, without a profile. */
  readonly contracts: readonly Contract[];
  /** Returns the contracts in the words of a profile. */
  renamed(profile: Profile): readonly Contract[];
  /** Authentication schemes of credentials. */
  readonly schemes: readonly string[];
  /** Returns headers that carry a credential. */
  credentialHeaders(of: Interface, lane: string): readonly string[];
  /** Operations and credentials that a deployment can declare not to offer. */
  readonly offerings: readonly string[];
  readonly handshakes: readonly {
    readonly id: string;
    readonly operation: string;
    readonly steps: Readonly<Record<string, { readonly method: string; readonly optional?: unknown }>>;
  }[];
  /**
   * By interface, gaps that are filled with a name, and the function that reads it. No two of an interface may be
   * equal.
   */
  readonly namedByGaps: readonly Readonly<Record<string, (text: string) => { readonly wrong?: string | undefined }>>[];
}

/** Returns a correction for a misspelt word, in brackets; else empty. */
export function hint(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  return near === undefined ? '' : ` (did you mean ${near}?)`;
}

/** Returns the beginning of a value as a message quotes it. */
export const quoted = (value: unknown): string => `${JSON.stringify(value)?.slice(0, 80)}`;

/** Returns items whose key occurred before, each with the latest such item. */
export function repeated<T>(items: Iterable<T>, keyOf: (item: T) => string): { readonly item: T; readonly other: T }[] {
  const taken = new Map<string, T>();
  return [...items].flatMap((item) => {
    const key = keyOf(item);
    const other = taken.get(key);
    taken.set(key, item);
    return other === undefined ? [] : [{ item, other }];
  });
}
