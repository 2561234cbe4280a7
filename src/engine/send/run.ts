/** Conducts one run: prepares, sends, cleans up, judges. Uses no test runner and no global state. */
import type { Contract } from '../../contract/types.ts';
import { describeTarget } from '../../settings/describe.ts';
import type { Redactor } from '../../wire/secrets/redaction.ts';
import type { WireCredential } from '../../wire/types.ts';
import { invalid } from '../account/exit-codes.ts';
import { buildResults, type Judgeable, type RunContext } from '../account/results.ts';
import { remembered } from '../words/remembered.ts';
import type { ProbeOutcome, Results } from '../words/types.ts';
import { readValidity } from './credential-expiry.ts';
import { execute } from './execute.ts';
import { type Node, planReady, planSecondTry, ROUNDS } from './plan.ts';
import { createProbeContext } from './probe-context.ts';
import { selectionOf } from './select.ts';
import { type Ready, type RunOptions, type StartedRun, startRun, TIME_LIMIT } from './started-run.ts';

/** Time that clean-up may take after a run, and after an interruption. */
const CLEANUP_MS = 15_000;

export type { Ready, RunOptions } from './started-run.ts';

/** Outcome of a run: its results, and everything needed to judge it again. */
export interface ConductedRun {
  readonly results: Results;
  readonly judgeables: readonly Judgeable[];
  readonly context: RunContext;
  readonly redactor: Redactor;
}

/**
 * Conducts a run. Resolves whatever the target does; rejects only for a suite error (SelectionError: no request was
 * sent).
 */
export async function conduct(options: RunOptions): Promise<ConductedRun> {
  const { run, ...sent } = await sendRequests(options);
  const judged = buildResults(sent.judgeables, sent.context);
  const faults = run.faults.map((fault) => `Internal error: ${fault}`);
  const results = faults.length > 0 ? invalid(judged, faults) : judged;
  run.record.emit({ type: 'judged' });
  return { results, ...sent };
}

/** Sends the requests of a run. */
export async function sendRequests(options: RunOptions) {
  const planned = plan(options);
  const run = startRun(options);
  // Created objects are removed in any case.
  const ending = async (fault: unknown) => {
    await endRun(run);
    throw fault;
  };
  const outcomes = await runProbes(planned, run).catch(ending);
  const again = await triedAgain(options, run, judgeablesFrom(planned, outcomes, run)).catch(ending);
  const interrupted = await endRun(run);
  return {
    judgeables: [...judgeablesFrom(planned, outcomes, run, again), ...again],
    context: contextOf(options, run, interrupted),
    redactor: run.redactor,
    run,
  };
}

function judgeablesFrom(
  planned: readonly Planned[],
  outcomes: readonly (readonly ProbeOutcome[])[],
  { record, redactor }: StartedRun,
  without: readonly Judgeable[] = [],
): Judgeable[] {
  const others = new Set(without.flatMap(({ recording }) => recording.exchanges.map(({ id }) => id)));
  for (const [index, { contract }] of planned.entries()) record.name(contract.interface, outcomes[index] ?? []);
  return planned.map(({ suite, contract, prepared }, index) => ({
    suite,
    contract,
    recording: {
      interface: contract.interface,
      lanes: prepared.lanes.map(({ name, settings, credentials, problems, notMade }) => ({
        name,
        given: redacted(settings, redactor),
        credentials: [...credentials.keys()],
        problems,
        notMade: notMade && redacted(notMade, redactor),
        ...certificatesOf(credentials),
      })),
      probes: outcomes[index] ?? [],
      exchanges: record.exchanges(contract.interface).filter(({ id }) => !others.has(id)),
    },
  }));
}

/**
 * Sends the second try of the failed requirements. After an interruption, or if the first took more than half of
 * the time that a run may take, it sends no request.
 */
async function triedAgain(options: RunOptions, run: StartedRun, first: readonly Judgeable[]): Promise<Judgeable[]> {
  const late = (Date.now() - run.began) * 2 > options.target.runTimeoutMs;
  if (options.tryAgain !== true || run.interruption.aborted || late) return [];
  const { requirements } = buildResults(first, contextOf(options, run, false));
  const tries = planSecondTry(options.ready, first, requirements, options.target);
  const outcomes = await runProbes(tries, run, false);
  return judgeablesFrom(tries, outcomes, run, first).map(({ recording, ...one }, index) => ({
    ...one,
    recording: { ...recording, again: tries[index]?.requirements ?? [] },
  }));
}

