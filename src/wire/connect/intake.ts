/** Backpressure at the socket, so that undici's parser never has to wait. */
import type { Socket } from 'node:net';

/** Control over the reading of a connection. */
export interface Intake {
  /** No more bytes are read until `release`: bytes stay with the operating system, and so with the peer. */
  pause(): void;
  release(): void;
}

/**
 * Takes control over what undici reads from a socket. A handler of undici 7 must not return false from `onData` to
 * pause the socket: if the peer then ends the connection, undici throws from a socket event (nodejs/undici issue 5360).
 * While this control pauses the socket, undici reads neither bytes nor the end of the connection.
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
