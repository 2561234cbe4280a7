import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { readEvidence, writeEvidence } from '../../../src/wire/evidence/evidence.ts';
import type { HarEntry } from '../../../src/wire/evidence/har.ts';
import type { Body, Exchange, Outcome } from '../../../src/wire/types.ts';
import { temporaryFolder } from '../../afterwards.ts';
import { anyText } from '../../any-text.ts';
import { exchange as exchangeOf } from '../../engine/exchanges.ts';

const bodyOf = (bytes: Uint8Array): Body => ({
  bytes,
  size: bytes.length,
  digest: createHash('sha256').update(bytes).digest('hex'),
  truncated: false,
});
const answer = (text: string): Outcome => ({
  kind: 'answer',
  status: 200,
  headers: [['Content-Type', 'application/json']],
  body: bodyOf(Buffer.from(text)),
});

const exchangeWith = (outcome: Outcome, change: Partial<Exchange> = {}) =>
  exchangeOf({
    ...{ id: 'e1', lane: 'token', probe: 'whoami', operation: 'whoami', outcome, at: 5, endedAt: 9 },
    request: { method: 'GET', url: 'https://a.test/whoami?x=1&x=2', headers: [['Accept', '*/*']], credential: 'good' },
    attempts: [{ url: 'https://a.test/whoami', startedAt: 5, endedAt: 9, timings: { connect: 1, wait: 2 }, outcome }],
    ...change,
  });

