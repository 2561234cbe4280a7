/** Serves references to a client. */

import { type ServeOptions, serveReferences } from '../../src/clients/serve.ts';
import type { Interface } from '../../src/contract/types.ts';

export type Settings = Record<string, string>;

/** A client, which gets the settings that serving prints at its start. */
type Client = (settings: Settings, further: Settings) => Promise<unknown>;

/**
 * Serves until `client` has ended, or every operation of `once` was seen. Throws an error of the client, unless
 * everything was seen: it may still be reading its last response.
 */
export async function served(interfaces: Interface[], client: Client, options: Partial<ServeOptions> = {}) {
  const ending = new AbortController();
  let failure: unknown;
  let asking: Promise<unknown> = Promise.resolve();
  const results = await serveReferences({
    interfaces,
    signal: ending.signal,
    arrived: () => undefined,
    ...options,
    started: (settings, further, secret) => {
      options.started?.(settings, further, secret);
      asking = client(settings, further)
        .catch((error: unknown) => {
          failure = error;
        })
        .finally(() => {
          if (options.once === undefined || failure !== undefined) ending.abort();
        });
    },
  });
  await asking;
  if (failure !== undefined && results.exitCode !== 0) throw failure;
  return results;
}
