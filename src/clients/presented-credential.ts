/** Recognises the credential of a client's request. */
import type { InterfaceSettings } from '../settings/types.ts';
import { headerOf } from '../wire/headers.ts';
import type { Headers } from '../wire/types.ts';

export type Credentials = InterfaceSettings['credentials'];

/**
 * Returns the first credential of an interface that a request shows, or undefined if it shows none.
 * @param certified whether a client certificate came in the TLS handshake
 */
export function presentedCredential(among: Credentials, headers: Headers, certified = false): string | undefined {
  // After a scheme, one token is a credential (RFC 9110, section 11.4): no quoted text, no list.
  const isShown = ({ header: name, scheme }: Credentials[string]) =>
    name === undefined
      ? certified
      : new RegExp(scheme ? `^${scheme}\\s+[^\\s",]+$` : '.', 'i').test(
          headerOf(headers, name.toLowerCase())?.trim() ?? '',
        );
  return Object.entries(among).find(([, one]) => isShown(one))?.[0];
}
