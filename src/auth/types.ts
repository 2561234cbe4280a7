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

/** An X.509 credential, looked at before anything is sent. */
export interface X509Credential {
  readonly kind: 'certificate' | 'proxy' | 'voms-proxy';
  /** Certificate chain, PEM, leaf first; empty if the files could not be read. */
  readonly cert: string;
  /** Private key, PEM (PKCS#8), decrypted; empty if it could not be read. */
  readonly key: string;
  /** Subject of the end-entity (user) certificate, slash form `/C=…/CN=…`. */
  readonly userDn: string;
  /** Subjects of the proxies, outermost (leaf) first, slash form; empty for a plain certificate. */
  readonly proxyDns: readonly string[];
  readonly notBefore: Date;
  /** Earliest end of validity in the chain. */
  readonly notAfter: Date;
  /** Reasons why it cannot work: expired, key does not match, chain broken. */
  readonly problems: readonly CredentialProblem[];
  /** Whether only the dates are wrong: the settings are right, the credential is not valid now. */
  readonly untimely: boolean;
}

/** An invalid credential, or why it cannot be made: a sentence that says what it needs. */
export type InvalidCredential =
  | { readonly kind: string; readonly credential: WireCredential }
  | { readonly kind: string; readonly cannot: string };
