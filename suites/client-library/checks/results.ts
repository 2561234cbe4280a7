/** Comparing what a call returned with what the service sent. */
import { preview } from '../../../src/contract/preview.ts';
import type { Step } from '../scenario.ts';

/** Members of a JSON object; undefined for anything else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
}

/** The first difference: a member that was sent and is not in what was returned, or has another value. */
export function differenceFrom(
  sent: Readonly<Record<string, unknown>>,
  returned: Readonly<Record<string, unknown>>,
): { readonly expected: string; readonly got: string; readonly at: string } | undefined {
  for (const [name, value] of Object.entries(sent)) {
    if (!Object.hasOwn(returned, name)) return { expected: `the member ${name} that the service sent`, got: `no member ${name}`, at: `/${name}` };
    if (!equal(value, returned[name])) return { expected: `${preview(value)}, as the service sent it`, got: preview(returned[name]), at: `/${name}` };
  }
  return undefined;
}

/** Equal as JSON values; members' order aside. */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false;
  const [own, other] = [Object.entries(a), Object.keys(b)];
  return own.length === other.length && own.every(([name, value]) => Object.hasOwn(b, name) && equal(value, (b as Record<string, unknown>)[name]));
}

/** What a step returned, in words. */
export function returnedWords(step: Step | undefined): string {
  if (step === undefined || !('returned' in step.outcome)) return 'nothing';
  const { type, value } = step.outcome.returned;
  return `${type} ${preview(value)}`;
}
