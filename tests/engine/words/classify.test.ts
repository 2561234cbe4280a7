/** The meaning of a response to a documented request, and its blame: each row of docs/lookup/responses.md. */
import { classify } from '../../../src/engine/words/classify/classify.ts';
import type { Exchange, Origins } from '../../../src/wire/types.ts';
import { type ExchangeOptions, exchange } from '../exchanges.ts';

const WORKING = (): Exchange => exchange({ operation: 'identity', at: 0 });
const later = (more: ExchangeOptions = {}): Exchange => exchange({ operation: 'identity', at: 1e9, ...more });
const LATER = (): Exchange => later();
/** Returns the first request that shows whether the service still works. */
const CONTROL = (status: number): Exchange => later({ purpose: 'closing', at: 1e8, status });

/** Returns the origins of an upload. */
const UPLOAD = (unusual?: string): Origins => ({
  body: [{ from: 'assay', ...(unusual !== undefined && { unusual }) }],
});

/** Returns the response to which a redirect led. */
function redirected(status: number, url = 'https://storage.example.net/jobs'): ExchangeOptions {
  const { outcome } = exchange({ status });
  return { status, attempts: [{ url, startedAt: 0, endedAt: 1, timings: {}, outcome }] };
}

type Meaning = 'succeeded' | `contradicted ${string}` | `undecided ${string}`;

/** Status or failure, whether another operation works, other facts, and the meaning. */
const TABLE: readonly (readonly [
  what: string,
  options: ExchangeOptions,
  others: readonly Exchange[],
  meaning: Meaning,
])[] = [
  ...[200, 201, 202, 204, 207, 299].map((status) => [`${status}`, { status }, [], 'succeeded'] as const),
  ['404 while only the same operation works', { status: 404 }, [exchange({ at: 1e9 })], 'undecided settings'],
  ['404 while another service works', { status: 404 }, [later({ service: 'other' })], 'undecided settings'],
  ['500 before a control that failed', { status: 500 }, [CONTROL(503), LATER()], 'undecided infrastructure'],
  [
    '404 before another credential was refused at the end of its lane',
    { status: 404 },
    [
      later({ at: 1e7 }),
      later({ purpose: 'closing', at: 1e8, status: 401, lane: 'token', credential: 'token' }),
      later({ purpose: 'closing' }),
    ],
    'contradicted target',
  ],
  ...[413, 500, 507].map(
    (status) =>
      [
        `${status} for an upload, as for one whose values were accepted at another time`,
        { status, origins: UPLOAD('an empty file') },
        [exchange({ at: 900, status, origins: UPLOAD() }), exchange({ at: 1e9, origins: UPLOAD() }), LATER()],
        'undecided target',
      ] as const,
  ),
  [
    '500 for an upload, before another upload that succeeded',
    { status: 500, origins: UPLOAD('an empty file') },
    [
      exchange({ at: 9e8, status: 500, origins: UPLOAD() }),
      exchange({ at: 1e8, params: { name: 'other' }, origins: UPLOAD() }),
      LATER(),
    ],
    'contradicted target',
  ],
  ...[400, 404, 405, 409, 410, 500, 501].map(
    (status) =>
      [
        `${status} where the document leaves open whether it can be done`,
        { status, notes: { leftOpen: 'the job had finished' } },
        [LATER()],
        'undecided document',
      ] as const,
  ),
  [
    '404 where it is left open, with a remedy',
    { status: 404, notes: { leftOpen: 'the job may be that of another user', remedy: 'name a job of yours' } },
    [LATER()],
    'undecided settings',
  ],
  [
    '401 although the same is left open',
    { status: 401, at: 50, notes: { leftOpen: 'the job had finished' } },
    [LATER()],
    'contradicted target',
  ],
  [
    '503 where it is left open',
    { status: 503, notes: { leftOpen: 'the job had finished' } },
    [WORKING()],
    'undecided infrastructure',
  ],
  ['401 while it was accepted only before', { status: 401, at: 50 }, [WORKING()], 'undecided credential'],
  [
    '401 while only another credential is accepted later',
    { status: 401, at: 50 },
    [exchange({ lane: 'token', credential: 'token', at: 1e9 })],
    'undecided credential',
  ],
  ...[401, 403, 404, 500].map(
    (status) =>
      [
        `${status} of another origin`,
        { ...redirected(status), at: 50 },
        [WORKING(), LATER()],
        'undecided settings',
      ] as const,
  ),
  ...[407, 408, 425, 429, 502, 503, 504, 507, 505, 520].map(
    (status) => [`${status}`, { status }, [WORKING()], 'undecided infrastructure'] as const,
  ),
  ...[300, 302, 307, 308].map(
    (status) => [`${status} that was not followed`, { status }, [WORKING()], 'undecided settings'] as const,
  ),
  ...(['dns', 'connect', 'tls', 'send', 'headers', 'body', 'limit', 'timeout', 'aborted'] as const).map(
    (phase) => [`a failure: ${phase}`, { phase }, [WORKING()], 'undecided infrastructure'] as const,
  ),
  ['a redirect that is not followed', { phase: 'redirect' }, [WORKING()], 'undecided settings'],
  ['what was not sent', { phase: 'refused-by-safety' }, [WORKING()], 'undecided settings'],
];

