/** Runs deployments in separate processes, several at once. */
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

/**
 * Maximum number of runs per process. Its heap grows with each run, though little of it is in use; that of a new
 * process is small.
 */
export const MOST_RUNS = 10;
/** Time that a process without a task may take to end. */
const GRACE_MS = 10_000;

/**
 * Runs each of `names`. Resolves when all have ended, or after an interruption the current ones. Never rejects because
 * of a failed task.
 */
export async function runWorkers(names: readonly string[], options: WorkerOptions): Promise<void> {
  const queue = [...names];
  const slots = Array.from({ length: Math.max(1, Math.min(options.atOnce, names.length)) }, async () => {
    let member: TaskProcess<Task, number> | undefined;
    let runs = 0;
    for (let name = queue.shift(); name !== undefined && !options.signal.aborted; name = queue.shift()) {
      if (runs === MOST_RUNS) await member?.end(GRACE_MS);
      if (!member?.running) {
        member = new TaskProcess(options.program, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
        runs = 0;
      }
      runs += 1;
      options.onEnd(await runTask(member, options.begin(name), options));
    }
    await member?.end(GRACE_MS);
  });
  await Promise.all(slots);
}

async function runTask(
  member: TaskProcess<Task, number>,
  task: Task,
  { limitOf, signal }: WorkerOptions,
): Promise<TaskOutcome> {
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
  }
}
