import { createHash } from 'node:crypto';
import { httpServer } from '../loopback.ts';
import { get, testSession } from '../session-options.ts';

describe('what is recorded', () => {
  test('status, headers in order and case, body, digest and timings of an answer', async () => {
    const { url } = await httpServer((_, response) => {
      response.writeHead(201, ['X-First', 'one', 'x-SECOND', 'two', 'X-First', 'three', 'Content-Type', 'text/plain']);
      response.end('hello');
    });
    const record = await testSession().send(get(`${url}/path?q=1`, { headers: [['X-Asked', 'yes']] }));
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
    expect(Object.keys(record.attempts[0]?.timings ?? {})).toEqual(
      expect.arrayContaining(['connect', 'wait', 'receive']),
    );
  });

  test('a secret in URL, headers, bodies and messages is nowhere in the record', async () => {
    const secret = 'tok-5ecret/value+é';
    const { url } = await httpServer((request, response) => {
      response.setHeader('X-Echo', encodeURIComponent(secret));
      response.end(JSON.stringify({ url: request.url, authorization: secret }));
    });
    const wire = testSession();
    wire.redactor.add(secret, 'token');
    const record = await wire.send(
      get(`${url}/?t=${encodeURIComponent(secret)}`, {
        method: 'POST',
        body: Buffer.from(`token=${secret}`),
        headers: [['X-Token', Buffer.from(secret).toString('base64')]],
      }),
    );
    const written = JSON.stringify(record, (_, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : value,
    );
    expect(wire.redactor.findSecrets(Buffer.from(written))).toEqual([]);
    expect(written.match(/\[redacted:token\]/g)?.length).toBeGreaterThanOrEqual(5);
    expect(record.outcome).toMatchObject({ kind: 'answer', status: 200 });
    expect((record.outcome as { body: object }).body).not.toHaveProperty('rawDigest');
  });

  test('what a credential carries is redacted without being named', async () => {
    const { url } = await httpServer((request, response) => response.end(request.headers.authorization));
    const record = await testSession().send(
      get(url, { credential: { name: 'garbage', headers: [['Authorization', 'Bearer not-a-real-token']] } }),
    );
    expect(record.request.headers).toContainEqual(['Authorization', 'Bearer [redacted:garbage]']);
    expect(Buffer.from((record.outcome as { body: { bytes: Uint8Array } }).body.bytes).toString()).toBe(
      'Bearer [redacted:garbage]',
    );
  });

  test('a streamed upload is counted and digested, not kept', async () => {
    let received = 0;
    const { url } = await httpServer((request, response) =>
      request
        .on('data', (chunk: Buffer) => {
          received += chunk.length;
        })
        .on('end', () => response.end()),
    );
    const chunk = Buffer.alloc(64 * 1024, 1);
    const record = await testSession({ allow: new Set(['files']) }).send(
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

  test('a held-open answer that is ended by us is an answer', async () => {
    const { url } = await httpServer((_, response) => {
      response.write('first\n');
    });
    const until = new AbortController();
    const record = await testSession().send(
      get(url, {
        until: until.signal,
        onChunk: () => {
          until.abort();
          return undefined;
        },
      }),
    );
    expect(record.outcome).toMatchObject({ kind: 'answer', status: 200, body: { size: 6 } });
    const closed = await testSession().send(get(url, { onChunk: () => false }));
    expect(closed.outcome).toMatchObject({ kind: 'answer', status: 200, body: { size: 6 } });
  });
});
