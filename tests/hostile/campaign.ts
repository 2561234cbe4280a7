/**
 * Runs the catalogue of hostile responses, each in a process whose memory and time are measured, and compares the
 * outcome with the required one.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { SERVED } from '../../src/clients/client-side.ts';
import { loadContract } from '../../src/run/installed/suites.ts';
import { HOSTILE_KINDS } from './kinds/catalogue.ts';
import { EVERY, serveHostile } from './kinds/serve.ts';
import type { HostileKind, Makes } from './kinds/types.ts';

/** Outcome of one run. */
export interface HostileRun {
  exitCode: number;
  /** The exit code in results.json. */
  writtenExitCode: number;
  ms: number;
  /** Peak of resident memory. */
  peakMib: number;
  failed: string[];
  errors: string[];
}

/** A run of the campaign; `problems` lists deviations from the required outcome. */
export interface HostileRow extends Partial<HostileRun> {
  kind: string;
  interface: string;
  operation: string;
  problems: string[];
}

/** Number of concurrent runs: two per processor, because a run waits about half of its time. */
const WORKERS = Math.min(2 * availableParallelism(), 8);

/** Limit of the heap, as in a small container: otherwise, memory use depends on when garbage is collected. */
const HEAP_MIB = 256;
const MOST_MIB = 400;
/** Limit of time: a multiple of that of an ordinary run, plus time-outs. */
const MOST_TIMES = 3;
const TIME_OUTS_MS = 30_000;
/** A longer run is ended. Other tests may run beside it. */
const HUNG_MS = 300_000;

const EXITS: Record<Makes, number[]> = {
  unanswered: [3],
  legal: [0, 3],
  wrong: [0, 1, 3],
  either: [0, 1, 3],
};

interface Work {
  of: string;
  kind: HostileKind | undefined;
  operation: string;
}

/**
 * Runs every kind against all operations of each interface at once, or of one interface in turn, and every sixth one
 * against a single one of one interface.
 */
export async function runHostile({ inTurn }: { inTurn: boolean }) {
  const rows: HostileRow[] = [];
  const work = SERVED.flatMap((of) =>
    HOSTILE_KINDS.flatMap((kind, at) =>
      canAnswer(of, kind) ? scopesOf(of, kind, inTurn, at).map((operation): Work => ({ of, kind, operation })) : [],
    ),
  );
  const ordinary = new Map<string, number>();
  const processes = Array.from({ length: WORKERS }, () => new MeasuredProcess());
  // Measures the ordinary run with the same concurrency, so that the machine is equally busy.
  for (const of of new Set(work.map((each) => each.of))) {
    const runs = await Promise.all(processes.map((each) => each.run({ of, kind: undefined, operation: EVERY })));
    ordinary.set(of, Math.max(...runs.map(({ ms = 0 }) => ms)));
  }
  const slow: Work[] = [];
  const measure = async (child: MeasuredProcess, one: Work): Promise<HostileRow> => {
    const came = await child.run(one);
    const { of, kind, operation } = one;
    return { kind: kind?.id ?? '', interface: of, operation, ...came, problems: problemsOf(one, came, ordinary) };
  };
  await Promise.all(
    processes.map(async (child) => {
      for (let next = work.shift(); next !== undefined; next = work.shift()) {
        const row = await measure(child, next);
        if (row.problems.some(isTime)) slow.push(next);
        else rows.push(row);
      }
      child.end();
    }),
  );
  // The time of a run depends on concurrent ones, so one that took too long is measured again alone.
  const alone = new MeasuredProcess();
  for (const each of slow) rows.push(await measure(alone, each));
  alone.end();
  return rows;
}

const isTime = (problem: string) => / ms$/.test(problem);

/** Every n-th kind is also tried against a single operation, with the others as documented. */
const SINGLE_EVERY = 6;

/** An operation with a streamed response, which kinds that change a body do not affect. */
const STREAMED = 'subscribe-changes';

/** Whether an interface's service can respond so: the SOAP service uses XML without TLS, the others JSON. */
const canAnswer = (of: string, { layer }: HostileKind) =>
  of === 'ticket-bridge' ? layer !== 'json' && layer !== 'tls' : layer !== 'xml';

/** All operations at once, of each interface or of one in turn, and a single one of another in turn. */
function scopesOf(of: string, kind: HostileKind, inTurn: boolean, at: number) {
  const able = SERVED.filter((each) => canAnswer(each, kind));
  const operations = [...loadContract(of).operations.keys()].filter((name) => name !== STREAMED);
  return [
    ...(!inTurn || able[at % able.length] === of ? [EVERY] : []),
    ...('spoil' in kind && at % SINGLE_EVERY === 0 && able[(at + 1) % able.length] === of
      ? [operations[at % operations.length] as string]
      : []),
  ];
}

function problemsOf({ of, kind }: Work, came: Partial<HostileRun>, ordinary: Map<string, number>) {
  const { exitCode, writtenExitCode, ms = 0, peakMib = 0, failed = [], errors = [] } = came;
  if (exitCode === undefined || kind === undefined) return ['the process ended without results'];
  const problems = errors.map((line) => `error: ${line}`);
  const unanswered = kind.makes === 'unanswered';
  const exits = EXITS[kind.makes];
  if (!exits.includes(exitCode)) problems.push(`exit ${exitCode} instead of ${exits.join(' or ')}`);
  if (writtenExitCode !== exitCode) problems.push(`results.json says exit ${writtenExitCode}`);
  if (unanswered || kind.makes === 'legal') problems.push(...failed.map((line) => `fail: ${line}`));
  if (peakMib > MOST_MIB) problems.push(`peak ${peakMib} MiB`);
  if (ms > MOST_TIMES * (ordinary.get(of) ?? 0) + TIME_OUTS_MS) problems.push(`${ms} ms`);
  return problems;
}

const PROCESS = fileURLToPath(new URL('./measured-process.mjs', import.meta.url));

/**
 * Large blocks are returned to the system when they are freed (mallopt(3)), so that a peak does not include those of
 * the previous run.
 */
const RETURNING_MEMORY = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };

/** A child process, which is replaced if it ends. */
class MeasuredProcess {
  #child: ChildProcess | undefined;

  async run({ of, kind, operation }: Work) {
    const served = await serveHostile(of, kind, operation);
    this.#child ??= fork(PROCESS, {
      execArgv: ['--single-threaded-gc', '--expose-gc', `--max-old-space-size=${HEAP_MIB}`],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, ...RETURNING_MEMORY },
    });
    const child = this.#child;
    try {
      return await new Promise<Partial<HostileRun>>((resolve) => {
        const hung = setTimeout(() => child.kill('SIGKILL'), HUNG_MS);
        const ended = () => {
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
        child.send({ env: served.env });
      });
    } finally {
      await served.close();
    }
  }

  end() {
    this.#child?.disconnect();
  }
}
