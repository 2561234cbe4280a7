/** Hostile HTTP: content codings, redirects, statuses. */
import { gzipSync } from 'node:zlib';
import { type AnswerKind, kindsOf, type Spoil } from './types.ts';

const MIB = 1024 * 1024;

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
const gzipBomb = () => {
  bomb ??= Buffer.concat(Array.from({ length: 32 }, () => gzipSync(Buffer.alloc(64 * MIB, ' '))));
  return bomb;
};

const kind = kindsOf('http');

export const SEMANTIC_KINDS: readonly AnswerKind[] = [
  kind('gzip-bomb', 'unanswered', coded('gzip', gzipBomb)),
  kind(
    'gzip-broken',
    'unanswered',

    coded('gzip', (body) => Buffer.concat([Buffer.from('no gzip '), body])),
  ),
  kind(
    'gzip-legal',
    'legal',

    coded('gzip', (body) => gzipSync(body)),
  ),
  kind(
    'gzip-five-times',
    'unanswered',

    coded('gzip, gzip, gzip, gzip, gzip', (body) => body),
  ),
  kind('type-missing', 'either', ({ response }) => ({
    headers: response.headers.filter(([name]) => name.toLowerCase() !== 'content-type'),
  })),
  kind('redirect-loop', 'either', ({ request }) => ({
    status: 302,
    headers: [['Location', request.target]],
    body: Buffer.alloc(0),
  })),
  kind('redirect-elsewhere', 'either', () => ({
    status: 302,
    headers: [['Location', 'https://127.0.0.2:1/elsewhere']],
    body: Buffer.alloc(0),
  })),
  kind('redirect-file', 'either', () => ({
    status: 302,
    headers: [['Location', 'file:///etc/passwd']],
    body: Buffer.alloc(0),
  })),
  kind(
    'cookies',
    'legal',

    headed(...Array.from({ length: 100 }, (_, at) => ['Set-Cookie', `session${at}=secret-of-cookie-${at}`] as const)),
  ),
  kind('retry-after-year', 'unanswered', status(503, ['Retry-After', '31536000'])),
  kind('status-429', 'unanswered', status(429)),
  kind('down-after-4', 'unanswered', ({ count }) => (count > 4 ? { connection: 'reset' } : {})),
  kind('busy-after-4', 'unanswered', ({ count }) => (count > 4 ? { status: 502 } : {})),
  kind('refused-every-third', 'either', ({ count }) => (count % 3 === 0 ? { connection: 'reset' } : {})),
  kind('status-500', 'either', status(500)),
  kind('status-206', 'either', status(206, ['Content-Range', 'bytes 0-1/1000000'])),
];
