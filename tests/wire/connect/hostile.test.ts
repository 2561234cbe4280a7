import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { SessionOptions } from '../../../src/wire/session/session.ts';
import type { Outcome, WireRequest } from '../../../src/wire/types.ts';
import { goneServer, httpServer, rawServer } from '../loopback.ts';
import { get, testSession } from '../session-options.ts';

const MIB = 1024 * 1024;

async function asked(url: string, options: Partial<SessionOptions> = {}, request: Partial<WireRequest> = {}) {
  return (await testSession(options).send(get(url, request))).outcome;
}

const textOf = (outcome: Outcome) => Buffer.from(outcome.body?.bytes ?? []).toString('latin1');

/** Starts a server that responds with this body, and states this content coding. */
const encoded = (coding: string, body: string | Uint8Array) =>
  httpServer((_, response) => response.writeHead(200, { 'Content-Encoding': coding }).end(body));

/** Sends an endless body byte by byte. */
const dripping = (socket: Socket) => {
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n');
  const timer = setInterval(() => socket.write('x'), 20);
  socket.on('close', () => clearInterval(timer));
};

describe('bodies', () => {
  test('one byte at a time ends with the time limit', async () => {
    const { url } = await rawServer(dripping);
    const outcome = await asked(url, {}, { timeoutMs: 500 });
    expect(outcome).toMatchObject({ phase: 'timeout', code: 'BODY_TIMEOUT', status: 200 });
    expect(textOf(outcome)).toMatch(/^x+$/);
  });

  test('a large one that drips ends with its time limit, and one that waited for it comes through', async () => {
    const large = Buffer.alloc(2 * MIB, 'a');
    const { url } = await httpServer((request, response) => {
      if (request.url === '/whole') return void setTimeout(() => response.end(large), 50);
      response.write(large);
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const session = testSession();
    const ended: string[] = [];
    const [drips, whole] = await Promise.all(
      ['/drips', '/whole'].map(async (path) => {
        const { outcome } = await session.send(get(url + path, { timeoutMs: 2000 }));
        ended.push(path);
        return outcome;
      }),
    );
    // Received in turn, so that memory for one is enough.
    expect(ended).toEqual(['/drips', '/whole']);
    expect(drips).toMatchObject({ kind: 'failure', phase: 'timeout', code: 'BODY_TIMEOUT', status: 200 });
    expect(whole).toMatchObject({ kind: 'answer', body: { size: large.length } });
  });

  test('one that declares 2 GiB is not read', async () => {
    const { url } = await rawServer((socket) =>
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${2 ** 31}\r\n\r\nabc`),
    );
    expect(await asked(url)).toMatchObject({
      phase: 'limit',
      code: 'BODY_TOO_LARGE',
      message: expect.stringContaining('2147483648'),
    });
  });

  test.each([
    ['gzip', gzipSync('packed text')],
    ['deflate', deflateSync('packed text')],
    ['br', brotliCompressSync('packed text')],
    ['deflate, gzip', gzipSync(deflateSync('packed text'))],
  ])('content coding %s is removed, its header kept', async (coding, packed) => {
    const { url } = await encoded(coding, packed);
    const outcome = await asked(url);
    expect(textOf(outcome)).toBe('packed text');
    expect(outcome.headers).toContainEqual(['Content-Encoding', coding]);
  });

  test.each([
    ['no coding', 'gzip', 'not gzip at all'],
    ['too many', 'gzip, gzip, gzip, gzip', gzipSync('x')],
    ['one that is cut', 'gzip', gzipSync('some text that is cut').subarray(0, 15)],
  ])('a body that is not what Content-Encoding says is a failure of the body: %s', async (_, coding, body) => {
    const { url } = await encoded(coding, body);
    expect(await asked(url)).toMatchObject({ phase: 'body', code: 'BAD_CONTENT_CODING', status: 200 });
  });
});

describe('messages that are broken', () => {
  const TIMEOUT = { phase: 'timeout' };
  const cases: [string, (socket: Socket) => void, object][] = [
    [
      'a header of 10 MB',
      (socket) => socket.write(`HTTP/1.1 200 OK\r\nX-Long: ${'h'.repeat(10 * MIB)}\r\n\r\n`),
      { phase: 'limit', code: 'HEADERS_TOO_LARGE' },
    ],
    ['no HTTP at all', (socket) => socket.end('SSH-2.0-OpenSSH\r\n'), { phase: 'headers', code: 'MALFORMED_HTTP' }],
    [
      '100 (Continue) that was not expected',
      (socket) => socket.end('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n'),
      { phase: 'headers', code: 'UNREQUESTED_CONTINUE' },
    ],
    ['a reset before the answer', (socket) => socket.resetAndDestroy(), { phase: 'headers', code: 'ECONNRESET' }],
    [
      'a reset inside the body',
      (socket) =>
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc', () =>
          setTimeout(() => socket.resetAndDestroy(), 30),
        ),
      { phase: 'body', code: 'ECONNRESET', status: 200 },
    ],
    [
      'a body shorter than declared',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'),
      { phase: 'body', status: 200 },
    ],
    [
      'a connection closed inside a chunk',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10\r\nabc'),
      { phase: 'body', status: 200 },
    ],
    ['headers that never end', (socket) => socket.write('HTTP/1.1 200 OK\r\nX-A: b\r\n'), TIMEOUT],
    ['silence', (socket) => socket.resume(), TIMEOUT],
    [
      'an upgrade nobody asked for',
      (socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
      { phase: 'headers' },
    ],
  ];
  test.each(cases)('%s', async (_, answer, expected) => {
    const { url } = await rawServer(answer);
    const timeoutMs = expected === TIMEOUT ? 200 : 1000;
    expect(await asked(url, {}, { timeoutMs })).toMatchObject({ kind: 'failure', ...expected });
  });

  test('more bytes than declared are not part of the answer, and do not spoil the next', async () => {
    const { url } = await rawServer((socket) =>
      socket.write(
        'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcdefHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil',
      ),
    );
    const session = testSession();
    for (let count = 0; count < 3; count++)
      expect(textOf((await session.send(get(url, { repeatable: true }))).outcome)).toBe('abc');
  });
});

describe('requests that cannot be sent', () => {
  test.each<[string, Partial<WireRequest>]>([
    ['a line break in a header', { headers: [['X-A', 'a\r\nB: c']] }],
    ['a character beyond Latin-1 in a header', { headers: [['X-A', '☃']] }],
    ['framing of its own', { headers: [['Transfer-Encoding', 'chunked']] }],
    ['a method that is none', { method: 'GE T', effect: 'cleanup' }],
  ])('%s fails by itself and occupies no place', async (_, request) => {
    const { url } = await httpServer((__, response) => response.end('fine'));
    const session = testSession({ concurrency: 1 });
    for (let count = 0; count < 6; count++)
      expect((await session.send(get(url, request))).outcome).toMatchObject({ phase: 'send', code: 'INVALID_REQUEST' });
    expect((await session.send(get(url))).outcome).toMatchObject({ status: 200 });
  });

  test('a URL that is none, a refused connection, a name that does not resolve', async () => {
    expect(await asked('nonsense')).toMatchObject({ phase: 'send', code: 'INVALID_URL' });
    expect(await asked((await goneServer()).url)).toMatchObject({ phase: 'connect', code: 'ECONNREFUSED' });
    expect(await asked('http://does-not-exist.invalid/')).toMatchObject({ phase: 'dns' });
  });

  const uploaded = (url: string, body: WireRequest['body']) =>
    asked(url, { allow: new Set(['files']) }, { method: 'PUT', effect: { creates: 'files' }, body });

  test('a source that fails while it is sent', async () => {
    const { url } = await httpServer((request, response) => request.resume().on('end', () => response.end()));
    const body = {
      open: async function* () {
        yield Buffer.from('a');
        throw new Error('file vanished');
      },
    };
    expect(await uploaded(url, body)).toMatchObject({ phase: 'send', code: 'BODY_SOURCE_FAILED' });
  });

  test('an answer that comes before the body was sent is an answer', async () => {
    const { url } = await httpServer((_, response) => response.writeHead(403, { Connection: 'close' }).end('no'));
    const body = {
      open: async function* () {
        for (let count = 0; count < 200; count++) {
          yield Buffer.alloc(64 * 1024);
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
      },
    };
    expect(await uploaded(url, body)).toMatchObject({ kind: 'answer', status: 403 });
  });
});
