/** Canonical JSON for comparing and digesting. */
import { createHash } from 'node:crypto';

/** JSON with sorted members, without undefined ones. Throws RangeError if a value is nested too deeply. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member) ? Object.fromEntries(Object.entries(member).sort(byName)) : member,
  );
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** SHA-256, hexadecimal. */
export function digestOfBytes(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
