/** The ways in which a credential is bad. */
import { guardedOperations } from '../documented-operations.ts';

/** A documented kind; beyond these, an expired token and a chain that breaks a rule of proxies. */
export type RefusedKind = string;

/** The documented kinds. */
export const refusedKinds = (): readonly RefusedKind[] => [
  ...new Set(guardedOperations('transfer').flatMap(({ refused }) => Object.keys(refused))),
];

/** Whether a kind is presented as a token. */
export const isTokenKind = (kind: RefusedKind): boolean => kind.endsWith('-token') || kind.startsWith('token-');
