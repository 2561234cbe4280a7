/**
 * Whether the values of a header are credentials, in requests and responses: those of HTTP, and every one that is
 * called an authentication token.
 */
export function isCredentialHeader(name: string): boolean {
  return /^(?:(?:proxy-)?auth(?:orization|entication-info)|cookie|set-cookie2?|.*auth-token)$/i.test(name);
}

/** Names of the places of a credential among the origins of a request: in its headers, and in the TLS handshake. */
export const CREDENTIAL_PLACES = { header: 'credential', tls: 'certificate' } as const;
