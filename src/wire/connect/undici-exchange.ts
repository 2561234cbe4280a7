/** A request and its response on one undici client. */
import { Readable } from 'node:stream';
import type { Client, Dispatcher } from 'undici';
import type { TransportAnswer } from '../types.ts';
import type { ConnectionLog } from './connector.ts';
import { WireError, wireError } from './wire-error.ts';

/** A response, with the body as sent by the server, content coding included. */
type Exchanged = Omit<TransportAnswer, 'tls' | 'reported'>;

/** undici calls this too, although its type does not list it. */
type Handler = Dispatcher.DispatchHandler & { onRequestSent(): void };

const endedByCaller = (cause?: unknown) =>
  new WireError('aborted', 'ABORTED', 'the request was ended by the caller', cause);

/**
 * Sends a request. Resolves when the header section has arrived; the body arrives as it is read.
 * @param done called once, when the connection is free: true if another request may use it.
 * @throws WireError
 */
export function exchange(
  client: Client,
  log: ConnectionLog,
  options: Dispatcher.DispatchOptions,
  signal: AbortSignal,
  done: (reusable: boolean) => void,
): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    let sentAt: number | undefined;
    let abort: ((error: Error) => void) | undefined;
    let body: Readable | undefined;
    let ended = false;
    const end = (reusable: boolean) => {
      if (ended) return;
      ended = true;
      log.intake?.release();
      signal.removeEventListener('abort', interrupt);
      done(reusable);
    };
    const fail = (error: unknown) => {
      const stage = body ? 'receiving' : log.stage === 'open' ? 'waiting' : log.stage;
      const known = signal.aborted ? endedByCaller(error) : wireError(log.alert ?? error, stage);
      if (body) body.destroy(known);
      else reject(known);
      end(false);
    };
    const interrupt = () => {
      const error = endedByCaller();
      abort?.(error);
      fail(error);
    };
    if (signal.aborted) return interrupt();
    signal.addEventListener('abort', interrupt, { once: true });
    try {
      const handler: Handler = {
        onConnect(abortRequest) {
          abort = abortRequest;
          if (ended) abortRequest(endedByCaller());
        },
        onRequestSent() {
          sentAt ??= performance.now();
        },
        onHeaders(status, raw) {
          // 1xx responses precede the requested one.
          if (status < 200) return true;
          const { connectMs: connect } = log;
          const now = performance.now();
          const send = Math.max(0, (sentAt ?? now) - begun - (connect ?? 0));
          const wait = now - (sentAt ?? now);
          body = new Readable({
            highWaterMark: 256 * 1024,
            read: () => log.intake?.release(),
            // Closing the body early ends the exchange.
            destroy(error, callback) {
              if (!ended) abort?.(error ?? new WireError('aborted', 'ABORTED', 'the response was not read to its end'));
              end(false);
              callback(error);
            },
          });
          // A caller may not read the body at all.
          body.on('error', () => undefined);
          resolve({ status, headers: headerPairs(raw), body, timings: { connect, send, wait } });
          return true;
        },
        onData(chunk) {
          if (body?.push(chunk) === false) log.intake?.pause();
          return true;
        },
        onComplete() {
          body?.push(null);
          end(true);
        },
        onError: fail,
      };
      client.dispatch(options, handler);
    } catch (error) {
      fail(error);
    }
  });
}

/** Names and values as received, in order and case. Bytes over 127 are read as Latin-1 unless they are UTF-8. */
function headerPairs(raw: readonly Buffer[]) {
  const texts = raw.map((bytes) => {
    const text = bytes.toString('utf8');
    return text.includes('\ufffd') ? bytes.toString('latin1') : text;
  });
  return texts.flatMap((name, at) => (at % 2 === 0 ? [[name, texts[at + 1] ?? ''] as const] : []));
}
