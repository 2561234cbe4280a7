/** Carries out tasks on one interface's reference: a campaign with its controls, kept from one task to the next. */
import fc from 'fast-check';
import type { DrawnVariant, Randomness } from '../../reference/drawn/random.ts';
import { baseOf } from '../../reference/sometimes.ts';
import type { Fault } from '../../reference/types.ts';
import type { Interface } from '../contract/types.ts';
import type { ConductedRun } from '../engine/send/run.ts';
import { isFinding } from '../engine/words/types.ts';
import type { Depth } from '../settings/types.ts';
import { type Campaign, compareFault, compareSometimes, compareVariants, startCampaign } from './campaign.ts';
import { type InProcessReference, inProcessReferenceOf } from './in-process.ts';
import { faultGroups } from './planned-tasks.ts';
import { judgedOtherwise, observed } from './properties.ts';
import type { Completed, Controls, FaultOutcome, Observed, Outcome, Task, WorkItem } from './tasks.ts';

/** Every n-th run is judged again from its evidence. */
const JUDGED_AGAIN_EVERY = 8;

/**
 * Prepares a reference and runs both controls; after `stopping` aborts, the testbed rejects before each further run.
 * Throws, having closed the reference, if its settings are wrong.
 */
export async function openTestbed(reference: InProcessReference, stopping?: AbortSignal) {
  const began = performance.now();
  try {
    const campaign = await startCampaign(reference, stopping);
    const carryOut = carrier(reference, campaign, await reference.randomness?.(), stopping);
    const canary = reference.faults[0]?.id ?? '';
    const [outcome] = canary === '' ? [] : await carryOut({ kind: 'faults', ids: [canary] });
    const survived = outcome?.kind === 'fault' ? outcome.survived : 'fault not found';
    /**
     * The clean reference: every documented requirement is verified, none failed or warned. The canary: the first
     * fault, which is known to be detected.
     */
    const controls: Controls = {
      interface: reference.interface,
      clean: campaign.clean.requirements
        .filter(({ basis, verdict }) => isFinding(verdict) || (basis === 'documented' && verdict !== 'pass'))
        .map(({ id, verdict, message }) => `${id}: ${verdict}${message === undefined ? '' : ` (${message})`}`),
      canary: { id: canary, problem: survived },
      tookMs: performance.now() - began,
    };
    return { controls, run: carryOut, close: () => reference.close() };
  } catch (error) {
    await reference.close();
    throw error;
  }
}

