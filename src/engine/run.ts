/** One run: prepares, talks, cleans up, judges. No test runner, no global state. */
import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { Contract, Interface } from '../contract/types.ts';
import { INTERFACES } from '../contract/types.ts';
import { describeTarget, secretsOf } from '../settings/describe.ts';
import type { Target } from '../settings/types.ts';
import { openLedger } from '../wire/ledger.ts';
import { createRedactor, type Redactor } from '../wire/redaction.ts';
import { routedTransport } from '../wire/routed-transport.ts';
import { createSession } from '../wire/session.ts';
import type { Exchange, LedgerEntry, Transport } from '../wire/types.ts';
import { checkClaims } from './claims.ts';
import { execute } from './execute.ts';
import type { ComparisonBasis } from './gate.ts';
import { type Node, planNodes } from './plan.ts';
import { createProbeContext, type LaneMemory, newMemory, type RunServices, waitUnlessInterrupted } from './probe-context.ts';
import { buildResults, type Judgeable, type RunContext } from './results.ts';
import { selection } from './select.ts';
import { deduplicateBodies } from './shared-bodies.ts';
import { withProgress } from './transfer-progress.ts';
import type { FailOn, Lane, Prepared, ProbeOutcome, Residue, Results, RunEvent, Suite } from './types.ts';

/** How long clean-up may take after a run, and after an interruption. */
const CLEANUP_MS = 15_000;

/** An interface with its contract, and what its suite made of the settings. */
export interface Ready {
  readonly suite: Suite<never>;
  readonly contract: Contract;
  readonly prepared: Prepared;
}

export interface RunOptions {
  readonly ready: readonly Ready[];
  readonly target: Target;
  readonly reference: boolean;
  readonly only: readonly string[];
  readonly version: string;
  /** Sends requests; made for each run, closed at its end. */
  readonly transport: (authorities: (origin: string) => readonly string[] | undefined) => Transport;
  /** Directory of the ledger; absent: in memory. */
  readonly directory?: string;
  readonly signal?: AbortSignal;
  readonly notices?: readonly string[];
  readonly requireComplete?: boolean;
  readonly failOn?: readonly FailOn[];
  readonly heldAgainst?: ComparisonBasis;
  readonly runId?: string;
  readonly seed?: number;
  /** The certification plan that it is made for. */
  readonly plan?: string;
  /** Before the first retry, milliseconds. */
  readonly backoffMs?: number;
  readonly on?: (event: RunEvent) => void;
}

/** What a run leaves: results, and everything needed to judge it again. */
export interface ConductedRun {
  readonly results: Results;
  readonly judgeables: readonly Judgeable[];
  readonly context: RunContext;
  readonly redactor: Redactor;
}

