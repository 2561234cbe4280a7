/** A request and its response on one undici client. */
import { Readable } from 'node:stream';
import type { Client, Dispatcher } from 'undici';
import type { Attempt, Headers, TransportRequest } from '../types.ts';
import type { ConnectionLog } from './connector.ts';
import { type Stage, WireError, wireError } from './wire-error.ts';

export interface Exchanged {
  readonly status: number;
  readonly headers: Headers;
  /** The body as sent by the server, content coding included. */
  readonly body: Readable;
  readonly timings: Attempt['timings'];
}

/** undici calls this too, although its type does not list it. */
type Handler = Dispatcher.DispatchHandler & { onRequestSent(): void };

/**
 * Sends a request. Resolves when the header section has arrived; the body arrives as it is read.
 * @param done called once, when the connection is free: true if another request may use it.
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
    const running = new RunningExchange(log, request, { resolve, reject, done });
    if (request.signal.aborted) return running.interrupt();
    request.signal.addEventListener('abort', running.interrupt, { once: true });
    try {
      client.dispatch(options, running);
    } catch (error) {
      running.onError(error);
    }
  });
}

const endedByCaller = (cause?: unknown): WireError =>
  new WireError('aborted', 'ABORTED', 'the request was ended by the caller', cause);

interface Listeners {
  readonly resolve: (answer: Exchanged) => void;
  readonly reject: (error: WireError) => void;
  readonly done: (reusable: boolean) => void;
}

/** Follows undici through one exchange. */
class RunningExchange implements Handler {
  readonly #begun = performance.now();
  #abort: ((error: Error) => void) | undefined;
  #body: Readable | undefined;
  #sentAt: number | undefined;
  #ended = false;

  constructor(
    private readonly log: ConnectionLog,
    private readonly request: Pick<TransportRequest, 'signal' | 'body'>,
    private readonly listeners: Listeners,
  ) {}

  readonly interrupt = (): void => {
    const error = endedByCaller();
    this.#abort?.(error);
    this.onError(error);
  };

  onConnect(abortRequest: (error?: Error) => void): void {
    this.#abort = abortRequest;
    if (this.#ended) abortRequest(endedByCaller());
  }

  onRequestSent(): void {
    this.#sentAt ??= performance.now();
  }

  onHeaders(status: number, raw: Buffer[]): boolean {
    // 1xx responses precede the requested one.
    if (status < 200) return true;
    const timings = this.#timings();
    this.#body = this.#openBody();
    this.listeners.resolve({ status, headers: headerPairs(raw), body: this.#body, timings });
    return true;
  }

  onData(chunk: Buffer): boolean {
    if (this.#body?.push(chunk) === false) this.log.intake?.pause();
    return true;
  }

  onComplete(): void {
    this.#body?.push(null);
    // A response that came before a streamed request was sent completely leaves the connection in an unknown state.
    this.#end(!(this.request.body && 'open' in this.request.body && this.#sentAt === undefined));
  }

  onError(error: unknown): void {
    const known = this.request.signal.aborted
      ? endedByCaller(error)
      : wireError(this.log.alert ?? error, this.#stage());
    if (this.#body) this.#body.destroy(known);
    else this.listeners.reject(known);
    this.#end(false);
  }

  #stage(): Stage {
    if (this.#body) return 'receiving';
    if (this.log.stage !== 'open') return this.log.stage;
    return this.#sentAt === undefined ? 'sending' : 'waiting';
  }

  #timings(): Attempt['timings'] {
    const now = performance.now();
    const connect = this.log.connectMs;
    const sent = this.#sentAt ?? now;
    return {
      ...(connect === undefined ? {} : { connect }),
      send: Math.max(0, sent - this.#begun - (connect ?? 0)),
      wait: Math.max(0, now - sent),
    };
  }

  /** Closing it early ends the exchange. */
  #openBody(): Readable {
    const body = new Readable({
      highWaterMark: 256 * 1024,
      read: () => this.log.intake?.release(),
      destroy: (error, callback) => {
        if (!this.#ended) {
          this.#abort?.(error ?? new WireError('aborted', 'ABORTED', 'the response was not read to its end'));
          this.#end(false);
        }
        callback(error);
      },
    });
    // A caller may not read the body at all.
    body.on('error', () => undefined);
    return body;
  }

  #end(reusable: boolean): void {
    if (this.#ended) return;
    this.#ended = true;
    this.log.intake?.release();
    this.request.signal.removeEventListener('abort', this.interrupt);
    this.listeners.done(reusable);
  }
}

/** Names and values as received, in order and case. Bytes over 127 are read as Latin-1 unless they are UTF-8. */
function headerPairs(raw: readonly Buffer[]): Headers {
  const texts = raw.map((bytes) => {
    const text = bytes.toString('utf8');
    return text.includes('\ufffd') ? bytes.toString('latin1') : text;
  });
  return texts.flatMap((name, at) => (at % 2 === 0 ? [[name, texts[at + 1] ?? ''] as const] : []));
}
