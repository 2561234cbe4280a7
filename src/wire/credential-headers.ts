/** Headers whose values are credentials, in requests and responses; lower case. */
export const CREDENTIAL_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'authentication-info',
  'proxy-authentication-info',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'set-cookie2',
  'x-auth-token',
]);
