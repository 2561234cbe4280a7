/** The self-test: every fault and variant, alone and combined, and random deployments of the embedded references. */
import { packageVersion } from '../contract/root.ts';
import type { Interface } from '../contract/types.ts';
import { SUITED } from '../run/installed/suited.ts';
import { descriptorOf, loadContract } from '../run/installed/suites.ts';
import { peakMemory } from '../run/peak-memory.ts';
import { inProcessReferenceOf, NotHere } from './in-process.ts';
import { type Extent, type Known, plannedTasks } from './planned-tasks.ts';
import { type Left, proofOf, verdictOf } from './proof.ts';
import type { Chosen, Selected } from './selected.ts';
import type { Completed, WorkItem } from './tasks.ts';
import { carryOut, defaultWorkers } from './workers.ts';

export interface SelftestOptions extends Partial<Extent> {
  /** Default: all that have a suite. */
  readonly interfaces?: readonly Interface[];
  /** The only faults and variants to try, each by itself. */
  readonly selected?: Selected;
  /** Number of processes besides this one; by default one per processor, at most four. 0: everything in this one. */
  readonly workers?: number;
  readonly signal?: AbortSignal;
  readonly on?: (progress: { readonly done: number; readonly of: number; readonly interface: Interface }) => void;
}

const DEFAULT_SEEDS = 10;
/** Minimum number of single runs: fewer take longer in separate processes, each of which begins with the controls. */
const WORTH_PROCESSES = 40;

/** The result of a self-test. */
export type Proof = Awaited<ReturnType<typeof selftest>>;

/** Runs the self-test. Resolves with all findings; rejects only for a suite error, or when `signal` aborts. */
export async function selftest(options: SelftestOptions = {}) {
  const began = performance.now();
  const { selected, seed = 1, seeds = DEFAULT_SEEDS, alone = false, sometimes = false } = options;
  const extent: Extent = selected
    ? { seed, seeds: 0, alone: true, sometimes: true }
    : { seed, seeds, alone, sometimes };
  const named = selected ? [...selected.keys()] : options.interfaces;
  const { carried, left, peakBytes } = await carriedOut({ ...options, interfaces: named }, extent);
  const interfaces = carried.map(({ interface: of, known, controls, outcomes }) =>
    proofOf(of, { contract: loadContract(of), ...known, selected: selected !== undefined, controls, outcomes }),
  );
  return {
    format: 'assay-selftest/1',
    suite: { name: 'assay', version: packageVersion() },
    seed: extent.seed,
    // Each fault and each variant was tried by itself (`--alone`).
    ...(extent.alone && { alone: true }),
    ...verdictOf(interfaces, named === undefined ? [] : left),
    interfaces,
    left,
    durationMs: Math.round(performance.now() - began),
    peakMemoryBytes: peakBytes,
  };
}

/** Carries out the tasks of all interfaces; `left` are those that this machine cannot run. */
async function carriedOut(options: SelftestOptions, extent: Extent) {
  const signal = options.signal ?? new AbortController().signal;
  const planOf = async (of: Interface) => {
    const known = await knownOf(of, options.selected?.get(of));
    return { interface: of, known, tasks: plannedTasks(known, extent) };
  };
  const plans: Awaited<ReturnType<typeof planOf>>[] = [];
  const left: Left[] = [];
  for (const of of options.interfaces ?? SUITED) {
    signal.throwIfAborted();
    try {
      plans.push(await planOf(of));
    } catch (error) {
      if (!(error instanceof NotHere)) throw error;
      left.push({ interface: of, why: error.message });
    }
  }
  // Runs that wait for other programs come first, so that only computing is left at the end; then the longest tasks.
  const waits = ({ interface: of }: { readonly interface: Interface }) => (descriptorOf(of).machine ? 1 : 0);
  const items = plans
    .toSorted((one, other) => waits(other) - waits(one) || other.tasks.length - one.tasks.length)
    .flatMap(({ interface: of, tasks }) => tasks.map((task) => ({ interface: of, task })))
    .map((item, at) => ({ at, ...item }));
  const completed: Completed[] = [];
  const peakBytes = await carryOut(
    items,
    options.workers ?? (options.selected && items.length < WORTH_PROCESSES ? 0 : defaultWorkers()),
    (one) => {
      completed.push(one);
      options.on?.({ done: completed.length, of: items.length, interface: (items[one.at] as WorkItem).interface });
    },
    signal,
  );
  if (completed.length !== items.length)
    throw new Error(`${items.length - completed.length} of ${items.length} runs returned no result`);
  completed.sort((one, other) => one.at - other.at);
  const carried = plans.map(({ interface: of, known }) => {
    const own = completed.filter(({ at }) => items[at]?.interface === of);
    return {
      interface: of,
      known,
      controls: own.flatMap(({ controls }) => controls ?? []),
      outcomes: own.flatMap(({ outcomes }) => outcomes),
    };
  });
  return { carried, left, peakBytes: peakBytes + peakMemory() };
}

/** @param chosen the only faults and variants that count: they are not combined, and nothing is drawn */
async function knownOf(of: Interface, chosen?: Chosen) {
  const reference = await inProcessReferenceOf(of);
  try {
    if (chosen === undefined) return { ...reference, randomness: await reference.randomness?.() };
    const among = ({ faults, variants }: Pick<Known, keyof Chosen>) => ({
      faults: faults.filter(({ id }) => chosen.faults.includes(id)),
      variants: variants.filter(({ id }) => chosen.variants.includes(id)),
    });
    return { ...reference, ...among(reference), sometimes: among(reference.sometimes), randomness: undefined };
  } finally {
    await reference.close();
  }
}
