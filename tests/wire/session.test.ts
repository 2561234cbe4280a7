import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { openLedger } from '../../src/wire/ledger.ts';
import type { Session, SessionOptions } from '../../src/wire/session.ts';
import type { Transport, TransportAnswer, TransportRequest, WireRecord } from '../../src/wire/types.ts';
import { WireError } from '../../src/wire/wire-error.ts';
import { httpServer, type Loopback } from './loopback.ts';
import { get, testSession } from './session-options.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

function session(options: Partial<SessionOptions> = {}): Session & ReturnType<typeof testSession> {
  const made = testSession(options);
  open.push(made);
  return made;
}

async function server(...parameters: Parameters<typeof httpServer>): Promise<Loopback> {
  const made = await httpServer(...parameters);
  open.push(made);
  return made;
}

const bodyOf = async function* (text: string): AsyncIterable<Uint8Array> {
  if (text !== '') yield Buffer.from(text);
};

/** Answers from a list; a WireError in it is thrown. */
function scripted(
  ...script: (WireError | { status: number; headers?: [string, string][]; body?: string })[]
): Transport & { readonly seen: TransportRequest[] } {
  const seen: TransportRequest[] = [];
  return {
    seen,
    async send(request): Promise<TransportAnswer> {
      seen.push(request);
      const next = script.shift() ?? { status: 200 };
      if (next instanceof WireError) throw next;
      return { status: next.status, headers: next.headers ?? [], body: bodyOf(next.body ?? '') };
    },
    close: async () => undefined,
  };
}

const statuses = (record: WireRecord): (number | string)[] => record.attempts.map(({ outcome }) => (outcome.kind === 'answer' ? outcome.status : outcome.code));

