/** How messages are written, how bad credentials are refused, and connections that break. */
import { piecesOf } from '../../http-operators.ts';
import type { ReferenceResponse } from '../../types.ts';
import { by, type Change, type VariantLine as Line } from '../operators.ts';
import { problem, type Reply } from '../reply.ts';
import { declined, isLarge } from './conditions.ts';

/** Success is answered with these codes, by the kind of request. */
export const statuses = (codes: Partial<Record<Reply['kind'], number>>): Change =>
  by.reply({}, ({ kind, status }) => ({ status: codes[kind] ?? status }));
const typed = (make: (type: string) => string): Change =>
  by.response({}, ({ headers }) => ({
    headers: headers.map(
      ([name, value]) => [name, name.toLowerCase() === 'content-type' ? make(value) : value] as const,
    ),
  }));
const renamed = (make: (name: string) => string): Change =>
  by.response({}, ({ headers }) => ({ headers: headers.map(([name, value]) => [make(name), value] as const) }));
const rewritten = (make: (text: string) => string): Change => by.rewrite({}, make);
const inThirds = ({ body }: ReferenceResponse): Partial<ReferenceResponse> =>
  body instanceof Uint8Array && body.length > 0 ? { body: () => piecesOf(body, Math.ceil(body.length / 3)) } : {};
/** Bad tokens are refused so; bad grants are not. */
const refusing = (reply: Omit<Reply, 'kind'>): Change =>
  by.refuse({ when: ({ operation }) => operation !== 'token-grant' }, { kind: 'refusal', ...reply });
const refusingWith = (status: number): Change => refusing(problem(status, 'A valid token is required.'));
const RESET: Reply = { status: 503, kind: 'error', connection: 'reset' };
const badGrant = (change: Partial<Reply>): Change => by.refuse('token-grant', (reply) => ({ ...reply, ...change }));

export const HTTP: readonly Line[] = [
  ['status-made-200', 'what was made is answered 200', statuses({ made: 200, written: 200 })],
  ['status-made-201', 'what was made or written is answered 201', statuses({ made: 201, written: 201 })],
  ['status-made-202', 'what was made or written is answered 202', statuses({ made: 202, written: 202 })],
  ['status-made-203', 'what was made or written is answered 203', statuses({ made: 203, written: 203 })],
  ['status-written-200', 'what was written is answered 200', statuses({ written: 200 })],
  ['status-written-204', 'what was written is answered 204', statuses({ written: 204 })],
  ['status-read-203', 'what is read is answered 203', statuses({ read: 203 })],
  ['status-stream-201', 'a subscription is answered 201', statuses({ stream: 201 })],
  ['status-stream-202', 'a subscription is answered 202', statuses({ stream: 202 })],
  ['headers-lower-case', 'names of headers in lower case', renamed((name) => name.toLowerCase())],
  ['headers-upper-case', 'names of headers in upper case', renamed((name) => name.toUpperCase())],
  [
    'headers-more',
    'further headers, one of them twice',
    by.response({}, ({ headers }) => ({
      headers: [
        ...headers,
        ['Server', 'example/1'],
        ['Set-Cookie', 'a=b; Secure'],
        ['Set-Cookie', 'c=d; Secure'],
        ['X-Request-Id', '0000-17'],
        ['Strict-Transport-Security', 'max-age=31536000'],
      ],
    })),
  ],
  ['coding-gzip', 'bodies are compressed', by.coding({}, 'gzip')],
  ['coding-chunked', 'bodies come in chunks', by.response({}, inThirds)],
  ['type-absent', 'no Content-Type', by.header({ path: 'Content-Type' })],
  ['type-with-charset', 'Content-Type with a charset', typed((type) => `${type}; charset=UTF-8`)],
  ['type-text-for-json', 'JSON is called text/plain', typed((type) => type.replace('application/json', 'text/plain'))],
  [
    'type-problem-free',
    'JSON has a media type of the vendor',
    typed((type) => type.replace(/^application\/json$/, 'application/vnd.example.hub+json')),
  ],
  ['json-pretty', 'JSON is indented', rewritten((text) => JSON.stringify(JSON.parse(text), undefined, '  '))],
  ['json-newline', 'JSON ends in a line break', rewritten((text) => `${text}\r\n`)],
  [
    'json-escaped',
    'slashes and letters beyond ASCII are escaped in JSON',
    rewritten((text) =>
      text
        .replaceAll('/', '\\/')
        .replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ),
  ],
  ['answers-slow', 'each response is delayed by 15 ms', by.response({}, { delayMs: 15 })],
  ['refusal-403', 'invalid credentials are refused with 403', refusingWith(403)],
  ['refusal-400', 'invalid credentials are refused with 400', refusingWith(400)],
  ['refusal-404', 'invalid credentials are refused with 404', refusingWith(404)],
  ['refusal-419', 'invalid credentials are refused with 419', refusingWith(419)],
  ['refusal-500', 'invalid credentials break the service down', refusingWith(500)],
  [
    'refusal-302',
    'invalid credentials are sent to a page to sign in',
    refusing({ status: 302, headers: [['Location', '/login']] }),
  ],
  ['refusal-reset', 'invalid credentials close the connection', refusing({ status: 401, connection: 'reset' })],
  ['refusal-bare', 'invalid credentials are refused without a body', refusing({ status: 401 })],
  [
    'refusal-html',
    'invalid credentials are refused with a page',
    refusing({ status: 401, body: { text: '<html><body><h1>401</h1></body></html>', type: 'text/html' } }),
  ],
];

