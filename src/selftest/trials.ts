/** Single faults and variants, each tried by itself: which are selected, and the outcome of each. */
import type { Interface } from '../contract/types.ts';
import { globOf } from '../engine/send/select.ts';
import { namesIn } from '../files/input.ts';
import { unmatched } from '../run/installed/deviations.ts';
import { deviationIdsOf } from '../run/installed/suited.ts';
import { failedControls, type Proof } from './proof.ts';
import type { Controls, Outcome } from './tasks.ts';

/** Ids of one interface. */
export interface Chosen {
  readonly faults: readonly string[];
  readonly variants: readonly string[];
}

export type Selected = ReadonlyMap<Interface, Chosen>;

/**
 * The outcome of one fault or variant. As expected: the fault was detected, and otherwise only the requirements that it
 * declares failed or warned; the variant raised no alarm, and cost no pass that it does not declare.
 */
export type Trial = Tried & { readonly interface: Interface; readonly asExpected: boolean };
type Tried = Exclude<Outcome, { readonly kind: 'illegal' }>;

export interface Trials extends Pick<Proof, 'exitCode' | 'reasons' | 'left'> {
  readonly format: 'assay-selftest-trials/1';
  readonly trials: readonly Trial[];
}

/**
 * Returns the faults and variants that the patterns select: a plain prefix selects all below it, `*` stays within a
 * segment, `**` does not; a comma means or. Throws InputError with the nearest id for a pattern that matches none.
 */
export async function selectedBy(interfaces: readonly Interface[], { faults, variants }: Chosen): Promise<Selected> {
  const known = await Promise.all(interfaces.map(async (of) => ({ of, ...(await deviationIdsOf(of)) })));
  const all = (kind: keyof Chosen) => known.flatMap((one) => one[kind]);
  const isFault = matching('fault', faults, all('faults'), interfaces);
  const isVariant = matching('variant', variants, all('variants'), interfaces);
  return new Map(
    known
      .map((one) => [one.of, { faults: one.faults.filter(isFault), variants: one.variants.filter(isVariant) }] as const)
      .filter(([, chosen]) => chosen.faults.length + chosen.variants.length > 0),
  );
}

function matching(
  kind: 'fault' | 'variant',
  patterns: readonly string[],
  ids: readonly string[],
  interfaces: readonly Interface[],
) {
  const globs = namesIn(patterns).map((pattern) => {
    const glob = globOf(pattern, pattern.includes('*') ? '' : '(?:[/@].*)?');
    if (ids.some((id) => glob.test(id))) return glob;
    throw unmatched(kind, pattern, ids, interfaces);
  });
  return (id: string): boolean => globs.some((glob) => glob.test(id));
}

/** Judges single faults and variants. Exit code: 0 all as expected, 1 not, or not tested; 4 a control failed. */
export function trialsOf(
  carried: readonly {
    readonly interface: Interface;
    readonly controls: readonly Controls[];
    readonly outcomes: readonly Outcome[];
  }[],
  left: Proof['left'],
): Trials {
  const off = failedControls(carried.flatMap(({ controls }) => controls));
  const trials = carried.flatMap(({ interface: of, outcomes }) =>
    outcomes
      .filter((outcome): outcome is Tried => outcome.kind !== 'illegal')
      .map((outcome): Trial => ({ interface: of, asExpected: isAsExpected(outcome), ...outcome })),
  );
  const right = trials.filter(({ asExpected }) => asExpected).length;
  return {
    format: 'assay-selftest-trials/1',
    exitCode: off.length > 0 ? 4 : right < trials.length || left.length > 0 ? 1 : 0,
    reasons:
      off.length > 0
        ? ['The controls failed, so no result counts.', ...off]
        : [`${right} of ${trials.length} as expected.`],
    left,
    trials,
  };
}

function isAsExpected(outcome: Tried): boolean {
  return outcome.kind === 'fault'
    ? outcome.killed && outcome.undeclared.length === 0
    : outcome.alarms.length + outcome.lost.length === 0;
}
