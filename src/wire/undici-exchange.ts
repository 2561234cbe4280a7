/** One request and its answer on one undici client. */
import { Readable } from 'node:stream';
import type { Client, Dispatcher } from 'undici';
import type { ConnectionLog } from './connector.ts';
import type { Attempt, Headers, TransportRequest } from './types.ts';
import { type Stage, WireError, wireError } from './wire-error.ts';

export interface Exchanged {
  readonly status: number;
  readonly headers: Headers;
  /** As sent by the server, content coding included. */
  readonly body: Readable;
  readonly timings: Attempt['timings'];
}

/** undici calls this too, although its type does not list it. */
type Handler = Dispatcher.DispatchHandler & { onRequestSent(): void };

/**
 * Sends one request. Resolves when the header section is there; the body comes as it is read.
 * @param done called once, when the connection is free: true where another request may use it.
 * @throws WireError
 */
export function exchange(
  client: Client,
  log: ConnectionLog,
  options: Dispatcher.DispatchOptions,
  request: Pick<TransportRequest, 'signal' | 'body'>,
  done: (reusable: boolean) => void,
): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    let abort: ((error: Error) => void) | undefined;
    let body: Readable | undefined;
    let resume: () => void = () => undefined;
    let sentAt: number | undefined;
    let ended = false;

    const stage = (): Stage => (body ? 'receiving' : log.stage === 'open' ? (sentAt === undefined ? 'sending' : 'waiting') : log.stage);
    const end = (reusable: boolean): void => {
      if (ended) return;
      ended = true;
      request.signal.removeEventListener('abort', interrupt);
      done(reusable);
    };
    const fail = (error: unknown): void => {
      const known = request.signal.aborted ? new WireError('aborted', 'ABORTED', 'the request was ended by the caller', error) : wireError(error, stage());
      if (body) body.destroy(known);
      else reject(known);
      end(false);
    };
    function interrupt(): void {
      const error = new WireError('aborted', 'ABORTED', 'the request was ended by the caller');
      abort?.(error);
      fail(error);
    }

    const handler: Handler = {
      onConnect(abortRequest) {
        abort = (error) => abortRequest(error);
        if (ended) abortRequest(new WireError('aborted', 'ABORTED', 'the request was ended by the caller'));
      },
      onRequestSent() {
        sentAt ??= performance.now();
      },
      onHeaders(status, raw, resumeReading) {
        // 1xx answers precede the one that was asked for.
        if (status < 200) return true;
        const now = performance.now();
        const connect = log.connectMs;
        const sent = sentAt ?? now;
        resume = resumeReading;
        body = new Readable({
          highWaterMark: 256 * 1024,
          read: () => resume(),
          destroy: (error, callback) => {
            if (!ended) {
              abort?.(error ?? new WireError('aborted', 'ABORTED', 'the answer was not read to its end'));
              end(false);
            }
            callback(error);
          },
        });
        // Whoever holds the answer may not read its body at all.
        body.on('error', () => undefined);
        resolve({
          status,
          headers: headerPairs(raw ?? []),
          body,
          timings: { ...(connect === undefined ? {} : { connect }), send: Math.max(0, sent - begun - (connect ?? 0)), wait: Math.max(0, now - sent) },
        });
        return true;
      },
      onData(chunk) {
        return body?.push(chunk) ?? false;
      },
      onComplete() {
        body?.push(null);
        // An answer that came before a streamed request was sent wholly leaves the connection in an unknown state.
        end(!(request.body && 'open' in request.body && sentAt === undefined));
      },
      onError: fail,
    };
    if (request.signal.aborted) return interrupt();
    request.signal.addEventListener('abort', interrupt, { once: true });
    try {
      client.dispatch(options, handler);
    } catch (error) {
      fail(error);
    }
  });
}

/** Names and values as received, in order and case. Octets over 127 are read as Latin-1 unless they are UTF-8. */
function headerPairs(raw: readonly (Buffer | string)[]): Headers {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([asText(raw[at]), asText(raw[at + 1])]);
  return pairs;
}

function asText(value: Buffer | string | undefined): string {
  if (value === undefined || typeof value === 'string') return value ?? '';
  const text = value.toString('utf8');
  return text.includes('\ufffd') ? value.toString('latin1') : text;
}