/** Connections that break, bad grants that are refused in odd ways. */
export const TROUBLE: readonly Line[] = [
  [
    'stream-reset',
    'the connection of a subscription breaks',
    declined('subscribe-changes', RESET),
    ['subscribe-changes/**'],
  ],
  ['identity-provider-down', 'the identity provider closes every connection', by.answer('token-grant', RESET), ['**']],
  [
    'named-token-reset',
    'the connection breaks where a token is named',
    declined('create-named-token', RESET),
    ['create-named-token/**'],
  ],
  ['grant-refusal-501', 'bad grants are refused with 501', badGrant({ status: 501 })],
  ['grant-refusal-503', 'bad grants are answered 503', badGrant({ status: 503 }), ['token-grant/refuses-*']],
  [
    'grant-refusal-reset',
    'bad grants close the connection',
    badGrant({ connection: 'reset' }),
    ['token-grant/refuses-*'],
  ],
  [
    'grant-refusal-text',
    'bad grants are refused with a plain text, status 200',
    badGrant({ status: 200, body: { text: 'No.\n', type: 'text/plain' } }),
  ],
  [
    'grant-refusal-json-text',
    'bad grants are refused with a JSON text, status 200',
    badGrant({ status: 200, body: { json: 'no' } }),
  ],
  ['grant-refusal-null', 'bad grants are refused with null', badGrant({ body: { json: null } })],
  ['grant-refusal-200', 'bad grants are refused with an error, status 200', badGrant({ status: 200 })],
  [
    'grant-refusal-object',
    'bad grants are refused with an error that is an object',
    badGrant({ body: { json: { error: { code: 17 } } } }),
  ],
  [
    'prefixed-token-for-naming-only',
    'the prefixed token is taken for naming a token alone',
    by.access({ lane: 'good-prefixed', when: ({ operation }) => operation !== 'create-named-token' }, 'refused'),
  ],
  [
    'gzip-and-close',
    'responses are coded with gzip, and each closes its connection',
    [by.coding({}, 'gzip'), by.header({ path: 'Connection' }, 'close')],
  ],
  [
    'large-files-refused',
    'large uploads are refused for their size',
    [
      declined('cdmi-write', problem(413, 'The body is too large.', 'tooLarge'), isLarge),
      declined('upload-file', problem(507, 'Not enough space.', 'full'), isLarge),
    ],
    ['*/read-back*/large'],
  ],
];
