/** Lanes and kinds of invalid credentials. In a separate file, so that listing faults loads no library. */
import { guardedOperations } from '../documented-operations.ts';

/** The lane of a valid credential. */
export type LaneName = 'certificate' | 'token';
export const LANES: readonly LaneName[] = ['certificate', 'token'];

/** A kind of invalid credential: a documented one, an expired token, or a chain that breaks a rule of proxies. */
export type RefusedKind = string;

/** Returns the kinds of invalid credentials that the document names. */
export const refusedKinds = (): readonly RefusedKind[] => [
  ...new Set(guardedOperations('transfer').flatMap(({ refused }) => Object.keys(refused))),
];

/** Whether a kind is presented as a token. */
export const isTokenKind = (kind: RefusedKind): boolean => kind.endsWith('-token') || kind.startsWith('token-');
