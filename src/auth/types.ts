/** Credentials as read from files and settings, and invalid ones made from them. */
import type { WireCredential } from '../wire/types.ts';

/** PEM files: `cert` contains the chain, leaf first, and the key too unless `key` names another file. */
export interface CredentialFiles {
  readonly cert: string;
  readonly key?: string;
  readonly passphrase?: string;
}

/** A sentence about a credential, and what has to be changed. */
export interface CredentialProblem {
  readonly change: keyof CredentialFiles;
  readonly message: string;
}

/** An invalid credential, or why it cannot be made: a sentence that says what it needs. */
export type InvalidCredential =
  | { readonly kind: string; readonly credential: WireCredential }
  | { readonly kind: string; readonly cannot: string };
