/** Sends requests by the transport of the service that they are for. */
import type { Transport } from '../types.ts';

/**
 * Returns a transport that hands each request to the one whose address it begins with, else to `usual`.
 * @param own base addresses without a trailing slash, with their transports
 */
export function routedTransport(usual: Transport, own: ReadonlyMap<string, Transport>): Transport {
  if (own.size === 0) return usual;
  return {
    send(request) {
      const found = [...own].find(([base]) => request.url === base || request.url.startsWith(`${base}/`));
      return (found?.[1] ?? usual).send(request);
    },
    async close() {
      await Promise.all([usual, ...new Set(own.values())].map((transport) => transport.close()));
    },
  };
}
