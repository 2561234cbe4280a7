/**
 * Hands tasks to processes, or carries them out here. Tasks are handed out singly, so that all processes end at about
 * the same time.
 */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { TaskProcess } from '../run/task-process.ts';
import { WorkQueue } from './planned-tasks.ts';
import type { Completed, WorkItem } from './tasks.ts';
import { Testbeds } from './testbed.ts';

/** Tasks of one process at once: some spend most of their time waiting, for a cancellation, an event or a process. */
const AT_ONCE = 4;
const MOST_WORKERS = 4;

/**
 * Returns the heap of a process in MiB: enough for eight thorough runs at once. Two processes need less than a gibibyte
 * together. A single process has the references of all interfaces, so it gets more.
 */
const heapOf = (among: number): number => (among === 1 ? 768 : 384);
/** Heap of all processes together, in MiB, that is used before any of them collects garbage among its older objects. */
const ROOM_MIB = 512;
/**
 * Heap of all processes together, in MiB, for young objects: large enough that objects of one run do not become older
 * objects.
 */
const YOUNG_MIB = 64;

/** How long a process may take to end what it has begun. */
const GRACE_MS = 10_000;

/** A task that a process has completed, and the bytes that the process has had in memory at most. */
export interface Done {
  readonly completed: Completed;
  readonly peakBytes: number;
}

/** Default number of processes; source that is not compiled runs in this one. */
export function defaultWorkers(): number {
  return import.meta.url.endsWith('.ts') ? 0 : Math.min(availableParallelism(), MOST_WORKERS);
}

/**
 * Carries out all tasks with `workers` processes, which need compiled code; with 0, in this process. If a task or
 * process fails or `signal` aborts, rejects after every process has ended.
 * @returns the sum of the processes' maximum memory, in bytes
 */
export async function carryOut(
  items: readonly WorkItem[],
  workers: number,
  tell: (completed: Completed) => void,
  signal: AbortSignal,
): Promise<number> {
  signal.throwIfAborted();
  const queue = new WorkQueue(items);
  const count = Math.min(workers, items.length);
  const processes = count === 0 ? [inThisProcess()] : Array.from({ length: count }, () => startProcess(count));
  const peaks = processes.map(() => 0);
  const problems: unknown[] = [];
  const fail = (problem: unknown): void => {
    problems.push(problem);
    queue.clear();
  };
  const stop = (): void => {
    fail(signal.reason);
    for (const each of processes) each.interrupt();
  };
  const slot = async (number: number): Promise<void> => {
    const worker = processes[number] as Worker;
    for (let item = queue.next(number); item !== undefined; item = queue.next(number)) {
      const { completed, peakBytes } = await worker.run(item);
      peaks[number] = Math.max(peaks[number] ?? 0, peakBytes);
      tell(completed);
    }
  };
  signal.addEventListener('abort', stop, { once: true });
  await Promise.all(
    processes.map(async (each, number) => {
      await Promise.all(Array.from({ length: AT_ONCE }, () => slot(number).catch(fail)));
      await each.end();
    }),
  );
  signal.removeEventListener('abort', stop);
  if (problems.length > 0) throw problems[0];
  return peaks.reduce((sum, bytes) => sum + bytes, 0);
}

interface Worker {
  run(item: WorkItem): Promise<Done>;
  /** Stops what is under way. */
  interrupt(): void;
  /** Resolves when it has ended. */
  end(): Promise<void>;
}

function inThisProcess(): Worker {
  const testbeds = new Testbeds();
  return {
    run: async (item) => ({ completed: await testbeds.run(item), peakBytes: 0 }),
    interrupt: () => testbeds.stop(),
    end: () => testbeds.close(),
  };
}

/**
 * Starts a process and not a thread, because threads of one process wait for each other when memory is allocated or
 * freed. Each process collects its garbage on one thread, because further threads would compete with the other
 * processes. Its heap is large from the beginning: bodies of a mebibyte count towards it, and a small heap would need a
 * garbage collection in every other run.
 */
function startProcess(among: number): Worker {
  const [young, heap] = [Math.ceil(YOUNG_MIB / among), heapOf(among)];
  const start = () =>
    new TaskProcess<WorkItem, Done>(fileURLToPath(new URL('./worker-process.js', import.meta.url)), {
      execArgv: [
        `--initial-old-space-size=${Math.min(heap, Math.ceil(ROOM_MIB / among))}`,
        `--max-old-space-size=${heap}`,
        `--min-semi-space-size=${young}`,
        `--max-semi-space-size=${young}`,
        '--single-threaded-gc',
      ],
    });
  let child = start();
  let ended = false;
  const end = (): Promise<void> => {
    ended = true;
    return child.end(GRACE_MS);
  };
  /**
   * Tasks under way in a process that died are done again in a new one, once: many tasks together may have had too
   * little memory.
   */
  const attempt = async (item: WorkItem, isSecond: boolean): Promise<Done> => {
    const own = child;
    try {
      return await own.run(item);
    } catch (error) {
      if (own.running || ended) throw error;
      if (isSecond)
        throw new Error(`${(error as Error).message}, twice; ${among > 1 ? '--workers 1' : '--workers 0'} may help`, {
          cause: error,
        });
      if (child === own) child = start();
      return attempt(item, true);
    }
  };
  return { run: (item) => attempt(item, false), interrupt: () => void end(), end };
}
