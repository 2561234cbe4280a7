/** Lawful variants of messages: status codes, headers, framing, content codings, the text of JSON, redirects, delays. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { ReferenceResponse } from '../types.ts';
import { errorResponse } from './answers.ts';
import type { Asked, Behaviour, VariantDefinition } from './behaviour.ts';
import { onHeaders, onText, variant, variants, withStatus, withType } from './variant.ts';

/** Seen on the wire only: run over TLS. */
const TLS = { tags: ['tls'] };

export const messageVariants = (): VariantDefinition[] => [
  ...statuses(),
  ...headers(),
  ...framing(),
  ...jsonTexts(),
  ...detours(),
];

const statuses = (): VariantDefinition[] => [
  ...[201, 202, 203, 207, 299].map((status) =>
    variant(`status-${status}`, `every success is ${status}`, withStatus(status)),
  ),
  variant('submit-201-location', 'a submission is answered 201 with a Location', {
    answer: (response, asked) =>
      asked.operation === 'submit-job' && response.status === 200
        ? { ...response, status: 201, headers: [...response.headers, ['Location', '/jobs/new']] }
        : response,
  }),
  variant(
    'submit-202',
    'a submission is answered 202',
    withStatus(202, ({ operation }) => operation === 'submit-job'),
  ),
];

const MANY_HEADERS = Array.from({ length: 40 }, (_, i) => [`X-More-${i}`, 'x'.repeat(100)] as const);
const JSON_TYPES: readonly (readonly [id: string, title: string, type: string | undefined])[] = [
  ['type-with-charset', 'media type with a charset', 'application/json; charset=utf-8'],
  ['type-in-capitals', 'media type in capitals', 'Application/JSON;Charset="UTF-8"'],
  ['type-problem', 'a media type that ends in +json', 'application/vnd.transfer.v3+json'],
  ['type-text', 'JSON called plain text', 'text/plain'],
  ['type-html', 'JSON called HTML, as old services do', 'text/html; charset=utf-8'],
  ['type-octets', 'JSON called octets', 'application/octet-stream'],
  ['type-none', 'no media type', undefined],
];
const namesIn = (spell: (name: string) => string): Behaviour =>
  onHeaders((list) => list.map(([name, value]) => [spell(name), value]));
const behind = (name: string, value: string): Behaviour => onHeaders((list) => [...list, [name, value]]);

const headers = (): VariantDefinition[] => [
  ...variants(
    [
      ['headers-lower-case', 'names of headers in lower case', namesIn((name) => name.toLowerCase())],
      ['headers-upper-case', 'names of headers in upper case', namesIn((name) => name.toUpperCase())],
    ],
    TLS,
  ),
  ...variants([
    [
      'headers-many',
      'many more headers, some twice',
      onHeaders((list) => [
        ['Server', 'reference'],
        ['Set-Cookie', 'a=1; Secure'],
        ['Set-Cookie', 'b=2; Secure'],
        ...list,
        ['Vary', 'Accept, Authorization'],
        ['Strict-Transport-Security', 'max-age=1'],
        ['ETag', '"1"'],
        ['Cache-Control', 'no-store'],
        ...MANY_HEADERS,
      ]),
    ],
    ['date-of-another-year', 'the clock of the server is wrong', behind('Date', 'Thu, 01 Jan 1970 00:00:00 GMT')],
    ...JSON_TYPES.map(([id, title, type]) => [id, title, withType(type)] as const),
  ]),
  variant('connection-close', 'the connection ends after each answer', behind('Connection', 'close'), TLS),
];

/** A stream of pieces of a body. */
const inPieces =
  (size: number): Required<Pick<Behaviour, 'answer'>>['answer'] =>
  (response) => {
    const { body } = response;
    if (!(body instanceof Uint8Array) || body.length === 0 || response.status === 204) return response;
    const pieces = async function* (): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
    };
    return { ...response, body: pieces };
  };