test.each(TABLE)('an answer to a documented request: %s', (_, options, others, meaning) => {
  const own = exchange(options);
  const result = classify(own, [...others, own]);
  expect(result.kind === 'succeeded' ? 'succeeded' : `${result.kind} ${result.blame}`).toBe(meaning);
  if (result.kind === 'succeeded') return;
  expect(result.why).toContain('list-jobs');
  expect(result.why).toContain(options.status === undefined ? 'the message' : String(options.status));
});

test('403 with Retry-After is a limit of requests, not a matter of the credential', () => {
  const own = exchange({ status: 403, at: 50 });
  if (own.outcome.kind !== 'answer') return expect.unreachable();
  const limited = { ...own, outcome: { ...own.outcome, headers: [['retry-after', '1']] as const } };
  const others = [WORKING(), LATER()];
  expect([own, limited].map((one) => classify(one, [...others, one]))).toMatchObject([
    { blame: 'credential' },
    { blame: 'infrastructure' },
  ]);
});

test('a request that the end of the run cut off was interrupted; it counts against no service', () => {
  const own = exchange({ phase: 'aborted', code: 'INTERRUPTED' });
  expect(classify(own, [own])).toMatchObject({ kind: 'undecided', why: 'GET /jobs (list-jobs) was interrupted' });
});

test('of a request that was sent again when the run ended, the first attempt says more', () => {
  const own = exchange({ phase: 'aborted', code: 'INTERRUPTED' });
  const { outcome, startedAt, endedAt } = exchange({ phase: 'timeout', code: 'TIMEOUT' });
  const attempts = [{ outcome, startedAt, endedAt }] as unknown as typeof own.attempts;
  expect(classify({ ...own, attempts }, [own])).toMatchObject({ why: expect.stringMatching(/no response in time/) });
});

test.each([
  ['<h1>Bad Request</h1>', 'text/html', /; check AUTH_URL, REALM \(realm\), TOKEN/, 'settings'],
  ['Bad Request', 'text/plain', /; check AUTH_URL, REALM \(realm\), TOKEN/, 'credential'],
  ['{"error":"invalid_grant"}', 'application/json', /; check TOKEN/, 'credential'],
  ['{"error":"invalid_client"}', 'application/json', /; check TOKEN/, 'credential', 401],
])(
  'a refused grant names the address too where the answer is of no token endpoint: %s',
  (text, type, words, blame, status = 400) => {
    const { request } = exchange();
    const headers = [['Content-Type', 'application/x-www-form-urlencoded']] as const;
    const setting = (name: string) => [{ from: 'setting', name } as const];
    const own = exchange({
      ...{ status, text, type, request: { ...request, headers } },
      origins: {
        address: setting('AUTH_URL'),
        'path/realm': setting('REALM'),
        'body/refresh_token': setting('TOKEN'),
      },
    });
    const result = classify(own, [own]);
    expect(result).toMatchObject({ kind: 'undecided', blame, why: expect.stringMatching(words) });
  },
);
