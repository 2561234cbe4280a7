/** Serves references to a client. */
import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { Agent, request } from 'undici';
import { type ServeOptions, serveReferences } from '../../src/clients/serve.ts';
import type { Interface } from '../../src/contract/types.ts';
import { closing } from '../afterwards.ts';

export type Settings = Record<string, string>;

/** A client, which gets the settings that serving prints at its start. */
type Client = (settings: Settings, further: Settings) => Promise<unknown>;

export interface Answer {
  status: number;
  text: string;
  json: Record<string, unknown>;
}

/** Returns a function that sends requests to a service whose certificate is issued by the authority in a file. */
export function asking(ca = '', tls: ConnectionOptions = {}) {
  const dispatcher = closing(new Agent({ connect: { ca: readFileSync(ca, 'utf8'), ...tls } }));
  return async (
    method: string,
    url: string,
    sent: { headers?: Record<string, string>; body?: string } = {},
  ): Promise<Answer> => {
    const { statusCode: status, body } = await request(url, { method: method as 'GET', dispatcher, ...sent });
    const text = await body.text();
    return { status, text, json: text.startsWith('{') ? JSON.parse(text) : {} };
  };
}

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
