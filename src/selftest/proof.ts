/** Results of a self-test: the contents of `selftest.json` (schemas/assay/selftest.schema.json). */

import type { Fault } from '../../reference/types.ts';
import type { Contract, Interface } from '../contract/types.ts';
import type { Depth } from '../settings/types.ts';
import type { Known } from './planned-tasks.ts';
import type { Controls, Outcome } from './tasks.ts';

/** The proof of one interface; the schema describes each member. */
export type InterfaceProof = ReturnType<typeof proofOf>;

/** An interface that could not be tested, with the reason. */
export interface Left {
  readonly interface: Interface;
  readonly why: string;
}

/**
 * Returns numbers of requirements: documented; documented and shown to fail; others; others and shown to warn.
 */
export function countsOf({ requirements }: InterfaceProof) {
  const shownIn = (some: InterfaceProof['requirements']) => some.filter(({ killed }) => killed > 0).length;
  const documented = requirements.filter(({ basis }) => basis === 'documented');
  const others = requirements.filter(({ basis }) => basis !== 'documented');
  return {
    documented: documented.length,
    shown: shownIn(documented),
    others: others.length,
    warned: shownIn(others),
  };
}

/** Returns the number of faults, variants and drawn deployments that were tried. */
export function triedIn({ interfaces }: { readonly interfaces: readonly InterfaceProof[] }): number {
  return interfaces.reduce(
    (sum, { faults, variants, lawful, unlawful }) =>
      sum + faults.total + variants.length + lawful.drawn + unlawful.drawn,
    0,
  );
}

/** Share of random contradictions that have to be named. */
const NAMED_SHARE = 0.99;

type Of<K extends Outcome['kind']> = Extract<Outcome, { kind: K }>;

/** Counts outcomes of one interface. */
export function proofOf(
  of: Interface,
  campaign: Pick<Known, 'faults' | 'variants'> &
    Partial<Pick<Known, 'sometimes'>> & {
      readonly contract: Contract;
      /** Only these faults and variants were tried: requirements without a fault do not count. */
      readonly selected?: boolean;
      readonly controls: readonly Controls[];
      readonly outcomes: readonly Outcome[];
    },
) {
  const { contract, outcomes } = campaign;
  const kind = <K extends Outcome['kind']>(name: K) =>
    outcomes.filter((outcome): outcome is Of<K> => outcome.kind === name);
  const tried = kind('fault').filter(({ depth }) => depth === undefined);
  const killedIds = new Set(tried.filter(({ killed }) => killed).map(({ id }) => id));
  const requirements = provenRequirements(contract, campaign.faults, killedIds).filter(
    ({ faults }) => !campaign.selected || faults.length > 0,
  );
  const [lawful, unlawful] = [kind('legal'), kind('illegal')];
  const [variants, drawn] = [
    lawful.filter(({ seed }) => seed === undefined),
    lawful.filter(({ seed }) => seed !== undefined),
  ];
  return {
    interface: of,
    controls: campaign.controls,
    requirements,
    excluded: excludedRequirements(contract),
    variants: campaign.variants.map(({ id }) => id),
    faults: {
      total: tried.length,
      killed: killedIds.size,
      survivors: tried.filter(({ killed }) => !killed).map(({ id, survived }) => ({ id, why: survived ?? '' })),
      undeclared: tried
        .filter(({ undeclared }) => undeclared.length > 0)
        .map(({ id, undeclared }) => ({ id, red: undeclared })),
    },
    // Intermittent faults, if tried: `total`, detected at each depth; `drawn` ones, and `found` of these.
    sometimes: sometimesIn(kind('fault'), campaign.sometimes?.faults ?? []),
    // Variants, alone and together, and random legal deployments: how many were tried, and which were judged wrongly.
    lawful: {
      alone: variants.filter((one) => one.of.length < 2).length,
      together: variants.filter((one) => one.of.length > 1).length,
      drawn: drawn.length,
      misjudged: lawful
        .filter(({ alarms, lost }) => alarms.length + lost.length > 0)
        .map(({ of: parts, seed, alarms, lost }) => ({ of: parts, seed, alarms, lost })),
    },
    unlawful: {
      drawn: unlawful.length,
      named: unlawful.filter(({ named }) => named).length,
      misses: unlawful
        .filter(({ named }) => !named)
        .map(({ seed, kills, what, instead }) => ({ seed, kills, what, instead })),
    },
    coverage: {
      // Requirements that no fault made fail.
      unproven: requirements.filter(({ killed }) => killed === 0).map(({ id }) => id),
      // Faults whose requirement is unknown, or a gap.
      strangers: campaign.faults
        .filter(({ kills }) => (contract.requirements.get(kills)?.basis ?? 'gap') === 'gap')
        .map(({ id }) => id),
      // Gaps that failed or warned.
      redGaps: [...new Set(outcomes.flatMap(({ gaps }) => gaps))],
    },
    // Unreadable messages, and verdicts that differ when the evidence is judged again.
    flaws: [...new Set(outcomes.flatMap(({ flaws }) => flaws))],
  };
}

function sometimesIn(outcomes: readonly Of<'fault'>[], known: readonly Fault[]) {
  const fixed = new Set(known.map(({ id }) => id));
  const at = (wanted: Depth, isFixed = true) =>
    outcomes.filter(({ depth, id }) => depth === wanted && fixed.has(id) === isFixed);
  const killed = (some: readonly Of<'fault'>[]) => some.filter((one) => one.killed).length;
  const [thorough, drawn] = [at('thorough'), at('thorough', false)];
  if (thorough.length + drawn.length === 0) return undefined;
  return {
    total: thorough.length,
    standard: killed(at('standard')),
    thorough: killed(thorough),
    survivors: thorough.flatMap(({ id, survived }) => (survived === undefined ? [] : [{ id, why: survived }])),
    drawn: drawn.length,
    found: killed(drawn),
  };
}

