/** The one place that decides the exit code. */

import type { ComparisonBasis } from '../../compare/relations.ts';
import type { Interface } from '../../contract/types.ts';
import type {
  Blame,
  Comparison,
  Conclusion,
  FailOn,
  GatePolicy,
  OtherService,
  Residue,
  Result,
  Unanswered,
  Verdict,
} from '../words/types.ts';
import { grouped } from './grouping.ts';

/** Default of the gate's `--fail-on`. */
export const DEFAULT_FAIL_ON: readonly FailOn[] = ['new', 'expired'];

/** The same where an earlier run is compared with: what was verified then has to be verified now. */
export const COMPARING_FAIL_ON: readonly FailOn[] = [...DEFAULT_FAIL_ON, 'lost', 'worse'];

/** The words that a policy comes to when the user names none. */
export function defaultFailOn(basis: ComparisonBasis | undefined): readonly FailOn[] {
  return basis?.before === undefined ? DEFAULT_FAIL_ON : COMPARING_FAIL_ON;
}

/** Unanswered operations named in full; the rest is counted. */
const MOST_UNANSWERED = 5;

/** Input of the gate. */
export interface GateInput {
  readonly interrupted: boolean;
  /** Settings or usage problems: nothing was sent. */
  readonly problems: readonly string[];
  readonly leaked: boolean;
  readonly results: readonly Result[];
  readonly conclusions: Readonly<Record<Interface, Conclusion>>;
  readonly verified: Readonly<Record<Interface, number>>;
  readonly requireComplete: boolean;
  readonly unanswered?: readonly Unanswered[];
  readonly otherServices?: readonly OtherService[];
  /** Default: `DEFAULT_FAIL_ON`. */
  readonly failOn?: readonly FailOn[];
  readonly residue?: readonly Residue[];
  /** Absent without a baseline or earlier run: every failed requirement is unexpected. */
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
    const known = knownIds(input.comparison);
    const down = unreachable(input, known);
    for (const reason of unverified(input)) reasons.push([3, reason]);
    for (const reason of leftOpen(input, down)) reasons.push([3, reason]);
    const unstable = input.results.filter((result) => result.unstable && !known.has(result.id)).length;
    if (unstable > 0)
      reasons.push([
        3,
        `${count(unstable, 'requirement')} ${unstable === 1 ? 'is' : 'are'} unstable: accepted and refused in one run.`,
      ]);
    const interfaceOf = new Map(input.results.map((result) => [result.id, result.interface]));
    const unreached = (input.comparison?.unreached ?? []).filter(
      (id) => !known.has(id) && !down.has(interfaceOf.get(id) ?? ''),
    ).length;
    if (unreached > 0)
      reasons.push([
        3,
        `${count(unreached, 'requirement')} passed in the earlier run; now the service was not reached.`,
      ]);
    for (const [name, conclusion] of Object.entries(input.conclusions)) {
      if ((input.verified[name as Interface] ?? 0) === 0 && !down.has(name))
        reasons.push([3, `Nothing of ${name} was verified${whySkipped(name as Interface, input.results)}.`]);
      else if (policy.requireComplete && conclusion === 'incomplete')
        reasons.push([3, `${name} is incomplete, and completeness is required.`]);
    }
  }
  const exitCode = worstExitCode(reasons.map(([code]) => code));
  return {
    exitCode,
    reasons: [
      ...(reasons.length === 0 ? [passed(input, policy)] : reasons.map(([, reason]) => reason)),
      inWords(policy),
    ],
  };
}

/** With more than a tenth of inconclusive requirements of such blame, a run does not verify the deployment. */
const OPEN: ReadonlySet<Blame> = new Set<Blame>(['infrastructure', 'credential', 'target']);

/** Interfaces with a service that was not reached: one reason says so, and counts what follows from it. */
function unreachable({ unanswered = [] }: GateInput, known: ReadonlySet<string>): ReadonlySet<Interface> {
  const open = unanswered.filter(
    ({ blame, stopped, requirement }) => blame === 'infrastructure' && (stopped || !known.has(requirement)),
  );
  return new Set(open.map(({ interface: of }) => of));
}

