/** A session for tests: everything in memory, short waits. */

import { createUndiciTransport } from '../../src/wire/connect/undici-transport.ts';
import { createRedactor, type Redactor } from '../../src/wire/secrets/redaction.ts';
import { openLedger } from '../../src/wire/session/ledger.ts';
import { Session, type SessionOptions } from '../../src/wire/session/session.ts';
import type { WireCredential, WireRequest } from '../../src/wire/types.ts';
import { closing } from '../afterwards.ts';

const NOBODY: WireCredential = { name: 'none' };

/** Returns a session over real connections, closed at the end of the test or file. */
export function testSession(options: Partial<SessionOptions> = {}): Session & { redactor: Redactor } {
  const redactor = options.redactor ?? createRedactor();
  const begun = performance.now();
  const session = new Session({
    transport: createUndiciTransport({ caFor: () => undefined, proxy: {}, connectTimeoutMs: 5000 }),
    redactor,
    ledger: openLedger(),
    runId: 'test',
    now: () => performance.now() - begun,
    allow: new Set(),
    signal: new AbortController().signal,
    concurrency: 4,
    requestTimeoutMs: 30_000,
    backoffMs: 1,
    endsAt: Number.POSITIVE_INFINITY,
    defaultHeaders: [
      ['User-Agent', 'assay'],
      ['Accept', '*/*'],
    ],
    ...options,
  });
  return closing(Object.assign(session, { redactor }));
}

/** Returns a GET that is not sent twice. */
export function get(url: string, options: Partial<WireRequest> = {}): WireRequest {
  return {
    method: 'GET',
    url,
    headers: [],
    credential: NOBODY,
    effect: 'read',
    repeatable: false,
    redirects: 'stop',
    priority: 0,
    ...options,
  };
}
