/** Searches a bundle for credentials: known ones by value, others by their form. */
import { isCredentialHeader } from '../wire/http.ts';
import type { Redactor } from '../wire/secrets/redaction.ts';
import type { Exchange, Headers } from '../wire/types.ts';

/** Forms of credentials. Each search is linear, since the text is untrusted. */
const FORMS: readonly { readonly name: string; readonly isIn: (text: string) => boolean }[] = [
  { name: 'a private key', isIn: (text) => /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/.test(text) },
  { name: 'a JSON Web Token', isIn: hasToken },
];

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

/** Forms of credentials in bytes. */
export function credentialForms(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return FORMS.filter(({ isIn }) => isIn(text)).map(({ name }) => name);
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
  for (const exchange of exchanges) {
    for (const header of shownCredentials([
      exchange.request.headers,
      ...exchange.attempts.map(({ outcome }) => outcome.headers ?? []),
    ]))
      found.push(`The exchange ${exchange.id} shows the value of its header ${header}.`);
  }
  return [...new Set(found)];
}

function shownCredentials(all: readonly Headers[]) {
  const shown = all
    .flat()
    .filter(([name, value]) => isCredentialHeader(name) && !value.includes('[redacted:') && isCredential(name, value));
  return [...new Set(shown.map(([name]) => name))];
}

/** Whether a value is a credential: a scheme without a credential, and a deleted cookie, are not secret. */
function isCredential(name: string, value: string) {
  if (name.toLowerCase() === 'set-cookie') return !/^[^=]*=\s*(?:;|$)/.test(value);
  return value.trim().split(/\s+/).length > 1 || (value.trim() !== '' && !/^[A-Za-z]+$/.test(value.trim()));
}
