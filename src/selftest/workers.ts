/** Hands pieces of work to processes, or carries them out here: one at a time, so that all end at about the same time. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ShardKeeper } from './shard-keeper.ts';
import type { Completed, Order, Reply, WorkItem } from './tasks.ts';
import { WorkQueue } from './work-queue.ts';

/** Heap of a process: enough for the largest listing, and little enough that all stay under a gibibyte together. */
const HEAP_MIB = 256;
/** Room of all processes together that is used before any of them looks for garbage in what has lived for a while. */
const ROOM_MIB = 512;
/** Room of all together for what lives as long as one run, so that it is not kept for longer. */
const YOUNG_MIB = 64;

/** How long a process may take to end what it has begun. */
const GRACE_MS = 10_000;

/** Listeners for the progress of a self-test. */
export interface Listener {
  tell(completed: Completed): void;
  /** Octets that a process has in memory at most, by its number; 0 is this one. */
  memory(process: number, octets: number): void;
}

/**
 * Carries out all pieces with so many processes, or in this one where that is 0. Rejects where a process fails or `signal` aborts,
 * once every process has ended. Processes need compiled code.
 */
export async function carryOut(
  items: readonly WorkItem[],
  workers: number,
  listener: Listener,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const queue = new WorkQueue(items);
  if (workers === 0) await inThisProcess(queue, listener, signal);
  else await inProcesses(queue, Math.min(workers, items.length), listener, signal);
  signal.throwIfAborted();
}

async function inThisProcess(queue: WorkQueue, listener: Listener, signal: AbortSignal): Promise<void> {
  const shards = new ShardKeeper();
  const untilAborted = function* (): Generator<WorkItem> {
    for (let item = queue.next(0); item !== undefined && !signal.aborted; item = queue.next(0)) yield item;
  };
  try {
    await shards.carryOut(untilAborted(), listener.tell);
  } finally {
    await shards.close();
  }
}

async function inProcesses(queue: WorkQueue, count: number, listener: Listener, signal: AbortSignal): Promise<void> {
  const processes = Array.from(
    { length: count },
    (_, at) => new WorkerProcess(startProcess(count), queue, at + 1, listener),
  );
  const stop = (): void => {
    for (const each of processes) each.fail(signal.reason);
  };
  signal.addEventListener('abort', stop, { once: true });
  const ended = await Promise.allSettled(processes.map((each) => each.ended));
  signal.removeEventListener('abort', stop);
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
}

/**
 * Processes and not threads: threads of one process wait for each other wherever memory is taken and given back.
 * Each collects its garbage alone, because helping threads would take turns with the other processes. It has its room from the
 * beginning: bodies of a mebibyte count too, and in a small heap garbage would be looked for in every other run.
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

class WorkerProcess {
  /** Resolves when it has ended because no work is left; rejects, once it has ended, with why it ended otherwise. */
  readonly ended: Promise<void>;
  #reason: unknown;
  #nothingLeft = false;

  constructor(
    private readonly child: ChildProcess,
    private readonly queue: WorkQueue,
    number: number,
    listener: Listener,
  ) {
    child.on('message', (reply: Reply) => {
      if (reply.reply === 'failed') this.fail(new Error(reply.message, { cause: reply.details }));
      else if (reply.reply === 'next') this.#hand(number);
      else {
        listener.memory(number, reply.memoryBytes);
        listener.tell(reply.completed);
      }
    });
    this.ended = new Promise((resolve, reject) => {
      const broke = (why: string): void => {
        this.fail(
          new Error(
            `a process of the self-test ended too early: ${why}; with fewer of them (--workers 1) less memory is needed`,
          ),
        );
        reject(this.#reason);
      };
      child.on('error', (error) => broke(error.message));
      child.on('exit', (code, by) => {
        if (this.#nothingLeft && this.#reason === undefined && code === 0) resolve();
        else broke(by ?? `exit ${code}`);
      });
    });
  }

  /** Nothing more is handed out to anybody, and this one ends as soon as what it has begun is over. */
  fail(reason: unknown): void {
    this.#reason ??= reason;
    this.queue.clear();
    // It cleans up when its parent is gone.
    if (this.child.connected) this.child.disconnect();
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const timer = setTimeout(() => this.child.kill('SIGKILL'), GRACE_MS);
    this.child.once('exit', () => clearTimeout(timer));
  }

  #hand(number: number): void {
    const item = this.queue.next(number);
    this.#nothingLeft = item === undefined;
    const order: Order = item === undefined ? { order: 'end' } : { order: 'run', item: item };
    this.child.send(order, () => undefined);
  }
}
