/** Sends requests for a run: within the safety ceiling, a few at a time, again where that is safe, all of it recorded. */
import { setMaxListeners } from 'node:events';
import { runAttempt } from './attempt.ts';
import { createBodyBudget } from './body-collector.ts';
import type { Ledger } from './ledger.ts';
import { measuredUpload, recordHeaders } from './recording.ts';
import type { Redactor } from './redaction.ts';
import { type Hop, nextHop } from './redirects.ts';
import { retryDelay } from './retry.ts';
import { type Allowed, refusal } from './safety.ts';
import { createSlots } from './slots.ts';
import type { Attempt, Headers, Outcome, Transport, WireCredential, WireRecord, WireRequest } from './types.ts';
import { WireError } from './wire-error.ts';

export interface SessionOptions {
  readonly transport: Transport;
  readonly redactor: Redactor;
  readonly ledger: Ledger;
  readonly runId: string;
  /** Milliseconds since the run began. */
  readonly now: () => number;
  /** Milliseconds since 1970, for Retry-After as a date; default `Date.now`. */
  readonly wallClock?: () => number;
  /** Kinds of creation that the operator allows. */
  readonly allow: ReadonlySet<string>;
  /** Base addresses of the services that requests may go to; default any. */
  readonly addresses?: readonly string[];
  /** Methods that a request with effect `read` may have; default GET, HEAD, OPTIONS, POST. */
  readonly readMethods?: readonly string[];
  /** Interrupts everything but clean-up. */
  readonly signal?: AbortSignal;
  /** Requests at once; default 4. */
  readonly concurrency?: number;
  /** For one attempt from its beginning to the end of the body; default 30 s. A request's own `timeoutMs` goes before. */
  readonly requestTimeoutMs?: number;
  /** For one attempt until its headers are there; default the whole time limit. */
  readonly headersTimeoutMs?: number;
  /** Octets of one body after content decoding; default 128 MiB. */
  readonly maxBodyBytes?: number;
  /** Octets of all bodies that are being received; default 136 MiB. */
  readonly maxBytesInFlight?: number;
  /** Before the first retry; doubled before the second; default 200. */
  readonly backoffMs?: number;
  /** The longest wait that Retry-After can ask for; default 5 s. */
  readonly retryAfterLimitMs?: number;
  /** Try again after a reset or a TLS alert where the request is repeatable; default true. */
  readonly retryResets?: boolean;
  /** When the run ends, by `now`: nothing waits beyond it. */
  readonly endsAt?: number;
  /** Headers for requests that do not have them; default `User-Agent: assay` and `Accept: *\/*`. */
  readonly defaultHeaders?: Headers;
}

export interface Session {
  /** Never rejects for what happens on the wire: a failure is the record's outcome. */
  send(request: WireRequest): Promise<WireRecord>;
  /** From now on only clean-up is sent, and for no longer than `graceMs`. */
  beginCleanup(graceMs: number): void;
  /** Attempts that were made. */
  readonly attempts: number;
  close(): Promise<void>;
}

const MIB = 1024 * 1024;
const DEFAULT_HEADERS: Headers = [
  ['User-Agent', 'assay'],
  ['Accept', '*/*'],
];

/** A creation that is under way when the run is interrupted may end, for without its answer nothing knows how to remove what it created. */
const CREATION_GRACE_MS = 5000;

