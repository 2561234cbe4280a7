/** Runs a client library in a separate process: calls with a time limit, bounded output, nothing left behind. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { packageRoot } from '../../../src/contract/root.ts';
import { BoundedOutput, type Output, onLines } from './output.ts';
import type { Called, Command, Ended, Loaded } from './protocol.ts';
import { endStrays } from './stray-processes.ts';

/** A started interpreter. */
export interface RunningInterpreter {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Descriptor 3, which the driver writes its answers to. */
  readonly answers: Readable;
  /** How it ended: its exit code, or the signal that ended it. Never rejects. */
  readonly ended: Promise<{ readonly code: number } | { readonly signal: string }>;
}

/** Starts an interpreter with a script and its arguments, in a separate session. Rejects where it cannot be started. */
export type StartInterpreter = (
  args: readonly string[],
  options: { readonly environment: Readonly<Record<string, string>>; readonly directory: string },
) => Promise<RunningInterpreter>;

export interface DriverOptions {
  /** Interpreter: a path, or a name to look for in PATH. */
  readonly python: string;
  /** Starts the interpreter; default a new process. */
  readonly start?: StartInterpreter;
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
/** Octets of one answer; the driver keeps well below. */
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
  const start = options.start ?? spawning(options.python);
  const interpreter = await start([script, String(ANSWERS), options.folder ?? '', options.module, ...options.wanted], {
    environment: { ...options.environment, [MARK]: mark },
    directory: options.directory,
  }).catch((error: Error) => {
    throw new DriverError(`${options.python} could not be started: ${error.message}`);
  });
  const process = new DriverProcess(interpreter, mark);
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

const spawning =
  (python: string): StartInterpreter =>
  async (args, { environment, directory }) => {
    const child = spawn(python, args, {
      cwd: directory,
      env: environment,
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      // A separate process group, so that it can be ended with all its children.
      detached: true,
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    const [stdin, stdout, stderr, answers] = child.stdio as unknown as [Writable, Readable, Readable, Readable];
    const ended = new Promise<{ readonly code: number } | { readonly signal: string }>((resolve) => {
      child.once('exit', (code, signal) => resolve(signal === null ? { code: code ?? 0 } : { signal }));
      child.on('error', (error) => resolve({ signal: error.message }));
    });
    return { pid: child.pid as number, stdin, stdout, stderr, answers, ended };
  };

/** The process, the answers that it has not been asked for yet, and how it ended. */
class DriverProcess {
  ended: Ended | undefined;
  readonly #interpreter: RunningInterpreter;
  readonly #mark: string;
  readonly #stdout: BoundedOutput;
  readonly #stderr: BoundedOutput;
  readonly #answers: unknown[] = [];
  readonly #gone: Promise<void>;
  #waiting: (() => void) | undefined;

  constructor(interpreter: RunningInterpreter, mark: string) {
    this.#interpreter = interpreter;
    this.#mark = mark;
    this.#stdout = new BoundedOutput(interpreter.stdout);
    this.#stderr = new BoundedOutput(interpreter.stderr);
    interpreter.stdin.on('error', () => undefined);
    onLines(
      interpreter.answers,
      LONGEST_ANSWER,
      (line) => this.#took(line),
      () => this.#kill(),
    );
    this.#gone = interpreter.ended.then((end) => {
      this.ended ??=
        'code' in end
          ? { how: 'exited', detail: `with code ${end.code}` }
          : { how: 'killed', detail: `by ${end.signal}` };
      // Children that stayed behind would hold the pipes, and outlive us.
      this.#kill();
      this.#waiting?.();
    });
  }

  send(command: Command): void {
    this.#interpreter.stdin.write(`${JSON.stringify(command)}\n`);
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
    this.#interpreter.stdin.end();
    const timer = setTimeout(() => this.#kill(), GRACE_MS);
    await this.#gone;
    clearTimeout(timer);
    this.#kill();
    endStrays(`${MARK}=${this.#mark}`);
    // While a process is just being started, its environment reads as empty for a moment.
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    endStrays(`${MARK}=${this.#mark}`);
    const { stdin, stdout, stderr, answers } = this.#interpreter;
    for (const stream of [stdin, stdout, stderr, answers]) stream.destroy();
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
      process.kill(-this.#interpreter.pid, 'SIGKILL');
    } catch {
      // Nothing is left of it.
    }
  }
}
