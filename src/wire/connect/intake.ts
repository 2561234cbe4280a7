/** Backpressure at the socket, so that undici's parser never has to wait. */
import type { Socket } from 'node:net';

/** Control over the reading of a connection. */
export interface Intake {
  /** No more bytes are read until `release`: bytes stay with the operating system, and so with the peer. */
  pause(): void;
  release(): void;
}

/**
 * Takes control over what undici reads from a socket. A handler of undici 7 must not pause it by returning false from `onData`: if the
 * peer ends the connection meanwhile, it throws from a socket event (nodejs/undici issue 5360). From a paused socket it reads nothing,
 * not even the end, until the bytes before it were read.
 */
export function intakeOf(socket: Socket): Intake {
  const read = socket.read.bind(socket);
  let paused = false;
  socket.read = (size) => (paused ? null : read(size));
  return {
    pause() {
      paused = true;
    },
    release() {
      if (!paused) return;
      paused = false;
      // Later, because the parser may be at work now.
      process.nextTick(() => {
        if (!socket.destroyed) socket.emit('readable');
      });
    },
  };
}
