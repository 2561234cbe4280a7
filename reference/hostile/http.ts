/** Hostile HTTP: framing, headers, statuses, codings, redirects. */
import { gzipSync } from 'node:zlib';
import type { AnswerKind, Makes, Right, Spoil } from './types.ts';

const MIB = 1024 * 1024;

const head = (right: Right, lines: readonly string[], status = '200 OK'): string =>
  `${[`HTTP/1.1 ${status}`, `Content-Type: ${typeOf(right)}`, 'Connection: close', ...lines].join('\r\n')}\r\n\r\n`;

const typeOf = ({ response }: Right): string => response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'application/octet-stream';

/** Octets as they are, in place of an HTTP answer; then the connection ends. */
const raw =
  (make: (right: Right) => string): Spoil =>
  (right) => ({ raw: Buffer.from(make(right), 'latin1') });

const framed = (lines: (length: number) => readonly string[], body: (text: string) => string = (text) => text): Spoil =>
  raw((right) => head(right, lines(right.text.length)) + body(right.text));

const headed =
  (...headers: (readonly [string, string])[]): Spoil =>
  ({ response }) => ({ headers: [...response.headers, ...headers] });

const status =
  (code: number, ...headers: (readonly [string, string])[]): Spoil =>
  ({ response }) => ({ status: code, headers: [...response.headers, ...headers] });

const coded =
  (coding: string, make: (body: Uint8Array) => Uint8Array): Spoil =>
  ({ response }) => ({ headers: [...response.headers, ['Content-Encoding', coding]], body: make(response.body) });

let bomb: Buffer | undefined;
const gzipBomb = (): Buffer => {
  bomb ??= Buffer.concat(Array.from({ length: 32 }, () => gzipSync(Buffer.alloc(64 * MIB, ' '))));
  return bomb;
};

const chunked = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
const kind = (id: string, makes: Makes, title: string, spoil: Spoil): AnswerKind => ({ id: `http/${id}`, layer: 'http', makes, title, spoil });

