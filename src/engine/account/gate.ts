/** The one place that decides the exit code. */

import type { ComparisonBasis } from '../../compare/relations.ts';
import { someOf } from '../../records/preview.ts';
import { count } from '../words/open-places.ts';
import { finished } from '../words/reasons.ts';
import type { FailOn, GatePolicy, Result, Results } from '../words/types.ts';
import { conditionsIn, worstExitCode } from './exit-codes.ts';
import { firstLost, type Verification, whyUnverified } from './unverified.ts';

/** Default of the gate's `--fail-on`. */
export const DEFAULT_FAIL_ON: readonly FailOn[] = ['new', 'expired'];

/** Default if the run is compared with an earlier one: requirements that were verified then have to be verified now. */
export const COMPARING_FAIL_ON: readonly FailOn[] = [...DEFAULT_FAIL_ON, 'lost', 'worse'];

/** Returns the default conditions of `--fail-on`. */
export function defaultFailOn(basis: ComparisonBasis | undefined): readonly FailOn[] {
  return basis?.before === undefined ? DEFAULT_FAIL_ON : COMPARING_FAIL_ON;
}

/** Input of the gate. */
export interface GateInput extends Verification, GatePolicy, Partial<Pick<Results, 'residue'>> {
  readonly interrupted: boolean;
  /** Whether the interrupted run had reached its time limit. */
  readonly timedOut?: boolean;
}

/**
 * Decides the exit code: 0 if the gate passed; 1 if a condition of `--fail-on` is met; 3 if something was not verified;
 * 4 after an error in Assay; 130 if the run was interrupted. If several apply, the first of 130, 4, 1, 3.
 */
export function gate(input: GateInput) {
  const reasons: [number, string][] = [];
  if (input.interrupted)
    reasons.push([
      130,
      input.timedOut
        ? 'The run reached its time limit: raise ASSAY_RUN_TIMEOUT_MS, or select fewer requirements with --only.'
        : 'The run was interrupted.',
    ]);
  const errors = input.results.filter((result) => result.verdict === 'error').length;
  if (errors > 0)
    reasons.push([
      4,
      `${count(errors, 'requirement')} could not be judged because of an error in Assay. Do not rely on this run; report it with its evidence.har.`,
    ]);
  const known = new Set(input.comparison?.known.map(({ id }) => id));
  for (const condition of input.failOn) {
    const found = FINDINGS[condition](input, known);
    if (found !== undefined) reasons.push([1, finished(found)]);
  }
  // An interruption explains everything that the run lacks.
  const stated = new Set(reasons.map(([, reason]) => reason));
  if (!input.interrupted)
    for (const reason of whyUnverified(input, known)) if (!stated.has(reason)) reasons.push([3, reason]);
  const exitCode = worstExitCode(reasons.map(([code]) => code));
  const own = reasons.flatMap(([code, reason]) => (code === exitCode ? [reason] : []));
  const others = reasons.filter(([code]) => code !== exitCode);
  return {
    exitCode,
    reasons: [
      ...(exitCode === 0 ? [passed(input)] : own),
      ...others.map(([code, reason]) => `Also (exit code ${code}): ${reason}`),
      ...conditions(input),
    ],
  };
}

/** Returns the number of warnings about expectations of a profile, or of all others. */
const warned = (results: readonly Result[], known: ReadonlySet<string>, ofProfile: boolean) =>
  results.filter(
    ({ id, verdict, basis }) => verdict === 'warn' && (basis === 'profile') === ofProfile && !known.has(id),
  ).length;

/** Returns a number with its noun and what is said of it; undefined for 0. */
const some = (number: number, noun: string, said: string) => (number > 0 ? `${count(number, noun)}${said}` : undefined);

/** Returns the same with the first ids, and what to do. */
const namedIn = (ids: readonly string[], noun: string, said: string, remedy = '') =>
  some(ids.length, noun, `${said}: ${someOf(ids, 3)}${remedy && `. ${remedy}`}`);

/** Sentences about results that meet each condition of `--fail-on`; undefined without any. */
const FINDINGS: Readonly<Record<FailOn, (input: GateInput, known: ReadonlySet<string>) => string | undefined>> = {
  new(input, known) {
    const { comparison, results } = input;
    const failed = results.filter(({ id, verdict }) => verdict === 'fail' && !known.has(id));
    const flaky = results.filter(({ verdict, again }) => verdict === 'fail' && again === 'pass').length;
    const more = [
      ...(comparison?.still === undefined
        ? []
        : [`${comparison.new.length} new; only a baseline makes failures known`]),
      ...(flaky === 0 ? [] : [`${flaky} flaky: failed, then passed`]),
    ];
    const covered = comparison && comparison.known.length + comparison.expired.length > 0;
    return some(
      failed.length,
      'documented requirement',
      ` failed${covered ? ' without a live baseline entry' : ''}${more.length === 0 ? '' : ` (${more.join('; ')})`}`,
    );
  },
  expired: ({ comparison: { expired = [] } = {} }) =>
    namedIn(expired, 'expired baseline entry', '', 'Correct the cause, or extend or remove the entry'),
  warn: ({ results }, known) => some(warned(results, known, false), 'standard or inferred requirement', ' warned'),
  stale: ({ comparison: { stale = [] } = {} }) =>
    namedIn(stale, 'stale baseline entry', '', 'The requirement passes, so remove the entry'),
  lost(input, known) {
    const lost = input.comparison?.lost.filter((id) => !known.has(id)) ?? [];
    if (lost.length === 0) return undefined;
    const said = ` that passed in the earlier run ${lost.length === 1 ? 'was' : 'were'} not verified in this one: `;
    return `${count(lost.length, 'requirement')}${said}${someOf([firstLost(lost, input), ...lost.slice(1)], 1)}`;
  },
  worse: ({ comparison }, known) =>
    namedIn(
      comparison?.worse.filter((id) => !known.has(id)) ?? [],
      'requirement',
      ' passed in the earlier run and warned in this one',
    ),
  residue: ({ residue = [] }) => some(residue.length, 'object', ' that the run created could not be removed (residue)'),
  profile: ({ results }, known) => some(warned(results, known, true), 'unmet expectation', ' of the profile'),
};

function passed({ results, failOn, ofClients, requireComplete }: GateInput) {
  const known = results.filter(({ verdict }) => verdict === 'fail').length;
  if (!failOn.includes('new'))
    return `The gate passed${known > 0 ? `, although ${count(known, 'documented requirement')} failed: --fail-on does not contain new` : ''}.`;
  const isOpen = known === 0 && !ofClients && !requireComplete;
  const open = results.filter(
    ({ basis, verdict, notSelected }) =>
      !notSelected && basis === 'documented' && (verdict === 'skipped' || verdict === 'inconclusive'),
  ).length;
  return `The gate passed: no documented requirement failed${known > 0 ? ` except ${count(known, 'known failure')}` : ''}.${isOpen && open > 0 ? ` With --require-complete, the exit code would be 3, because ${count(open, 'documented requirement')} ${open === 1 ? 'was' : 'were'} skipped or inconclusive.` : ''}`;
}

/** Returns the conditions of the gate, unless they are the defaults. */
function conditions({ ofClients, ...policy }: GateInput) {
  const isDefault = [DEFAULT_FAIL_ON, COMPARING_FAIL_ON].some((words) => words.join() === policy.failOn.join());
  return isDefault && (ofClients || !policy.requireComplete) ? [] : [conditionsIn(policy, ofClients)];
}
