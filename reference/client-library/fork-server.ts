/** An interpreter that has started already: it runs each script in a copy of itself, so that its start and its imports happen once. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { packageRoot } from '../package-root.ts';

const PACKAGE = 'assay_reference_client';
/** Modules that the driver, the reference library and its layers import. */
const IMPORTED_ONCE = [
  ...['ssl', 'http.client', 'urllib.request', 'traceback', 'queue'],
  ...[
    'faults',
    'variants',
    'drawn',
    'drawn.of_bodies',
    'drawn.of_calls',
    'drawn.of_requests',
    'drawn.of_results',
    'drawn.of_values',
  ].map((name) => `${PACKAGE}.${name}`),
];
/** Read when an interpreter starts, so they are the same for all copies. */
const READ_AT_START = { LC_ALL: 'C.UTF-8', PYTHONHASHSEED: '0', PYTHONDONTWRITEBYTECODE: '1' };
const DESCRIPTORS = 4;
/** In octets: the path of a socket may have about a hundred (unix(7), sun_path). */
const LONGEST_FOLDER = 70;

/** The end of a process: by itself, or by a signal. */
export type ProcessEnd = { readonly code: number } | { readonly signal: string };

/** A script that runs. */
export interface RunningScript {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Descriptor 3. */
  readonly answers: Readable;
  /** Never rejects. */
  readonly ended: Promise<ProcessEnd>;
}

export interface ForkServer {
  /** @param args the script and its arguments */
  start(
    args: readonly string[],
    options: { readonly environment: Readonly<Record<string, string>>; readonly directory: string },
  ): Promise<RunningScript>;
  /** Ends the server; copies that still run keep running. */
  close(): Promise<void>;
}

/** News of one copy. */
type News = { readonly number: number } & ({ readonly pid: number } | ProcessEnd);

/** A server with the interpreter at a path; it starts with the first script. */
export function createForkServer(python: string): ForkServer {
  let running: Promise<Running> | undefined;
  let started = 0;
  return {
    async start(args, { environment, directory }) {
      running ??= startServer(python);
      started += 1;
      const number = started;
      const { child, copies, sockets } = await running;
      const socket = join(sockets, String(number));
      const connections = await acceptFrom(socket);
      const copy = copies.expect(number);
      child.stdin?.write(`${JSON.stringify({ number, args, environment, directory, socket })}\n`);
      try {
        const pid = await copy.pid;
        const [stdin, stdout, stderr, answers] = await connections.accepted;
        return { pid, stdin, stdout, stderr, answers, ended: copy.ended };
      } finally {
        connections.stop();
      }
    },
    async close() {
      if (running === undefined) return;
      const { child, copies, sockets } = await running;
      child.stdin?.end();
      await copies.over;
      await rm(sockets, { recursive: true, force: true });
    },
  };
}

interface Running {
  readonly child: ChildProcess;
  readonly copies: Copies;
  /** Folder of the sockets. */
  readonly sockets: string;
}

async function startServer(python: string): Promise<Running> {
  const sockets = await mkdtemp(join(Buffer.byteLength(tmpdir()) > LONGEST_FOLDER ? '/tmp' : tmpdir(), 'assay-fork-'));
  const folder = join(packageRoot(), 'reference', 'client-library');
  const child = spawn(python, [join(folder, 'fork_server.py'), folder, PACKAGE, ...IMPORTED_ONCE], {
    env: READ_AT_START,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return { child, copies: new Copies(child), sockets };
}

type Connections = readonly [Socket, Socket, Socket, Socket];

/** Listens at a path for the connections of one copy: accepted in the order of its descriptors. */
async function acceptFrom(path: string): Promise<{ readonly accepted: Promise<Connections>; stop(): void }> {
  const sockets: Socket[] = [];
  // A copy that closes one of its descriptors keeps the others.
  const server = createServer({ allowHalfOpen: true });
  const accepted = new Promise<Connections>((resolve) => {
    server.on('connection', (socket) => {
      // A connection breaks where the copy ends before it has read all.
      socket.on('error', () => undefined);
      if (sockets.push(socket) === DESCRIPTORS) resolve(sockets as unknown as Connections);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  return { accepted, stop: () => void server.close() };
}

class Copies {
  /** Resolves when the server has ended; copies of which nothing was heard count as killed then. */
  readonly over: Promise<void>;
  readonly #waiting = new Map<number, (news: News) => void>();
  #isOver = false;

  constructor(child: ChildProcess) {
    createInterface({ input: child.stdout as Readable }).on('line', (line) => {
      const news = JSON.parse(line) as News;
      this.#waiting.get(news.number)?.(news);
    });
    child.stdin?.on('error', () => undefined);
    this.over = new Promise((resolve) => {
      const end = (): void => {
        this.#isOver = true;
        for (const [number, tell] of this.#waiting) tell({ number, signal: 'SIGKILL' });
        resolve();
      };
      child.once('close', end);
      child.once('error', end);
    });
  }

  /** @returns the number of the process, which rejects where the server ends before, and its end */
  expect(number: number): { readonly pid: Promise<number>; readonly ended: Promise<ProcessEnd> } {
    let inform: (news: News) => void = () => undefined;
    const ended = new Promise<ProcessEnd>((resolve) => {
      inform = (news) => {
        if ('pid' in news) return;
        this.#waiting.delete(number);
        resolve('code' in news ? { code: news.code } : { signal: news.signal });
      };
    });
    const pid = new Promise<number>((resolve, reject) => {
      this.#waiting.set(number, (news) => {
        if ('pid' in news) resolve(news.pid);
        else reject(new Error('the interpreter has ended'));
        inform(news);
      });
    });
    if (this.#isOver) this.#waiting.get(number)?.({ number, signal: 'SIGKILL' });
    return { pid, ended };
  }
}