describe('what is recorded', () => {
  test('status, headers in order and case, body, digest and timings of an answer', async () => {
    const { url } = await server((_, response) => {
      response.writeHead(201, ['X-First', 'one', 'x-SECOND', 'two', 'X-First', 'three', 'Content-Type', 'text/plain']);
      response.end('hello');
    });
    const record = await session().send(get(`${url}/path?q=1`, { headers: [['X-Asked', 'yes']] }));
    expect(record.outcome).toMatchObject({
      kind: 'answer',
      status: 201,
      body: { size: 5, truncated: false, digest: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824' },
    });
    if (record.outcome.kind !== 'answer') return;
    expect(Buffer.from(record.outcome.body.bytes).toString()).toBe('hello');
    expect(record.outcome.headers.slice(0, 3)).toEqual([
      ['X-First', 'one'],
      ['x-SECOND', 'two'],
      ['X-First', 'three'],
    ]);
    expect(record.request).toMatchObject({ method: 'GET', url: `${url}/path?q=1`, credential: 'none' });
    expect(record.request.headers).toContainEqual(['X-Asked', 'yes']);
    expect(Object.keys(record.attempts[0]?.timings ?? {})).toEqual(expect.arrayContaining(['connect', 'send', 'wait', 'receive']));
  });

  test('a secret in URL, headers, bodies and messages is nowhere in the record', async () => {
    const secret = 'tok-5ecret/value+é';
    const { url } = await server((request, response) => {
      response.setHeader('X-Echo', encodeURIComponent(secret));
      response.end(JSON.stringify({ url: request.url, authorization: secret }));
    });
    const wire = session();
    wire.redactor.add(secret, 'token');
    const record = await wire.send(
      get(`${url}/?t=${encodeURIComponent(secret)}`, {
        method: 'POST',
        body: Buffer.from(`token=${secret}`),
        headers: [['X-Token', Buffer.from(secret).toString('base64')]],
      }),
    );
    const written = JSON.stringify(record, (_, value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : value));
    expect(wire.redactor.findSecrets(Buffer.from(written))).toEqual([]);
    expect(written.match(/\[redacted:token\]/g)?.length).toBeGreaterThanOrEqual(5);
    expect(record.outcome).toMatchObject({ kind: 'answer', status: 200 });
    expect((record.outcome as { body: object }).body).not.toHaveProperty('rawDigest');
  });

  test('what a credential carries is redacted without being named', async () => {
    const { url } = await server((request, response) => response.end(request.headers.authorization));
    const record = await session().send(get(url, { credential: { name: 'garbage', headers: [['Authorization', 'Bearer not-a-real-token']] } }));
    expect(record.request.headers).toContainEqual(['Authorization', 'Bearer [redacted:garbage]']);
    expect(Buffer.from((record.outcome as { body: { bytes: Uint8Array } }).body.bytes).toString()).toBe('Bearer [redacted:garbage]');
  });

  test('a value that an answer makes secret is not recorded', async () => {
    const transport = scripted({ status: 200, body: '{"access_token":"fresh-from-the-provider"}' });
    const record = await session({ transport }).send(
      get('http://a.test/', { secrets: (body) => [String((JSON.parse(Buffer.from(body).toString()) as { access_token: unknown }).access_token)] }),
    );
    expect(Buffer.from((record.outcome as { body: { bytes: Uint8Array } }).body.bytes).toString()).toBe('{"access_token":"[redacted:received]"}');
  });

  test('a streamed upload is counted and digested, not kept', async () => {
    let received = 0;
    const { url } = await server((request, response) =>
      request
        .on('data', (chunk: Buffer) => {
          received += chunk.length;
        })
        .on('end', () => response.end()),
    );
    const chunk = Buffer.alloc(64 * 1024, 1);
    const record = await session({ allow: new Set(['files']) }).send(
      get(url, {
        method: 'PUT',
        effect: { creates: 'files' },
        body: {
          size: chunk.length * 32,
          open: async function* () {
            for (let count = 0; count < 32; count++) yield chunk;
          },
        },
      }),
    );
    expect(received).toBe(2 * 1024 * 1024);
    expect(record.request.body).toMatchObject({
      size: 2 * 1024 * 1024,
      truncated: true,
      rawDigest: createHash('sha256')
        .update(Buffer.alloc(2 * 1024 * 1024, 1))
        .digest('hex'),
    });
    expect(record.request.body?.bytes.length).toBe(0);
  });

  test('a streamed answer is handed on as it comes; its first 64 KiB are kept', async () => {
    const { url } = await server((_, response) => response.end(Buffer.alloc(300_000, 'x')));
    let seen = 0;
    const record = await session().send(
      get(url, {
        onChunk: (chunk) => {
          seen += chunk.length;
          return undefined;
        },
      }),
    );
    expect(seen).toBe(300_000);
    expect(record.outcome).toMatchObject({ kind: 'answer', body: { size: 300_000, truncated: true } });
    expect((record.outcome as { body: { bytes: Uint8Array } }).body.bytes.length).toBe(65_536);
  });

  test('a held-open answer that is ended by us is an answer', async () => {
    const { url } = await server((_, response) => {
      response.write('first\n');
    });
    const until = new AbortController();
    const record = await session().send(
      get(url, {
        until: until.signal,
        onChunk: () => {
          until.abort();
          return undefined;
        },
      }),
    );
    expect(record.outcome).toMatchObject({ kind: 'answer', status: 200, body: { size: 6 } });
    const closed = await session().send(get(url, { onChunk: () => false }));
    expect(closed.outcome).toMatchObject({ kind: 'answer', status: 200, body: { size: 6 } });
  });
});

describe('safety ceiling', () => {
  test('nothing is sent that may create what is not allowed', async () => {
    const transport = scripted();
    const wire = session({ transport, allow: new Set(['files']) });
    const outcomes = await Promise.all([
      wire.send(get('http://a.test/', { method: 'POST', effect: { creates: 'jobs' } })),
      wire.send(get('http://a.test/', { method: 'DELETE', effect: 'read' })),
    ]);
    expect(transport.seen).toEqual([]);
    expect(outcomes.map(({ outcome }) => (outcome.kind === 'failure' ? [outcome.phase, outcome.code] : outcome))).toEqual([
      ['refused-by-safety', 'CREATION_NOT_ALLOWED'],
      ['refused-by-safety', 'METHOD_NOT_A_READ'],
    ]);
    await wire.send(get('http://a.test/', { method: 'PUT', effect: { creates: 'files' } }));
    await wire.send(get('http://a.test/', { method: 'DELETE', effect: 'cleanup' }));
    expect(transport.seen.map(({ method }) => method)).toEqual(['PUT', 'DELETE']);
  });

  test('the ledger knows of a creation before it is sent, and forgets one that was refused', async () => {
    const ledger = openLedger();
    const pendingWhenSent: number[] = [];
    const inner = scripted({ status: 403 }, { status: 201 }, new WireError('timeout', 'HEADERS_TIMEOUT', 'late'));
    const transport: Transport = {
      ...inner,
      send: (request) => {
        pendingWhenSent.push(ledger.pending().length);
        return inner.send(request);
      },
    };
    const wire = session({ transport, ledger, allow: new Set(['jobs']) });
    const create = (name: string) => wire.send(get('http://a.test/', { method: 'POST', effect: { creates: 'jobs' }, ledger: { kind: 'jobs', name } }));
    await create('refused');
    expect(ledger.pending()).toEqual([]);
    const made = await create('made');
    await create('unknown');
    expect(pendingWhenSent).toEqual([1, 1, 2]);
    expect(ledger.pending().map(({ name }) => name)).toEqual(['made', 'unknown']);
    expect(made.ledger).toBe(ledger.pending()[0]?.id);
  });

  test('a creation whose ledger line cannot be written is not sent', async () => {
    const transport = scripted();
    const ledger = {
      ...openLedger(),
      open: () => {
        throw new Error('no space left');
      },
    };
    const record = await session({ transport, ledger, allow: new Set(['jobs']) }).send(
      get('http://a.test/', { effect: { creates: 'jobs' }, ledger: { kind: 'jobs', name: 'x' } }),
    );
    expect(transport.seen).toEqual([]);
    expect(record.outcome).toMatchObject({ phase: 'refused-by-safety', code: 'LEDGER_NOT_WRITTEN' });
  });
});

describe('retries', () => {
  test.each([408, 425, 429, 502, 503, 504, 507])('a repeatable request is sent at most three times on %i', async (status) => {
    const transport = scripted({ status }, { status }, { status }, { status });
    const record = await session({ transport }).send(get('http://a.test/', { repeatable: true }));
    expect(statuses(record)).toEqual([status, status, status]);
  });

  test('500 is tried once more, 404 and requests that are not repeatable not at all', async () => {
    expect(statuses(await session({ transport: scripted({ status: 500 }, { status: 500 }) }).send(get('http://a.test/', { repeatable: true })))).toEqual([
      500, 500,
    ]);
    expect(statuses(await session({ transport: scripted({ status: 404 }) }).send(get('http://a.test/', { repeatable: true })))).toEqual([404]);
    expect(statuses(await session({ transport: scripted({ status: 503 }) }).send(get('http://a.test/')))).toEqual([503]);
  });

  test('lost connections are tried again only where that is wanted', async () => {
    const reset = (): WireError => new WireError('headers', 'ECONNRESET', 'reset');
    expect(statuses(await session({ transport: scripted(reset()) }).send(get('http://a.test/', { repeatable: true })))).toEqual(['ECONNRESET', 200]);
    expect(statuses(await session({ transport: scripted(reset()), retryResets: false }).send(get('http://a.test/', { repeatable: true })))).toEqual([
      'ECONNRESET',
    ]);
    const refused = new WireError('connect', 'ECONNREFUSED', 'refused');
    expect(statuses(await session({ transport: scripted(refused, refused, refused) }).send(get('http://a.test/', { repeatable: true })))).toEqual([
      'ECONNREFUSED',
      'ECONNREFUSED',
      'ECONNREFUSED',
    ]);
    const expired = new WireError('tls', 'CERT_HAS_EXPIRED', 'expired');
    expect(statuses(await session({ transport: scripted(expired) }).send(get('http://a.test/', { repeatable: true })))).toEqual(['CERT_HAS_EXPIRED']);
  });

  test('Retry-After is honoured up to its limit, but not beyond the end of the run', async () => {
    const busy = { status: 503, headers: [['Retry-After', '1000']] as [string, string][] };
    let clock = 0;
    const limited = session({ transport: scripted(busy), retryAfterLimitMs: 20, now: () => clock++ });
    expect(statuses(await limited.send(get('http://a.test/', { repeatable: true })))).toEqual([503, 200]);
    const ending = session({ transport: scripted(busy), retryAfterLimitMs: 5000, endsAt: 1000, now: () => clock++ });
    expect(statuses(await ending.send(get('http://a.test/', { repeatable: true })))).toEqual([503]);
  });
});

describe('concurrency', () => {
  test('no more than the limit at once, higher priority first, first come first among equals', async () => {
    const order: string[] = [];
    let running = 0;
    let most = 0;
    const transport: Transport = {
      async send(request) {
        order.push(new URL(request.url).pathname.slice(1));
        most = Math.max(most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running--;
        return { status: 200, headers: [], body: bodyOf('') };
      },
      close: async () => undefined,
    };
    const wire = session({ transport, concurrency: 2 });
    await Promise.all(
      [
        ['a', 0],
        ['b', 5],
        ['c', 1],
        ['d', 5],
        ['e', 9],
        ['f', 0],
      ].map(([name, priority]) => wire.send(get(`http://a.test/${name}`, { priority: Number(priority) }))),
    );
    expect(most).toBe(2);
    expect(order).toEqual(['e', 'b', 'd', 'c', 'a', 'f']);
  });
});

describe('redirects', () => {
  const to = (location: string, status = 302) => ({ status, headers: [['Location', location]] as [string, string][] });

  test('are followed for GET only, and only when asked', async () => {
    expect(statuses(await session({ transport: scripted(to('/b')) }).send(get('http://a.test/', { redirects: 'follow' })))).toEqual([302, 200]);
    expect(statuses(await session({ transport: scripted(to('/b')) }).send(get('http://a.test/')))).toEqual([302]);
    expect(statuses(await session({ transport: scripted(to('/b', 307)) }).send(get('http://a.test/', { redirects: 'follow', method: 'POST' })))).toEqual([307]);
  });

  test('five at most; never from https to http; never to something else', async () => {
    const loop = await session({ transport: scripted(...Array.from({ length: 9 }, () => to('/again'))) }).send(get('http://a.test/', { redirects: 'follow' }));
    expect(statuses(loop)).toEqual([302, 302, 302, 302, 302, 'TOO_MANY_REDIRECTS']);
    expect(loop.outcome).toMatchObject({ phase: 'redirect', status: 302 });
    expect((await session({ transport: scripted(to('http://a.test/')) }).send(get('https://a.test/', { redirects: 'follow' }))).outcome).toMatchObject({
      code: 'REDIRECT_DOWNGRADE',
    });
    expect((await session({ transport: scripted(to('file:///etc/passwd')) }).send(get('http://a.test/', { redirects: 'follow' }))).outcome).toMatchObject({
      code: 'REDIRECT_INVALID',
    });
  });

  test('no credential goes to another origin, not even after coming back', async () => {
    const transport = scripted(to('https://b.test/x'), to('https://a.test/y'));
    const wire = session({ transport });
    wire.redactor.add('planted-secret', 'other');
    await wire.send(
      get('https://a.test/', {
        redirects: 'follow',
        headers: [
          ['X-Plain', 'stays'],
          ['X-Copy', 'planted-secret'],
          ['Cookie', 'a=b'],
        ],
        credential: { name: 'good', headers: [['Authorization', 'Bearer abcdefghijkl']], tls: { cert: 'c', key: 'k' } },
      }),
    );
    const names = transport.seen.map(({ headers }) => headers.map(([name]) => name).filter((name) => !['User-Agent', 'Accept'].includes(name)));
    expect(names).toEqual([['X-Plain', 'X-Copy', 'Cookie', 'Authorization'], ['X-Plain'], ['X-Plain']]);
    expect(transport.seen.map(({ credential }) => credential.tls !== undefined)).toEqual([true, false, false]);
  });
});

describe('interruption', () => {
  test('ends what runs and what waits; clean-up goes on until its grace is over', async () => {
    const interrupt = new AbortController();
    const transport: Transport = {
      send: (request) => (request.method === 'DELETE' ? Promise.resolve({ status: 204, headers: [], body: bodyOf('') }) : new Promise(() => undefined)),
      close: async () => undefined,
    };
    const wire = session({ transport, concurrency: 1, signal: interrupt.signal });
    const running = wire.send(get('http://a.test/1', { repeatable: true }));
    const waiting = wire.send(get('http://a.test/2'));
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    interrupt.abort();
    expect((await running).outcome).toMatchObject({ phase: 'aborted', code: 'INTERRUPTED' });
    expect((await waiting).attempts).toEqual([]);
    wire.beginCleanup(60_000);
    expect((await wire.send(get('http://a.test/', { method: 'DELETE', effect: 'cleanup' }))).outcome).toMatchObject({ status: 204 });
    expect((await wire.send(get('http://a.test/'))).outcome).toMatchObject({ phase: 'aborted' });
  });

  test('clean-up that hangs is ended when its grace is over', async () => {
    const transport: Transport = { send: () => new Promise(() => undefined), close: async () => undefined };
    const wire = session({ transport });
    wire.beginCleanup(10);
    expect((await wire.send(get('http://a.test/', { method: 'DELETE', effect: 'cleanup' }))).outcome).toMatchObject({ phase: 'aborted' });
  });
});
