/** Which of several exit codes counts. */
import type { GatePolicy } from '../words/types.ts';

/** The exit codes from the one that hides all others to the one that any other hides. */
const ORDER: readonly number[] = [130, 2, 4, 1, 3];

/** The order as texts state it: `130, 2, …`. */
export const ORDER_OF_EXIT_CODES = ORDER.join(', ');

/** Returns the worst of the codes, or 0. */
export function worstExitCode(codes: readonly number[]): number {
  return ORDER.find((code) => codes.includes(code)) ?? 0;
}

/** Returns the sentence about the conditions of the gate, which gives no reason for an exit code. */
export function conditionsIn({ failOn, requireComplete }: GatePolicy): string {
  return `Conditions of the gate (--fail-on): ${failOn.join(', ')}${requireComplete ? '; --require-complete' : ''}.`;
}
