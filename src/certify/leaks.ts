/** Searches a bundle for credentials: known ones by value, others by their form. */
import { isCredentialHeader } from '../wire/http.ts';
import type { Redactor } from '../wire/secrets/redaction.ts';
import type { Exchange } from '../wire/types.ts';

/**
 * Whether a text contains a JSON Web Token (RFC 7519): header, payload and signature in base64url, separated by dots.
 * Header and payload are JSON objects, so they begin with `eyJ`: the payload is found by `.eyJ`.
 */
function hasToken(text: string) {
  for (const { index } of text.matchAll(/\.eyJ[\w-]{8,}(?=\.[\w-])/g)) {
    let start = index;
    while (start > 0 && /[\w-]/.test(text[start - 1] as string)) start -= 1;
    const at = text.indexOf('eyJ', start);
    if (at !== -1 && at + 11 <= index) return true;
  }
  return false;
}

/** Forms of credentials in bytes. Each search is linear, since the text is untrusted. */
export function credentialForms(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const hasKey = /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/.test(text);
  return [...(hasKey ? ['a private key'] : []), ...(hasToken(text) ? ['a JSON Web Token'] : [])];
}

/**
 * Everything that looks like a secret in members and exchanges, one sentence each, without the secret.
 * @param known redactor with the secrets of the settings; if absent, only forms are searched for
 */
export function leaks(
  members: ReadonlyMap<string, Uint8Array>,
  exchanges: readonly Exchange[],
  known?: Redactor,
): string[] {
  const found: string[] = [];
  for (const [name, bytes] of members) {
    for (const form of credentialForms(bytes)) found.push(`${name} contains ${form}.`);
    for (const secret of known?.findSecrets(bytes) ?? [])
      found.push(`${name} contains the secret ${secret} from the settings.`);
  }
  for (const { id, request, attempts } of exchanges)
    for (const [name, value] of [...request.headers, ...attempts.flatMap(({ outcome }) => outcome.headers ?? [])])
      if (isCredentialHeader(name) && !value.includes('[redacted:') && isCredential(name, value))
        found.push(`The exchange ${id} shows the value of its header ${name}.`);
  return [...new Set(found)];
}

/** Whether a value is a credential: a scheme without a credential, and a deleted cookie, are not secret. */
function isCredential(name: string, value: string) {
  if (name.toLowerCase() === 'set-cookie') return !/^[^=]*=\s*(?:;|$)/.test(value);
  return value.trim().split(/\s+/).length > 1 || (value.trim() !== '' && !/^[A-Za-z]+$/.test(value.trim()));
}