/** Conducts a run. Resolves for every outcome of the target's; rejects only for a fault of ours (SelectionError: nothing was sent). */
export async function conduct(options: RunOptions): Promise<ConductedRun> {
  const { ready, target } = options;
  const selected = selection(
    options.only,
    ready.flatMap(({ contract }) => [...contract.requirements.keys()]),
  );
  const planned = ready.map((one) => ({
    ...one,
    nodes: planNodes(one.suite as Suite, one.contract, one.prepared.lanes, { create: target.allowCreate, notOffered: target.notOffered, selected }),
  }));
  const began = Date.now();
  const clock = performance.now();
  const now = () => performance.now() - clock;
  const runId = options.runId ?? randomBytes(4).toString('hex');
  const seed = options.seed ?? randomBytes(4).readUInt32BE();
  const redactor = createRedactor();
  for (const { value, name } of [...secretsOf(target), ...ready.flatMap(({ prepared }) => prepared.secrets)]) redactor.add(value, name);
  const ledger = openLedger({ ...(options.directory !== undefined && { directory: options.directory }), redactor });
  const interruption = new AbortController();
  // Every request under way listens to it.
  setMaxListeners(0, interruption.signal);
  const timer = setTimeout(() => interruption.abort(), target.runTimeoutMs);
  const onAbort = () => interruption.abort();
  if (options.signal?.aborted) onAbort();
  options.signal?.addEventListener('abort', onAbort, { once: true });
  const session = createSession({
    transport: routedTransport(options.transport(authoritiesOf(ready)), ownTransports(ready)),
    redactor,
    ledger,
    runId,
    now,
    allow: target.allowCreate,
    signal: interruption.signal,
    concurrency: target.concurrency,
    requestTimeoutMs: target.requestTimeoutMs,
    endsAt: target.runTimeoutMs,
    ...(options.backoffMs !== undefined && { backoffMs: options.backoffMs }),
    defaultHeaders: [
      ['User-Agent', `assay/${options.version}`],
      ['Accept', '*/*'],
      ['X-Request-Id', `assay-${runId}`],
    ],
  });

  const exchanges = new Map<Interface, Exchange[]>(ready.map(({ contract }) => [contract.interface, []]));
  const lines = new Map<LedgerEntry, string>();
  const cleanups: { entry: LedgerEntry; of: Interface; run: () => Promise<boolean> }[] = [];
  const residue: Residue[] = [];
  const notices: string[] = [...(options.notices ?? [])];
  const shared = deduplicateBodies();
  const memories = new Map<Lane, LaneMemory>();
  /** Whoever listens cannot keep the run from going on and cleaning up. */
  const on = (event: RunEvent) => {
    try {
      options.on?.(event);
    } catch (error) {
      const said = `What listens to the run failed: ${redactor.text((error as Error).message)}`;
      if (!notices.includes(said)) notices.push(said);
    }
  };
  let sent = 0;
  /** What was asked for with a request, sent or not. */
  const asked = new Set<LedgerEntry>();
  const leave = (entry: LedgerEntry, of: Interface, why: string) => {
    const line = lines.get(entry);
    // The wire knows whether the request can have reached anybody: then nothing is left.
    if (asked.has(entry) && !ledger.pending().some(({ id }) => id === line)) return;
    if (line !== undefined) ledger.residue(line, why);
    residue.push({ interface: of, kind: entry.kind, name: redactor.text(entry.name), why: redactor.text(why) });
  };
  const emit = (event: RunEvent) => on(event.type === 'moving' ? { ...event, url: redactor.text(event.url) } : event);
  const servicesFor = (of: Interface): RunServices => ({
    send: async (request) => shared(await session.send(withProgress(request, emit))),
    runId,
    seed,
    nextId() {
      sent += 1;
      return `e${sent}`;
    },
    redact: (text) => redactor.text(text),
    record(exchange, entry) {
      exchanges.get(of)?.push(exchange);
      if (entry) asked.add(entry);
      if (entry && exchange.ledger !== undefined) lines.set(entry, exchange.ledger);
      on({ type: 'answered', exchange });
    },
    cleanup: (entry, run) => cleanups.push({ entry, of, run }),
    residue: (entry, why) => leave(entry, of, why),
    wait: (ms) => waitUnlessInterrupted(ms, interruption.signal),
    now,
    memory(lane) {
      const memory = memories.get(lane) ?? newMemory();
      memories.set(lane, memory);
      return memory;
    },
    redactFromNowOn: (value, name) => redactor.add(value, name),
    allows: (kind) => target.allowCreate.has(kind),
    notice: (text) => notices.push(redactor.text(text)),
  });

  const total = planned.reduce((sum, { nodes }) => sum + nodes.length, 0);
  on({ type: 'planned', requirements: ready.reduce((sum, { contract }) => sum + contract.requirements.size, 0), probes: total });
  let ended = 0;
  const talk = async (): Promise<ProbeOutcome[][]> => {
    const outcomes = await Promise.all(
      planned.map(({ contract, prepared, nodes }) => {
        const services = servicesFor(contract.interface);
        const contextFor = (node: Node) => createProbeContext(services, contract, prepared.services, node.lane, node.probe.name, node.chain);
        return execute(nodes, contextFor, interruption.signal, (outcome: ProbeOutcome) => {
          ended += 1;
          on({ type: 'probe-ended', outcome, done: ended, of: total });
        });
      }),
    );
    if (interruption.signal.aborted) return outcomes;
    for (const { contract, suite, prepared } of planned) {
      const services = servicesFor(contract.interface);
      await checkClaims(suite as Suite, contract, prepared, target.notOffered, (lane) =>
        createProbeContext(services, contract, prepared.services, lane, 'not-offered', 0),
      );
    }
    return outcomes;
  };
  const endTalk = async (): Promise<boolean> => {
    clearTimeout(timer);
    const interrupted = interruption.signal.aborted;
    session.beginCleanup(CLEANUP_MS);
    await Promise.all(
      cleanups.toReversed().map(async ({ entry, of, run }) => {
        const done = await run().catch(() => false);
        const line = lines.get(entry);
        if (!done) leave(entry, of, 'its removal was not confirmed');
        else if (line !== undefined) ledger.close(line);
      }),
    );
    options.signal?.removeEventListener('abort', onAbort);
    await session.close();
    return interrupted;
  };
  // Whatever becomes of it, what was created is removed.
  const outcomes = await talk().catch(async (fault: unknown) => {
    await endTalk();
    throw fault;
  });
  const interrupted = await endTalk();

  const judgeables = planned.map(
    ({ suite, contract, prepared }, index): Judgeable => ({
      suite,
      contract,
      recording: {
        interface: contract.interface,
        lanes: prepared.lanes.map(({ name, settings, credentials, problems }) => ({
          name,
          given: redacted(settings, redactor),
          credentials: [...credentials.keys()],
          ...(problems && { problems }),
        })),
        probes: outcomes[index] ?? [],
        exchanges: (exchanges.get(contract.interface) ?? []).toSorted((a, b) => a.startedAt - b.startedAt),
      },
    }),
  );
  const context: RunContext = {
    run: {
      id: runId,
      startedAt: new Date(began).toISOString(),
      endedAt: new Date().toISOString(),
      seed,
      only: options.only,
      interrupted,
      requests: session.attempts,
      ...(options.plan !== undefined && { plan: options.plan }),
    },
    suite: suiteOf(options, ready),
    target: { reference: options.reference, ...describedTarget(target, redactor) },
    residue,
    notices,
    notConfigured: INTERFACES.filter((name) => !ready.some(({ contract }) => contract.interface === name)),
    requireComplete: options.requireComplete ?? false,
    ...(options.failOn && { failOn: options.failOn }),
    ...(options.heldAgainst && { heldAgainst: options.heldAgainst }),
  };
  const results = buildResults(judgeables, context);
  on({ type: 'judged', results });
  return { results, judgeables, context, redactor };
}