/** Returns the requirements of a contract that can fail, each with the faults that name it. */
export function provenRequirements(contract: Contract, faults: readonly Fault[], killed: ReadonlySet<string>) {
  return [...contract.requirements.values()]
    .filter(({ basis, excluded }) => basis !== 'gap' && basis !== 'profile' && excluded === undefined)
    .map(({ id, title, basis }) => {
      const own = faults.filter(({ kills }) => kills === id).map((fault) => fault.id);
      return { id, title, basis, faults: own, killed: own.filter((fault) => killed.has(fault)).length };
    });
}

/** Returns the documented requirements of a contract that no run can test, with the reasons. */
export const excludedRequirements = (contract: Contract) =>
  [...contract.requirements.values()].flatMap(({ id, basis, excluded }) =>
    basis === 'documented' && excluded !== undefined ? [{ id, why: excluded }] : [],
  );

/** A kind of problem: its summary before the number of lines, and one line per problem. */
interface ProblemKind {
  readonly summary: string;
  linesOf(proof: InterfaceProof): readonly string[];
  /** Whether the problems are so few that they do not matter. */
  tolerated?(proof: InterfaceProof): boolean;
}

const PROBLEMS: readonly ProblemKind[] = [
  {
    summary: 'faults that were not detected',
    linesOf: ({ faults }) => faults.survivors.map(({ id, why }) => `not detected: ${id}: ${why}`),
  },
  {
    summary: 'intermittent faults that were not detected at depth thorough',
    linesOf: ({ sometimes }) => sometimes?.survivors.map(({ id, why }) => `not detected: ${id}: ${why}`) ?? [],
  },
  {
    summary: 'faults that failed more requirements than they declare',
    linesOf: ({ faults }) => faults.undeclared.map(({ id, red }) => `undeclared: ${id}: ${red.join(' ')}`),
  },
  {
    summary: 'legal deployments that were judged wrongly',
    linesOf: ({ lawful }) =>
      lawful.misjudged.map(({ of: parts, seed, alarms, lost }) => {
        const why = [...alarms, ...lost.map((id) => `lost ${id}`)].slice(0, 3).join('; ');
        return `${seed === undefined ? '' : `seed ${seed}: `}${parts.join(' + ')}: ${why}`;
      }),
  },
  {
    summary: 'random contradictions that were not detected',
    linesOf: ({ unlawful }) =>
      unlawful.misses.map(({ seed, kills, what, instead }) => `seed ${seed}: ${what}: ${kills}: ${instead}`),
    tolerated: ({ unlawful }) => unlawful.named >= unlawful.drawn * NAMED_SHARE,
  },
  {
    summary: 'requirements that no fault made fail',
    linesOf: ({ coverage }) => coverage.unproven.map((id) => `no fault: ${id}`),
  },
  {
    summary: 'faults that name no requirement that can fail',
    linesOf: ({ coverage }) => coverage.strangers.map((id) => `no requirement: ${id}`),
  },
  { summary: 'gaps that failed', linesOf: ({ coverage }) => coverage.redGaps.map((id) => `a gap that failed: ${id}`) },
  { summary: 'flawed messages or verdicts', linesOf: ({ flaws }) => flaws.map((flaw) => `flawed: ${flaw}`) },
];

/** Returns all problems of an interface: per kind, one line per problem. */
export const problemsOf = (proof: InterfaceProof): (readonly string[])[] =>
  PROBLEMS.map(({ linesOf }) => linesOf(proof));

/** Failures of the controls: the proof is not valid then. */
function failedControls(all: readonly Controls[]) {
  const off = all.flatMap(({ interface: of, clean, canary }) => [
    ...(clean.length > 0
      ? [`${of}: the clean reference is not judged as expected: ${clean.slice(0, 3).join('; ')}`]
      : []),
    ...(canary.problem === undefined ? [] : [`${of}: the canary ${canary.id} was not detected: ${canary.problem}`]),
  ]);
  return [...new Set(off)];
}

/**
 * Returns the exit code (1: a problem or an untested interface; 4: a failed control), and why. `missing`: untested;
 * `void`: a control failed, so the proof is not valid.
 */
export function verdictOf(interfaces: readonly InterfaceProof[], missing: readonly Left[] = []) {
  const off = failedControls(interfaces.flatMap(({ controls }) => controls));
  if (off.length > 0) return { exitCode: 4, void: true, reasons: ['The campaign is void.', ...off] };
  const untested = missing.map(({ interface: of, why }) => `${of} was not tested: ${why}`);
  const found = interfaces.flatMap((one) =>
    PROBLEMS.map(({ summary, linesOf, tolerated }) => [tolerated?.(one) ? 0 : linesOf(one).length, summary] as const)
      .filter(([count]) => count > 0)
      .map(([count, what]) => `${one.interface}: ${what}: ${count}.`),
  );
  const none = interfaces.length === 0 && untested.length === 0;
  const reasons = [...found, ...untested, ...(none ? ['No requirement was tested.'] : [])];
  return {
    exitCode: reasons.length > 0 ? 1 : 0,
    void: false,
    reasons: reasons.length > 0 ? reasons : ['Every fault and variant that was tried was judged as expected.'],
  };
}