export const HTTP_KINDS: readonly AnswerKind[] = [
  kind(
    'not-http',
    'unanswered',
    'another protocol',
    raw(() => 'SSH-2.0-OpenSSH_9.2\r\n'),
  ),
  kind(
    'half-header',
    'unanswered',
    'a connection that ends within the headers',
    raw(() => 'HTTP/1.1 200 OK\r\nContent-Ty'),
  ),
  kind('empty-response', 'unanswered', 'a connection that ends without an answer', () => ({ connection: 'reset' })),
  kind(
    'version-0-9',
    'unanswered',
    'a body without a status line',
    raw(({ text }) => text),
  ),
  kind(
    'version-9',
    'unanswered',
    'HTTP/9.9',
    raw((right) => head(right, []).replace('1.1', '9.9') + right.text),
  ),
  kind(
    'status-999',
    'either',
    'status 999',
    raw((right) => head(right, [`Content-Length: ${right.text.length}`], '999 What') + right.text),
  ),
  kind(
    'status-letters',
    'unanswered',
    'a status of letters',
    raw((right) => head(right, [], 'abc OK') + right.text),
  ),
  kind(
    'status-100-forever',
    'unanswered',
    'a thousand times 100 Continue',
    raw(() => 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000)),
  ),
  kind(
    'status-101',
    'unanswered',
    'an upgrade',
    raw(() => 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
  ),
  kind(
    'header-10-mb',
    'unanswered',
    'a header of 10 MiB',
    framed((length) => [`X-Long: ${'a'.repeat(10 * MIB)}`, `Content-Length: ${length}`]),
  ),
  kind(
    'headers-100000',
    'unanswered',
    '100,000 headers',
    framed((length) => [...Array.from({ length: 1e5 }, (_, at) => `X-${at}: v`), `Content-Length: ${length}`]),
  ),
  kind(
    'headers-1000',
    'either',
    'a thousand headers',
    framed((length) => [...Array.from({ length: 1e3 }, (_, at) => `X-${at}: v`), `Content-Length: ${length}`]),
  ),
  kind(
    'header-control',
    'either',
    'control characters in a header',
    framed((length) => ['X-A: \u0001\u0002', `Content-Length: ${length}`]),
  ),
  kind(
    'header-no-colon',
    'unanswered',
    'a header line without a colon',
    framed((length) => ['nonsense', `Content-Length: ${length}`]),
  ),
  kind(
    'header-folded',
    'either',
    'a folded header',
    framed((length) => ['X-A: a\r\n b', `Content-Length: ${length}`]),
  ),
  kind(
    'length-too-long',
    'unanswered',
    'Content-Length is larger than the body',
    framed((length) => [`Content-Length: ${length + 9}`]),
  ),
  kind(
    'length-too-short',
    'either',
    'Content-Length is smaller than the body',
    framed((length) => [`Content-Length: ${Math.max(0, length - 9)}`]),
  ),
  kind(
    'length-twice',
    'unanswered',
    'two lengths that differ',
    framed((length) => [`Content-Length: ${length}`, 'Content-Length: 3']),
  ),
  kind(
    'length-negative',
    'unanswered',
    'a negative length',
    framed(() => ['Content-Length: -1']),
  ),
  kind(
    'length-huge',
    'unanswered',
    'a length of 2 GiB',
    framed(() => [`Content-Length: ${2 ** 31}`]),
  ),
  kind(
    'length-and-chunks',
    'either',
    'a length and chunks',
    framed((length) => [`Content-Length: ${length}`, 'Transfer-Encoding: chunked'], chunked),
  ),
  kind(
    'chunk-letters',
    'unanswered',
    'a chunk whose size is not a number',
    framed(
      () => ['Transfer-Encoding: chunked'],
      (text) => `zz\r\n${text}\r\n0\r\n\r\n`,
    ),
  ),
  kind(
    'chunk-larger',
    'unanswered',
    'a chunk larger than it says',
    framed(
      () => ['Transfer-Encoding: chunked'],
      (text) => `1\r\n${text}xx\r\n0\r\n\r\n`,
    ),
  ),
  kind(
    'chunk-cut',
    'unanswered',
    'a connection that ends within a chunk',
    framed(
      () => ['Transfer-Encoding: chunked'],
      (text) => `${(text.length + 50).toString(16)}\r\n${text}`,
    ),
  ),
  kind(
    'chunk-no-end',
    'unanswered',
    'chunks without an end',
    framed(
      () => ['Transfer-Encoding: chunked'],
      (text) => `${text.length.toString(16)}\r\n${text}\r\n`,
    ),
  ),
  kind(
    'chunks-tiny',
    'lawful',
    'chunks of one octet',
    framed(
      () => ['Transfer-Encoding: chunked'],
      (text) => `${[...text].map((octet) => `1\r\n${octet}\r\n`).join('')}0\r\n\r\n`,
    ),
  ),
  kind(
    'chunk-extension',
    'either',
    'a chunk extension of 1 MiB',
    framed(
      () => ['Transfer-Encoding: chunked'],
      (text) => `${text.length.toString(16)};${'e'.repeat(MIB)}\r\n${text}\r\n0\r\n\r\n`,
    ),
  ),
  kind(
    'transfer-coding',
    'either',
    'an unknown transfer coding',
    framed((length) => ['Transfer-Encoding: exotic', `Content-Length: ${length}`]),
  ),
  kind(
    'no-framing',
    'lawful',
    'a body that ends with the connection',
    framed(() => []),
  ),
  kind(
    'pipelined',
    'either',
    'a second answer behind the first',
    framed(
      (length) => [`Content-Length: ${length}`],
      (text) => `${text}HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil`,
    ),
  ),
  kind('gzip-bomb', 'unanswered', 'two MiB of gzip that hold two GiB', coded('gzip', gzipBomb)),
  kind(
    'gzip-broken',
    'unanswered',
    'a body that is not gzip',
    coded('gzip', (body) => Buffer.concat([Buffer.from('no gzip '), body])),
  ),
  kind(
    'gzip-cut',
    'unanswered',
    'half of a gzip body',
    coded('gzip', (body) => gzipSync(body).subarray(0, 15)),
  ),
  kind(
    'gzip-lawful',
    'lawful',
    'a gzip body',
    coded('gzip', (body) => gzipSync(body)),
  ),
  kind(
    'gzip-five-times',
    'unanswered',
    'five codings',
    coded('gzip, gzip, gzip, gzip, gzip', (body) => body),
  ),
  kind(
    'coding-unknown',
    'either',
    'an unknown coding',
    coded('rot13', (body) => body),
  ),
  kind('type-missing', 'either', 'no Content-Type', ({ response }) => ({
    headers: response.headers.filter(([name]) => name.toLowerCase() !== 'content-type'),
  })),
  kind('type-nonsense', 'either', 'a Content-Type that is not one', ({ response }) => ({
    headers: [...response.headers.filter(([name]) => name.toLowerCase() !== 'content-type'), ['Content-Type', ';;;charset="']],
  })),
  kind('redirect-loop', 'either', 'a redirect to itself', ({ request }) => ({ status: 302, headers: [['Location', request.target]], body: Buffer.alloc(0) })),
  kind('redirect-elsewhere', 'either', 'a redirect to another origin', () => ({
    status: 302,
    headers: [['Location', 'https://127.0.0.2:1/elsewhere']],
    body: Buffer.alloc(0),
  })),
  kind('redirect-nowhere', 'either', 'a redirect without an address', () => ({ status: 302, headers: [], body: Buffer.alloc(0) })),
  kind('redirect-broken', 'either', 'a redirect to no address', () => ({ status: 302, headers: [['Location', 'http://[::']], body: Buffer.alloc(0) })),
  kind('redirect-file', 'either', 'a redirect to a file', () => ({ status: 302, headers: [['Location', 'file:///etc/passwd']], body: Buffer.alloc(0) })),
  kind(
    'cookies',
    'lawful',
    'a thousand cookies',
    headed(...Array.from({ length: 100 }, (_, at) => ['Set-Cookie', `session${at}=secret-of-cookie-${at}`] as const)),
  ),
  kind('retry-after-year', 'unanswered', '503 with Retry-After of a year', status(503, ['Retry-After', '31536000'])),
  kind('retry-after-nonsense', 'unanswered', '503 with a Retry-After that is not a number', status(503, ['Retry-After', 'later'])),
  kind('status-429', 'unanswered', '429', status(429)),
  kind('status-502', 'unanswered', '502', status(502)),
  kind('status-504', 'unanswered', '504', status(504)),
  kind('down-after-9', 'unanswered', 'goes down after nine answers', ({ count }) => (count > 9 ? { connection: 'reset' } : {})),
  kind('busy-after-9', 'unanswered', '502 after nine answers', ({ count }) => (count > 9 ? { status: 502 } : {})),
  kind('refused-every-third', 'either', 'every third connection is reset', ({ count }) => (count % 3 === 0 ? { connection: 'reset' } : {})),
  kind('status-500', 'either', '500', status(500)),
  kind('status-206', 'either', '206', status(206, ['Content-Range', 'bytes 0-1/1000000'])),
  kind('status-304', 'either', '304', status(304)),
];