/** Returns a value with plain byte arrays in place of Buffers: to a reader, they are equal. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('hex')}`;
  if (Array.isArray(value)) return value.map(plain);
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]))
    : value;
}

const logOf = (at: string) =>
  (JSON.parse(readFileSync(join(at, 'evidence.har'), 'utf8')) as { log: { entries: HarEntry[] } }).log;

test('an arbitrary run reads back exactly as it was written', async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    anyText().map((text) => Buffer.from(text)),
    fc.integer({ min: 65_000, max: 66_000 }).map((size) => Buffer.alloc(size, size % 251)),
    fc.constant(Buffer.from('\ufeff{"a":1}')),
  );
  const headers = fc.array(fc.tuple(fc.string(), anyText()), { maxLength: 4 });
  const body = fc.tuple(bytes, fc.boolean(), fc.boolean()).map(
    ([bytes, truncated, raw]): Body => ({
      ...bodyOf(bytes),
      truncated,
      ...(raw ? { rawDigest: 'ab'.repeat(32) } : {}),
    }),
  );
  const outcome: fc.Arbitrary<Outcome> = fc.oneof(
    fc.record({ kind: fc.constant('answer'), status: fc.integer({ min: 100, max: 599 }), headers, body }),
    fc.record(
      {
        kind: fc.constant('failure'),
        phase: fc.constantFrom('tls', 'body', 'limit'),
        code: fc.string(),
        message: anyText(),
        status: fc.integer(),
        headers,
        body,
      },
      { requiredKeys: ['kind', 'phase', 'code', 'message'] },
    ),
  );
  const time = fc.integer({ min: 0, max: 1e6 });
  const timings = fc.record({ connect: time, send: time, wait: time, receive: time }, { requiredKeys: [] });
  const attempt = fc.record(
    {
      url: fc.string(),
      startedAt: time,
      endedAt: time,
      timings,
      outcome,
      tls: fc.record({ protocol: fc.string(), cipher: fc.string() }, { requiredKeys: ['protocol'] }),
    },
    { requiredKeys: ['url', 'startedAt', 'endedAt', 'timings', 'outcome'] },
  );
  const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as never);
  const exchange = fc
    .record({
      attempts: fc.array(attempt, { maxLength: 3 }),
      other: outcome,
      same: fc.boolean(),
      request: fc.record(
        { method: fc.string(), url: anyText(), headers, body, credential: fc.string() },
        { requiredKeys: ['method', 'url', 'headers', 'credential'] },
      ),
      params: fc.dictionary(fc.string(), fc.string()),
      origins: json,
      notes: json,
    })
    .map(({ attempts, other, same, ...rest }) =>
      exchangeWith((same ? attempts.at(-1)?.outcome : undefined) ?? other, { ...rest, attempts }),
    );
  const at = temporaryFolder();
  await fc.assert(
    fc.asyncProperty(fc.array(exchange, { maxLength: 5 }), json, async (exchanges, assay) => {
      await writeEvidence(at, { exchanges, assay, startedAt: '2026-01-02T03:04:05.000Z', version: '1.2.3' });
      const read = await readEvidence(at);
      expect(plain(read.exchanges)).toEqual(plain(exchanges));
      expect(read.assay).toEqual(assay);
      expect([read.startedAt, read.version]).toEqual(['2026-01-02T03:04:05.000Z', '1.2.3']);
    }),
    { numRuns: 60 },
  );
});

test('entries are HAR 1.2 as viewers read it', async () => {
  const at = temporaryFolder();
  const sent = bodyOf(Buffer.from('{"files":[]}'));
  const exchange = exchangeWith(answer('{"job_id":"x"}'), {});
  await writeEvidence(at, {
    exchanges: [
      {
        ...exchange,
        request: { ...exchange.request, method: 'POST', headers: [['Content-Type', 'application/json']], body: sent },
      },
    ],
    assay: { run: 1 },
    startedAt: '2026-01-02T03:04:05.000Z',
  });
  const log = logOf(at);
  expect(log).toMatchObject({ version: '1.2', creator: { name: 'assay' }, _assay: { run: 1 } });
  expect(log.entries[0]).toMatchObject({
    startedDateTime: '2026-01-02T03:04:05.005Z',
    time: 4,
    request: {
      method: 'POST',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headersSize: -1,
      bodySize: 12,
      queryString: [
        { name: 'x', value: '1' },
        { name: 'x', value: '2' },
      ],
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      postData: { mimeType: 'application/json', text: '{"files":[]}' },
    },
    response: {
      status: 200,
      content: { size: 14, mimeType: 'application/json', text: '{"job_id":"x"}' },
      redirectURL: '',
    },
    cache: {},
    timings: { connect: 1, send: 0, wait: 2, receive: 0 },
  });
});

test('bytes that are not text are base64; bodies over 64 KiB lie beside the file, once', async () => {
  const at = temporaryFolder();
  const large = answer('x'.repeat(70_000));
  const binary: Outcome = { kind: 'answer', status: 200, headers: [], body: bodyOf(Buffer.from([0xff, 0xfe, 0])) };
  await writeEvidence(at, {
    exchanges: [exchangeWith(large), exchangeWith(large, { id: 'e2' }), exchangeWith(binary, { id: 'e3' })],
    assay: null,
  });
  expect(readdirSync(join(at, 'bodies'))).toEqual([createHash('sha256').update('x'.repeat(70_000)).digest('hex')]);
  expect(logOf(at).entries[2]?.response.content).toMatchObject({ text: '//4A', encoding: 'base64' });
  expect(readFileSync(join(at, 'evidence.har'), 'utf8').length).toBeLessThan(20_000);
  expect(readdirSync(at).sort()).toEqual(['bodies', 'evidence.har']);
});

test('what cannot be read is explained', async () => {
  const at = temporaryFolder();
  const file = join(at, 'evidence.har');
  await expect(readEvidence(at)).rejects.toThrow(/evidence\.har": no such file or directory/);
  const broken = [
    ['{"log":', /Cannot read the evidence ".*": it is not JSON/],
    ['[]', /log\.entries is missing/],
    ['{"log":{"entries":[]}}', /not one that Assay wrote/],
    ['{"log":{"_format":"assay-evidence/1","entries":[{}]}}', /entry 1: it has no _assay member/],
    ['{"log":{"_format":"assay-evidence/1","entries":[null]}}', /entry 1/],
  ] as const;
  for (const [content, message] of broken) {
    writeFileSync(file, content);
    await expect(readEvidence(file)).rejects.toThrow(message);
  }
  await writeEvidence(at, { exchanges: [exchangeWith(answer('y'.repeat(70_000)))], assay: null });
  const [body = ''] = readdirSync(join(at, 'bodies'));
  writeFileSync(join(at, 'bodies', body), 'z'.repeat(70_000));
  await expect(readEvidence(at)).rejects.toThrow(/was changed/);
  rmSync(join(at, 'bodies', body));
  await expect(readEvidence(at)).rejects.toThrow(/cannot read its body .*: no such file/);
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(body, '../../etc/passwd'));
  await expect(readEvidence(at)).rejects.toThrow(/does not name a body/);
});

test('where it cannot be written, the earlier evidence stays and the error says where and why', async () => {
  const at = temporaryFolder();
  await writeEvidence(at, { exchanges: [], assay: 'earlier' });
  const unwritable = {
    toJSON: () => {
      throw new Error('refused');
    },
  };
  await expect(writeEvidence(at, { exchanges: [], assay: unwritable })).rejects.toThrow(
    `Cannot write the evidence to ${JSON.stringify(at)}: refused`,
  );
  expect((await readEvidence(at)).assay).toBe('earlier');
  expect(readdirSync(at)).toEqual(['evidence.har']);
  const file = join(at, 'file');
  writeFileSync(file, '');
  await expect(writeEvidence(join(file, 'below'), { exchanges: [], assay: null })).rejects.toThrow(/: not a directory/);
});

test.runIf(existsSync('/dev/full'))('a full disk is named', async () => {
  const { symlinkSync } = await import('node:fs');
  const at = temporaryFolder();
  symlinkSync('/dev/full', join(at, 'evidence.har.part'));
  await expect(writeEvidence(at, { exchanges: [], assay: 'x' })).rejects.toThrow(/no space left on device/);
});
