/** Hands tasks to processes, or carries them out here: each process gets the next task when it has completed one. */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pMap from 'p-map';
import type { Completed, WorkItem } from './tasks.ts';
import { Testbeds } from './testbed.ts';

/** Tasks of one process at once: some spend most of their time waiting, for a cancellation, an event or a process. */
const AT_ONCE = 4;
const MOST_WORKERS = 4;

/** Maximum heap of a process in MiB: several thorough runs with long lists use half of it at once. */
const HEAP_MIB = 768;
/** The same for one of several processes without thorough runs: two use less than a gibibyte together. */
const SMALL_HEAP_MIB = 288;
/** Heap of all processes together, in MiB, that is used before any of them collects garbage among its older objects. */
const ROOM_MIB = 256;
/**
 * Heap of all processes together, in MiB, for young objects: large enough that objects of one run do not become older
 * objects.
 */
const YOUNG_MIB = 64;

/** How long a process may take to end what it has begun. */
const GRACE_MS = 10_000;

/** The outcome of a task, and the bytes that the process has had in memory at most; or why the task failed. */
export type Reply =
  | { readonly completed: Completed; readonly peakBytes: number }
  | { readonly failed: string; readonly details: string };

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
  const failing = new AbortController();
  const queue: Queue = {
    left: [...items],
    tell,
    stopping: AbortSignal.any([signal, failing.signal]),
    fail: (problem) => failing.abort(problem),
  };
  const count = Math.min(workers, items.length);
  const peaks = await Promise.all(
    count === 0 ? [inThisProcess(queue)] : Array.from({ length: count }, () => inProcess(queue, count)),
  );
  queue.stopping.throwIfAborted();
  return peaks.reduce((sum, bytes) => sum + bytes, 0);
}

/** The tasks that are left, in their order, and what to do with outcomes. */
interface Queue {
  readonly left: WorkItem[];
  tell(completed: Completed): void;
  /** Aborts if the self-test is interrupted, or has failed. */
  readonly stopping: AbortSignal;
  fail(problem: unknown): void;
}

async function inThisProcess({ left, tell, stopping, fail }: Queue) {
  const testbeds = new Testbeds();
  stopping.addEventListener('abort', () => testbeds.stop());
  const carryOutOne = async (item: WorkItem) => {
    if (!stopping.aborted) await testbeds.run(item).then(tell, fail);
  };
  await pMap(left, carryOutOne, { concurrency: AT_ONCE });
  await testbeds.close();
  return 0;
}

/**
 * Carries out tasks in a process. Threads of one process would wait for each other when memory is allocated or freed.
 * Each process collects its garbage on one thread, because further threads would compete with the other processes. Its
 * heap is large from the beginning: bodies of a mebibyte count towards it, and a small heap would need a garbage
 * collection in every other run. Its temporary files are removed with it.
 * @returns its maximum memory, when it has ended
 */
function inProcess({ left, tell, stopping, fail }: Queue, among: number): Promise<number> {
  const young = Math.ceil(YOUNG_MIB / among);
  const isThorough = left.some(({ task }) => 'depth' in task && task.depth === 'thorough');
  const heap = among === 1 || isThorough ? HEAP_MIB : SMALL_HEAP_MIB;
  const folder = mkdtempSync(join(tmpdir(), 'assay-process-'));
  const child = fork(fileURLToPath(new URL('./worker-process.js', import.meta.url)), [folder], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, TMPDIR: folder },
    execArgv: [
      `--initial-old-space-size=${Math.min(heap, Math.ceil(ROOM_MIB / among))}`,
      `--max-old-space-size=${heap}`,
      `--min-semi-space-size=${young}`,
      `--max-semi-space-size=${young}`,
      '--single-threaded-gc',
    ],
  });
  let [underWay, peak] = [0, 0];
  const end = () => {
    if (child.connected) child.disconnect();
    setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref();
  };
  const next = () => {
    const item = stopping.aborted ? undefined : left.shift();
    if (item) {
      child.send(item, () => undefined);
      underWay += 1;
    } else if (underWay === 0) end();
  };
  child.on('message', (reply: Reply) => {
    underWay -= 1;
    if ('failed' in reply) fail(new Error(reply.failed, { cause: reply.details }));
    else {
      peak = Math.max(peak, reply.peakBytes);
      tell(reply.completed);
    }
    next();
  });
  stopping.addEventListener('abort', end);
  return new Promise((resolve) => {
    const over = (why: string | undefined) => {
      if (underWay > 0)
        fail(new Error(`process ended (${why ?? 'too early'}); ${among > 1 ? '--workers 1' : '--workers 0'} may help`));
      rmSync(folder, { recursive: true, force: true });
      resolve(peak);
    };
    child.on('error', ({ message }) => over(message));
    child.on('exit', (code, by) => over(code === 0 ? undefined : (by ?? `exit code ${code}`)));
    for (let slot = 0; slot < AT_ONCE; slot += 1) next();
  });
}
