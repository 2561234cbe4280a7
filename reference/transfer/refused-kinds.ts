/** The ways in which a credential is bad. */

export const REFUSED_KINDS = [
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
/** Whether a kind is presented as a token. */
export const isTokenKind = (kind: RefusedKind): boolean => kind.endsWith('-token') || kind.startsWith('token-');

/** Kinds of bad credentials; beyond the ones above an expired token and a chain that breaks a rule of proxies. */
export type RefusedKind = (typeof REFUSED_KINDS)[number] | 'expired-token' | 'broken-proxy';