/** Compresses if the request's Accept-Encoding allows it or is absent. */
const coded =
  (coding: string, encode: (body: Uint8Array) => Uint8Array): Required<Pick<Behaviour, 'answer'>>['answer'] =>
  (response, { request }) => {
    const accepted = request.headers['accept-encoding'];
    if (
      !(response.body instanceof Uint8Array) ||
      response.body.length === 0 ||
      (accepted !== undefined && !accepted.includes(coding))
    )
      return response;
    return { ...response, headers: [...response.headers, ['Content-Encoding', coding]], body: encode(response.body) };
  };

const framing = (): VariantDefinition[] =>
  variants(
    [
      ['chunked', 'bodies in chunks', { answer: inPieces(100) }],
      ['chunked-by-the-byte', 'bodies in chunks of a byte', { answer: inPieces(1) }],
      ['gzip', 'bodies compressed with gzip', { answer: coded('gzip', gzipSync) }],
      ['deflate', 'bodies compressed with deflate', { answer: coded('deflate', deflateSync) }],
      ['brotli', 'bodies compressed with brotli', { answer: coded('br', brotliCompressSync) }],
    ],
    TLS,
  );

const escaped = (text: string): string =>
  text.replace(/[A-Za-z]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
const inStrings = (change: (inner: string) => string) => (text: string) =>
  text.replace(/"((?:[^"\\]|\\.)*)"/g, (_all, inner: string) => `"${change(inner)}"`);

const integers = (after: string) => onText((text) => text.replace(/:(-?\d+)(?=[,}])/g, `:$1${after}`));

const jsonTexts = (): VariantDefinition[] =>
  variants([
    ['pretty', 'JSON over several lines', onText((text) => JSON.stringify(JSON.parse(text), null, 4))],
    [
      'white-space',
      'white space around and within JSON',
      onText((text) => `\r\n\t ${text.replaceAll(',"', ' ,\n\t"')} \r\n`),
    ],
    ['unicode-escapes', 'letters of strings and names escaped', onText(inStrings(escaped))],
    ['escaped-slashes', 'slashes escaped', onText(inStrings((inner) => inner.replaceAll('/', '\\/')))],
    [
      'members-reversed',
      'members of objects in another order',
      onText((text) => JSON.stringify(JSON.parse(text, reversed))),
    ],
    ['integers-with-a-point', 'integers written as 3.0', integers('.0')],
    ['integers-with-an-exponent', 'integers written as 3e0', integers('E+0')],
  ]);

const reversed = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).reverse())
    : value;

/** A GET is redirected within the origin, once. */
const redirect = (status: number, absolute: boolean): Behaviour => {
  const prefix = '/elsewhere';
  return {
    target: (target) => (target.startsWith(prefix) ? target.slice(prefix.length) : target),
    instead: ({ request }) => {
      if (request.method !== 'GET' || request.target.startsWith(prefix)) return undefined;
      const origin = absolute && request.headers.host ? `https://${request.headers.host}` : '';
      return { status, headers: [['Location', `${origin}${prefix}${request.target}`]], body: new Uint8Array() };
    },
  };
};

/** The first reading of each operation is put off. */
const putOff = (status: number): Behaviour => ({
  instead: ({ request, earlier }: Asked): ReferenceResponse | undefined =>
    request.method === 'GET' && earlier === 0 ? errorResponse(status, 'later', [['Retry-After', '0']]) : undefined,
});

const detours = (): VariantDefinition[] => [
  ...[301, 302, 307, 308].map((status) =>
    variant(`redirect-${status}`, `readings are redirected within the origin, ${status}`, redirect(status, false)),
  ),
  variant(
    'redirect-absolute',
    'readings are redirected to an absolute address of the same origin',
    redirect(307, true),
    TLS,
  ),
  variant('first-503', 'the first reading of each operation is put off with 503 and Retry-After', putOff(503)),
  variant('first-429', 'the first reading of each operation is put off with 429 and Retry-After', putOff(429)),
  variant('slow', 'each answer takes 30 ms', { answer: (response) => ({ ...response, delayMs: 30 }) }, TLS),
];
