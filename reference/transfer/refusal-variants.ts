/** Lawful ways of saying no: the document shows none. */
import type { ReferenceResponse } from '../types.ts';
import { jsonResponse, textResponse } from './answers.ts';
import type { Behaviour, VariantDefinition } from './behaviour.ts';
import { variant, variants } from './variant.ts';

const LOGIN =
  '<!DOCTYPE html><html><head><title>Sign in</title></head><body><form method="post"><input name="user"></form></body></html>';

const saying = (response: ReferenceResponse): Behaviour => ({ refusal: () => response });
const empty = (status: number, headers: ReferenceResponse['headers'] = []): ReferenceResponse => ({
  status,
  headers,
  body: new Uint8Array(),
});

const STATUSES = [400, 401, 403, 404, 405, 407, 412, 419, 421, 495, 496, 500, 501];
const MANY_MEMBERS = {
  status: '403',
  error: 'forbidden',
  message: 'no',
  path: '/',
  time: '1970-01-01T00:00:00',
  trace: 'a1b2',
};
const INVALID_TOKEN: ReferenceResponse['headers'] = [
  ['WWW-Authenticate', 'Bearer realm="reference", error="invalid_token"'],
];
const TWO_CHALLENGES: ReferenceResponse['headers'] = ['Bearer', 'Basic realm="x"'].map(
  (value) => ['WWW-Authenticate', value] as const,
);

export const refusalVariants = (): VariantDefinition[] => [
  ...variants([
    ...STATUSES.map(
      (status) =>
        [
          `refusal-${status}`,
          `bad credentials are answered ${status}`,
          saying(jsonResponse(status, { error: 'no' })),
        ] as const,
    ),
    ['refusal-empty', 'a refusal has no body', saying(empty(403))],
    ['refusal-null', 'a refusal is null', saying(jsonResponse(403, null))],
    ['refusal-many-members', 'a refusal has many members', saying(jsonResponse(403, MANY_MEMBERS))],
    ['refusal-html', 'a refusal is a page', saying(textResponse(401, LOGIN, 'text/html', INVALID_TOKEN))],
    ['refusal-challenges', 'a refusal has several challenges', saying(empty(401, TWO_CHALLENGES))],
    [
      'refusal-redirect',
      'bad credentials are sent to a login page',
      saying(empty(302, [['Location', 'https://login.example.org/?next=%2F']])),
    ],
    [
      'refusal-redirect-303',
      'bad credentials are sent to a login page of the same origin',
      saying(empty(303, [['Location', '/login']])),
    ],
    [
      'refusal-login-page',
      'bad credentials are shown a login page with 200',
      saying(textResponse(200, LOGIN, 'text/html')),
    ],
  ]),
  variant('refusal-reset', 'bad credentials end the connection', saying({ ...empty(403), connection: 'reset' }), {
    tags: ['tls'],
  }),
  variant('refusal-by-kind', 'each kind of bad credential is answered otherwise', {
    refusal: (_response, kind) =>
      kind === 'none'
        ? empty(302, [['Location', '/login']])
        : kind.endsWith('token')
          ? empty(400)
          : textResponse(404, 'not found', 'text/plain'),
  }),
];
