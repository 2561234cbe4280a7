/** Hands tasks to processes, or carries them out here: few at a time, so that all end at about the same time. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ShardKeeper, type Told, type Work } from './shard-keeper.ts';
import type { Order, Reply } from './tasks.ts';

/** Tasks of one interface that are handed over at once. */
const CHUNK = 16;
/** Heap of a process: enough for the largest listing, and little enough that all stay under a gibibyte together. */
const HEAP_MIB = 256;
/** Room for what lives as long as one run, so that it is not kept for longer. */
const YOUNG_MIB = 32;

/** How a self-test is told of what is done. */
export interface Listener {
  tell(told: Told): void;
  /** Octets that a process has in memory at most, by its number; 0 is this one. */
  memory(process: number, octets: number): void;
}

/** Chunks in order: whoever is free takes the next. */
function chunksOf(work: readonly Work[]): Work[] {
  return work.flatMap(({ interface: of, tasks }) =>
    Array.from({ length: Math.ceil(tasks.length / CHUNK) }, (_, at) => ({ interface: of, tasks: tasks.slice(at * CHUNK, (at + 1) * CHUNK) })),
  );
}

/**
 * Carries out all tasks with so many processes, or in this one where that is 0. Rejects where a process fails or `signal` aborts.
 * Processes need compiled code.
 */
export async function carryOut(work: readonly Work[], workers: number, listener: Listener, signal?: AbortSignal): Promise<void> {
  const queue = chunksOf(work);
  if (workers === 0) return inThisProcess(queue, listener, signal);
  await Promise.all(Array.from({ length: Math.min(workers, queue.length) }, (_, at) => oneProcess(queue, at + 1, listener, signal)));
}

async function inThisProcess(queue: Work[], listener: Listener, signal: AbortSignal | undefined): Promise<void> {
  const shards = new ShardKeeper();
  try {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      signal?.throwIfAborted();
      listener.tell(await shards.run(next));
    }
  } finally {
    await shards.close();
  }
}

/** Processes and not threads: threads of one process wait for each other wherever memory is taken and given back. */
function startProcess(): ChildProcess {
  return fork(fileURLToPath(new URL('./worker-process.js', import.meta.url)), {
    execArgv: [`--max-old-space-size=${HEAP_MIB}`, `--max-semi-space-size=${YOUNG_MIB}`],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

function oneProcess(queue: Work[], number: number, listener: Listener, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = startProcess();
    let ended = false;
    const order = (given: Order): void => void worker.send(given, () => undefined);
    const fail = (reason: unknown): void => {
      queue.length = 0;
      reject(reason);
      // It ends by itself, and tidies up, once nobody speaks to it any more.
      if (worker.connected) worker.disconnect();
    };
    const hand = (): void => {
      const next = queue.shift();
      ended = next === undefined;
      order(next === undefined ? { order: 'end' } : { order: 'run', ...next });
    };
    const stop = (): void => fail(signal?.reason);
    signal?.addEventListener('abort', stop, { once: true });
    worker.on('message', (reply: Reply) => {
      if (reply.reply === 'failed') return fail(new Error(reply.message));
      listener.memory(number, reply.memoryBytes);
      listener.tell(reply);
      hand();
    });
    worker.on('error', fail);
    worker.on('exit', (code, by) => {
      signal?.removeEventListener('abort', stop);
      if (ended && code === 0) resolve();
      else fail(new Error(`a process of the self-test ended too early: ${by ?? `exit ${code}`}`));
    });
    hand();
  });
}
