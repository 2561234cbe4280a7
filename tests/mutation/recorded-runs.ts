/**
 * Runs against the references, recorded once, and judged by each changed judge: judging a recording takes milliseconds,
 * recording it up to a third of a second.
 */

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import pMap from 'p-map';
import type { Fault, Variant } from '../../reference/types.ts';
import type { RunContext } from '../../src/engine/account/results.ts';
import type { Recording, Results } from '../../src/engine/words/types.ts';
import { runsOf } from '../../src/selftest/campaign.ts';
import type { Deviations, InProcessReference } from '../../src/selftest/in-process.ts';
import type { Body, Exchange, Outcome } from '../../src/wire/types.ts';

/** A run: the fault and the variants of the reference, and the exchanges. Without them: the clean run. */
export interface RecordedRun {
  readonly fault?: Fault;
  readonly variants: readonly Variant[];
  readonly recording: Recording;
  readonly context: RunContext;
  /** The results of the unchanged judge, as `wordsOf` renders them. */
  readonly words: readonly string[];
}

/** Returns all statements of the results, one line per requirement. */
export function wordsOf({ requirements }: Results) {
  return requirements.map(
    ({ id, verdict, blame, message, got, at, lanes }) =>
      `${id}: ${JSON.stringify({ verdict, blame, message, got, at, lanes })}`,
  );
}

type Behaved = Pick<RecordedRun, 'fault' | 'variants'>;

/** Number of runs in a file, which is read at once. */
const A_FILE = 20;

/** Number of concurrent runs: many wait for a cancellation or an event. */
const AT_ONCE = 4;

const folderOf = (of: string) => join(import.meta.dirname, '..', '..', 'reports', 'mutation', 'recorded', of);

/** Records the clean reference, one fault of each kind, and every variant. */
export async function recordRuns(reference: InProcessReference) {
  const folder = folderOf(reference.interface);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const runOf = await runsOf(reference);
  const variants = reference.variants.filter(({ id }) => !id.endsWith('/list-many'));
  const all: Behaved[] = [
    { variants: [] },
    ...ofEachKind(reference.faults).map(({ id, kills, also }) => ({
      fault: { id, kills, ...(also && { also }) },
      variants: [],
    })),
    ...variants.map(({ id, loses }) => ({ variants: [{ id, ...(loses && { loses }) }] })),
  ];
  const groups = Array.from({ length: Math.ceil(all.length / A_FILE) }, (_, at) =>
    all.slice(at * A_FILE, (at + 1) * A_FILE),
  );
  for (const [at, group] of groups.entries()) {
    const bodies = new Map<string, Uint8Array>();
    const ran = await pMap(group, async (run) => ({ run, ...(await runOf(deviationsOf(run))) }), {
      concurrency: AT_ONCE,
    });
    const runs = ran.flatMap(({ run, judgeables, context, results }) =>
      judgeables.map(
        ({ recording }): RecordedRun => ({
          ...run,
          recording: sharing(recording, bodies),
          context,
          words: wordsOf(results),
        }),
      ),
    );
    writeFileSync(join(folder, String(at).padStart(3, '0')), serialize(runs));
  }
}

/** Kinds of which one per operation is recorded, because their effects differ by operation. */
const OF_EACH_OPERATION: ReadonlySet<string> = new Set([
  'answers@404',
  'answers@500',
  'not-empty@null',
  'refuses/none@let-in',
]);

/** A wrong value for more requirements than this has the same effect on all of them. */
const OFTEN = 4;

/**
 * Returns one fault per kind: one per wrong value for all members together (the same code judges them), and one per
 * statement for all operations together.
 */
function ofEachKind(faults: readonly Fault[]) {
  const kinds = new Map<string, Fault>();
  const byRule = (what: string) => faults.filter(({ id }) => id.endsWith(`@${what}`)).length > OFTEN;
  for (const fault of faults) {
    const [row = '', what = ''] = fault.id.split('@');
    const statement = row.split('/').slice(2).join('/');
    const own = OF_EACH_OPERATION.has(`${statement}@${what}`);
    const kind = own ? fault.id : byRule(what) && !row.includes('/refuses/') ? what : `${statement}@${what}`;
    if (!kinds.has(kind)) kinds.set(kind, fault);
  }
  return [...kinds.values()];
}

const deviationsOf = ({ fault, variants }: Behaved): Deviations => ({
  ...(fault && { fault: fault.id }),
  variants: variants.map(({ id }) => id),
});

/** Returns the recording with one copy of equal bodies, because each object is serialized once. */
function sharing(recording: Recording, bodies: Map<string, Uint8Array>): Recording {
  const shared = (body: Body): Body => {
    const key = createHash('sha256').update(body.bytes).digest('hex');
    if (!bodies.has(key)) bodies.set(key, new Uint8Array(body.bytes));
    return { ...body, bytes: bodies.get(key) as Uint8Array };
  };
  const outcome = (of: Outcome): Outcome => (of.kind === 'answer' ? { ...of, body: shared(of.body) } : of);
  const exchanges = recording.exchanges.map(
    (exchange): Exchange => ({
      ...exchange,
      request: { ...exchange.request, ...(exchange.request.body && { body: shared(exchange.request.body) }) },
      attempts: exchange.attempts.map((attempt) => ({ ...attempt, outcome: outcome(attempt.outcome) })),
      outcome: outcome(exchange.outcome),
    }),
  );
  return { ...recording, exchanges };
}

/** Returns the files of an interface's recorded runs. The first run of the first file is the clean one. */
export const recordedFiles = (of: string) =>
  readdirSync(folderOf(of))
    .sort()
    .map((name) => join(folderOf(of), name));

/** Returns the runs in a file. */
export const readRuns = (path: string) => deserialize(readFileSync(path)) as RecordedRun[];
