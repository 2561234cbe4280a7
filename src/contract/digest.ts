/** Digests of what a contract was read from. */
import { createHash } from 'node:crypto';
import type { Profile } from './profile.ts';

/** SHA-256 (hex) over names and texts in order, and a profile's digest. */
export function digestOf(parts: Iterable<readonly [string, string]>, profile?: Profile): string {
  const hash = createHash('sha256');
  for (const [name, text] of parts) hash.update(`${name}\0${text}\0`);
  if (profile) hash.update(`profile\0${profile.digest}`);
  return hash.digest('hex');
}
