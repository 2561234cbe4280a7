/** The bad credentials that a lane may hold, and the kind that each belongs to. */

/** Kinds of bad credentials, from the contract's rows. */
export const REFUSED = [
  'none',
  'empty-token',
  'garbage-token',
  'foreign-token',
  'foreign-certificate',
  'expired-proxy',
  'not-yet-valid-proxy',
  'misnamed-proxy',
  'tampered-token',
  'unsigned-token',
  'token-under-another-scheme',
] as const;

/** Credentials of the kind `token-under-another-scheme`, with the scheme that each has. */
export const OTHER_SCHEMES: Readonly<Record<string, string>> = {
  'token-under-another-scheme': 'Basic',
  'token-under-another-scheme-2': 'Token',
};

/** The kind of a bad credential. */
export function kindOf(credential: string): string {
  return Object.hasOwn(OTHER_SCHEMES, credential) ? 'token-under-another-scheme' : credential;
}

/** Every name under which a bad credential may be held. */
export const BAD_CREDENTIALS: readonly string[] = [...new Set([...REFUSED, ...Object.keys(OTHER_SCHEMES)])];
