/** Throws errors outside of any stack of Assay, as a dependency with a defect does. */
import { channel } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** In an event of a connection, in a callback, and in a promise that no code awaits. */
type Disturbance = 'close' | 'readable' | 'rejection' | 'timer';

const SENT = channel('undici:client:sendHeaders');

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
  if (what === 'timer') setTimeout(fail, 0);
  else if (what === 'rejection') void Promise.reject(error());
  // Runs before undici's own listener, which is then not called.
  else socket.prependOnceListener(what, fail);
}