/** Returns a function that carries out a task. It returns one outcome for each fault of the task; else one. */
function carrier(
  reference: InProcessReference,
  campaign: Campaign,
  randomness: Randomness | undefined,
  stopping: AbortSignal | undefined,
): (task: Task) => Promise<readonly Outcome[]> {
  let runs = 0;
  let thorough: Promise<Campaign> | undefined;

  /** Checks the properties that every run must have. Judges some runs again. */
  const observe = (conducted: ConductedRun) => {
    runs += 1;
    const { gaps, flaws } = observed(conducted);
    return { gaps, flaws: runs % JUDGED_AGAIN_EVERY === 0 ? [...flaws, ...judgedOtherwise(conducted)] : flaws };
  };

  const campaignAt = (depth: Depth = 'standard') => {
    if (depth === 'standard') return campaign;
    thorough ??= startCampaign(reference, stopping, depth);
    return thorough;
  };

  /** Returns a fault, or the one from which a drawn fault is made. */
  const faultOf = (id: string) => {
    const all = [...reference.faults, ...reference.sometimes.faults];
    const fault = all.find((one) => one.id === id) ?? all.find((one) => one.id === baseOf(id));
    if (fault === undefined) throw new Error(`no fault ${id} found`);
    return fault;
  };

  /**
   * Runs faults together. `judged`: the faults that were detected, if only requirements that they declare failed or
   * warned; a single fault in any case.
   */
  const together = async (faults: readonly Fault[]) => {
    const conducted = await campaign.run({ fault: faults.map(({ id }) => id) });
    const exchanges = conducted.judgeables.flatMap(({ recording }) => recording.exchanges);
    const judged = faults.map((fault) => compareFault(fault, conducted.results, campaign.clean, faults, exchanges));
    return {
      judged: judged.filter(({ killed, undeclared }) => faults.length === 1 || (killed && undeclared.length === 0)),
      seen: observe(conducted),
    };
  };

  /**
   * Tries faults in groups, each fault of a group for a different requirement. Faults that were not detected in their
   * group are grouped again, because one fault can hide another; if most were not detected, the groups become smaller.
   * The outcome of a fault that is tried by itself is final.
   */
  const inGroups = async (ids: readonly string[]): Promise<(Observed & FaultOutcome)[]> => {
    const outcomes: FaultOutcome[] = [];
    const seen: Observed[] = [];
    let left: readonly Fault[] = ids.map(faultOf);
    for (let most = reference.faultsAtOnce; left.length > 0; ) {
      const tried: Awaited<ReturnType<typeof together>>[] = [];
      for (const group of faultGroups(left, most)) tried.push(await together(group));
      const judged = tried.flatMap((run) => run.judged);
      outcomes.push(...judged);
      seen.push(...tried.map((run) => run.seen));
      const hidden = left.filter((fault) => !judged.some(({ id }) => id === fault.id));
      if (hidden.length > left.length / 2) most = Math.ceil(Math.min(most, left.length) / 2);
      left = hidden;
    }
    const all = { gaps: seen.flatMap(({ gaps }) => gaps), flaws: seen.flatMap(({ flaws }) => flaws) };
    return outcomes.map((outcome) => ({ ...outcome, ...all }));
  };

  const sometimes = async (id: string, depth: Depth) => {
    const conducted = await (await campaignAt(depth)).run({ fault: id });
    return { ...compareSometimes(faultOf(id), conducted.results), id, depth, ...observe(conducted) };
  };

  const variants = async (ids: readonly string[], depth?: Depth): Promise<Outcome> => {
    const arranged = ids.length < 2 ? ids : (randomness?.arrange(ids) ?? ids);
    const known = [...reference.variants, ...reference.sometimes.variants];
    const { run, clean } = await campaignAt(depth);
    const conducted = await run({ variants: arranged });
    const used = known.filter(({ id }) => arranged.includes(id));
    return { kind: 'legal', of: arranged, ...compareVariants(used, conducted.results, clean), ...observe(conducted) };
  };

  return async (task) => {
    if ('ids' in task) {
      const { kind, ids, depth } = task;
      if (kind === 'variants') return [await variants(ids, depth)];
      return depth ? Promise.all(ids.map((id) => sometimes(id, depth))) : inGroups(ids);
    }
    if (randomness === undefined) throw new Error(`no deployment can be drawn for ${reference.interface}`);
    return [
      task.kind === 'legal'
        ? await drawLegal(campaign, randomness, task.seed)
        : await drawIllegal(campaign, reference, randomness, task.seed),
    ];
  };
}

/** The testbeds of one process: opened when the first task for them comes, and open until `close`. */
export class Testbeds {
  readonly #opened = new Map<Interface, ReturnType<typeof openTestbed>>();
  readonly #stopping = new AbortController();

  async run({ at, interface: of, task }: WorkItem): Promise<Completed> {
    const known = this.#opened.get(of);
    const opening =
      known ?? inProcessReferenceOf(of).then((reference) => openTestbed(reference, this.#stopping.signal));
    this.#opened.set(of, opening);
    try {
      const testbed = await opening;
      return { at, outcomes: await testbed.run(task), ...(known === undefined && { controls: testbed.controls }) };
    } catch (error) {
      throw new Error(`${of}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }

  /** Begins no further run; tasks that are under way reject. */
  stop(): void {
    this.#stopping.abort();
  }

  async close(): Promise<void> {
    const opened = await Promise.allSettled(this.#opened.values());
    this.#opened.clear();
    await Promise.all(opened.map((each) => each.status === 'fulfilled' && each.value.close()));
  }
}

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
async function drawLegal(campaign: Campaign, { variants }: Randomness, seed: number): Promise<Outcome> {
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
async function drawIllegal(
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
