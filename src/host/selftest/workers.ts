/** Hands pieces of work to processes, or carries them out here: one at a time, so that all end at about the same time. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ShardKeeper } from './shard-keeper.ts';
import type { Order, Piece, Reply, Told } from './tasks.ts';
import { WorkQueue } from './work-queue.ts';

/** Heap of a process: enough for the largest listing, and little enough that all stay under a gibibyte together. */
const HEAP_MIB = 256;
/** Room of all processes together that is used before any of them looks for garbage in what has lived for a while. */
const ROOM_MIB = 512;
/** Room of all together for what lives as long as one run, so that it is not kept for longer. */
const YOUNG_MIB = 64;

/** How a self-test is told of what is done. */
export interface Listener {
  tell(told: Told): void;
  /** Octets that a process has in memory at most, by its number; 0 is this one. */
  memory(process: number, octets: number): void;
}

/**
 * Carries out all pieces with so many processes, or in this one where that is 0. Rejects where a process fails or `signal` aborts.
 * Processes need compiled code.
 */
export async function carryOut(pieces: readonly Piece[], workers: number, listener: Listener, signal?: AbortSignal): Promise<void> {
  const queue = new WorkQueue(pieces);
  if (workers === 0) return inThisProcess(queue, listener, signal);
  const processes = Math.min(workers, pieces.length);
  await Promise.all(Array.from({ length: processes }, (_, at) => oneProcess(startProcess(processes), queue, at + 1, listener, signal)));
}

async function inThisProcess(queue: WorkQueue, listener: Listener, signal: AbortSignal | undefined): Promise<void> {
  const shards = new ShardKeeper();
  const untilAborted = function* (): Generator<Piece> {
    for (let piece = queue.next(0); piece !== undefined; piece = queue.next(0)) {
      signal?.throwIfAborted();
      yield piece;
    }
  };
  try {
    await shards.carryOut(untilAborted(), listener.tell);
  } finally {
    await shards.close();
  }
}

/**
 * Processes and not threads: threads of one process wait for each other wherever memory is taken and given back.
 * There are as many as processors, so each collects its garbage alone: helping threads would only take turns with the others. It has
 * its room from the beginning: bodies of a mebibyte count too, and a small heap would be searched for garbage in every other run.
 */
function startProcess(among: number): ChildProcess {
  const young = Math.ceil(YOUNG_MIB / among);
  return fork(fileURLToPath(new URL('./worker-process.js', import.meta.url)), {
    execArgv: [
      `--initial-old-space-size=${Math.min(HEAP_MIB, Math.ceil(ROOM_MIB / among))}`,
      `--max-old-space-size=${HEAP_MIB}`,
      `--min-semi-space-size=${young}`,
      `--max-semi-space-size=${young}`,
      '--single-threaded-gc',
    ],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

function oneProcess(worker: ChildProcess, queue: WorkQueue, number: number, listener: Listener, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    let ended = false;
    const fail = (reason: unknown): void => {
      queue.clear();
      reject(reason);
      // It ends by itself, and tidies up, once nobody speaks to it any more.
      if (worker.connected) worker.disconnect();
    };
    const hand = (): void => {
      const piece = queue.next(number);
      ended = piece === undefined;
      const order: Order = piece === undefined ? { order: 'end' } : { order: 'run', piece };
      worker.send(order, () => undefined);
    };
    const stop = (): void => fail(signal?.reason);
    signal?.addEventListener('abort', stop, { once: true });
    worker.on('message', (reply: Reply) => {
      if (reply.reply === 'failed') return fail(new Error(reply.message));
      if (reply.reply === 'next') return hand();
      listener.memory(number, reply.memoryBytes);
      listener.tell(reply.told);
    });
    worker.on('error', fail);
    worker.on('exit', (code, by) => {
      signal?.removeEventListener('abort', stop);
      if (ended && code === 0) resolve();
      else fail(new Error(`a process of the self-test ended too early: ${by ?? `exit ${code}`}`));
    });
  });
}
