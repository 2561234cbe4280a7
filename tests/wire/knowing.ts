/** A redactor that knows some secrets, and secrets for tests. */
import { createRedactor } from '../../src/wire/secrets/redaction.ts';

export const JWT = [
  Buffer.from('{"alg":"RS256","typ":"JWT"}').toString('base64url'),
  Buffer.from('{"iss":"https://issuer.example","sub":"e7c1bd6f","scope":"storage.read:/ storage.modify:/"}').toString(
    'base64url',
  ),
  'Zm9vYmFyLXNpZ25hdHVyZS1vZi1hLXRva2VuLXdpdGgtbWFueS1vY3RldHM_x-Y',
].join('.');

export const percentAll = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/** Returns a redactor that knows these secrets. The first is named `token`, or `token-0` if there are more. */
export function knowing(...secrets: string[]) {
  const redactor = createRedactor();
  secrets.forEach((secret, number) => {
    redactor.add(secret, secrets.length === 1 ? 'token' : `token-${number}`);
  });
  return redactor;
}
