/**
 * Legal variants of messages: status codes, headers, framing, content codings, the text of JSON, redirects, delays, and
 * ways of saying no.
 */
import { each, series } from '../../change.ts';
import { SPELLINGS, unicodeEscape } from '../../http-operators.ts';
import { isObject } from '../../received.ts';
import type { ReferenceResponse } from '../../types.ts';
import { errorResponse, jsonResponse, textResponse } from '../answers.ts';
import { type Argument, by, isFirst, type VariantTable } from '../operators.ts';

const STATUSES: VariantTable = {
  ...series('status-', [201, 202, 203, 207, 299], (status) => by.success({}, { status })),
  'submit-201-location': [
    by.success('submit-job', { status: 201 }),
    by.header({ at: 'submit-job', path: 'Location' }, '/jobs/new'),
  ],
  'submit-202': by.success('submit-job', { status: 202 }),
};

const MANY_HEADERS = Array.from({ length: 40 }, (_, i) => [`X-More-${i}`, 'x'.repeat(100)] as const);
const header = (path: string, value: string | undefined) => by.header({ path }, value);
const type = (value: string | undefined) => header('Content-Type', value);

const HEADERS: VariantTable = {
  ...each(SPELLINGS, (spell) => by.response({}, spell)),
  'connection-close': header('Connection', 'close'),
  'headers-many': by.response({}, ({ headers }) => ({
    headers: [
      ['Server', 'reference'],
      ['Set-Cookie', 'a=1; Secure'],
      ['Set-Cookie', 'b=2; Secure'],
      ...headers,
      ['Vary', 'Accept, Authorization'],
      ['Strict-Transport-Security', 'max-age=1'],
      ['ETag', '"1"'],
      ['Cache-Control', 'no-store'],
      ...MANY_HEADERS,
    ],
  })),
  'date-of-another-year': header('Date', 'Thu, 01 Jan 1970 00:00:00 GMT'),
  'type-with-charset': type('application/json; charset=utf-8'),
  'type-in-capitals': type('Application/JSON;Charset="UTF-8"'),
  'type-problem': type('application/vnd.transfer.v3+json'),
  'type-text': type('text/plain'),
  'type-html': type('text/html; charset=utf-8'),
  'type-octets': type('application/octet-stream'),
  'type-none': type(undefined),
};

const FRAMING: VariantTable = {
  chunked: by.pieces({}, 100),
  'chunked-by-the-byte': by.pieces({}, 1),
  gzip: by.coding({}, 'gzip'),
  deflate: by.coding({}, 'deflate'),
  brotli: by.coding({}, 'br'),
};

const text = (change: (text: string) => string) => by.text({}, change);
const inStrings = (change: (inner: string) => string) =>
  text((all) => all.replace(/"((?:[^"\\]|\\.)*)"/g, (_all, inner: string) => `"${change(inner)}"`));
const integers = (after: string) => text((all) => all.replace(/:(-?\d+)(?=[,}])/g, `:$1${after}`));

const reversed = (_key: string, value: unknown) =>
  isObject(value) ? Object.fromEntries(Object.entries(value).reverse()) : value;

const JSON_TEXTS: VariantTable = {
  pretty: text((all) => JSON.stringify(JSON.parse(all), null, 4)),
  'white-space': text((all) => `\r\n\t ${all.replaceAll(',"', ' ,\n\t"')} \r\n`),
  'unicode-escapes': inStrings((inner) => inner.replace(/[A-Za-z]/g, unicodeEscape)),
  'escaped-slashes': inStrings((inner) => inner.replaceAll('/', '\\/')),
  'members-reversed': text((all) => JSON.stringify(JSON.parse(all, reversed))),
  'integers-with-a-point': integers('.0'),
  'integers-with-an-exponent': integers('E+0'),
};

const ELSEWHERE = '/elsewhere';

/** Returns the changes by which each GET is redirected once, within the origin. */
const redirect = (status: number, absolute = false) => [
  by.target({}, (target) => (target.startsWith(ELSEWHERE) ? target.slice(ELSEWHERE.length) : target)),
  by.refuse(
    { when: ({ request: { method, target } }) => method === 'GET' && !target.startsWith(ELSEWHERE) },
    (_, { request }) => {
      const origin = absolute && request.headers.host ? `https://${request.headers.host}` : '';
      return empty(status, [['Location', `${origin}${ELSEWHERE}${request.target}`]]);
    },
  ),
];

/**
 * Returns the change by which the first request of each operation (without `all`, only a GET) is rejected with
 * Retry-After.
 */
const putOff = (status: number, all = false) =>
  by.refuse(
    { when: (call) => (all || call.request.method === 'GET') && isFirst(call) },
    errorResponse(status, 'later', [['Retry-After', '0']]),
  );

const detours = (): VariantTable => ({
  ...series('redirect-', [301, 302, 307, 308], (status) => redirect(status)),
  ...series('first-', [503, 429], (status) => putOff(status)),
  ...series('each-first-', [425, 429], (status) => putOff(status, true)),
  'redirect-absolute': redirect(307, true),
  slow: by.response({}, { delayMs: 30 }),
});

const LOGIN =
  '<!DOCTYPE html><html><head><title>Sign in</title></head><body><form method="post"><input name="user"></form></body></html>';

const saying = (response: Argument<'refusal'>) => by.refusal({}, response);
const empty = (status: number, headers: ReferenceResponse['headers'] = []): ReferenceResponse => ({
  status,
  headers,
  body: new Uint8Array(),
});
const challenges = (...values: string[]) => values.map((value) => ['WWW-Authenticate', value] as const);

const MANY_MEMBERS = {
  status: '403',
  error: 'forbidden',
  message: 'no',
  path: '/',
  time: '1970-01-01T00:00:00',
  trace: 'a1b2',
};

/** Forms of rejections, which the document leaves open. */
const REFUSALS: Readonly<Record<string, ReferenceResponse>> = {
  empty: empty(403),
  null: jsonResponse(403, null),
  'many-members': jsonResponse(403, MANY_MEMBERS),
  html: textResponse(401, LOGIN, 'text/html', challenges('Bearer realm="reference", error="invalid_token"')),
  challenges: empty(401, challenges('Bearer', 'Basic realm="x"')),
  redirect: empty(302, [['Location', 'https://login.example.org/?next=%2F']]),
  'redirect-303': empty(303, [['Location', '/login']]),
  'login-page': textResponse(200, LOGIN, 'text/html'),
};

const refusals = (): VariantTable => ({
  ...series('refusal-', [400, 401, 403, 404, 405, 407, 412, 419, 421, 495, 496, 500, 501], (status) =>
    saying(jsonResponse(status, { error: 'no' })),
  ),
  ...each(REFUSALS, saying, (name) => `refusal-${name}`),
  'refusal-by-kind': saying((_, { lane }) =>
    lane === 'none'
      ? empty(302, [['Location', '/login']])
      : lane.endsWith('token')
        ? empty(400)
        : textResponse(404, 'not found', 'text/plain'),
  ),
  'refusal-reset': saying({ ...empty(403), connection: 'reset' }),
});

export const MESSAGES: VariantTable = {
  ...STATUSES,
  ...HEADERS,
  ...FRAMING,
  ...JSON_TEXTS,
  ...detours(),
  ...refusals(),
};
