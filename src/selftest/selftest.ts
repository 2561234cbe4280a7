/** The self-test: every fault, every variant, variants together, and what is drawn, against the embedded references. */
import { availableParallelism } from 'node:os';
import { packageVersion } from '../contract/root.ts';
import type { Interface } from '../contract/types.ts';
import { SUITED } from '../run/suited.ts';
import { descriptorOf, loadContract } from '../run/suites.ts';
import { type Extent, plannedTasks } from './planned-tasks.ts';
import { type InterfaceProof, type Proof, proofOf, verdictOf } from './proof.ts';
import { type InProcessReference, inProcessReferenceOf, NotHere } from './subjects.ts';
import type { Controls, Outcome, Task, WorkItem } from './tasks.ts';
import { watchMemory } from './watch-memory.ts';
import { carryOut } from './workers.ts';

export interface SelftestOptions {
  /** Default: all that have a suite. */
  readonly interfaces?: readonly Interface[];
  /** Random lawful deployments, and as many contradictions, an interface. */
  readonly seeds?: number;
  /** The first seed; further ones count up. */
  readonly seed?: number;
  /** Each fault and each variant by itself, instead of several at once. */
  readonly alone?: boolean;
  /** Processes beside this one; default one a processor, at most four. 0: everything in this one. */
  readonly workers?: number;
  readonly signal?: AbortSignal;
  readonly on?: (progress: { readonly done: number; readonly of: number; readonly interface: Interface }) => void;
}

const DEFAULT_SEEDS = 10;
const MOST_WORKERS = 4;

interface Plan {
  readonly interface: Interface;
  readonly tasks: readonly Task[];
  readonly faults: InProcessReference['faults'];
  readonly variants: InProcessReference['variants'];
}

/** Runs the self-test. Resolves with all findings; rejects only for a suite error, or when `signal` aborts. */
export async function selftest(options: SelftestOptions = {}): Promise<Proof> {
  const began = performance.now();
  const signal = options.signal ?? new AbortController().signal;
  const extent = { seed: options.seed ?? 1, seeds: options.seeds ?? DEFAULT_SEEDS, alone: options.alone ?? false };
  const plans: Plan[] = [];
  const left: { interface: Interface; why: string }[] = [];
  for (const of of options.interfaces ?? SUITED) {
    signal.throwIfAborted();
    try {
      plans.push(await planOf(of, extent));
    } catch (error) {
      if (!(error instanceof NotHere)) throw error;
      left.push({ interface: of, why: error.message });
    }
  }
  const items = plans
    .flatMap(({ interface: of, tasks }) => {
      const waits = descriptorOf(of).machine !== undefined && ({ waits: true } as const);
      return tasks.map((task) => ({ interface: of, task, ...waits }));
    })
    .map((item, at): WorkItem => ({ at, ...item }));
  const outcomes: (readonly Outcome[])[] = [];
  const controls: Controls[] = [];
  let done = 0;
  const memory = new Map<number, number>();
  const watch = watchMemory();
  try {
    await carryOut(
      items,
      options.workers ?? defaultWorkers(),
      {
        tell(completed) {
          outcomes[completed.at] = completed.outcomes;
          if (completed.controls) controls.push(completed.controls);
          done += 1;
          options.on?.({ done, of: items.length, interface: (items[completed.at] as WorkItem).interface });
        },
        memory: (process, octets) => memory.set(process, octets),
      },
      signal,
    );
  } finally {
    watch.stop();
  }
  if (done !== items.length) throw new Error(`${items.length - done} of ${items.length} runs came to nothing`);
  const interfaces = plans.map((plan): InterfaceProof => {
    const of = plan.interface;
    return proofOf(of, {
      contract: loadContract(of),
      faults: plan.faults,
      variants: plan.variants,
      controls: controls.filter((each) => each.interface === of),
      outcomes: outcomes.filter((_, at) => items[at]?.interface === of).flat(),
    });
  });
  return {
    format: 'assay-selftest/1',
    suite: { name: 'assay', version: packageVersion() },
    seed: extent.seed,
    ...(extent.alone && { alone: true }),
    ...verdictOf(interfaces, options.interfaces === undefined ? [] : left),
    interfaces,
    left,
    durationMs: Math.round(performance.now() - began),
    peakMemoryBytes: [...memory.values()].reduce((sum, octets) => sum + octets, watch.peak()),
  };
}

/** Default number of processes of a self-test; source that is not compiled runs in this one. */
function defaultWorkers(): number {
  return import.meta.url.endsWith('.ts') ? 0 : Math.min(availableParallelism(), MOST_WORKERS);
}

async function planOf(of: Interface, extent: Extent): Promise<Plan> {
  const subject = await inProcessReferenceOf(of);
  try {
    const { faults, variants } = subject;
    const tasks = plannedTasks({ ...subject, randomness: await subject.randomness?.() }, extent);
    return { interface: of, tasks, faults, variants };
  } finally {
    await subject.close();
  }
}
