/** Drawn deployments: legal ones, shrunk if they raise an alarm, and those with a fault. */
import fc from 'fast-check';
import type { DrawnVariant, Randomness } from '../../reference/drawn/random.ts';
import { type Campaign, compareVariants, wantedVerdict } from './campaign.ts';
import type { InProcessReference } from './in-process-references.ts';
import { observed } from './properties.ts';
import type { Outcome } from './tasks.ts';

/** Maximum number of runs to shrink a failing deployment. */
const MOST_RUNS = 80;
/** Maximum number of variants in addition to the drawn ones. */
const MOST_VARIANTS = 3;

interface Drawn {
  readonly variants: readonly string[];
  /** Values, at the index of their drawn variant; undefined if the deployment does not use that variant. */
  readonly values: readonly unknown[];
}

/**
 * Returns a generator of deployments: drawn variants and additional fixed ones. It shrinks to fewer variants and
 * simpler values.
 */
function deployments(reference: InProcessReference, randomness: Randomness): fc.Arbitrary<Drawn> {
  const ids = reference.variants
    .map(({ id }) => id)
    .filter((id) => randomness.combines(id) && randomness.arrange([id]).length > 0);
  return fc.record({
    variants: fc.oneof(
      { weight: 1, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.uniqueArray(fc.constantFrom(...ids), { maxLength: MOST_VARIANTS }) },
    ),
    values: drawnValues(randomness.variants),
  });
}

/** Returns a generator of a value, or undefined, for each of some drawn variants. */
const drawnValues = (variants: readonly DrawnVariant[]): fc.Arbitrary<readonly unknown[]> =>
  fc.tuple(...variants.map(({ values }) => fc.option(values, { nil: undefined, freq: 2 })));

interface Taken {
  readonly variant: DrawnVariant;
  readonly value: unknown;
}

/** Returns the variants that a deployment uses. */
const takenOf = (variants: readonly DrawnVariant[], values: readonly unknown[]): Taken[] =>
  variants.map((variant, at) => ({ variant, value: values[at] })).filter(({ value }) => value !== undefined);

const changesOf = (taken: readonly Taken[]): unknown[] => taken.flatMap(({ variant, value }) => variant.changes(value));

const inWords = ({ variant, value }: Taken): string => `${variant.id} ${fc.stringify(value).slice(0, 400)}`;

type Judged = Extract<Outcome, { kind: 'legal' }>;

/** Runs a legal deployment that the seed determines. If it is judged wrongly, finds the smallest one that is. */
export async function drawLegal(
  campaign: Campaign,
  reference: InProcessReference,
  randomness: Randomness,
  seed: number,
): Promise<Outcome> {
  let runs = 0;
  let last: Judged = { kind: 'legal', seed, of: [], alarms: [], lost: [], gaps: [], flaws: [] };
  const judge = async (drawn: Drawn): Promise<boolean> => {
    runs += 1;
    if (runs > MOST_RUNS) return true;
    const judged = await judgeLegal(campaign, reference, randomness, drawn);
    const wrong = [judged.alarms, judged.lost, judged.gaps, judged.flaws].flat().length > 0;
    if (wrong) last = { ...last, ...judged };
    return !wrong;
  };
  await fc.check(fc.asyncProperty(deployments(reference, randomness), judge), { seed, numRuns: 1 });
  return last;
}

async function judgeLegal(
  campaign: Campaign,
  reference: InProcessReference,
  randomness: Randomness,
  { variants, values }: Drawn,
): Promise<Omit<Judged, 'kind' | 'seed'>> {
  const arranged = randomness.arrange(variants);
  const taken = takenOf(randomness.variants, values);
  const conducted = await campaign.run({ variants: arranged, changes: changesOf(taken) });
  const declaring = [
    ...reference.variants.filter(({ id }) => arranged.includes(id)),
    ...taken.map(({ variant, value }) => ({ loses: variant.loses(value) })),
  ];
  return {
    ...compareVariants(declaring, conducted.results, campaign.clean),
    ...observed(conducted),
    of: [...arranged, ...taken.map(inWords)],
  };
}

/** Draws a fault in a legal deployment, and reports whether its requirement has the expected verdict. */
export async function drawIllegal(
  campaign: Campaign,
  { faults }: InProcessReference,
  { variants, amid }: Randomness,
  seed: number,
): Promise<Outcome> {
  const around = variants.filter(({ id }) => amid.test(id));
  const [drawn] = fc.sample(fc.tuple(fc.constantFrom(...faults), drawnValues(around)), { seed, numRuns: 1 });
  if (drawn === undefined) throw new Error('no deployment was drawn');
  const [fault, values] = drawn;
  const taken = takenOf(around, values);
  const conducted = await campaign.run({ fault: fault.id, changes: changesOf(taken) });
  const { requirements } = conducted.results;
  const killed = requirements.find(({ id }) => id === fault.kills);
  const red = requirements.filter((result) => ['fail', 'warn'].includes(result.verdict)).map(({ id }) => id);
  return {
    kind: 'illegal',
    seed,
    kills: fault.kills,
    what: [fault.id, ...taken.map(inWords)].join(', amid '),
    named: killed?.verdict === wantedVerdict(killed?.basis),
    instead: `it is ${killed?.verdict ?? 'not there'}; failed or warned: ${red.join(' ') || 'no requirement'}`,
    ...observed(conducted),
  };
}
