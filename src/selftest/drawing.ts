/** Deployments that are drawn: lawful ones, shrunk where they raise an alarm, and contradictions of one statement. */
import fc from 'fast-check';
import type { DrawnVariant, Randomness } from '../../reference/drawn/random.ts';
import type { Results } from '../engine/words/types.ts';
import { type Campaign, compareVariants } from './campaign.ts';
import type { InProcessReference } from './in-process-references.ts';
import { flawsOf, redGaps } from './properties.ts';
import type { Outcome } from './tasks.ts';

/** A failing deployment is made smaller in at most so many runs. */
const MOST_RUNS = 80;
/** At most so many variants hold together beside what is drawn. */
const MOST_VARIANTS = 3;

interface Drawn {
  readonly variants: readonly string[];
  /** Values by the place of their variant; undefined: not taken. */
  readonly values: readonly unknown[];
}

/** The drawn variants that are taken, and fixed ones beside them. It shrinks to fewer and plainer ones. */
function deployments(reference: InProcessReference, randomness: Randomness): fc.Arbitrary<Drawn> {
  const ids = reference.variants
    .map(({ id }) => id)
    .filter((id) => randomness.holdsBeside(id) && randomness.arrange([id]).length > 0);
  return fc.record({
    variants: fc.oneof(
      { weight: 1, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.uniqueArray(fc.constantFrom(...ids), { maxLength: MOST_VARIANTS }) },
    ),
    values: fc.tuple(...randomness.variants.map(({ values }) => fc.option(values, { nil: undefined, freq: 2 }))),
  });
}

type Judged = Omit<Extract<Outcome, { kind: 'lawful' }>, 'kind' | 'seed'>;

/** Draws one lawful deployment and runs it; the same seed gives the same. Where it is judged wrongly, finds the smallest that is. */
export async function drawLawful(
  campaign: Campaign,
  reference: InProcessReference,
  randomness: Randomness,
  seed: number,
): Promise<Outcome> {
  let runs = 0;
  let last: Judged | undefined;
  const judge = async ({ variants, values }: Drawn): Promise<boolean> => {
    runs += 1;
    if (runs > MOST_RUNS) return true;
    const judged = await judgeLawful(campaign, reference, randomness, variants, values);
    const right = judged.alarms.length + judged.lost.length + judged.gaps.length + judged.flaws.length === 0;
    if (!right) last = judged;
    return right;
  };
  await fc.check(fc.asyncProperty(deployments(reference, randomness), judge), { seed, numRuns: 1 });
  return { kind: 'lawful', seed, ...(last ?? { alarms: [], lost: [], gaps: [], flaws: [] }) };
}

async function judgeLawful(
  campaign: Campaign,
  reference: InProcessReference,
  randomness: Randomness,
  variants: readonly string[],
  values: readonly unknown[],
): Promise<Judged> {
  const arranged = randomness.arrange(variants);
  const used = arranged
    .map((id) => reference.variants.find((variant) => variant.id === id))
    .filter((variant) => variant !== undefined);
  const taken = randomness.variants
    .map((variant, at) => ({ variant, value: values[at] }))
    .filter(({ value }) => value !== undefined);
  const conducted = await campaign.run({
    variants: arranged,
    changes: taken.flatMap(({ variant, value }) => variant.changes(value)),
  });
  const { results } = conducted;
  const declaring = taken.map(({ variant, value }) => ({
    id: variant.id,
    title: variant.title,
    loses: variant.loses(value),
  }));
  const { alarms, lost } = compareVariants([...used, ...declaring], results, campaign.clean);
  return {
    alarms,
    lost,
    gaps: redGaps(results),
    flaws: flawsOf(conducted),
    smallest: [...arranged, ...taken.map(({ variant, value }) => shown(variant, value))],
  };
}

const shown = ({ id }: DrawnVariant, value: unknown): string => `${id} ${fc.stringify(value).slice(0, 400)}`;

/** Draws one contradiction, and says whether the requirement that states the contrary turned red. */
export async function drawUnlawful(campaign: Campaign, randomness: Randomness, seed: number): Promise<Outcome> {
  const [fault] = fc.sample(randomness.faults, { seed, numRuns: 1 });
  if (fault === undefined) throw new Error('no deployment was drawn');
  const conducted = await campaign.run({ changes: fault.changes });
  const { results } = conducted;
  const verdict = results.requirements.find(({ id }) => id === fault.kills)?.verdict;
  const named = verdict === fault.verdict;
  const about = {
    kind: 'unlawful',
    seed,
    kills: fault.kills,
    what: fault.what,
    gaps: redGaps(results),
    flaws: flawsOf(conducted),
  } as const;
  return named
    ? { ...about, named }
    : { ...about, named, instead: `it is ${verdict ?? 'not there'}; red: ${redOf(results).join(' ') || 'nothing'}` };
}

const redOf = (results: Results): string[] =>
  results.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id }) => id);
