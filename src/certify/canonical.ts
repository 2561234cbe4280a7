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

/** Whether two values have the same canonical JSON, for values read from JSON or built like them. Compares without writing either. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one)) return Array.isArray(other) && one.length === other.length && one.every((item, index) => sameJson(item, other[index]));
  if (Array.isArray(other)) return false;
  const [members, others] = [definedMembers(one), definedMembers(other)];
  return (
    members.length === others.length && members.every((name) => Object.hasOwn(other, name) && sameJson(one[name as keyof object], other[name as keyof object]))
  );
}

function definedMembers(value: object): string[] {
  return Object.keys(value).filter((name) => value[name as keyof object] !== undefined);
}

/** SHA-256, hexadecimal. */
export function digestOfBytes(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
