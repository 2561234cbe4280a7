/** Serves an embedded reference that responds to some operations, or all, in a hostile way. */

import { type AddressInfo, connect as connectTo, createServer, type Server, type Socket } from 'node:net';
import { referenceOf } from '../../../reference/index.ts';
import type { Handler } from '../../../reference/types.ts';
import { askedOperations } from '../../asked-operation.ts';
import type { ConnectionKind, HostileKind } from './types.ts';

/** Settings that keep a run short. */
const SHORT: Record<string, Record<string, string>> = {
  'ticket-bridge': { TICKET_BRIDGE_TICKET_WAIT_MS: '300' },
  transfer: { TRANSFER_CANCEL_WAIT_MS: '0' },
  'data-hub': { DATA_HUB_CHANGES_WAIT_MS: '200', DATA_HUB_OBJECT_WAIT_MS: '200' },
};

/** Layers of kinds that make a client wait. */
const WAITING: Set<string> = new Set(['tcp', 'tls', 'stream']);

/** All operations get the hostile response. */
export const EVERY = 'all';

/** Starts the reference on loopback. `env`: settings that point at it. */
export async function serveHostile(of: string, kind: HostileKind | undefined, operation: string = EVERY) {
  let count = 0;
  const operationOf = askedOperations(of);
  const short = {
    ASSAY_ALLOW_CREATE: 'all',
    ASSAY_REQUEST_TIMEOUT_MS: kind && WAITING.has(kind.layer) ? '800' : '4000',
    ...SHORT[of],
  };
  const around =
    (handler: Handler): Handler =>
    async (request) => {
      const response = await handler(request);
      const { body } = response;
      // Invalid credentials are still rejected: the responses are hostile, not the access control.
      if (!kind || !('spoil' in kind) || response.status >= 300 || !(body instanceof Uint8Array)) return response;
      if (operation !== EVERY && operationOf(request) !== operation) return response;
      // The content of a file may look like JSON; another content would contradict the document.
      if (
        kind.layer === 'json' &&
        !response.headers.some(([name, value]) => /^content-type$/i.test(name) && /json/i.test(value))
      )
        return response;
      count += 1;
      // The length is that of the legal body.
      const headers = response.headers.filter(([name]) => name.toLowerCase() !== 'content-length');
      const right = {
        request,
        response: { ...response, headers, body },
        count,
        text: Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1'),
      };
      return { ...right.response, ...kind.spoil(right) };
    };
  const started = await referenceOf(of).start({ around });
  if (!kind || !('connect' in kind)) return { env: { ...started.env, ...short }, close: () => started.close() };
  const fronts = new Map<string, Server>();
  const sockets = new Set<Socket>();
  const env: Record<string, string> = { ...started.env, ...short };
  for (const [name, value] of Object.entries(env)) {
    const origin = /^https?:\/\/127\.0\.0\.1:(\d+)/.exec(value);
    if (!origin) continue;
    const front = fronts.get(origin[0]) ?? (await openFront(kind, Number(origin[1]), sockets));
    fronts.set(origin[0], front);
    env[name] = value.replace(`:${origin[1]}`, `:${(front.address() as AddressInfo).port}`);
  }
  return {
    env,
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all([...fronts.values()].map((front) => new Promise((resolve) => front.close(resolve))));
      await started.close();
    },
  };
}

async function openFront({ connect }: ConnectionKind, port: number, sockets: Set<Socket>) {
  const keep = (socket: Socket) => {
    sockets.add(socket);
    return socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  };
  const front = createServer((client) => connect(keep(client), () => keep(connectTo(port, '127.0.0.1'))));
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  return front;
}
