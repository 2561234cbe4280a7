import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDataHubReference, type DataHubReference } from '../../reference/data-hub/index.ts';
import { serve } from '../../reference/serve.ts';
import type { Handler } from '../../reference/types.ts';
import { walk } from './walk.ts';

const KINDS = ['empty', 'text', 'all-bytes', 'one-mib'];
const clock = (): number => Date.UTC(2026, 2, 4, 5, 6, 7);

describe('the reference data hub over HTTP', () => {
  let agent: Agent;
  beforeAll(() => {
    agent = new Agent();
  });
  afterAll(() => agent.close());

  /** A handler that asks a served one. */
  const asking =
    (url: string): Handler =>
    async ({ method, target, headers, body }) => {
      const { host: _host, ...sent } = headers;
      const ending = new AbortController();
      const response = await request(`${url}${target}`, {
        method,
        headers: sent,
        body: method === 'GET' ? null : body,
        dispatcher: agent,
        signal: ending.signal,
      });
      const pairs = Object.entries(response.headers).flatMap(([name, value]): [string, string][] =>
        [value ?? []].flat().map((each) => [name, each]),
      );
      const streaming = target.includes('/changes/metadata/') && response.statusCode < 300;
      if (!streaming)
        return { status: response.statusCode, headers: pairs, body: Buffer.from(await response.body.arrayBuffer()) };
      async function* read(signal: AbortSignal): AsyncIterable<Uint8Array> {
        signal.addEventListener('abort', () => ending.abort(), { once: true });
        try {
          yield* response.body as AsyncIterable<Uint8Array>;
        } catch (error) {
          if (!signal.aborted) throw error;
        }
      }
      return { status: response.statusCode, headers: pairs, body: read };
    };

  /** Walks through a served reference as through one that is called directly. */
  async function walkServed(reference: DataHubReference) {
    const servers = await Promise.all(
      [reference.identityProvider, reference.zone, reference.provider].map((handler) => serve(handler)),
    );
    const [auth = '', zone = '', provider = ''] = servers.map(({ url }) => url);
    const served: DataHubReference = {
      ...reference,
      identityProvider: asking(auth),
      zone: asking(zone),
      provider: asking(provider),
      settings: () => reference.settings({ auth, zone, provider }),
    };
    try {
      return await walk(served, KINDS, 400);
    } finally {
      await Promise.all(servers.map((server) => server.close()));
    }
  }

  test.each([
    '',
    'status-written-204',
    'coding-gzip',
    'coding-chunked',
    'oidc-token-6k named-token-6k',
    'stream-heartbeat-blank stream-event-stream',
    'headers-more headers-upper-case type-absent',
    'content-redirected space-name-odd ids-special',
  ])('contradicts nothing: %s', async (variants) => {
    const seen = await walkServed(createDataHubReference({ clock, variants: variants.split(' ').filter(Boolean) }));
    expect(seen.contradictions).toEqual([]);
    expect(seen.answered.has('subscribe-changes')).toBe(true);
    expect(seen.answered.has('get-handle')).toBe(true);
  });
});