function suiteOf(options: RunOptions, ready: readonly Ready[]): Results['suite'] {
  const profile = ready.find(({ contract }) => contract.profile)?.contract.profile;
  return {
    name: 'assay',
    version: options.version,
    contracts: Object.fromEntries(ready.map(({ contract }) => [contract.interface, contract.digest])),
    ...(profile && { profile }),
  };
}

function describedTarget(target: Target, redactor: Redactor): Omit<Results['target'], 'reference'> {
  const { interfaces, allowCreate, notOffered } = redacted(describeTarget(target), redactor);
  return { interfaces, allowCreate, notOffered };
}

function redacted<T>(value: T, redactor: Redactor): T {
  return JSON.parse(redactor.text(JSON.stringify(value))) as T;
}

/** The certificates that are trusted for an origin: those of the interface whose service is there. */
function authoritiesOf(ready: readonly Ready[]): (origin: string) => readonly string[] | undefined {
  const byOrigin = new Map(
    ready.flatMap(({ prepared }) =>
      prepared.authorities ? Object.values(prepared.services).map((url) => [new URL(url).origin, prepared.authorities] as const) : [],
    ),
  );
  return (origin) => byOrigin.get(origin);
}

/** Transports of services that are not reached over HTTP, by address. */
function ownTransports(ready: readonly Ready[]): ReadonlyMap<string, Transport> {
  return new Map(ready.flatMap(({ prepared: { services, transport } }) => (transport ? Object.values(services).map((url) => [url, transport] as const) : [])));
}
