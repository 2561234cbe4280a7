/** Credentials by name: the lanes of valid ones, and the kinds of invalid ones. Apart from what reads them, so that listing faults loads no library. */
import { guardedOperations } from '../documented-operations.ts';

/** The lane of a valid credential. */
export type LaneName = 'certificate' | 'token';
export const LANES: readonly LaneName[] = ['certificate', 'token'];

/** A way in which a credential is bad: a documented one, an expired token, or a chain that breaks a rule of proxies. */
export type RefusedKind = string;

/** Returns the documented kinds. */
export const refusedKinds = (): readonly RefusedKind[] => [
  ...new Set(guardedOperations('transfer').flatMap(({ refused }) => Object.keys(refused))),
];

/** Whether a kind is presented as a token. */
export const isTokenKind = (kind: RefusedKind): boolean => kind.endsWith('-token') || kind.startsWith('token-');
