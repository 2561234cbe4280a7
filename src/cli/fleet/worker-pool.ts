/** Runs deployments in separate processes, several at once. */
import pMap from 'p-map';
import { TaskProcess } from '../../run/task-process.ts';
import type { Task } from './member.ts';

/** Outcome of a task. */
export type TaskOutcome =
  | { readonly task: Task; readonly exitCode: number }
  | { readonly task: Task; readonly problem: string };

export interface WorkerOptions {
  /** Program of the worker processes (see member.ts). */
  readonly program: string;
  readonly atOnce: number;
  /** On abort, current runs stop gracefully and no new ones start. */
  readonly signal: AbortSignal;
  /** Time in milliseconds after which the process of a task is killed. */
  readonly limitOf: (task: Task) => number;
  /** Prepares a task just before it starts. */
  readonly begin: (name: string) => Task;
  readonly onEnd: (outcome: TaskOutcome) => void;
}

/** Time that a process may take to end after its task. */
const GRACE_MS = 10_000;

/**
 * Runs each of `names` in a separate process. Resolves when all have ended, or after an interruption the current
 * ones. Never rejects because of a failed task.
 */
export async function runWorkers(names: readonly string[], options: WorkerOptions): Promise<void> {
  const runNext = async (name: string): Promise<void> => {
    if (!options.signal.aborted) options.onEnd(await runTask(options.begin(name), options));
  };
  await pMap(names, runNext, { concurrency: options.atOnce });
}

async function runTask(task: Task, { program, limitOf, signal }: WorkerOptions): Promise<TaskOutcome> {
  const member = new TaskProcess<Task, number>(program, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  let overdue = false;
  const limit = setTimeout(() => {
    overdue = true;
    member.kill();
  }, limitOf(task));
  const stop = (): void => member.stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return { task, exitCode: await member.run(task) };
  } catch (error) {
    const problem = overdue ? `time limit of ${limitOf(task)} ms exceeded; process killed` : (error as Error).message;
    return { task, problem };
  } finally {
    clearTimeout(limit);
    signal.removeEventListener('abort', stop);
    await member.end(GRACE_MS);
  }
}