export function createSession(options: SessionOptions): Session {
  const { transport, redactor, ledger, now } = options;
  const slots = createSlots(options.concurrency ?? 4);
  const budget = createBodyBudget(options.maxBytesInFlight ?? 136 * MIB);
  const policy = { backoffMs: options.backoffMs ?? 200, retryAfterLimitMs: options.retryAfterLimitMs ?? 5000, retryResets: options.retryResets ?? true };
  const allowed: Allowed = {
    creations: options.allow,
    readMethods: new Set(options.readMethods ?? ['GET', 'HEAD', 'OPTIONS', 'POST']),
    ...(options.addresses && { addresses: options.addresses }),
  };
  const known = new WeakSet<WireCredential>();
  const runEnd = new AbortController();
  const cleanupEnd = new AbortController();
  const creationEnd = new AbortController();
  // Every request that waits or is under way listens to one of them.
  setMaxListeners(0, runEnd.signal, cleanupEnd.signal, creationEnd.signal);
  let graceTimer: NodeJS.Timeout | undefined;
  let creationTimer: NodeJS.Timeout | undefined;
  let attempts = 0;
  const onInterrupt = (): void => {
    runEnd.abort();
    creationTimer ??= setTimeout(() => creationEnd.abort(), CREATION_GRACE_MS);
  };
  if (options.signal?.aborted) onInterrupt();
  options.signal?.addEventListener('abort', onInterrupt, { once: true });

  /** Sends along redirects until an outcome stands; one attempt a hop. */
  const follow = async (request: WireRequest, first: Hop, body: WireRequest['body'], made: Attempt[], interrupted: AbortSignal): Promise<void> => {
    const timeoutMs = request.timeoutMs ?? options.requestTimeoutMs ?? 30_000;
    const context = {
      transport,
      redactor,
      budget,
      now,
      interrupted,
      timeoutMs,
      maxBodyBytes: options.maxBodyBytes ?? 128 * MIB,
      headersTimeoutMs: options.headersTimeoutMs ?? timeoutMs,
    };
    for (let hop = first, followed = 0; ; followed++) {
      attempts++;
      const { attempt, rawHeaders } = await runAttempt(request, hop, body, context);
      made.push(attempt);
      if (request.redirects !== 'follow' || request.method !== 'GET' || attempt.outcome.kind !== 'answer') return;
      try {
        const next = nextHop(hop, attempt.outcome.status, rawHeaders, followed, (value) => redactor.text(value) !== value);
        if (!next) return;
        hop = next;
      } catch (error) {
        made.push({ ...attempt, outcome: failureOf(error, redactor, attempt.outcome) });
        made.splice(-2, 1);
        return;
      }
    }
  };

  const perform = async (request: WireRequest, interrupted: AbortSignal): Promise<WireRecord> => {
    const startedAt = now();
    learn(request.credential, redactor, known);
    const headers = allHeaders(request, options.defaultHeaders ?? DEFAULT_HEADERS);
    const hop: Hop = { url: request.url, headers, credential: request.credential };
    const upload = measuredUpload(request.body);
    const made: Attempt[] = [];
    let line: string | undefined;
    const record = (outcome: Outcome): WireRecord => {
      const body = upload.record({ redactor });
      return {
        request: {
          method: request.method,
          url: redactor.text(request.url),
          headers: recordHeaders({ redactor }, headers),
          ...(body ? { body } : {}),
          credential: request.credential.name,
        },
        ...(line === undefined ? {} : { ledger: line }),
        attempts: made,
        outcome,
        startedAt: made[0]?.startedAt ?? startedAt,
        endedAt: now(),
      };
    };
    const refused = refusal(request, allowed);
    if (refused) return record(failureOf(refused, redactor));
    let uncertain = false;
    for (let retries = 0; ; retries++) {
      try {
        await slots.acquire(request.priority, interrupted);
      } catch {
        return record(made.at(-1)?.outcome ?? failureOf(new WireError('aborted', 'INTERRUPTED', 'the run was interrupted before this was sent'), redactor));
      }
      try {
        if (request.ledger && line === undefined) line = ledger.open(request.ledger, options.runId);
      } catch (error) {
        slots.release();
        const why = `not sent, since the ledger could not be written: ${error instanceof Error ? error.message : String(error)}`;
        return record(failureOf(new WireError('refused-by-safety', 'LEDGER_NOT_WRITTEN', why), redactor));
      }
      // What is held open waits for other requests of the run, so it keeps no place from them.
      if (request.until !== undefined) slots.release();
      try {
        await follow(request, hop, upload.body, made, typeof request.effect === 'object' ? creationEnd.signal : interrupted);
      } finally {
        if (request.until === undefined) slots.release();
      }
      const outcome = made.at(-1)?.outcome as Outcome;
      uncertain ||= mayHaveCreated(outcome);
      const delay = request.repeatable && !interrupted.aborted ? retryDelay(outcome, retries, policy, options.wallClock ?? Date.now) : undefined;
      if (delay === undefined || now() + delay > (options.endsAt ?? Number.POSITIVE_INFINITY)) {
        if (line !== undefined && !uncertain) ledger.close(line);
        return record(outcome);
      }
      await pause(delay, interrupted);
    }
  };

  return {
    send: (request) => perform(request, request.effect === 'cleanup' ? cleanupEnd.signal : runEnd.signal),
    beginCleanup(graceMs) {
      runEnd.abort();
      graceTimer ??= setTimeout(() => cleanupEnd.abort(), graceMs);
    },
    get attempts() {
      return attempts;
    },
    async close() {
      clearTimeout(graceTimer);
      clearTimeout(creationTimer);
      options.signal?.removeEventListener('abort', onInterrupt);
      runEnd.abort();
      creationEnd.abort();
      cleanupEnd.abort();
      await transport.close();
    },
  };
}

/** What a credential carries is secret, whoever made it. Names given earlier stay. */
function learn(credential: WireCredential, redactor: Redactor, known: WeakSet<WireCredential>): void {
  if (known.has(credential)) return;
  known.add(credential);
  for (const [, value] of credential.headers ?? []) redactor.add(value.trim().split(/\s+/).at(-1) ?? '', credential.name);
  if (credential.tls) redactor.add(credential.tls.key, `${credential.name}-key`);
  if (credential.tls?.passphrase !== undefined) redactor.add(credential.tls.passphrase, `${credential.name}-passphrase`);
}

/** The request's own headers go before the credential's, and both before the defaults. */
function allHeaders(request: WireRequest, defaults: Headers): Headers {
  const own = new Set(request.headers.map(([name]) => name.toLowerCase()));
  const credential = (request.credential.headers ?? []).filter(([name]) => !own.has(name.toLowerCase()));
  const given = new Set([...own, ...credential.map(([name]) => name.toLowerCase())]);
  return [...defaults.filter(([name]) => !given.has(name.toLowerCase())), ...request.headers, ...credential];
}

function failureOf(error: unknown, redactor: Redactor, answer?: Extract<Outcome, { kind: 'answer' }>): Outcome {
  const known = error instanceof WireError ? error : new WireError('send', 'UNKNOWN', String(error));
  return {
    kind: 'failure',
    phase: known.phase,
    code: known.code,
    message: redactor.text(known.message),
    ...(answer ? { status: answer.status, headers: answer.headers, body: answer.body } : {}),
  };
}

/** Whether a request with this outcome may have left something behind. A refusal by 4xx has not, save that 408 may have come late. */
function mayHaveCreated(outcome: Outcome): boolean {
  if (outcome.kind === 'answer') return outcome.status < 400 || outcome.status >= 500 || outcome.status === 408;
  if (outcome.code === 'CONNECT_TIMEOUT' || (outcome.phase === 'send' && outcome.code.startsWith('INVALID_'))) return false;
  return !['dns', 'connect', 'tls', 'refused-by-safety'].includes(outcome.phase);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
