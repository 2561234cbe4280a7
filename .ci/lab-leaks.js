/** Searches what Assay wrote in the lab for the lab's secrets, in every encoding that redaction knows, and for private keys and tokens by their form. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { leaks } from '../dist/src/certify/leaks.js';
import { createRedactor } from '../dist/src/wire/secrets/redaction.js';

/** Secrets by name: settings that are tokens or files of tokens, and private keys in a folder. */
export function secretsOf(settings, folder) {
  const tokens = Object.entries(settings)
    .filter(([name, value]) => /TOKEN|PASS|SECRET/.test(name) && value.length >= 8)
    .map(([name, value]) => [name, name.endsWith('_FILE') ? readFileSync(value, 'utf8').trim() : value]);
  const files =
    folder === undefined
      ? []
      : readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const keys = files
    .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), 'utf8')])
    .flatMap(([name, text]) =>
      [...text.matchAll(/-----BEGIN ([A-Z ]*PRIVATE KEY)-----[\s\S]*?-----END \1-----/g)].map(([key]) => [name, key]),
    );
  return [...tokens, ...keys];
}

/** Secrets in the files of a directory and in further texts, one sentence each, without the secret. */
export function leaksIn(directory, texts, secrets) {
  const redactor = createRedactor();
  for (const [name, secret] of secrets) redactor.add(secret, name);
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const written = files
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path.slice(directory.length + 1), readFileSync(path)]);
  return leaks(
    new Map([...written, ...Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)])]),
    [],
    redactor,
  );
}

/** Parts of a secret as they may leak: of a key a line that is not public and its bytes, of a token 24 characters in several encodings. */
function partsOf(secret) {
  if (!secret.startsWith('-----')) {
    const part = secret.slice(-24);
    return [part, encodeURIComponent(part), Buffer.from(part).toString('hex'), Buffer.from(secret).toString('base64')];
  }
  const lines = secret.split('\n').slice(1, -1);
  const line = lines[Math.floor(lines.length / 2)];
  return [line, Buffer.from(line, 'base64').toString('hex'), Buffer.from(secret).toString('base64url')];
}

/** Names of planted secrets that a search does not find. */
export function notFound(directory, secrets) {
  const missed = secrets.filter(([, secret]) =>
    partsOf(secret).some((text) => leaksIn(directory, { planted: `{"a":"${text}"}` }, secrets).length === 0),
  );
  return missed.map(([name]) => name);
}
