/** Hostile texts: pages, words, bytes. */
import type { ReferenceRequest } from '../../../reference/types.ts';
import { kindsOf, type Spoil } from './types.ts';

const MIB = 1024 * 1024;

const page =
  (type: string, make: (text: string, request: ReferenceRequest) => string | Buffer, status?: number): Spoil =>
  ({ text, request }) => ({
    ...(status !== undefined && { status }),
    headers: [['Content-Type', type]],
    body: Buffer.from(make(text, request) as string, 'latin1'),
  });

const kind = kindsOf('text');

const words = (count: number, make = (at: number) => `distinct-word-${at.toString(36).padStart(10, '0')}`) =>
  Array.from({ length: count }, (_, at) => make(at)).join(' ');

export const TEXT_KINDS = [
  kind(
    'empty',
    'wrong',

    page('application/json', () => ''),
  ),
  kind(
    'html',
    'either',

    page('text/html', () => '<!doctype html><title>Sign in</title><form></form>'),
  ),
  kind(
    'sign-in-words',
    'either',

    page('text/html', () => `<!doctype html><p>${words(32_000)}</p>`),
  ),
  kind(
    'words-16-mb',
    'either',

    page('text/plain', () => words(670_000)),
  ),
  kind(
    'percent',
    'either',

    page('text/plain', () => '%25'.repeat((16 * MIB) / 3)),
  ),
  kind(
    'bytes',
    'either',

    page('application/octet-stream', () =>
      Buffer.from(Array.from({ length: 65_536 }, (_, at) => (at * 2_654_435_761) & 0xff))
        .toString('latin1')
        .repeat(256),
    ),
  ),
  kind(
    'token-like',
    'either',

    page('text/plain', () => 'eyJhbGciOiJub25lIn0.eyJ'.repeat((16 * MIB) / 23)),
  ),
  kind(
    'error-500-large',
    'either',

    page('text/plain', () => words(670_000), 500),
  ),
  kind(
    'error-echo',
    'either',
    page(
      'text/plain',
      (_, { method, target, body }) =>
        `Invalid request: ${method} ${target} ${Buffer.from(body).toString('latin1').slice(0, 5000)}`,
      400,
    ),
  ),
  kind(
    'echo-headers',
    'either',
    page(
      'text/plain',
      (_, { headers }) =>
        Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n'),
      400,
    ),
  ),
];
