/** Forms of messages and of rejections of invalid credentials, and connections that break. */
import { each, series } from '../../change.ts';
import { adding, hasBody, piecesOf, SPELLINGS, unicodeEscape } from '../../http-operators.ts';
import type { ReferenceResponse } from '../../types.ts';
import { by, type Change, type VariantTable } from '../operators.ts';
import { problem, type Reply } from '../reply.ts';
import { declined, isLarge } from './conditions.ts';

/** Operations whose status codes of success may differ, by kind. */
const KINDS = {
  made: /^create-/,
  written: /^(?:cdmi-write|upload-file)$/,
  stream: /^subscribe-/,
  read: /^(?:get-|list-|cdmi-list|lookup-)/,
} as const;
type Kind = keyof typeof KINDS;
/** Returns the change of the status codes of success, by kind of operation. */
export const statuses = (codes: Partial<Record<Kind, number>>): Change =>
  by.reply({}, ({ status }, { operation = '' }) => {
    const kind = Object.keys(codes).find((each) => KINDS[each as Kind].test(operation));
    return { status: codes[kind as Kind] ?? status };
  });
const typed = (make: (type: string) => string) =>
  by.response({}, ({ headers }) => ({
    headers: headers.map(
      ([name, value]) => [name, name.toLowerCase() === 'content-type' ? make(value) : value] as const,
    ),
  }));
const rewritten = (make: (text: string) => string) => by.rewrite({}, make);
const inThirds = (response: ReferenceResponse) =>
  hasBody(response) ? { body: () => piecesOf(response.body, Math.ceil(response.body.length / 3)) } : {};
/** Rejects invalid tokens with this reply, but not invalid grants. */
const refusing = (reply: Reply) => by.refuse({ when: ({ operation }) => operation !== 'token-grant' }, reply);
const RESET: Reply = { status: 503, connection: 'reset' };
const badGrant = (change: Partial<Reply>) => by.refuse('token-grant', (reply) => ({ ...reply, ...change }));

export const HTTP: VariantTable = {
  ...series('status-made-', [200, 201, 202, 203], (code) => statuses({ made: code, written: code })),
  ...series('status-written-', [200, 204], (written) => statuses({ written })),
  'status-read-203': statuses({ read: 203 }),
  ...series('status-stream-', [201, 202], (stream) => statuses({ stream })),
  ...each(SPELLINGS, (spell) => by.response({}, spell)),
  'headers-more': by.response(
    {},
    adding(
      ['Server', 'example/1'],
      ['Set-Cookie', 'a=b; Secure'],
      ['Set-Cookie', 'c=d; Secure'],
      ['X-Request-Id', '0000-17'],
      ['Strict-Transport-Security', 'max-age=31536000'],
    ),
  ),
  'coding-gzip': by.coding({}, 'gzip'),
  'coding-chunked': by.response({}, inThirds),
  'type-absent': by.header({ path: 'Content-Type' }),
  'type-with-charset': typed((type) => `${type}; charset=UTF-8`),
  'type-text-for-json': typed((type) => type.replace('application/json', 'text/plain')),
  'type-problem-free': typed((type) => type.replace(/^application\/json$/, 'application/vnd.example.hub+json')),
  'json-pretty': rewritten((text) => JSON.stringify(JSON.parse(text), undefined, '  ')),
  'json-newline': rewritten((text) => `${text}\r\n`),
  'json-escaped': rewritten((text) => text.replaceAll('/', '\\/').replace(/[^ -~]/g, unicodeEscape)),
  'answers-slow': by.response({}, { delayMs: 15 }),
  ...series('refusal-', [403, 400, 404, 419, 500], (status) => refusing(problem(status, 'A valid token is required.'))),
  'refusal-302': refusing({ status: 302, headers: [['Location', '/login']] }),
  'refusal-reset': refusing({ status: 401, connection: 'reset' }),
  'refusal-bare': refusing({ status: 401 }),
  'refusal-html': refusing({
    status: 401,
    body: { text: '<html><body><h1>401</h1></body></html>', type: 'text/html' },
  }),
  'zone-forbidden': [
    by.decline(
      { when: ({ request: { target } }) => /^\/api\/v3\/zone\/(?!user\/tokens)/.test(target) },
      problem(403, 'A permission is missing.'),
    ),
    ['**'],
  ],
};

/** Connections that break, and invalid grants that are rejected in unusual ways. */
export const TROUBLE: VariantTable = {
  'stream-reset': [declined('subscribe-changes', RESET), ['subscribe-changes/**']],
  'identity-provider-down': [by.answer('token-grant', RESET), ['**']],
  'named-token-reset': [declined('create-named-token', RESET), ['create-named-token/**']],
  'grant-refusal-501': badGrant({ status: 501 }),
  'grant-refusal-503': [badGrant({ status: 503 }), ['token-grant/refuses-*']],
  'grant-refusal-reset': [badGrant({ connection: 'reset' }), ['token-grant/refuses-*']],
  'grant-refusal-text': badGrant({ status: 200, body: { text: 'No.\n', type: 'text/plain' } }),
  'grant-refusal-json-text': badGrant({ status: 200, body: { json: 'no' } }),
  'grant-refusal-null': badGrant({ body: { json: null } }),
  'grant-refusal-200': badGrant({ status: 200 }),
  'grant-refusal-object': badGrant({ body: { json: { error: { code: 17 } } } }),
  'prefixed-token-for-naming-only': by.access(
    { lane: 'good-prefixed', when: ({ operation }) => operation !== 'create-named-token' },
    'refused',
  ),
  'gzip-and-close': [by.coding({}, 'gzip'), by.header({ path: 'Connection' }, 'close')],
  'large-files-refused': [
    [
      declined('cdmi-write', problem(413, 'The body is too large.'), isLarge),
      declined('upload-file', problem(507, 'Not enough space.'), isLarge),
    ],
    ['*/read-back*/large'],
  ],
};
