/**
 * Processes of Assay itself that carry out tasks: the parent's side, the child's side, and the memory that was used.
 */
import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';

/** Message to a process: a task with its number, or the request to stop gracefully. */
type Order<Task> = { readonly number: number; readonly task: Task } | { readonly stop: true };

/** Message from a process: the outcome of a task. */
interface Reply<Result> {
  readonly number: number;
  readonly result?: Result;
  readonly failed?: { readonly message: string; readonly details: string };
}

interface Waiting<Result> {
  resolve(result: Result): void;
  reject(reason: Error): void;
}

/**
 * A child process, which may carry out several tasks at once. Its temporary files are removed with it, even if it is
 * killed.
 */
export class TaskProcess<Task, Result> {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting<Result>>();
  readonly #exited: Promise<void>;
  #count = 0;

  /** @param program a compiled module that calls `serveTasks` */
  constructor(program: string, options: ForkOptions = {}) {
    const folder = mkdtempSync(join(tmpdir(), 'assay-process-'));
    this.#child = fork(program, [folder], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
      env: { ...process.env, TMPDIR: folder },
      ...options,
    });
    this.#child.on('message', ({ number, result, failed }: Reply<Result>) => {
      const task = this.#waiting.get(number);
      this.#waiting.delete(number);
      if (failed === undefined) task?.resolve(result as Result);
      else task?.reject(new Error(failed.message, { cause: failed.details }));
    });
    this.#exited = new Promise((resolve) => {
      const over = (why: string): void => {
        for (const { reject } of this.#waiting.values()) reject(new Error(why));
        this.#waiting.clear();
        remove(folder);
        resolve();
      };
      // Sending to a process that has just exited fails asynchronously, after its exit event.
      this.#child.on('error', ({ message }) => over(message));
      this.#child.on('exit', (code, by) => over(`process ended (${by ?? `exit code ${code}`})`));
    });
  }

  get running(): boolean {
    return this.#child.connected;
  }

  /** Carries out a task. Rejects if the task fails, or if the process ends before. */
  run(task: Task): Promise<Result> {
    if (!this.running) return Promise.reject(new Error('process did not start, or has ended'));
    this.#count += 1;
    const number = this.#count;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      this.#send({ number, task });
    });
  }

  /** Requests a graceful end of the current tasks. */
  stop(): void {
    if (this.running) this.#send({ stop: true });
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Ends the process. Resolves when it has ended, at the latest after this time in milliseconds. */
  async end(graceMs: number): Promise<void> {
    if (this.running) this.#child.disconnect();
    const timer = setTimeout(() => this.kill(), graceMs);
    await this.#exited;
    clearTimeout(timer);
  }

  #send(order: Order<Task>): void {
    this.#child.send(order, () => undefined);
  }
}

/**
 * Carries out the tasks of the parent in a child process. If the parent requests it or no longer exists, `stop` is
 * called. The process ends when the parent no longer exists, all tasks have ended and `close` has resolved.
 */
export function serveTasks<Task, Result>(
  work: (task: Task) => Promise<Result>,
  { stop, close = async () => undefined }: { readonly stop: () => void; readonly close?: () => Promise<void> },
): void {
  const underWay = new Set<Promise<void>>();
  const carryOut = async (number: number, task: Task): Promise<void> => {
    const reply = await work(task).then(
      (result): Reply<Result> => ({ number, result }),
      (error: unknown) => ({
        number,
        failed: { message: error instanceof Error ? error.message : String(error), details: inspect(error) },
      }),
    );
    process.send?.(reply, () => undefined);
  };
  process.on('message', (order: Order<Task>) => {
    if ('stop' in order) return stop();
    const task = carryOut(order.number, order.task).finally(() => underWay.delete(task));
    underWay.add(task);
  });
  process.once('disconnect', async () => {
    stop();
    await Promise.all(underWay);
    await close();
    // The parent may no longer exist.
    remove(process.argv[2] as string);
    process.exit(0);
  });
  // Signals of a terminal reach all of its processes, but the parent decides when to end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
}

const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true });

const STATUS = '/proc/self/status';

/**
 * Returns the peak of this process' resident memory, in bytes. maxRSS may include the parent's memory at the fork;
 * VmHWM (proc(5)) does not.
 */
export function peakMemory(): number {
  const own = existsSync(STATUS) ? /VmHWM:\s+(\d+)/.exec(readFileSync(STATUS, 'utf8'))?.[1] : undefined;
  return Number(own ?? process.resourceUsage().maxRSS) * 1024;
}
