/** Hostile HTTP messages: framing and headers. */
import { type AnswerKind, kindsOf, type Right, type Spoil } from './types.ts';

const MIB = 1024 * 1024;

/** A status line, the legal headers without their framing, and further lines. */
function head({ response }: Right, lines: readonly string[], status = '200 OK'): string {
  const legal = response.headers
    .filter(([name]) => !/^(?:content-length|transfer-encoding|connection)$/i.test(name))
    .map((header) => header.join(': '));
  return `${[`HTTP/1.1 ${status}`, ...legal, 'Connection: close', ...lines].join('\r\n')}\r\n\r\n`;
}

/** Bytes, sent unchanged in place of an HTTP response; then the connection ends. */
const raw =
  (make: (right: Right) => string): Spoil =>
  (right) => ({ raw: Buffer.from(make(right), 'latin1') });

const framed = (lines: (length: number) => readonly string[], body: (text: string) => string = (text) => text): Spoil =>
  raw((right) => head(right, lines(right.text.length)) + body(right.text));

const chunked = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
const kind = kindsOf('http');

export const MESSAGE_KINDS: readonly AnswerKind[] = [
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
    'status-999',
    'either',
    'status 999',
    raw((right) => head(right, [`Content-Length: ${right.text.length}`], '999 What') + right.text),
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
    'header-no-colon',
    'unanswered',
    'a header line without a colon',
    framed((length) => ['nonsense', `Content-Length: ${length}`]),
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
    'chunk-cut',
    'unanswered',
    'a connection that ends within a chunk',
    framed(
      () => ['Transfer-Encoding: chunked'],
      (text) => `${(text.length + 50).toString(16)}\r\n${text}`,
    ),
  ),
  kind(
    'chunks-tiny',
    'legal',
    'chunks of one byte',
    framed(
      () => ['Transfer-Encoding: chunked'],
      (text) => `${[...text].map((byte) => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`,
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
    'no-framing',
    'legal',
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
];
