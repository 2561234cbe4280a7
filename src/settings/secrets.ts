/** Secret values among settings: they must never appear in any output. */
import type { SettingsTable } from './table.ts';
import type { NamedSecret, SetValues, Target } from './types.ts';

/** Shorter header values (a language, a number) are not secrets; redacting them would hide half of every response. */
const SHORTEST_HEADER_SECRET = 6;

/** Returns the values of settings that the table calls secret. */
export function secretsAmong(table: SettingsTable, set: SetValues): readonly NamedSecret[] {
  return table.settings.flatMap(({ name, secret, kind }) => {
    const value = secret ? set.get(name) : undefined;
    if (value === undefined || value === null || value === '') return [];
    if (typeof value !== 'object') return [{ name, value: String(value) }];
    const parts = Object.values(value).flatMap((member) =>
      kind.is === 'json-strings' && kind.headers ? headerSecrets(String(member)) : [String(member)],
    );
    return parts.filter((part) => part.length >= SHORTEST_HEADER_SECRET).map((part) => ({ name, value: part }));
  });
}

/**
 * Returns the secrets in a target's settings. Contents of files (private keys, a refresh token's file) are not among
 * them: the code that reads them registers them. In an `Authorization`-like header the part after the scheme counts
 * too, and in Basic authentication the password.
 */
export function secretsOf(target: Target): readonly NamedSecret[] {
  const { https, http } = target.proxy;
  const proxies = Object.entries({ HTTPS_PROXY: https, HTTP_PROXY: http }).map(([name, address]) => ({
    name,
    value: proxyPassword(address),
  }));
  return [...target.secrets, ...proxies.filter(({ value }) => value !== '')];
}

function headerSecrets(value: string) {
  const [, scheme, credentials] = /^(\S+)\s+(\S.*)$/.exec(value) ?? [];
  if (scheme === undefined || credentials === undefined) return [value];
  const password =
    scheme.toLowerCase() === 'basic'
      ? Buffer.from(credentials, 'base64').toString('utf8').split(':').slice(1).join(':')
      : '';
  return [value, credentials, password];
}

function proxyPassword(address: string | undefined) {
  const password = address === undefined ? '' : new URL(address).password;
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
}
