/** One text for equal JSON values, so that they can be compared and digested. */
import { createHash } from 'node:crypto';

/** JSON with members in order of their names; members that are undefined are left out. Throws RangeError where a value is nested too deeply. */
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
