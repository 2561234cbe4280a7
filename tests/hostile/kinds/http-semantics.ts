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

let bomb: Buffer | undefined;
const gzipBomb = () => {
  bomb ??= Buffer.concat(Array.from({ length: 32 }, () => gzipSync(Buffer.alloc(64 * MIB, ' '))));
  return bomb;
};

const kind = kindsOf('http');

export const SEMANTIC_KINDS: readonly AnswerKind[] = [
  kind('gzip-bomb', 'unanswered', ({ response }) => ({
    headers: [...response.headers, ['Content-Encoding', 'gzip']],
    body: gzipBomb(),
  })),
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
  kind(
    'cookies',
    'legal',

    headed(...Array.from({ length: 100 }, (_, at) => ['Set-Cookie', `session${at}=secret-of-cookie-${at}`] as const)),
  ),
  kind('retry-after-year', 'unanswered', status(503, ['Retry-After', '31536000'])),
  kind('status-429', 'unanswered', status(429)),
  kind('refused-every-third', 'either', ({ count }) => (count % 3 === 0 ? { connection: 'reset' } : {})),
  kind('status-500', 'either', status(500)),
  kind('status-206', 'either', status(206, ['Content-Range', 'bytes 0-1/1000000'])),
];