/** Interfaces of which more than a tenth is inconclusive for one of these reasons, unless that is because they are down. */
function leftOpen({ conclusions, verified, results, comparison }: GateInput, down: ReadonlySet<Interface>): string[] {
  const known = knownIds(comparison);
  const verifying = Object.keys(conclusions).filter((name) => (verified[name] ?? 0) > 0);
  return verifying.flatMap((name) => {
    const planned = results.filter(
      (result) => result.interface === name && result.basis !== 'gap' && !result.notSelected,
    );
    const open = planned.filter(
      ({ id, verdict, blame }) =>
        verdict === 'inconclusive' &&
        blame !== undefined &&
        OPEN.has(blame) &&
        !(blame === 'infrastructure' && down.has(name)) &&
        !known.has(id),
    );
    const blamed = [...OPEN].flatMap((blame) => {
      const number = open.filter((result) => result.blame === blame).length;
      return number === 0 ? [] : [`${blame} ${number}`];
    });
    return open.length * 10 > planned.length
      ? [`${open.length} of ${planned.length} requirements of ${name} are inconclusive (${blamed.join(', ')}).`]
      : [];
  });
}

/** The most frequent reason, if every selected requirement of an interface was skipped; else empty. */
function whySkipped(name: Interface, results: readonly Result[]): string {
  const own = results.filter((result) => result.interface === name && result.basis !== 'gap' && !result.notSelected);
  if (own.length === 0 || own.some(({ verdict }) => verdict !== 'skipped')) return '';
  const [most = ''] =
    [...grouped(own, ({ message = '' }) => message)].sort(([, one], [, other]) => other.length - one.length)[0] ?? [];
  return most === '' ? '' : `, because all of it was skipped: ${most.replace(/\.$/, '')}`;
}

/** Remedies if an operation never succeeded, by blame. */
const TO_TRY: Readonly<Record<Blame, string>> = {
  target: 'Ask the service why it refuses a documented request.',
  credential: 'Renew the credential, or have it authorised.',
  settings: 'Check the settings that the request used: assay list settings.',
  infrastructure: 'Check that the service is up and reachable.',
  document: 'The document does not show what is missing.',
  suite: 'Report this to the maintainers of Assay.',
};

/** Why a configured interface cannot be called verified, although nothing of it failed: addresses of other services, and operations without an answer. */
function unverified({ otherServices = [], unanswered = [], comparison, results }: GateInput): string[] {
  const known = knownIds(comparison);
  const elsewhere = new Set(otherServices.map(({ interface: of }) => of));
  const open = unanswered.filter(
    ({ interface: of, requirement, stopped }) => (stopped || !known.has(requirement)) && !elsewhere.has(of),
  );
  const causes = sameCause(open, results);
  const more = causes.slice(MOST_UNANSWERED).flat().length;
  return [
    ...otherServices.map(
      ({ interface: of, service, address, why }) =>
        `${address} does not look like the ${nameOf(of, service)} service: ${why}.`,
    ),
    ...causes.slice(0, MOST_UNANSWERED).map((all) => describeUnanswered(all, results)),
    ...(more > 0 ? [`${count(more, 'further operation')} never succeeded.`] : []),
  ];
}

function nameOf(of: Interface, service: string): string {
  return of === service ? of : `${of} ${service}`;
}

/** Operations of an interface that never succeeded, by the cause of their requirements: one outage is one sentence. */
function sameCause(
  open: readonly Unanswered[],
  results: readonly Result[],
): (readonly [Unanswered, ...Unanswered[]])[] {
  const causes = new Map(results.map(({ id, cause }) => [id, cause?.id]));
  return [
    ...grouped(open, ({ interface: of, stopped, requirement }) =>
      [of, stopped, causes.get(requirement) ?? requirement].join(),
    ).values(),
  ];
}

const DECIDED: ReadonlySet<Verdict> = new Set(['pass', 'fail', 'warn']);

function describeUnanswered(all: readonly [Unanswered, ...Unanswered[]], results: readonly Result[]): string {
  const [{ interface: of, stopped, why, blame, tooLarge }] = all;
  const remedy = tooLarge
    ? 'The service is up: make its answers smaller, for example with a credential that sees less.'
    : TO_TRY[blame];
  const lanes = (operation: string | undefined): string =>
    all.flatMap((one) => (one.operation === operation ? one.lane : [])).join(', ');
  const operations = [...new Set(all.flatMap(({ operation }) => operation ?? []))].map(
    (name) => `${name} (${lanes(name)})`,
  );
  const subject =
    operations.length === 0 ? `No ${of} operation succeeded (${lanes(undefined)})` : `${of} ${operations.join(', ')}`;
  const own = results.filter((result) => result.interface === of);
  const decided = own.filter(({ verdict }) => DECIDED.has(verdict)).length;
  const undecided =
    blame === 'infrastructure' ? own.filter((one) => one.verdict === 'inconclusive' && one.blame === blame).length : 0;
  if (!stopped) {
    const follows = undecided > 1 ? `; ${count(undecided, 'requirement')} could not be decided` : '';
    return `${subject}${operations.length === 0 ? '' : ' never succeeded'}: ${why}${follows}. ${remedy}`;
  }
  const after = undecided > 0 ? `, ${undecided} not` : '';
  return `The ${of} service stopped answering at ${operations.join(', ')}: ${why}; ${count(decided, 'requirement')} ${decided === 1 ? 'was' : 'were'} decided before${after}. ${remedy}`;
}

