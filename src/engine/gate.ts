/** The one place that decides the exit code. */

import type { Interface } from '../contract/types.ts';
import type { Conclusion, Result } from './types.ts';

/** What the gate looks at. */
export interface GateInput {
  readonly interrupted: boolean;
  /** Settings or usage problems: nothing was sent. */
  readonly problems: readonly string[];
  readonly leaked: boolean;
  readonly results: readonly Result[];
  readonly conclusions: Readonly<Partial<Record<Interface, Conclusion>>>;
  readonly verified: Readonly<Partial<Record<Interface, number>>>;
  readonly requireComplete: boolean;
}

/** 0 passed; 1 findings; 2 usage or settings; 3 nothing verified or incomplete; 4 suite fault; 130 interrupted. If several hold: 130, 2, 4, 1, 3. */
export function gate(input: GateInput): { readonly exitCode: number; readonly reasons: readonly string[] } {
  const reasons: [number, string][] = [];
  if (input.interrupted) reasons.push([130, 'The run was interrupted.']);
  for (const problem of input.problems) reasons.push([2, problem]);
  if (input.leaked) reasons.push([4, 'A secret appeared in the results.']);
  const errors = input.results.filter((result) => result.verdict === 'error').length;
  if (errors > 0) reasons.push([4, `${count(errors, 'requirement')} could not be judged because of a fault in Assay.`]);
  const findings = input.results.filter((result) => result.verdict === 'fail').length;
  if (findings > 0) reasons.push([1, `${count(findings, 'documented requirement')} failed.`]);
  if (input.problems.length === 0) {
    for (const [name, conclusion] of Object.entries(input.conclusions)) {
      if ((input.verified[name as Interface] ?? 0) === 0) reasons.push([3, `Nothing of ${name} was verified.`]);
      else if (input.requireComplete && conclusion === 'incomplete') reasons.push([3, `${name} is incomplete, and completeness is required.`]);
    }
  }
  const order = [130, 2, 4, 1, 3];
  const exitCode = order.find((code) => reasons.some(([own]) => own === code)) ?? 0;
  return { exitCode, reasons: reasons.length === 0 ? ['The gate passed: no documented requirement failed.'] : reasons.map(([, reason]) => reason) };
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
