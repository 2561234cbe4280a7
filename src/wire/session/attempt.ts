/**
 * Makes attempts: sends a request, and records the response within the limits. Follows redirects without revealing a
 * secret to another origin.
 */
import { ANSWER_BUDGET, AnswerScan } from '../bodies/answer-budget.ts';
import type { KeptBodies } from '../bodies/body-collector.ts';
import { BodyCollector, beginningOf, type CollectedBody } from '../bodies/body-collector.ts';
import { contentCodings } from '../bodies/content-coding.ts';
import { SPEAKS_TLS } from '../connect/tls-failure.ts';
import { WireError, wireError } from '../connect/wire-error.ts';
import { recordBody, recordFailure, recordResponseHeaders } from '../evidence/recording.ts';
import { decodeURIComponentSafely, headerIn, isCredentialHeader, without } from '../http.ts';
import { MOST_LEARNED, type Redactor } from '../secrets/redaction.ts';
import type {
  Attempt,
  ConnectionUse,
  Headers,
  Outcome,
  Transport,
  TransportAnswer,
  WireBody,
  WireCredential,
  WireRequest,
} from '../types.ts';
import { ENDED, ended, type Limits, type Watched, watch } from './limits.ts';
import type { SilentServices } from './silent-services.ts';
import type { Slots } from './slots.ts';

/** An address to which a request is sent, with the data that may be sent there. */
export interface Hop {
  readonly url: string;
  readonly headers: Headers;
  readonly credential: WireCredential;
}

export interface AttemptContext extends Watched {
  readonly redactor: Redactor;
  readonly transport: Transport;
  readonly kept: KeptBodies;
  /** The only slot for large bodies: they are received in turn, so that memory for one is enough. */
  readonly largeBodies: Slots;
  readonly services: SilentServices;
  readonly now: () => number;
  readonly connection: ConnectionUse | undefined;
}

const BODILESS_STATUSES = new Set([204, 304]);

/** Sends the request to one address. Never throws: a failure is the attempt's outcome. */
async function runAttempt(request: WireRequest, hop: Hop, body: WireBody | undefined, context: AttemptContext) {
  const startedAt = context.now();
  const limits = watch(request, context);
  let answer: TransportAnswer | undefined;
  let headersAt = startedAt;
  let heardAt: number | undefined;
  let collected: CollectedBody | undefined;
  let failure: WireError | undefined;
  let releaseLarge: (() => void) | undefined;
  try {
    answer = await limits.guard(
      context.transport.send({
        method: request.method,
        url: hop.url,
        headers: hop.headers,
        body,
        credential: hop.credential,
        signal: limits.signal,
        connection: context.connection,
      }),
    );
    headersAt = heardAt = context.now();
    limits.headersCame();
    if (request.onHeaders?.(answer.status) === false) limits.stop(ended());
    const collector = new BodyCollector({
      counted: request.onChunk !== undefined,
      // Set if the limits of a response's form apply.
      scan: answer.reported === undefined && request.onChunk === undefined ? new AnswerScan() : undefined,
    });
    try {
      refuseDeclaredSize(request, answer);
      await collect(
        answer.body,
        async (chunk) => {
          heardAt = context.now();
          collector.add(chunk);
          if (releaseLarge || !collector.large) return;
          limits.pause();
          releaseLarge = await context.largeBodies(request.priority, limits.signal);
          limits.resume();
        },
        request,
        limits,
      );
    } catch (error) {
      failure = limits.reason() ?? wireError(error, 'receiving');
      // A body that was rejected for its size is not being read, so only this call ends the attempt.
      limits.stop(failure);
    }
    // A response that was ended on request is complete.
    if (failure?.code === ENDED) failure = undefined;
    const received = collector.finish(failure !== undefined);
    if (failure === undefined && request.onChunk === undefined) failure = context.kept.receive(received);
    collected = failure === undefined ? received : beginningOf(received);
    if (request.secrets && !learns(request, hop, answer, collected, failure, context)) {
      collected = { ...collected, bytes: Buffer.alloc(0), truncated: true };
      // For a rejected request, the status is enough.
      if (answer.status < 300) failure ??= new WireError('limit', 'TOO_MANY_SECRETS', TOO_MANY_SECRETS);
    }
  } catch (error) {
    failure = limits.reason() ?? wireError(error, 'waiting');
  } finally {
    limits.end();
  }
  const endedAt = context.now();
  if (failure?.phase === 'headers' && !context.interrupted.aborted && (await context.transport.speaksTls?.(hop.url)))
    failure = new WireError('tls', SPEAKS_TLS, failure.message, failure);
  // The slot for large bodies is released only after this, because the body takes up memory until it is recorded.
  let outcome: Outcome;
  try {
    outcome = describe(request, answer, collected, failure, context);
  } finally {
    releaseLarge?.();
  }
  const attempt: Attempt = {
    url: context.redactor.text(hop.url),
    startedAt,
    endedAt,
    timings: { ...answer?.timings, ...(answer && { receive: Math.max(0, endedAt - headersAt) }) },
    outcome,
    tls: answer?.tls,
  };
  // Services are recognised by their real addresses.
  context.services.record(request, { ...attempt, url: hop.url }, heardAt);
  return { attempt, rawHeaders: answer?.headers ?? [] };
}

async function collect(
  body: AsyncIterable<Uint8Array>,
  add: (chunk: Uint8Array) => Promise<void>,
  request: WireRequest,
  limits: Limits,
) {
  const chunks = body[Symbol.asyncIterator]();
  let finished = false;
  try {
    for (;;) {
      const next = await limits.guard(chunks.next());
      if (next.done) {
        finished = true;
        return;
      }
      await add(next.value);
      if (request.onChunk?.(next.value) === false) {
        limits.stop(ended());
        return;
      }
    }
  } finally {
    // Not awaited: a source that hangs would block the run. Its end does not matter.
    if (!finished) void Promise.resolve(chunks.return?.()).catch(() => undefined);
  }
}

