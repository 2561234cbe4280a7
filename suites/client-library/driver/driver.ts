/** Runs a client library in a separate process: calls with a time limit, bounded output, nothing left behind. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { packageRoot } from '../../../src/contract/root.ts';
import { BoundedOutput, type Output, onLines } from './output.ts';
import type { Called, Command, Ended, Loaded } from './protocol.ts';
import { endStrays } from './stray-processes.ts';

export interface DriverOptions {
  /** Interpreter: a path, or a name to look for in PATH. */
  readonly python: string;
  /** Folder to import from; absent: it is installed. */
  readonly folder?: string;
  readonly module: string;
  /** Members whose presence is reported. */
  readonly wanted: readonly string[];
  /** The whole environment of the process. */
  readonly environment: Readonly<Record<string, string>>;
  /** Working folder. */
  readonly directory: string;
  /** Milliseconds for start and import; default 60 s. */
  readonly importLimitMs?: number;
}

export interface Driver {
  readonly loaded: Loaded;
  /** Makes a call; never rejects for what the library does. A hanging one ends the process. */
  call(command: Command, limitMs: number): Promise<Called>;
  /** Output since the last call. */
  takePrinted(): { readonly stdout: Output; readonly stderr: Output };
  /** How the process ended, if it did without being asked. */
  readonly ended: Ended | undefined;
  /** Ends the process and all that it started. */
  close(): Promise<void>;
}

/** The interpreter could not be started. */
export class DriverError extends Error {
  override readonly name = 'DriverError';
}

const IMPORT_LIMIT_MS = 60_000;
/** How long the process may take to end by itself. */
const GRACE_MS = 500;
/** Bytes of one answer; the driver keeps well below. */
const LONGEST_ANSWER = 256 * 1024 * 1024;
/** Descriptor that the driver writes its answers to. */
const ANSWERS = 3;
/** How long the start of a stray process may take. */
const SETTLE_MS = 25;
const MARK = 'ASSAY_DRIVER_MARK';

/**
 * Starts the interpreter and imports the library; resolves when the import has ended, with or without success.
 * @throws DriverError where the interpreter cannot be started
 */
export async function startDriver(options: DriverOptions): Promise<Driver> {
  const mark = randomBytes(16).toString('hex');
  const script = join(packageRoot(), 'suites', 'client-library', 'driver', 'driver.py');
  const args = [script, String(ANSWERS), options.folder ?? '', options.module, ...options.wanted];
  const child = spawn(options.python, args, {
    cwd: options.directory,
    env: { ...options.environment, [MARK]: mark },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    // A separate process group, so that it can be ended with all its children.
    detached: true,
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) => reject(new DriverError(`${options.python} could not be started: ${error.message}`)));
  });
  const process = new DriverProcess(child, mark);
  const loaded = (await process.answer(options.importLimitMs ?? IMPORT_LIMIT_MS)) as Loaded;
  return {
    loaded,
    call: async (command, limitMs) => {
      process.send(command);
      return (await process.answer(limitMs)) as Called;
    },
    takePrinted: () => process.takePrinted(),
    get ended() {
      return process.ended;
    },
    close: () => process.close(),
  };
}

/** The process, the answers that it has not been asked for yet, and how it ended. */
class DriverProcess {
  ended: Ended | undefined;
  readonly #child: ChildProcess;
  readonly #stdin: Writable;
  readonly #mark: string;
  readonly #stdout: BoundedOutput;
  readonly #stderr: BoundedOutput;
  readonly #answers: unknown[] = [];
  readonly #gone: Promise<void>;
  #waiting: (() => void) | undefined;

  constructor(child: ChildProcess, mark: string) {
    this.#child = child;
    this.#mark = mark;
    const [stdin, stdout, stderr, answers] = child.stdio as unknown as [Writable, Readable, Readable, Readable];
    this.#stdin = stdin;
    this.#stdout = new BoundedOutput(stdout);
    this.#stderr = new BoundedOutput(stderr);
    stdin.on('error', () => undefined);
    onLines(
      answers,
      LONGEST_ANSWER,
      (line) => this.#took(line),
      () => this.#kill(),
    );
    this.#gone = new Promise((resolve) => {
      const end = (ended: Ended): void => {
        this.ended ??= ended;
        // Children that stayed behind would hold the pipes, and outlive us.
        this.#kill();
        this.#waiting?.();
        resolve();
      };
      child.once('exit', (code, signal) =>
        end(
          signal === null ? { how: 'exited', detail: `with code ${code}` } : { how: 'killed', detail: `by ${signal}` },
        ),
      );
      child.on('error', (error) => end({ how: 'killed', detail: `by ${error.message}` }));
    });
  }

  send(command: Command): void {
    this.#stdin.write(`${JSON.stringify(command)}\n`);
  }

  /** The next answer, or how the process ended instead of giving it. */
  async answer(limitMs: number): Promise<unknown> {
    if (this.#answers.length === 0 && this.ended === undefined) {
      const timer = setTimeout(() => {
        this.ended ??= { how: 'hung', detail: `no answer within ${limitMs} ms` };
        this.#kill();
      }, limitMs);
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
      });
      clearTimeout(timer);
      this.#waiting = undefined;
      // Output that the process wrote before it ended may still be on its way.
      if (this.#answers.length === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    return this.#answers.shift() ?? { ended: this.ended ?? { how: 'exited', detail: 'without an answer' } };
  }

  takePrinted(): { stdout: Output; stderr: Output } {
    return { stdout: this.#stdout.take(), stderr: this.#stderr.take() };
  }

  async close(): Promise<void> {
    this.#stdin.end();
    const timer = setTimeout(() => this.#kill(), GRACE_MS);
    await this.#gone;
    clearTimeout(timer);
    this.#kill();
    endStrays(`${MARK}=${this.#mark}`);
    // While a process is just being started, its environment reads as empty for a moment.
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    endStrays(`${MARK}=${this.#mark}`);
    for (const stream of this.#child.stdio) stream?.destroy();
  }

  #took(line: string): void {
    try {
      this.#answers.push(JSON.parse(line));
    } catch {
      // Not ours: the library wrote to a descriptor that it does not own.
      return;
    }
    this.#waiting?.();
  }

  /** Ends the whole process group. */
  #kill(): void {
    try {
      process.kill(-(this.#child.pid as number), 'SIGKILL');
    } catch {
      // Nothing is left of it.
    }
  }
}
