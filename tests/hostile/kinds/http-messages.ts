/** Hostile HTTP messages: framing and headers. */
import { kindsOf, type Right, type Spoil } from './types.ts';

const MIB = 1024 * 1024;

/** Returns a status line, the legal headers without framing, and further lines. */
function head({ response }: Right, lines: string[], status = '200 OK') {
  const legal = response.headers
    .filter(([name]) => !/^(?:content-length|transfer-encoding|connection)$/i.test(name))
    .map((header) => header.join(': '));
  return `${[`HTTP/1.1 ${status}`, ...legal, 'Connection: close', ...lines].join('\r\n')}\r\n\r\n`;
}

/** Returns a response of unchanged bytes in place of an HTTP response; then the connection ends. */
const raw =
  (make: (right: Right) => string): Spoil =>
  (right) => ({ raw: Buffer.from(make(right), 'latin1') });

const framed = (lines: (length: number) => string[], body: (text: string) => string = (text) => text): Spoil =>
  raw((right) => head(right, lines(right.text.length)) + body(right.text));

const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
const kind = kindsOf('http');

export const MESSAGE_KINDS = [
  kind(
    'not-http',
    'unanswered',

    raw(() => 'SSH-2.0-OpenSSH_9.2\r\n'),
  ),
  kind(
    'half-header',
    'unanswered',

    raw(() => 'HTTP/1.1 200 OK\r\nContent-Ty'),
  ),
  kind('empty-response', 'unanswered', () => ({ connection: 'reset' })),
  kind(
    'status-999',
    'either',

    raw((right) => head(right, [`Content-Length: ${right.text.length}`], '999 What') + right.text),
  ),
  kind(
    'status-100-forever',
    'unanswered',

    raw(() => 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000)),
  ),
  kind(
    'headers-100000',
    'unanswered',

    framed((length) => [...Array.from({ length: 1e5 }, (_, at) => `X-${at}: v`), `Content-Length: ${length}`]),
  ),
  kind(
    'length-too-long',
    'unanswered',

    framed((length) => [`Content-Length: ${length + 9}`]),
  ),
  kind(
    'length-too-short',
    'either',

    framed((length) => [`Content-Length: ${Math.max(0, length - 9)}`]),
  ),
  kind(
    'length-huge',
    'unanswered',

    framed(() => [`Content-Length: ${2 ** 31}`]),
  ),
  kind(
    'length-and-chunks',
    'either',

    framed((length) => [`Content-Length: ${length}`, 'Transfer-Encoding: chunked'], chunked),
  ),
  kind(
    'chunks-tiny',
    'legal',

    framed(
      () => ['Transfer-Encoding: chunked'],
      (text) => `${[...text].map((byte) => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`,
    ),
  ),
  kind(
    'chunk-extension',
    'either',

    framed(
      () => ['Transfer-Encoding: chunked'],
      (text) => `${text.length.toString(16)};${'e'.repeat(MIB)}\r\n${text}\r\n0\r\n\r\n`,
    ),
  ),
  kind(
    'no-framing',
    'legal',

    framed(() => []),
  ),
];