/** If several hold: 130, 2, 4, 1, 3; otherwise 0. */
export function worstExitCode(codes: readonly number[]): number {
  return [130, 2, 4, 1, 3].find((code) => codes.includes(code)) ?? 0;
}

/** The count and the wording of each word of `--fail-on`. */
const FINDINGS: Readonly<
  Record<
    FailOn,
    {
      readonly named: string;
      readonly found: (input: GateInput, known: ReadonlySet<string>) => number;
      readonly describe: (number: number, input: GateInput) => string;
    }
  >
> = {
  new: {
    named: 'unexpected failures (no live baseline entry)',
    found: ({ results }, known) => results.filter(({ id, verdict }) => verdict === 'fail' && !known.has(id)).length,
    describe: (number, { comparison }) =>
      `${count(number, 'documented requirement')} failed${comparison && comparison.known.length + comparison.expired.length > 0 ? ' without a live baseline entry' : ''}${comparison?.still === undefined ? '' : ` (${comparison.new.length} new)`}`,
  },
  expired: {
    named: 'expired baseline entries',
    found: ({ comparison }) => comparison?.expired.length ?? 0,
    describe: (number) => (number === 1 ? '1 baseline entry has expired' : `${number} baseline entries have expired`),
  },
  warn: {
    named: 'warnings',
    found: ({ results }, known) =>
      results.filter(({ id, basis, verdict }) => verdict === 'warn' && basis !== 'profile' && !known.has(id)).length,
    describe: (number) => `${count(number, 'standard or inferred requirement')} warned`,
  },
  stale: {
    named: 'stale baseline entries',
    found: ({ comparison }) => comparison?.stale.length ?? 0,
    describe: (number) =>
      number === 1
        ? '1 baseline entry is stale: its requirement passes'
        : `${number} baseline entries are stale: their requirements pass`,
  },
  lost: {
    named: 'lost passes',
    found: ({ comparison }, known) => comparison?.lost.filter((id) => !known.has(id)).length ?? 0,
    describe: (number) =>
      `${count(number, 'requirement')} passed in the earlier run and ${number === 1 ? 'was' : 'were'} not verified in this one`,
  },
  worse: {
    named: 'passes that became worse',
    found: ({ comparison }, known) => comparison?.worse.filter((id) => !known.has(id)).length ?? 0,
    describe: (number) => `${count(number, 'requirement')} passed in the earlier run and warned in this one`,
  },
  residue: {
    named: 'residue',
    found: ({ residue }) => residue?.length ?? 0,
    describe: (number) => `${count(number, 'object')} that the run created could not be removed (residue)`,
  },
  profile: {
    named: 'unmet expectations of the profile',
    found: ({ results }, known) =>
      results.filter(({ id, basis, verdict }) => verdict === 'warn' && basis === 'profile' && !known.has(id)).length,
    describe: (number) => `${count(number, 'expectation')} of the profile ${number === 1 ? 'was' : 'were'} not met`,
  },
};

function knownIds(comparison: Comparison | undefined): ReadonlySet<string> {
  return new Set(comparison?.known.map(({ id }) => id));
}

function passed({ comparison }: GateInput, { failOn }: GatePolicy): string {
  if (!failOn.includes('new')) return 'The gate passed.';
  const known = comparison?.known.length ?? 0;
  return `The gate passed: no documented requirement failed${known > 0 ? ` except ${count(known, 'known finding')}` : ''}.`;
}

function inWords({ failOn, requireComplete }: GatePolicy): string {
  const conditions = failOn.map((word) => FINDINGS[word].named);
  return `The gate fails on: ${conditions.join(', ')}${requireComplete ? '; completeness is required' : ''}.`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
