/** The limits of one attempt: its time, an interruption, and the end of its probe. */

import { WireError } from '../connect/wire-error.ts';
import type { WireRequest } from '../types.ts';

/** The code of a response that was ended on request. */
export const ENDED = 'ENDED_BY_READER';

/** The code of a request that the end of the run cut off, or that was not sent because of it. */
export const INTERRUPTED = 'INTERRUPTED';

/** Returns the error for a response that was ended on request. */
export const ended = (): WireError => new WireError('aborted', ENDED, 'ended');

/** Causes that can end an attempt besides its response. */
export interface Watched {
  readonly timeoutMs: number;
  /** Aborts if the run is interrupted. */
  readonly interrupted: AbortSignal;
  /** Functions that end the attempts in progress. */
  readonly underWay: Set<(reason: WireError) => void>;
}

export type Limits = ReturnType<typeof watch>;

/** Starts the limits of an attempt. */
export function watch(request: WireRequest, { interrupted, timeoutMs, underWay }: Watched) {
  const controller = new AbortController();
  let reason: WireError | undefined;
  let answered = false;
  let reject: ((error: WireError) => void) | undefined;
  const stop = (error: WireError) => {
    if (reason) return;
    reason = error;
    controller.abort(error);
    reject?.(error);
  };
  const onInterrupt = () => stop(new WireError('aborted', INTERRUPTED, 'the run was interrupted'));
  const onUntil = () =>
    stop(answered ? ended() : new WireError('aborted', 'ENDED_BEFORE_HEADERS', 'Assay ended the request'));
  const onTimeout = () =>
    stop(
      answered
        ? new WireError('timeout', 'BODY_TIMEOUT', `the response was not complete after ${timeoutMs} ms`)
        : new WireError('timeout', 'HEADERS_TIMEOUT', `no response within ${timeoutMs} ms`),
    );
  let left = timeoutMs;
  let since = performance.now();
  let timer = setTimeout(onTimeout, left);
  const listen = (signal: AbortSignal | undefined, listener: () => void) => {
    if (signal?.aborted) listener();
    else signal?.addEventListener('abort', listener, { once: true });
  };
  underWay.add(stop);
  listen(interrupted, onInterrupt);
  listen(request.until, onUntil);
  return {
    signal: controller.signal as AbortSignal,
    // Ends the attempt. If it is called several times, the first reason counts.
    stop,
    reason: () => reason,
    // The promise's result, or the reason for which the attempt was ended, even if the transport does not listen to the
    // signal.
    guard: <T>(promise: Promise<T>) =>
      new Promise<T>((resolve, fail) => {
        promise.then(resolve, fail);
        reject = fail;
        if (reason) fail(reason);
      }),
    headersCame() {
      answered = true;
    },
    // Stops the time limit until `resume`.
    pause() {
      clearTimeout(timer);
      left -= performance.now() - since;
    },
    resume() {
      since = performance.now();
      timer = setTimeout(onTimeout, left);
    },
    end() {
      underWay.delete(stop);
      clearTimeout(timer);
      interrupted.removeEventListener('abort', onInterrupt);
      request.until?.removeEventListener('abort', onUntil);
    },
  };
}