/** Throws if the response announces a body larger than the limit, so that none of it is read. */
function refuseDeclaredSize(request: WireRequest, answer: TransportAnswer) {
  if (
    request.onChunk ||
    request.method === 'HEAD' ||
    BODILESS_STATUSES.has(answer.status) ||
    contentCodings(answer.headers)?.length
  )
    return;
  const declared = headerIn(answer.headers, 'content-length') ?? '';
  if (/^\d+$/.test(declared) && Number(declared) > ANSWER_BUDGET.bytes)
    throw new WireError(
      'limit',
      'BODY_TOO_LARGE',
      `the body is declared to have ${declared} bytes; at most ${ANSWER_BUDGET.bytes} are read`,
    );
}

const TOO_MANY_SECRETS = `the response may contain more or longer credentials than Assay can redact (at most ${MOST_LEARNED.values} per run, of at most ${MOST_LEARNED.bytes} bytes each)`;

/**
 * Registers texts of a response that may be secret; returns false if not all of them can be redacted, so that the body
 * must not be kept.
 */
function learns(
  request: WireRequest,
  hop: Hop,
  answer: TransportAnswer,
  { bytes }: CollectedBody,
  failure: WireError | undefined,
  { redactor }: AttemptContext,
) {
  const values = request.secrets?.(bytes, answer.headers, answer.status) ?? [];
  const body = request.body instanceof Uint8Array ? Buffer.from(request.body).toString('latin1') : '';
  const sent = [request.url, body, ...hop.headers.map(([, value]) => value)]
    .flatMap((text) => [text, decodeURIComponentSafely(text.replaceAll('+', ' '))])
    .join('\n');
  return redactor.learn(values, 'received', { presumed: true, sent }) && failure?.phase !== 'limit';
}

function describe(
  request: WireRequest,
  answer: TransportAnswer | undefined,
  collected: CollectedBody | undefined,
  failure: WireError | undefined,
  context: AttemptContext,
): Outcome {
  const headers = answer && recordResponseHeaders(context.redactor, answer.headers);
  const isCut = request.onChunk !== undefined || failure !== undefined || context.interrupted.aborted;
  const body = collected && context.kept.record(recordBody(context.redactor, collected, isCut));
  if (answer && headers && body && !failure) return { kind: 'answer', status: answer.status, headers, body };
  return recordFailure(context.redactor, failure ?? new WireError('headers', 'NO_ANSWER', 'no response'), {
    status: answer?.status,
    headers,
    ...(body && body.size > 0 && { body }),
  });
}

const MOST_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Returns the next hop of a redirected request, or undefined if the response is not a redirect. No credential goes to
 * another origin: neither its headers, nor its TLS certificate, nor a header with a secret.
 * @throws WireError phase `redirect`: to http from https, to something that is not HTTP, too often, or to another
 * origin with a secret in it.
 */
function nextHop(hop: Hop, status: number, headers: Headers, followed: number, hasSecret: (value: string) => boolean) {
  const location = headerIn(headers, 'location');
  if (!REDIRECTS.has(status) || location === undefined) return undefined;
  const from = new URL(hop.url);
  const refuse = (code: string, why: string) => {
    throw new WireError('redirect', code, why);
  };
  const to = URL.canParse(location, hop.url) ? new URL(location, hop.url) : undefined;
  if (to?.protocol !== 'http:' && to?.protocol !== 'https:')
    return refuse('REDIRECT_INVALID', 'Location is not an HTTP URL');
  if (from.protocol === 'https:' && to.protocol === 'http:')
    refuse('REDIRECT_DOWNGRADE', `redirected from https to ${to.origin}`);
  if (followed >= MOST_REDIRECTS) refuse('TOO_MANY_REDIRECTS', `redirected more than ${MOST_REDIRECTS} times`);
  to.hash = '';
  // A Location must not change the identity of the caller.
  to.username = '';
  to.password = '';
  if (to.origin === from.origin) return { ...hop, url: to.href };
  if (hasSecret(to.href)) refuse('REDIRECT_WITH_SECRET', `the redirect to ${to.origin} contains a credential`);
  const kept = without(hop.headers, [...(hop.credential.headers ?? []), ['host', '']]).filter(
    ([name, value]) => !isCredentialHeader(name) && !hasSecret(value),
  );
  return { url: to.href, headers: kept, credential: { name: 'none' } };
}

/**
 * Sends the request and follows redirects until an outcome is final. A redirect that must not be followed makes its
 * attempt a failure.
 */
export async function attemptsAlong(
  request: WireRequest,
  first: Hop,
  body: WireBody | undefined,
  context: AttemptContext,
): Promise<Attempt[]> {
  const { redactor } = context;
  const followed: Attempt[] = [];
  for (let hop = first; ; ) {
    const { attempt, rawHeaders } = await runAttempt(request, hop, body, context);
    const { outcome } = attempt;
    if (request.redirects !== 'follow' || request.method !== 'GET' || outcome.kind !== 'answer')
      return [...followed, attempt];
    try {
      const next = nextHop(hop, outcome.status, rawHeaders, followed.length, (value) => redactor.text(value) !== value);
      if (!next) return [...followed, attempt];
      hop = next;
    } catch (error) {
      return [...followed, { ...attempt, outcome: recordFailure(redactor, error, outcome) }];
    }
    followed.push(attempt);
  }
}
