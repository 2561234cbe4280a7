/** Throws errors outside of any stack of Assay, as a dependency with a defect does. */
import { channel } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** Events of a connection, and callbacks scheduled when a request is sent. */
export const DISTURBANCES = ['readable', 'timer', 'close', 'immediate', 'end', 'tick', 'rejection', 'later'] as const;
export type Disturbance = (typeof DISTURBANCES)[number];

const SENT = channel('undici:client:sendHeaders');

/** Does `work`, and counts the requests that are sent meanwhile. */
export async function requestsSentBy<T>(work: () => Promise<T>): Promise<{ made: T; requests: number }> {
  let requests = 0;
  const counting = () => {
    requests += 1;
  };
  SENT.subscribe(counting);
  const made = await work().finally(() => SENT.unsubscribe(counting));
  return { made, requests };
}

/** Does `work`; when request number `at` is sent, throws an error in this way. */
export async function disturbing<T>(
  what: Disturbance,
  at: number,
  work: () => Promise<T>,
  error: () => Error = () => new Error('thrown by a test'),
) {
  let count = 0;
  const listener = (message: unknown) => {
    if (count++ === at) disturb(what, (message as { socket: Socket }).socket, error);
  };
  SENT.subscribe(listener);
  return work().finally(() => SENT.unsubscribe(listener));
}

function disturb(what: Disturbance, socket: Socket, error: () => Error) {
  const fail = () => {
    throw error();
  };
  switch (what) {
    case 'timer':
      setTimeout(fail, 0);
      break;
    case 'later':
      setTimeout(fail, 3);
      break;
    case 'immediate':
      setImmediate(fail);
      break;
    case 'tick':
      process.nextTick(fail);
      break;
    case 'rejection':
      void Promise.reject(error());
      break;
    default:
      // Runs before undici's own listener, which is then not called.
      socket.prependOnceListener(what, fail);
  }
}
