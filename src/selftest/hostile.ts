/** Runs the catalogue of hostile answers, each in a process that is measured, and compares what came of it with what has to. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { HOSTILE_KINDS } from '../../reference/hostile/catalogue.ts';
import { operationsOf } from '../../reference/hostile/operations.ts';
import { EVERY, serveHostile } from '../../reference/hostile/serve.ts';
import type { HostileKind, Makes } from '../../reference/hostile/types.ts';

/** Settings of one run. */
export interface HostileOrder {
  readonly env: Readonly<Record<string, string>>;
  readonly seed?: string;
}

/** What came of one run. */
export interface HostileRun {
  readonly exitCode: number;
  /** The one in results.json. */
  readonly writtenExitCode: number;
  readonly conclusion: string;
  readonly ms: number;
  /** Peak of resident memory. */
  readonly peakMib: number;
  readonly failed: readonly string[];
  readonly errors: readonly string[];
  /** Of what was inconclusive. */
  readonly blames: readonly string[];
  readonly gate: readonly string[];
}

/** One run of the campaign, and what is wrong with it; `problems` is empty if all is as it has to be. */
export interface HostileRow extends Partial<HostileRun> {
  readonly kind: string;
  readonly interface: string;
  readonly operation: string;
  readonly problems: readonly string[];
}

export interface HostileOptions {
  /** Default: all whose other side is a server. */
  readonly interfaces?: readonly string[];
  /** Kinds by id; default all. */
  readonly kinds?: (kind: HostileKind) => boolean;
  /** Also single operations. */
  readonly single?: boolean;
  readonly workers?: number;
  readonly signal?: AbortSignal;
  readonly on?: (row: HostileRow) => void;
}

const MOST_MIB = 400;
/** Of the ordinary run, plus time-outs. */
const MOST_TIMES = 3;
const TIME_OUTS_MS = 30_000;
/** A run that takes longer is ended. */
const HUNG_MS = 180_000;

const EXITS: Readonly<Record<Makes, readonly number[]>> = { unanswered: [3], lawful: [0, 3], wrong: [0, 1, 3], either: [0, 1, 3] };

interface Work {
  readonly of: string;
  readonly kind: HostileKind | undefined;
  readonly operation: string;
}

/** Runs every kind against all operations at once, and against single ones. */
export async function runHostile(options: HostileOptions = {}): Promise<HostileRow[]> {
  const { interfaces = ['ticket-bridge', 'transfer', 'data-hub'], kinds = () => true, single = true, workers = 2, signal, on } = options;
  const rows: HostileRow[] = [];
  const chosen = HOSTILE_KINDS.filter(kinds);
  const work = interfaces.flatMap((of) =>
    chosen.filter((kind) => speaks(of, kind)).flatMap((kind, at) => scopesOf(of, kind, single, at).map((operation): Work => ({ of, kind, operation }))),
  );
  const ordinary = new Map<string, number>();
  const first = new MeasuredProcess();
  for (const of of interfaces) ordinary.set(of, (await first.run({ of, kind: undefined, operation: EVERY })).ms ?? 0);
  const processes = [first, ...Array.from({ length: workers - 1 }, () => new MeasuredProcess())];
  await Promise.all(
    processes.map(async (child) => {
      for (let next = work.shift(); next !== undefined && !signal?.aborted; next = work.shift()) {
        const came = await child.run(next);
        const row = { kind: next.kind?.id ?? '', interface: next.of, operation: next.operation, ...came, problems: problemsOf(next, came, ordinary) };
        rows.push(row);
        on?.(row);
      }
      child.end();
    }),
  );
  return rows;
}

/** Only JSON services are sent JSON, and only the SOAP service XML. */
function speaks(of: string, { layer, id }: HostileKind): boolean {
  if (layer === 'tls' && of === 'ticket-bridge') return false;
  return (layer !== 'json' || of !== 'ticket-bridge') && (layer !== 'xml' || of === 'ticket-bridge') && !id.endsWith('/none');
}

/** All operations at once and, in turn, a single one. */
function scopesOf(of: string, kind: HostileKind, single: boolean, at: number): string[] {
  const operations = operationsOf(of);
  return single && 'spoil' in kind ? [EVERY, operations[at % operations.length] as string] : [EVERY];
}

function problemsOf({ of, kind, operation }: Work, came: Partial<HostileRun>, ordinary: ReadonlyMap<string, number>): string[] {
  const { exitCode, writtenExitCode, ms = 0, peakMib = 0, failed = [], errors = [] } = came;
  if (exitCode === undefined || kind === undefined) return ['the process ended without results'];
  const problems = errors.map((line) => `error: ${line}`);
  const unanswered = kind.makes === 'unanswered';
  const exits = unanswered && operation !== EVERY && kind.id.includes('-after-') ? [0, 3] : EXITS[kind.makes];
  if (!exits.includes(exitCode)) problems.push(`exit ${exitCode} instead of ${exits.join(' or ')}`);
  if (writtenExitCode !== exitCode) problems.push(`results.json says exit ${writtenExitCode}`);
  if (unanswered || kind.makes === 'lawful') problems.push(...failed.map((line) => `fail: ${line}`));
  if (peakMib > MOST_MIB) problems.push(`peak ${peakMib} MiB`);
  if (ms > MOST_TIMES * (ordinary.get(of) ?? 0) + TIME_OUTS_MS) problems.push(`${ms} ms`);
  return problems;
}

/** Large blocks go back to the system when they are freed (mallopt(3)), so that a peak does not count those of the run before. */
const RETURNING_MEMORY = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };

/** A child process; a new one takes the place of one that ended. */
class MeasuredProcess {
  #child: ChildProcess | undefined;

  async run({ of, kind, operation }: Work): Promise<Partial<HostileRun>> {
    const served = await serveHostile(of, kind, operation);
    this.#child ??= fork(fileURLToPath(new URL('./hostile-process.js', import.meta.url)), {
      execArgv: ['--single-threaded-gc', '--expose-gc'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, ...RETURNING_MEMORY },
    });
    const child = this.#child;
    try {
      return await new Promise<Partial<HostileRun>>((resolve) => {
        const hung = setTimeout(() => child.kill('SIGKILL'), HUNG_MS);
        const ended = (): void => {
          clearTimeout(hung);
          this.#child = undefined;
          resolve({});
        };
        child.once('exit', ended);
        child.once('message', (came: HostileRun) => {
          clearTimeout(hung);
          child.off('exit', ended);
          resolve(came);
        });
        child.send({ env: served.env } satisfies HostileOrder);
      });
    } finally {
      await served.close();
    }
  }

  end(): void {
    this.#child?.disconnect();
  }
}