function contextOf(options: RunOptions, run: StartedRun, interrupted: boolean): RunContext {
  const { record, redactor, session } = run;
  const { interfaces, allowCreate, notOffered } = redacted(describeTarget(options.target), redactor);
  return {
    run: {
      id: run.id,
      startedAt: new Date(run.began).toISOString(),
      endedAt: new Date().toISOString(),
      seed: run.seed,
      only: options.only,
      interrupted,
      ...(interrupted && run.interruption.reason === TIME_LIMIT && { timedOut: true }),
      requests: session.attempts,
      depth: options.target.depth,
      plan: options.plan,
      invocation: options.invocation && redacted(options.invocation, redactor),
    },
    suite: suiteOf(options, options.ready),
    target: { reference: options.reference, interfaces, allowCreate, notOffered },
    residue: record.residue,
    notices: record.notices,
    notConfigured: (options.known ?? []).filter(
      (name) => !options.ready.some(({ contract }) => contract.interface === name),
    ),
    requireComplete: options.requireComplete ?? false,
    failOn: options.failOn,
    heldAgainst: options.heldAgainst,
  };
}

/** An interface with the planned probes of a run. */
type Planned = Ready & { readonly nodes: readonly Node[] };

function plan({ ready, only, target }: RunOptions) {
  const selected = selectionOf(only, ready);
  return ready.map((one) => ({ ...one, nodes: planReady(one, target, { selected, rounds: ROUNDS[target.depth] }) }));
}

/** Runs every planned probe. With `reports`, the listener receives the events. */
async function runProbes(planned: readonly Planned[], run: StartedRun, reports = true) {
  const { interruption, record } = run;
  const total = planned.reduce((sum, { nodes }) => sum + nodes.length, 0);
  let done = 0;
  return Promise.all(
    planned.map((one) => {
      const contextFor = (node: Node) => createProbeContext(run, one, node);
      return execute(one.nodes, contextFor, interruption, (outcome) => {
        done += 1;
        if (reports) record.emit({ type: 'probe-ended', outcome, done, of: total });
      });
    }),
  );
}

/** Cleans up and closes the session. Resolves with whether the run was interrupted before. */
async function endRun({ session, record, interruption, stopTimer, stopListening }: StartedRun) {
  stopTimer();
  const interrupted = interruption.aborted;
  session.beginCleanup(CLEANUP_MS);
  await record.cleanUp();
  stopListening();
  await session.close();
  return interrupted;
}

/** Reading a chain takes a millisecond, and a self-test has thousands of runs with the same ones. */
const endOf = remembered(({ cert }: NonNullable<WireCredential['tls']>) => readValidity(cert)?.expires.toISOString());

function certificatesOf(credentials: ReadonlyMap<string, WireCredential>) {
  const presented = [...credentials].filter(([, { tls }]) => tls !== undefined);
  if (presented.length === 0) return {};
  const own = credentials.get('good');
  const derived = presented.filter(([kind]) => kind !== 'good');
  const ends = ({ tls }: WireCredential) => tls && endOf(tls);
  const now = new Date().toISOString();
  const ended = derived.map(([, credential]) => [credential.name, ends(credential) ?? now] as const);
  const expires = own && ends(own);
  return {
    certificates: {
      own: own?.tls && own.name,
      derived: derived.map(([, { name }]) => name),
      expires,
      expired: Object.fromEntries(ended.filter(([, end]) => end < now)),
    },
  };
}

function suiteOf(options: RunOptions, ready: readonly Ready[]): Results['suite'] {
  const profile = ready.find(({ contract }) => contract.profile)?.contract.profile;
  return {
    name: 'assay',
    version: options.version,
    contracts: Object.fromEntries(ready.map(({ contract }) => [contract.interface, contract.digest])),
    profile: profile && {
      name: profile.name,
      digest: profile.digest,
      ...profileWords(ready.map(({ contract }) => contract)),
    },
  };
}

/** Returns the names that a profile changes, the documented and the new ones, empty if it renames no word. */
function profileWords(contracts: readonly Contract[]) {
  const names = Object.fromEntries(contracts.flatMap(({ renamed }) => [...renamed]));
  const operations = contracts.flatMap((contract) => [...contract.operations.values()]);
  const identifiers = Object.fromEntries(
    operations.flatMap(({ name, identifierAt }) => (identifierAt === undefined ? [] : [[name, identifierAt]])),
  );
  return {
    ...(Object.keys(names).length > 0 && { names }),
    ...(Object.keys(identifiers).length > 0 && { identifiers }),
  };
}

/** Returns a value without secrets. */
export function redacted<T>(value: T, redactor: Redactor): T {
  return JSON.parse(redactor.text(JSON.stringify(value))) as T;
}
