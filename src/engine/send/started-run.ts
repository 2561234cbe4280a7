/** A run in progress: its session, its record, its clock and its interruption. */

import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { inspect } from 'node:util';
import type { Contract, Interface } from '../../contract/types.ts';
import { secretsOf } from '../../settings/secrets.ts';
import type { Target } from '../../settings/types.ts';
import type { ConnectionSettings } from '../../wire/connect/tls-failure.ts';
import { WireError } from '../../wire/connect/wire-error.ts';
import { createRedactor, type Redactor } from '../../wire/secrets/redaction.ts';
import { openLedger } from '../../wire/session/ledger.ts';
import { Session } from '../../wire/session/session.ts';
import { onStrayError, STRAY_ERROR } from '../../wire/session/stray-errors.ts';
import type { Transport } from '../../wire/types.ts';
import type { RunContext } from '../account/results.ts';
import type { Invocation, Prepared, RunEvent, Suite } from '../words/types.ts';
import { createCredentialUse } from './credential-use.ts';
import { createRunRecord } from './run-record.ts';

/** A run in progress. */
export type StartedRun = ReturnType<typeof startRun>;

/** Reason of the interruption of a run that reached its time limit. */
export const TIME_LIMIT = 'time limit';

/** Opens the ledger and the session. A run ends after ASSAY_RUN_TIMEOUT_MS or when the caller's signal aborts. */
export function startRun(options: RunOptions) {
  const { ready, target, backoffMs, readMethods } = options;
  const { concurrency, requestTimeoutMs } = target;
  const began = Date.now();
  const clock = performance.now();
  const now = () => performance.now() - clock;
  const id = options.runId ?? randomBytes(4).toString('hex');
  const seed = options.seed ?? randomBytes(4).readUInt32BE();
  const redactor = redactorFor(options);
  const ledger = openLedger({ directory: options.directory, redactor });
  const interruption = new AbortController();
  // Every request in progress listens to the signal.
  setMaxListeners(0, interruption.signal);
  const timer = setTimeout(() => interruption.abort(TIME_LIMIT), target.runTimeoutMs);
  const onAbort = () => interruption.abort();
  if (options.signal?.aborted) onAbort();
  options.signal?.addEventListener('abort', onAbort, { once: true });
  const record = createRunRecord(id, redactor, ledger, options.notices ?? [], options.on);
  const session = new Session({
    transport: routed(
      options.transport((origin) => authoritiesOf(ready, origin)),
      ready,
    ),
    redactor,
    ledger,
    runId: id,
    now,
    allow: target.allowCreate,
    addresses: ready.flatMap(({ prepared }) => Object.values(prepared.services)),
    signal: interruption.signal,
    endsAt: target.runTimeoutMs,
    ...{ concurrency, requestTimeoutMs, backoffMs, readMethods },
    defaultHeaders: [
      ['User-Agent', `assay/${options.version}`],
      ['Accept', '*/*'],
      ['X-Request-Id', `assay-${id}`],
    ],
  });
  const faults: string[] = [];
  onStrayError((error, own) => {
    const said = redactor
      .text(error instanceof Error ? error.message : inspect(error))
      .replace(/\s+/g, ' ')
      .trim();
    session.endAttempts(
      new WireError('aborted', STRAY_ERROR, `an error was thrown outside of any request: ${said}`, error),
    );
    const notice = `A library threw an error outside of any request, which ended the requests under way: ${said}`;
    if (own) faults.push(said);
    else if (!record.notices.includes(notice)) record.notices.push(notice);
  });
  let sent = 0;
  return {
    ...{ id, seed, redactor, record, session, target },
    // Date of the start in milliseconds since 1970.
    began,
    interruption: interruption.signal as AbortSignal,
    // Errors that Assay threw outside of any probe, redacted.
    faults,
    // The order in which credentials are used first.
    credentialUse: createCredentialUse(),
    // Milliseconds since the run began.
    now,
    // The id of the next exchange: exchanges are numbered across interfaces.
    nextId() {
      sent += 1;
      return `e${sent}`;
    },
    // The run can then no longer time out.
    stopTimer: () => clearTimeout(timer),
    // To the caller's signal.
    stopListening: () => options.signal?.removeEventListener('abort', onAbort),
  };
}

/** Returns a redactor of the secrets in the settings and in what was prepared from them. */
export function redactorFor({ target, ready }: Pick<RunOptions, 'target' | 'ready'>): Redactor {
  const redactor = createRedactor(ownText(ready));
  for (const { value, name } of [...secretsOf(target), ...ready.flatMap(({ prepared }) => prepared.secrets)])
    redactor.add(value, name);
  return redactor;
}

/** Returns texts of the contracts: every result contains them, so a server that sends one of them reveals no secret. */
function ownText(ready: readonly Ready[]) {
  return JSON.stringify(
    ready.map(({ contract }) => [
      contract.interface,
      [...contract.requirements.values()],
      [...contract.operations.values()],
    ]),
  );
}

/** Returns the certificates trusted for an origin: those of the interface whose service has the origin. */
const authoritiesOf = (ready: readonly Ready[], origin: string) =>
  ready.findLast(({ prepared, authorities }) =>
    Object.values(prepared.services).some((url) => authorities && new URL(url).origin === origin),
  )?.authorities;

/** Returns a transport that hands each request to that of its service, if the service is not reached over HTTP. */
function routed(usual: Transport, ready: readonly Ready[]): Transport {
  const own = ready.flatMap(({ prepared: { services, transport } }) =>
    transport ? Object.values(services).map((base) => ({ base, transport })) : [],
  );
  return {
    send(request) {
      const found = own.find(({ base }) => request.url === base || request.url.startsWith(`${base}/`));
      return (found?.transport ?? usual).send(request);
    },
    speaksTls: async (address) => (await usual.speaksTls?.(address)) ?? false,
    async close() {
      const all = new Set([usual, ...own.map(({ transport }) => transport)]);
      await Promise.all([...all].map((transport) => transport.close()));
    },
  };
}

/** An interface with its contract and the lanes that its suite derived from the settings. */
export interface Ready {
  readonly suite: Suite;
  readonly contract: Contract;
  readonly prepared: Prepared;
  /** PEM certificates that are trusted for its services. Absent: the system's. */
  readonly authorities?: readonly string[];
  /** Names of its settings for connections. Absent: every service has an address. */
  readonly connection?: ConnectionSettings;
}

export interface RunOptions extends Pick<RunContext, 'failOn' | 'heldAgainst'> {
  readonly ready: readonly Ready[];
  readonly target: Target;
  readonly reference: boolean;
  readonly only: readonly string[];
  readonly version: string;
  /** Creates the transport that sends requests; it is closed at the end of the run. */
  readonly transport: (authorities: (origin: string) => readonly string[] | undefined) => Transport;
  /** The only methods that may be sent. Absent: all that a run may send. */
  readonly readMethods?: readonly string[];
  /** Directory of the ledger; absent: in memory. */
  readonly directory?: string;
  readonly signal?: AbortSignal;
  readonly notices?: readonly string[];
  /** All interfaces, to name those that are not configured. */
  readonly known?: readonly Interface[];
  readonly requireComplete?: boolean;
  /** Whether each requirement that fails is tried once more, in a separate round. */
  readonly tryAgain?: boolean;
  readonly runId?: string;
  readonly seed?: number;
  /** The certification plan for which the run is made. */
  readonly plan?: string;
  /** How the run was started; used by the commands that repeat a part of it. */
  readonly invocation?: Invocation;
  /** Wait in milliseconds before the first retry. */
  readonly backoffMs?: number;
  readonly on?: (event: RunEvent) => void;
}
