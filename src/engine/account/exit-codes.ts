/** Which of several exit codes counts. */
import type { GatePolicy, Results } from '../words/types.ts';

/** The exit codes other than 0 in order of precedence: if several apply, the first of them counts. */
const ORDER: readonly number[] = [130, 2, 4, 1, 3];

/** The order as texts state it: `130, 2, …`. */
export const ORDER_OF_EXIT_CODES = ORDER.join(', ');

/** Returns the worst of the codes, or 0. */
export function worstExitCode(codes: readonly number[]): number {
  return ORDER.find((code) => codes.includes(code)) ?? 0;
}

/** Returns the reasons of an exit code with others before them. That the gate passed a run is then no reason. */
export const withReasons = (
  { exitCode, gate, requirements }: Pick<Results, 'exitCode' | 'gate' | 'requirements'>,
  others: readonly string[],
) => [...others, ...(exitCode === 0 && others.length > 0 && requirements.length > 0 ? gate.slice(1) : gate)];

/** Returns the results of a run in which Assay failed: they are complete but cannot be relied on. */
export function invalid(results: Results, reasons: readonly string[]): Results {
  const exitCode = worstExitCode([results.exitCode, 4]);
  return { ...results, conclusion: 'invalid', exitCode, gate: withReasons(results, reasons) };
}

/** The beginning of the sentence with the conditions of the gate. */
export const CONDITIONS = 'Conditions of the gate:';

/**
 * Returns a sentence with the conditions of the gate. It follows the reasons for the exit code, and is not one. Results
 * about clients are complete by `--once`, which their reasons name.
 */
export function conditionsIn({ failOn, requireComplete }: GatePolicy, ofClients = false): string {
  const complete = requireComplete && !ofClients ? '; --require-complete' : '';
  return `${CONDITIONS} --fail-on ${failOn.join(',')}${complete}.`;
}
