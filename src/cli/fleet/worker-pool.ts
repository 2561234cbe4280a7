/** Runs deployments in separate processes, several at once. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { FromMember, Task, ToMember } from './messages.ts';

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

/** Runs of one process: its heap grows with them, though little of it is in use, and a new process begins small. */
export const MOST_RUNS = 10;

/** Runs each of `names`. Resolves when all have ended, or after an interruption the current ones. Never rejects because of a failed task. */
export async function runWorkers(names: readonly string[], options: WorkerOptions): Promise<void> {
  const queue = [...names];
  const seats = Array.from({ length: Math.max(1, Math.min(options.atOnce, names.length)) }, async () => {
    let member: ChildProcess | undefined;
    let runs = 0;
    for (let name = queue.shift(); name !== undefined && !options.signal.aborted; name = queue.shift()) {
      if (member?.connected && runs === MOST_RUNS) await ended(member);
      if (member === undefined || !member.connected) {
        member = startWorker(options.program);
        runs = 0;
      }
      runs += 1;
      options.onEnd(await runTask(member, options.begin(name), options));
    }
    if (member?.connected) member.disconnect();
  });
  await Promise.all(seats);
}

/** Ends a process that has no task. */
function ended(member: ChildProcess): Promise<unknown> {
  const exit = once(member, 'exit');
  member.disconnect();
  return exit;
}

function startWorker(program: string): ChildProcess {
  const member = fork(program, [], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] });
  // Sending to a process that has just exited fails asynchronously, after its exit event.
  return member.on('error', () => undefined);
}

function runTask(member: ChildProcess, task: Task, { limitOf, signal }: WorkerOptions): Promise<TaskOutcome> {
  return new Promise((resolve) => {
    let overdue = false;
    const limit = setTimeout(() => {
      overdue = true;
      member.kill('SIGKILL');
    }, limitOf(task));
    const settle = (outcome: TaskOutcome): void => {
      clearTimeout(limit);
      signal.removeEventListener('abort', stop);
      member.off('message', onMessage).off('exit', onExit).off('error', onError);
      resolve(outcome);
    };
    const onMessage = (message: FromMember): void =>
      settle('ended' in message ? { task, exitCode: message.ended } : { task, problem: message.failed });
    const onExit = (code: number | null, by: NodeJS.Signals | null): void =>
      settle({
        task,
        problem: overdue
          ? `time limit of ${limitOf(task)} ms exceeded, process killed`
          : `process ended (${by ?? `exit code ${code}`})`,
      });
    const onError = (error: Error): void => settle({ task, problem: error.message });
    const stop = (): void => void (member.connected && member.send({ stop: true } satisfies ToMember));
    member.on('message', onMessage).on('exit', onExit).on('error', onError);
    signal.addEventListener('abort', stop, { once: true });
    member.send({ run: task } satisfies ToMember);
  });
}
