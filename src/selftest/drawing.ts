/** Random deployments: legal ones, reduced to a minimum if they raise an alarm, and those with a fault. */
import fc from 'fast-check';
import type { DrawnVariant, Randomness } from '../../reference/drawn/random.ts';
import { type Campaign, compareFault, compareVariants } from './campaign.ts';
import type { InProcessReference } from './in-process-references.ts';
import { observed } from './properties.ts';
import type { Outcome } from './tasks.ts';

/** Maximum number of runs to shrink a failing deployment. */
const MOST_RUNS = 80;

/** A variant that a random deployment uses. */
interface Taken {
  readonly variant: DrawnVariant;
  readonly value: unknown;
}

/** Returns a generator of the variants that a deployment uses. It shrinks to fewer variants and simpler values. */
const deployments = (variants: readonly DrawnVariant[]) =>
  fc
    .tuple(...variants.map(({ values }) => fc.option(values, { nil: undefined, freq: 2 })))
    .map((values) =>
      variants.map((variant, at) => ({ variant, value: values[at] })).filter(({ value }) => value !== undefined),
    );

const changesOf = (taken: readonly Taken[]) => taken.flatMap(({ variant, value }) => variant.changes(value));

const inWords = ({ variant, value }: Taken) => `${variant.id} ${fc.stringify(value).slice(0, 400)}`;

type Judged = Extract<Outcome, { kind: 'legal' }>;

/** Runs a legal deployment that the seed determines. If it is judged wrongly, finds the smallest one that is. */
export async function drawLegal(campaign: Campaign, { variants }: Randomness, seed: number): Promise<Outcome> {
  let runs = 0;
  let last: Judged = { kind: 'legal', seed, of: [], alarms: [], lost: [], gaps: [], flaws: [] };
  const judge = async (taken: readonly Taken[]) => {
    runs += 1;
    if (runs > MOST_RUNS) return true;
    const conducted = await campaign.run({ changes: changesOf(taken) });
    const declaring = taken.map(({ variant, value }) => ({ loses: variant.loses(value) }));
    const judged = { ...compareVariants(declaring, conducted.results, campaign.clean), ...observed(conducted) };
    const wrong = [judged.alarms, judged.lost, judged.gaps, judged.flaws].flat().length > 0;
    if (wrong) last = { ...last, ...judged, of: taken.map(inWords) };
    return !wrong;
  };
  await fc.check(fc.asyncProperty(deployments(variants), judge), { seed, numRuns: 1 });
  return last;
}

/** Draws a fault in a legal deployment, and reports whether its requirement has the expected verdict. */
export async function drawIllegal(
  campaign: Campaign,
  { faults }: InProcessReference,
  { variants, amid }: Randomness,
  seed: number,
): Promise<Outcome> {
  const around = deployments(variants.filter(({ id }) => amid.test(id)));
  const [drawn] = fc.sample(fc.tuple(fc.constantFrom(...faults), around), { seed, numRuns: 1 });
  if (drawn === undefined) throw new Error('no deployment was drawn');
  const [fault, taken] = drawn;
  const conducted = await campaign.run({ fault: fault.id, changes: changesOf(taken) });
  const { killed, survived, red } = compareFault(fault, conducted.results, campaign.clean, [fault]);
  return {
    kind: 'illegal',
    seed,
    kills: fault.kills,
    what: [fault.id, ...taken.map(inWords)].join(', amid '),
    named: killed,
    instead: `${survived ?? 'it is as expected'}; failed or warned: ${red.join(' ') || 'no requirement'}`,
    ...observed(conducted),
  };
}
