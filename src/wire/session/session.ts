/**
 * Sends requests for a run: only those that are allowed, a few at a time, repeated if that is safe, and all recorded.
 */
import { setTimeout } from 'node:timers/promises';
import { messageOf } from '../../files/read-file.ts';
import { KeptBodies } from '../bodies/body-collector.ts';
import { WireError } from '../connect/wire-error.ts';
import { measuredUpload, recordFailure, recordRequest } from '../evidence/recording.ts';
import { DEFERRED, without } from '../http.ts';
import type { Redactor } from '../secrets/redaction.ts';
import type { Attempt, Headers, Outcome, Transport, WireCredential, WireRecord, WireRequest } from '../types.ts';
import { type AttemptContext, attemptsAlong, type Hop } from './attempt.ts';
import { mayHaveCreated } from './creation.ts';
import { createEndings, type Endings } from './endings.ts';
import type { Ledger } from './ledger.ts';
import { INTERRUPTED } from './limits.ts';
import { connectionLost, RateLimits, REPEATABLE, retryDelay } from './retry.ts';
import { type Allowed, refusal } from './safety.ts';
import { SilentServices } from './silent-services.ts';
import { createSlots, type Slots } from './slots.ts';

export interface SessionOptions extends Allowed {
  readonly transport: Transport;
  readonly redactor: Redactor;
  readonly ledger: Ledger;
  readonly runId: string;
  /** Returns the milliseconds since the run began. */
  readonly now: () => number;
  /** Interrupts everything except clean-up. */
  readonly signal: AbortSignal;
  /** Maximum number of requests at once. */
  readonly concurrency: number;
  /**
   * Time limit in milliseconds for one attempt, from its beginning to the end of the body. A request's own `timeoutMs`
   * overrides it.
   */
  readonly requestTimeoutMs: number;
  /** Wait in milliseconds before the first retry; doubled before the second; default 200. */
  readonly backoffMs?: number;
  /** Time of the end of the run, on the clock of `now`: no request waits beyond it. */
  readonly endsAt: number;
  /** Headers that are added to requests without them. */
  readonly defaultHeaders: Headers;
}

/**
 * Maximum size in bytes of a response whose identifier is read at once. Larger ones identify no created object, and
 * reading them would take much memory.
 */
const NAMING_BYTES = 1024 * 1024;
/** Sends the requests of one run over its transport. */
export class Session {
  /** Number of attempts that were made. */
  attempts = 0;
  private readonly endings: Endings;
  private readonly slots: Slots;
  /** State that all attempts share. */
  private readonly shared: Omit<AttemptContext, 'interrupted' | 'timeoutMs' | 'connection'>;
  private readonly limits = new RateLimits();

  constructor(private readonly options: SessionOptions) {
    const { transport, redactor, now } = options;
    this.endings = createEndings(options.signal);
    this.slots = createSlots(options.concurrency);
    this.shared = {
      transport,
      redactor,
      now,
      kept: new KeptBodies(),
      largeBodies: createSlots(1),
      services: new SilentServices(options.addresses),
      underWay: new Set(),
    };
  }

  /** Ends ordinary requests: from then on only clean-up is sent, for at most `graceMs`. */
  beginCleanup(graceMs: number): void {
    this.shared.services.forget();
    this.endings.beginCleanup(graceMs);
  }

  /** Ends all attempts in progress. */
  endAttempts(reason: WireError): void {
    for (const end of this.shared.underWay) end(reason);
  }

  async close(): Promise<void> {
    this.endings.close();
    await this.options.transport.close();
  }

