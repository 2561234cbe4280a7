/** Hands tasks to threads, or carries them out here: few at a time, so that all end at about the same time. */
import { Worker } from 'node:worker_threads';
import type { Interface } from '../../contract/types.ts';
import { Shard } from './shard.ts';
import type { Controls, Order, Outcome, Reply, Task } from './tasks.ts';

/** Tasks of one interface that are handed over at once. */
const CHUNK = 8;
/** Runs at once in a thread: some spend most of their time waiting, for a cancellation or for an event. */
const AT_ONCE = 2;
/** Heap of a thread: enough for the largest listing, and little enough that all stay under a gibibyte together. */
const HEAP_MIB = 256;

export interface Work {
  readonly interface: Interface;
  readonly tasks: readonly Task[];
}

export interface Told {
  readonly interface: Interface;
  readonly outcomes: readonly Outcome[];
  readonly controls?: Controls;
}

/** Chunks in order: whoever is free takes the next. */
function chunksOf(work: readonly Work[]): Work[] {
  return work.flatMap(({ interface: of, tasks }) =>
    Array.from({ length: Math.ceil(tasks.length / CHUNK) }, (_, at) => ({ interface: of, tasks: tasks.slice(at * CHUNK, (at + 1) * CHUNK) })),
  );
}

/**
 * Carries out all tasks with so many threads, or in this one where that is 0. Rejects where a thread fails or `signal` aborts.
 * Threads need compiled code.
 */
export async function carryOut(work: readonly Work[], workers: number, tell: (told: Told) => void, signal?: AbortSignal): Promise<void> {
  const queue = chunksOf(work);
  if (workers === 0) return inThisThread(queue, tell, signal);
  await Promise.all(Array.from({ length: Math.min(workers, queue.length) }, () => oneThread(queue, tell, signal)));
}

async function inThisThread(queue: Work[], tell: (told: Told) => void, signal: AbortSignal | undefined): Promise<void> {
  const shards = new ShardKeeper();
  try {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      signal?.throwIfAborted();
      tell(await shards.run(next));
    }
  } finally {
    await shards.close();
  }
}

/** The shards of one thread: one an interface, opened when its first task comes, closed when another interface's comes. */
export class ShardKeeper {
  private open: { readonly of: Interface; readonly shard: Shard } | undefined;

  async run({ interface: of, tasks }: Work): Promise<Told> {
    const fresh = this.open?.of !== of;
    if (fresh) {
      await this.close();
      this.open = { of, shard: await Shard.open(of) };
    }
    const { shard } = this.open as { shard: Shard };
    const outcomes: Outcome[] = [];
    const queue = [...tasks];
    const lane = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) outcomes.push(await shard.run(next));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    return { interface: of, outcomes, ...(fresh && { controls: shard.controls }) };
  }

  async close(): Promise<void> {
    await this.open?.shard.close();
    this.open = undefined;
  }
}

function oneThread(queue: Work[], tell: (told: Told) => void, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./thread.js', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB } });
    const order = (given: Order): void => worker.postMessage(given);
    const hand = (): void => {
      const next = queue.shift();
      order(next === undefined ? { order: 'end' } : { order: 'run', ...next });
    };
    const stop = (): void => {
      void worker.terminate();
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', stop, { once: true });
    worker.on('message', (reply: Reply) => {
      if (reply.reply === 'failed') {
        queue.length = 0;
        reject(new Error(reply.message));
        order({ order: 'end' });
        return;
      }
      tell(reply);
      hand();
    });
    worker.on('error', reject);
    worker.on('exit', () => {
      signal?.removeEventListener('abort', stop);
      resolve();
    });
    hand();
  });
}
