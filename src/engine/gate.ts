/** The one place that decides the exit code. */

import type { Interface } from '../contract/types.ts';
import type { BaselineEntry } from './baseline.ts';
import { compareWithBaseline } from './baseline.ts';
import { diffVerdicts } from './diff.ts';
import type { Comparison, Conclusion, FailOn, GatePolicy, Residue, Result, Verdict } from './types.ts';

export const DEFAULT_FAIL_ON: readonly FailOn[] = ['new', 'expired'];

/** What a run is held against; stored in the evidence, so that judging again comes to the same exit code. */
export interface ComparisonBasis {
  /** The day (UTC), `YYYY-MM-DD`. */
  readonly today: string;
  readonly baseline?: readonly BaselineEntry[];
  /** Verdicts of an earlier run by requirement. */
  readonly before?: Readonly<Record<string, Verdict>>;
}

/** What the gate looks at. */
export interface GateInput {
  readonly interrupted: boolean;
  /** Settings or usage problems: nothing was sent. */
  readonly problems: readonly string[];
  readonly leaked: boolean;
  readonly results: readonly Result[];
  readonly conclusions: Readonly<Record<Interface, Conclusion>>;
  readonly verified: Readonly<Record<Interface, number>>;
  readonly requireComplete: boolean;
  /** Default: `DEFAULT_FAIL_ON`. */
  readonly failOn?: readonly FailOn[];
  readonly residue?: readonly Residue[];
  /** Absent: there was nothing to hold the run against, and every failed requirement is new. */
  readonly comparison?: Comparison;
}

/** 0 passed; 1 findings; 2 usage or settings; 3 nothing verified or incomplete; 4 suite fault; 130 interrupted. If several hold: 130, 2, 4, 1, 3. */
export function gate(input: GateInput): { readonly exitCode: number; readonly reasons: readonly string[] } {
  const policy = { failOn: input.failOn ?? DEFAULT_FAIL_ON, requireComplete: input.requireComplete };
  const reasons: [number, string][] = [];
  if (input.interrupted) reasons.push([130, 'The run was interrupted.']);
  for (const problem of input.problems) reasons.push([2, problem]);
  if (input.leaked) reasons.push([4, 'A secret appeared in the results.']);
  const errors = input.results.filter((result) => result.verdict === 'error').length;
  if (errors > 0) reasons.push([4, `${count(errors, 'requirement')} could not be judged because of a fault in Assay.`]);
  for (const cause of policy.failOn) {
    const { found, describe } = FINDINGS[cause];
    const number = found(input, knownIds(input.comparison));
    if (number > 0) reasons.push([1, `${describe(number, input)}.`]);
  }
  if (input.problems.length === 0) {
    for (const [name, conclusion] of Object.entries(input.conclusions)) {
      if ((input.verified[name as Interface] ?? 0) === 0) reasons.push([3, `Nothing of ${name} was verified.`]);
      else if (policy.requireComplete && conclusion === 'incomplete') reasons.push([3, `${name} is incomplete, and completeness is required.`]);
    }
  }
  const exitCode = worstExitCode(reasons.map(([code]) => code));
  return { exitCode, reasons: [...(reasons.length === 0 ? [passed(input, policy)] : reasons.map(([, reason]) => reason)), inWords(policy)] };
}

/** If several hold: 130, 2, 4, 1, 3; 0 where there is none. */
export function worstExitCode(codes: readonly number[]): number {
  return [130, 2, 4, 1, 3].find((code) => codes.includes(code)) ?? 0;
}

/** What each word of `--fail-on` counts, and how it is told. */
const FINDINGS: Readonly<
  Record<FailOn, { readonly found: (input: GateInput, known: ReadonlySet<string>) => number; readonly describe: (number: number, input: GateInput) => string }>
> = {
  new: {
    found: ({ results }, known) => results.filter(({ id, verdict }) => verdict === 'fail' && !known.has(id)).length,
    describe: (number, { comparison }) =>
      `${count(number, 'documented requirement')} failed${comparison && comparison.known.length + comparison.expired.length > 0 ? ' without a live baseline entry' : ''}`,
  },
  expired: {
    found: ({ comparison }) => comparison?.expired.length ?? 0,
    describe: (number) => (number === 1 ? '1 baseline entry has expired' : `${number} baseline entries have expired`),
  },
  warn: {
    found: ({ results }, known) => results.filter(({ id, basis, verdict }) => verdict === 'warn' && basis !== 'profile' && !known.has(id)).length,
    describe: (number) => `${count(number, 'standard or inferred requirement')} warned`,
  },
  stale: {
    found: ({ comparison }) => comparison?.stale.length ?? 0,
    describe: (number) =>
      number === 1 ? '1 baseline entry is stale: its requirement passes' : `${number} baseline entries are stale: their requirements pass`,
  },
  lost: {
    found: ({ comparison }, known) => comparison?.lost.filter((id) => !known.has(id)).length ?? 0,
    describe: (number) => `${count(number, 'requirement')} passed in the earlier run and is now inconclusive or skipped`,
  },
  residue: {
    found: ({ residue }) => residue?.length ?? 0,
    describe: (number) => `${count(number, 'thing')} that the run created ${number === 1 ? 'was' : 'were'} left behind`,
  },
  profile: {
    found: ({ results }, known) => results.filter(({ id, basis, verdict }) => verdict === 'warn' && basis === 'profile' && !known.has(id)).length,
    describe: (number) => `${count(number, 'expectation')} of the profile ${number === 1 ? 'was' : 'were'} not met`,
  },
};

/** What the run is held against and how it stands; undefined where there is neither a baseline nor an earlier run. */
export function compare(results: readonly Result[], against: ComparisonBasis | undefined, asked: (id: string) => boolean): Comparison | undefined {
  if (against?.baseline === undefined && against?.before === undefined) return undefined;
  const { today, baseline = [], before } = against;
  const judged = new Map(results.filter(({ basis }) => basis !== 'gap').map(({ id, verdict }) => [id, verdict]));
  const diff = before && diffVerdicts(new Map(Object.entries(before)), judged, asked);
  return { ...compareWithBaseline(results, baseline, today), fixed: (diff?.fixed ?? []).map(({ id }) => id), lost: (diff?.lost ?? []).map(({ id }) => id) };
}

function knownIds(comparison: Comparison | undefined): ReadonlySet<string> {
  return new Set(comparison?.known.map(({ id }) => id));
}

function passed({ comparison }: GateInput, { failOn }: GatePolicy): string {
  if (!failOn.includes('new')) return 'The gate passed.';
  const known = comparison?.known.length ?? 0;
  return `The gate passed: no documented requirement failed${known > 0 ? `, but for ${count(known, 'known finding')}` : ''}.`;
}

function inWords({ failOn, requireComplete }: GatePolicy): string {
  return `The gate fails on: ${failOn.join(', ')}${requireComplete ? '; completeness is required' : ''}.`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
