/** A port that stays free between two servers. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Returns a port of 127.0.0.1 on which no server listens, below the range that the system uses for connections and for
 * servers without a fixed port.
 */
export async function freePort() {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(20_000, 30_000);
    const free = await new Promise<boolean>((resolve) => {
      const server = createServer()
        .once('error', () => resolve(false))
        .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (free) return port;
  }
  throw new Error('no port between 20000 and 30000 is free');
}
