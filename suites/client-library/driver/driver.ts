/** Runs a client library in a separate process: calls with a time limit, bounded output, and no process left over. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { packageRoot } from '../../../src/contract/root.ts';
import type { Called, Command, Ended, Loaded, Printed } from './protocol.ts';

export interface DriverOptions {
  /** Interpreter: a path, or a name to look for in PATH. */
  readonly python: string;
  /** Directory to import from; if absent, the library is installed. */
  readonly folder?: string;
  readonly module: string;
  /** Members whose presence is reported. */
  readonly wanted: readonly string[];
  /** The whole environment of the process. */
  readonly environment: Readonly<Record<string, string>>;
  /** Working directory. */
  readonly directory: string;
  /** Milliseconds for start and import; default 60 s. */
  readonly importLimitMs?: number;
}

/** A process that imports the library and makes its calls. `loaded`: the outcome of the import. */
export type Driver = DriverProcess & { readonly loaded: Loaded };

/** The interpreter could not be started. */
export class DriverError extends Error {
  override readonly name = 'DriverError';
}

const IMPORT_LIMIT_MS = 60_000;
/** Time in which the process may end by itself, and in which its last messages may arrive. */
const GRACE_MS = 500;
/** Maximum number of bytes of a message from the driver, whose messages are much shorter. */
const LONGEST_ANSWER = 256 * 1024 * 1024;
/** Descriptor to which the driver writes its messages. */
const ANSWERS = 3;
/** Time that the start of a stray process may take. */
const SETTLE_MS = 25;
const MARK = 'ASSAY_DRIVER_MARK';
/** Bytes kept of each output. */
const KEPT = 64 * 1024;

/**
 * Starts the interpreter and imports the library; resolves when the import has ended, with or without success.
 * @throws DriverError if the interpreter cannot be started
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
  const driver = new DriverProcess(child, mark);
  return Object.assign(driver, { loaded: (await driver.answer(options.importLimitMs ?? IMPORT_LIMIT_MS)) as Loaded });
}

/** The process, its messages that were not read yet, and its end, if it was unexpected. */
class DriverProcess {
  ended: Ended | undefined;
  readonly #child: ChildProcess;
  readonly #stdin: Writable;
  readonly #mark: string;
  readonly #printed: readonly (() => Printed)[];
  readonly #answers: unknown[] = [];
  readonly #allRead: Promise<void>;
  readonly #gone: Promise<void>;
  #waiting: (() => void) | undefined;
  #hasExited = false;

  constructor(child: ChildProcess, mark: string) {
    this.#child = child;
    this.#mark = mark;
    const [stdin, stdout, stderr, answers] = child.stdio as unknown as [Writable, Readable, Readable, Readable];
    this.#stdin = stdin;
    this.#printed = [stdout, stderr].map(drained);
    stdin.on('error', () => undefined);
    this.#allRead = this.#read(answers);
    this.#gone = new Promise((resolve) => {
      const end = (ended: Ended) => {
        this.ended ??= ended;
        // Remaining children would keep the pipes open, and outlive Assay.
        this.#kill();
        this.#hasExited = true;
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

  /** Makes a call; never rejects for what the library does. A hanging one ends the process. */
  call(command: Command, limitMs: number) {
    this.#stdin.write(`${JSON.stringify(command)}\n`);
    return this.answer(limitMs) as Promise<Called>;
  }

  /** Returns the next message, or how the process ended instead of sending it. */
  async answer(limitMs: number) {
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
      // Messages that the process sent before it ended may still be on their way.
      if (this.#answers.length === 0)
        await Promise.race([this.#allRead, new Promise((resolve) => setTimeout(resolve, GRACE_MS))]);
    }
    return this.#answers.shift() ?? { ended: this.ended ?? { how: 'exited', detail: 'without an answer' } };
  }

  /** Output since the last call. */
  takePrinted() {
    const [stdout, stderr] = this.#printed.map((take) => take()) as [Printed, Printed];
    return { stdout, stderr };
  }

  /** Ends the process and all that it started. */
  async close() {
    this.#stdin.end();
    const timer = setTimeout(() => this.#kill(), GRACE_MS);
    await this.#gone;
    clearTimeout(timer);
    endStrays(`${MARK}=${this.#mark}`);
    // While a process is just being started, its environment reads as empty for a moment.
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    endStrays(`${MARK}=${this.#mark}`);
    for (const stream of this.#child.stdio) stream?.destroy();
  }

  /** Takes messages, one per line, until no more can come; a line that does not end ends the process. */
  #read(answers: Readable): Promise<void> {
    let unended = 0;
    const lines = createInterface({ input: answers });
    lines.on('error', () => undefined);
    lines.on('line', (line) => {
      unended = 0;
      try {
        this.#answers.push(JSON.parse(line));
      } catch {
        // Not a message of the driver: the library wrote to a descriptor that it does not own.
        return;
      }
      this.#waiting?.();
    });
    answers.on('error', () => undefined);
    answers.on('data', (chunk: Uint8Array) => {
      unended += chunk.length;
      if (unended <= LONGEST_ANSWER) return;
      answers.destroy();
      this.#kill();
    });
    return new Promise((resolve) => {
      lines.once('close', resolve);
      answers.once('close', resolve);
    });
  }

  /** Ends the whole process group. Later its number may be that of another one. */
  #kill() {
    if (this.#hasExited) return;
    try {
      process.kill(-(this.#child.pid as number), 'SIGKILL');
    } catch {
      // Its process and files are gone.
    }
  }
}

/** Reads a stream to its end, so that the writer never waits. The result returns the output since its last call. */
function drained(stream: Readable) {
  let bytes = 0;
  let kept: Uint8Array[] = [];
  stream.on('data', (chunk: Uint8Array) => {
    if (bytes < KEPT) kept.push(chunk.subarray(0, KEPT - bytes));
    bytes += chunk.length;
  });
  // A pipe that breaks because the process was ended is expected.
  stream.on('error', () => undefined);
  return () => {
    const printed = { bytes, text: Buffer.concat(kept).toString('utf8') };
    bytes = 0;
    kept = [];
    return printed;
  };
}

/**
 * Ends every process with `mark` in its environment, even if it left the group. Linux only: other systems have no
 * /proc.
 */
function endStrays(mark: string) {
  const wanted = Buffer.from(mark);
  for (const name of existsSync('/proc') ? readdirSync('/proc') : []) {
    const id = Number(name);
    if (!Number.isInteger(id) || id === process.pid) continue;
    try {
      if (readFileSync(`/proc/${id}/environ`).includes(wanted)) process.kill(id, 'SIGKILL');
    } catch {
      // The process has ended meanwhile, or belongs to another user.
    }
  }
}
