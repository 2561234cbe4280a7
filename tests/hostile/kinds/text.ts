/** Hostile texts: pages, words, bytes. */
import type { AnswerKind, Makes, Spoil } from './types.ts';

const MIB = 1024 * 1024;

const page =
  (type: string, make: (text: string) => string | Buffer, status?: number): Spoil =>
  ({ text }) => ({
    ...(status !== undefined && { status }),
    headers: [['Content-Type', type]],
    body: Buffer.from(make(text) as string, 'latin1'),
  });

const kind = (id: string, makes: Makes, title: string, spoil: Spoil): AnswerKind => ({
  id: `text/${id}`,
  layer: 'text',
  makes,
  title,
  spoil,
});

const words = (
  count: number,
  make = (at: number): string => `distinct-word-${at.toString(36).padStart(10, '0')}`,
): string => Array.from({ length: count }, (_, at) => make(at)).join(' ');

export const TEXT_KINDS: readonly AnswerKind[] = [
  kind(
    'empty',
    'wrong',
    'an empty body',
    page('application/json', () => ''),
  ),
  kind(
    'html',
    'either',
    'an HTML page',
    page('text/html', () => '<!doctype html><title>Sign in</title><form></form>'),
  ),
  kind(
    'html-16-mb',
    'either',
    'an HTML page of 16 MiB',
    page('text/html', () => `<!doctype html>${'<p>text</p>'.repeat((16 * MIB) / 11)}`),
  ),
  kind(
    'sign-in-words',
    'either',
    'a sign-in page of 0.8 MB of distinct words',
    page('text/html', () => `<!doctype html><p>${words(32_000)}</p>`),
  ),
  kind(
    'words-16-mb',
    'either',
    '16 MiB of distinct words',
    page('text/plain', () => words(670_000)),
  ),
  kind(
    'lines-million',
    'either',
    'a million lines',
    page('text/plain', () => words(1e6, (at) => `${at}\n`)),
  ),
  kind(
    'line-16-mb',
    'either',
    'a line of 16 MiB',
    page('text/plain', () => 'l'.repeat(16 * MIB)),
  ),
  kind(
    'blanks-16-mb',
    'either',
    '16 MiB of blanks',
    page('text/plain', () => ' '.repeat(16 * MIB)),
  ),
  kind(
    'breaks-16-mb',
    'either',
    '16 MiB of line breaks',
    page('text/plain', () => '\r\n'.repeat(8 * MIB)),
  ),
  kind(
    'backslashes',
    'either',
    '16 MiB of backslashes',
    page('text/plain', () => '\\'.repeat(16 * MIB)),
  ),
  kind(
    'percent',
    'either',
    '16 MiB of percent escapes of percent signs',
    page('text/plain', () => '%25'.repeat((16 * MIB) / 3)),
  ),
  kind(
    'ampersands',
    'either',
    '16 MiB of character references',
    page('text/html', () => '&#38;'.repeat((16 * MIB) / 5)),
  ),
  kind(
    'bytes',
    'either',
    '16 MiB of random bytes',
    page('application/octet-stream', () =>
      Buffer.from(Array.from({ length: 65_536 }, (_, at) => (at * 2_654_435_761) & 0xff))
        .toString('latin1')
        .repeat(256),
    ),
  ),
  kind(
    'nul',
    'either',
    '16 MiB of NUL',
    page('application/json', () => '\0'.repeat(16 * MIB)),
  ),
  kind(
    'base64-like',
    'either',
    '16 MiB that looks like base64',
    page('text/plain', () => 'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo'.repeat((16 * MIB) / 35)),
  ),
  kind(
    'token-like',
    'either',
    '16 MiB that looks like tokens',
    page('text/plain', () => 'eyJhbGciOiJub25lIn0.eyJ'.repeat((16 * MIB) / 23)),
  ),
  kind(
    'error-500-large',
    'either',
    '500 with 16 MiB of text',
    page('text/plain', () => words(670_000), 500),
  ),
  kind(
    'error-403-html',
    'either',
    '403 with a page',
    page('text/html', () => `<p>${words(32_000)}</p>`, 403),
  ),
  kind('error-echo', 'either', '400 that repeats the request', ({ request }) => ({
    status: 400,
    headers: [['Content-Type', 'text/plain']],
    body: Buffer.from(
      `Invalid request: ${request.method} ${request.target} ${Buffer.from(request.body).toString('latin1').slice(0, 5000)}`,
      'latin1',
    ),
  })),
  kind('echo-headers', 'either', '400 that repeats the headers', ({ request }) => ({
    status: 400,
    headers: [['Content-Type', 'text/plain']],
    body: Buffer.from(
      Object.entries(request.headers)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n'),
      'latin1',
    ),
  })),
  kind(
    'commands',
    'either',
    'commands of CI runners',
    page(
      'text/plain',
      () => '::error::hostile\n::stop-commands::x\n##[error]x\n##vso[task.complete result=Succeeded;]',
      500,
    ),
  ),
  kind(
    'escapes',
    'either',
    'terminal escape sequences',
    page('text/plain', () => '\u001b[2J\u001b]0;title\u0007\u009b31m', 500),
  ),
  kind(
    'markup',
    'either',
    'markup of every report',
    page('text/plain', () => '<script>alert(1)</script>|a|b|\n# x\n]]>&<!--', 500),
  ),
];
