/** The bad credentials that a lane may hold, and the kind that each belongs to. */
import { refusedKinds } from '../../src/contract/refused-kinds.ts';
import type { Contract } from '../../src/contract/types.ts';

/** Credentials of the kind `token-under-another-scheme`, with the scheme that each has. */
export const OTHER_SCHEMES: Readonly<Record<string, string>> = {
  'token-under-another-scheme': 'Basic',
  'token-under-another-scheme-2': 'Token',
};

/** The kind of a bad credential. */
export function kindOf(credential: string): string {
  return Object.hasOwn(OTHER_SCHEMES, credential) ? 'token-under-another-scheme' : credential;
}

/** Every name under which a bad credential for an operation may be held. */
export function badCredentials(contract: Contract, operation: string): readonly string[] {
  return [...new Set([...refusedKinds(contract, `transfer/${operation}`), ...Object.keys(OTHER_SCHEMES)])];
}