  /**
   * Sends one request until its outcome is final, retries included. Never rejects because of the network or the
   * service: a failure is the record's outcome.
   */
  async send(request: WireRequest): Promise<WireRecord> {
    const { redactor, ledger, now, requestTimeoutMs } = this.options;
    const interrupted = request.effect === 'cleanup' ? this.endings.cleanup : this.endings.run;
    const startedAt = now();
    this.#learn(request.credential);
    const headers = allHeaders(request, this.options.defaultHeaders);
    const hop: Hop = { url: request.url, headers, credential: request.credential };
    const upload = measuredUpload(request.body);
    const made: Attempt[] = [];
    let line: string | undefined;
    const record = (outcome: Outcome) => ({
      request: recordRequest(redactor, request, headers, upload),
      ledger: line,
      attempts: made,
      outcome,
      startedAt: made[0]?.startedAt ?? startedAt,
      endedAt: now(),
    });
    const failed = (error: WireError) => record(recordFailure(redactor, error));
    const refused = refusal(request, this.options);
    if (refused) return failed(refused);
    const context = {
      ...this.shared,
      interrupted: typeof request.effect === 'object' ? this.endings.creation : interrupted,
      timeoutMs: request.timeoutMs ?? requestTimeoutMs + (request.extraMs ?? 0),
    };
    let uncertain = false;
    for (let retries = 0; ; retries++) {
      const last = made.at(-1)?.outcome;
      const unsent = (error: WireError) => (last ? record(last) : failed(error));
      const release = await this.#acquire(request, last, interrupted).catch(() => undefined);
      if (release === undefined)
        return unsent(new WireError('aborted', INTERRUPTED, 'the run was interrupted before this was sent'));
      try {
        const silent = this.shared.services.refusal(request.url);
        if (silent) return unsent(silent);
        try {
          line ??= request.ledger && ledger.open(request.ledger, this.options.runId);
        } catch (error) {
          return failed(new WireError('refused-by-safety', 'LEDGER_NOT_WRITTEN', messageOf(error)));
        }
        // A request that is kept open waits for other requests of the run, so its slot is released for them.
        if (request.until !== undefined) release();
        const connection = connectionFor(request, retries);
        const attempts = await attemptsAlong(request, hop, upload.body, { connection, ...context });
        this.attempts += attempts.length;
        made.push(...attempts);
        if (line !== undefined) this.#identify(line, request, record(made.at(-1)?.outcome as Outcome));
      } finally {
        release();
      }
      const outcome = made.at(-1)?.outcome as Outcome;
      uncertain ||= mayHaveCreated(outcome);
      const delay = interrupted.aborted ? undefined : this.#delayBeforeRetry(request, outcome, retries);
      if (delay === undefined) {
        if (line !== undefined && !uncertain) ledger.close(line);
        return record(outcome);
      }
      await setTimeout(delay, undefined, { signal: interrupted }).catch(() => undefined);
    }
  }

  /**
   * Waits for a slot, and until the rate limit of the origin permits a request. Returns the function that releases the
   * slot. Rejects if the signal aborts.
   */
  async #acquire({ url, priority }: WireRequest, last: Outcome | undefined, interrupted: AbortSignal) {
    // After a time-out other requests go first: they show whether the service responds at all.
    const isLate = last?.kind === 'failure' && last.phase === 'timeout';
    const own = isLate ? Math.min(0, priority) : DEFERRED.has(last?.status) ? Infinity : priority;
    for (;;) {
      const release = await this.slots(own, interrupted);
      const wait = Math.min(this.limits.waitMs(url, this.options.now()), this.options.endsAt - this.options.now());
      if (wait <= 0) return release;
      release();
      await setTimeout(wait, undefined, { signal: interrupted });
    }
  }

  /** Returns the milliseconds to wait before the next attempt, or undefined if the outcome is final. */
  #delayBeforeRetry(request: WireRequest, outcome: Outcome, retries: number) {
    const { now, backoffMs = 200, endsAt } = this.options;
    const lost = request.effect === 'cleanup' && retries === 0 && connectionLost(outcome);
    const repeatable =
      typeof request.repeatable === 'boolean' ? request.repeatable : REPEATABLE[request.repeatable](outcome);
    const limited = this.limits.record(request.url, outcome, now());
    const delay = repeatable ? retryDelay(outcome, retries, backoffMs, limited) : lost ? 0 : undefined;
    return delay === undefined || now() + delay > endsAt ? undefined : delay;
  }

  /** Writes the identifier in the response into the ledger, before anything else is sent. */
  #identify(line: string, { ledger }: WireRequest, record: WireRecord) {
    const { outcome } = record;
    if (outcome.kind !== 'answer' || outcome.body.size > NAMING_BYTES) return;
    const identifier = ledger?.identifierIn?.(record);
    if (identifier === undefined) return;
    try {
      this.options.ledger.identify(line, identifier);
    } catch {
      // The next creation is prevented, because its line cannot be written either.
    }
  }

  /** Registers the secrets of a credential. Placeholders that secrets already have stay the same. */
  #learn(credential: WireCredential) {
    const { redactor } = this.options;
    const { name, headers = [], tls } = credential;
    for (const [, value] of headers) {
      const secret = value.trim().split(/\s+/).at(-1) ?? '';
      // An empty token leaves only the name of the scheme.
      if (/^bearer$/i.test(secret)) continue;
      // The name of a cookie is not secret.
      if (!/^\w+=/.test(secret) || redactor.text(secret) === secret) redactor.add(secret, name);
    }
    if (tls) redactor.add(tls.key, `${name}-key`);
    if (tls?.passphrase !== undefined) redactor.add(tls.passphrase, `${name}-passphrase`);
  }
}

/**
 * Returns the connection to use. A removal whose connection was lost is sent again on a new one, because removing twice
 * is harmless.
 */
function connectionFor({ credential, repeatable, effect, connection = 'new' }: WireRequest, retries: number) {
  if (credential.over !== undefined || repeatable === true) return undefined;
  if (retries > 0) return 'new';
  return effect === 'cleanup' || connection === 'kept' ? undefined : connection;
}

/** Returns the headers to send: the request's own override those of the credential, and both override the defaults. */
function allHeaders(request: WireRequest, defaults: Headers) {
  const own = [...request.headers, ...without(request.credential.headers ?? [], request.headers)];
  return [...without(defaults, own), ...own];
}
