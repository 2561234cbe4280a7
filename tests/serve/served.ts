/** Serves references while a client asks. */

import { type ServeOptions, serveReferences } from '../../src/clients/serve.ts';
import type { Interface } from '../../src/contract/types.ts';

export type Settings = Record<string, string>;

/** A client, with the settings that serving printed when it had started. */
type Client = (settings: Settings, further: Settings) => Promise<unknown>;

/**
 * Serves until `client` has ended, or until every operation of `once` was seen. Throws what the client threw, unless
 * everything was seen: it may still be reading its last response then.
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
