/** Each row of the table of success: what an answer to a documented request means, and whose fault it is. */
import { describe, expect, test } from 'vitest';
import { classify } from '../../src/engine/words/classify.ts';
import type { Exchange } from '../../src/wire/types.ts';
import { type ExchangeOptions, exchange } from './exchanges.ts';

const WORKING = (): Exchange => exchange({ operation: 'identity', at: 0 });
const later = (more: ExchangeOptions = {}): Exchange => exchange({ operation: 'identity', at: 1e9, ...more });
const LATER = (): Exchange => later();
/** The first request that was sent to learn whether the service works still. */
const CONTROL = (status: number): Exchange => later({ purpose: 'closing', at: 1e8, status });

/** The answer that a redirect led to. */
function redirected(status: number, url = 'https://storage.example.net/jobs'): ExchangeOptions {
  const { outcome } = exchange({ status });
  return { status, attempts: [{ url, startedAt: 0, endedAt: 1, timings: {}, outcome }] };
}

type Meaning = 'succeeded' | `contradicted ${string}` | `undecided ${string}`;

/** Status or failure, whether anything else works, what else is known of it, and the meaning. */
const TABLE: readonly (readonly [
  what: string,
  options: ExchangeOptions,
  others: readonly Exchange[],
  meaning: Meaning,
])[] = [
  ...[200, 201, 202, 204, 207, 299].map((status) => [`${status}`, { status }, [], 'succeeded'] as const),
  ...[404, 405, 410, 501].flatMap((status) => [
    [`${status} while another operation works`, { status }, [LATER()], 'contradicted target'] as const,
    [
      `${status} to an identifier of the service's, while another works`,
      { status, identifiers: 'service' },
      [LATER()],
      'contradicted target',
    ] as const,
    [`${status} where nothing works`, { status }, [], 'undecided settings'] as const,
    [
      `${status} to an identifier from the settings alone`,
      { status, identifiers: 'settings' },
      [LATER()],
      'undecided settings',
    ] as const,
    [
      `${status} to an identifier from the settings that worked elsewhere in the run`,
      { status, identifiers: 'settings' },
      [LATER(), exchange({ identifiers: 'settings' })],
      'contradicted target',
    ] as const,
  ]),
  ['404 while only the same operation works', { status: 404 }, [exchange({ at: 1e9 })], 'undecided settings'],
  [
    '404 while only a refusal was answered with 2xx',
    { status: 404 },
    [later({ purpose: 'refusal' })],
    'undecided settings',
  ],
  ['404 while another service works', { status: 404 }, [later({ service: 'other' })], 'undecided settings'],
  ['500 while another operation works', { status: 500 }, [LATER()], 'contradicted target'],
  ['404 while another operation worked only before', { status: 404 }, [WORKING()], 'undecided settings'],
  ['500 where nothing works', { status: 500 }, [], 'undecided infrastructure'],
  ['500 while another operation worked only before', { status: 500 }, [WORKING()], 'undecided infrastructure'],
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
  ['404 before a control that failed', { status: 404 }, [CONTROL(500), LATER()], 'undecided settings'],
  [
    '500 before a control that succeeded, and a later one that failed',
    { status: 500 },
    [later({ purpose: 'closing', status: 503 }), CONTROL(200)],
    'contradicted target',
  ],
  ...[400, 404, 405, 409, 410, 500, 501].map(
    (status) =>
      [
        `${status} where the document leaves open whether it can be done`,
        { status, notes: { leftOpen: 'the job had finished' } },
        [LATER()],
        'undecided settings',
      ] as const,
  ),
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
  ['401 while the same credential is accepted later', { status: 401, at: 50 }, [LATER()], 'contradicted target'],
  ['401 while it was accepted only before', { status: 401, at: 50 }, [WORKING()], 'undecided credential'],
  [
    '401 while only another credential is accepted later',
    { status: 401, at: 50 },
    [exchange({ lane: 'token', credential: 'token', at: 1e9 })],
    'undecided credential',
  ],
  ['401 where nothing works', { status: 401 }, [], 'undecided credential'],
  ...[401, 403, 404, 500].map(
    (status) =>
      [
        `${status} of another origin`,
        { ...redirected(status), at: 50 },
        [WORKING(), LATER()],
        'undecided settings',
      ] as const,
  ),
  [
    '401 after a redirect on the same origin',
    { ...redirected(401, 'https://transfer.example.org/v2/jobs'), at: 50 },
    [LATER()],
    'contradicted target',
  ],
  ['503 of another origin', redirected(503), [WORKING()], 'undecided infrastructure'],
  ...[403, 419].map((status) => [`${status}`, { status }, [WORKING(), LATER()], 'undecided credential'] as const),
  ...[400, 409, 411, 413, 422, 402, 418, 451].flatMap((status) => [
    [`${status} to what the operator chose`, { status, chosen: true }, [LATER()], 'undecided settings'] as const,
    [`${status} to what is documented`, { status }, [WORKING()], 'contradicted target'] as const,
  ]),
  ...[406, 415].flatMap((status) => [
    [`${status} to another media type`, { status }, [LATER()], 'undecided settings'] as const,
    [
      `${status} to the documented media types`,
      { status, documentedMediaType: true, chosen: true },
      [LATER()],
      'contradicted target',
    ] as const,
    [
      `${status} to the documented media types, where nothing works`,
      { status, documentedMediaType: true },
      [],
      'undecided settings',
    ] as const,
  ]),
  ...[408, 425, 429, 502, 503, 504, 507, 505, 520].map(
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

const asForm = (type: string): Exchange['request'] => ({
  method: 'POST',
  url: 'https://login.example.org/token',
  headers: [['Content-Type', type]],
  credential: 'none',
});
const grant = (error: unknown, more: ExchangeOptions = {}): ExchangeOptions => ({
  status: 400,
  request: asForm('application/x-www-form-urlencoded; charset=utf-8'),
  text: JSON.stringify({ error }),
  ...more,
});
const given = (params: Record<string, string>, more: ExchangeOptions = {}): ExchangeOptions => ({
  identifiers: 'given',
  params,
  ...more,
});
const elsewhere = (params: Record<string, string>, more: ExchangeOptions = {}): Exchange => later({ params, ...more });

/** The same, of answers whose meaning rests on what they hold, or on what other requests were given. */
const RESTING: typeof TABLE = [
  ['a grant: another error', grant('invalid_request'), [], 'undecided credential'],
  [
    'the same to a request that is no form',
    grant('invalid_grant', { request: asForm('application/json') }),
    [],
    'contradicted target',
  ],
  ['the same with another status', grant('invalid_grant', { status: 422 }), [], 'contradicted target'],
  [
    '404 to one that begins alike',
    given({ id: 'ab' }, { status: 404 }),
    [elsewhere({ space: 'a' })],
    'undecided settings',
  ],
  [
    '404 to two of which another took one',
    given({ id: 'a', other: 'b' }, { status: 404 }),
    [elsewhere({ space: 'a' })],
    'undecided settings',
  ],
  [
    '404 to two that others took',
    given({ id: 'a', other: 'b' }, { status: 404 }),
    [elsewhere({ x: 'a' }), elsewhere({ x: 'c', y: 'b' })],
    'contradicted target',
  ],
  [
    '404 to one that was taken by what failed',
    given({ id: 'a' }, { status: 404 }),
    [LATER(), elsewhere({ space: 'a' }, { status: 500 })],
    'undecided settings',
  ],
  [
    '404 to one that was taken in a refusal',
    given({ id: 'a' }, { status: 404 }),
    [LATER(), elsewhere({ space: 'a' }, { purpose: 'refusal' })],
    'undecided settings',
  ],
  [
    '404 to one that was taken elsewhere',
    given({ id: 'a' }, { status: 404 }),
    [LATER(), elsewhere({ space: 'a' }, { interface: 'data-hub' })],
    'undecided settings',
  ],
  [
    '404 to a path, where another took nothing',
    given({ path: '/b' }, { status: 404 }),
    [elsewhere({ space: '' })],
    'undecided settings',
  ],
  [
    '404 to a path that only a refusal confirms',
    { status: 404, identifiers: 'settings' },
    [LATER(), exchange({ purpose: 'refusal' })],
    'undecided settings',
  ],
  [
    '404 to a path that only a failure confirms',
    { status: 404, identifiers: 'settings' },
    [LATER(), exchange({ status: 500 })],
    'undecided settings',
  ],
  [
    '404 while only what is said not to be offered works',
    { status: 404 },
    [later({ purpose: 'other' })],
    'undecided settings',
  ],
  ['404 while others fail', { status: 404 }, [later({ status: 500 })], 'undecided settings'],
  ['404 while only another interface works', { status: 404 }, [later({ interface: 'data-hub' })], 'undecided settings'],
  ['500 while only the same operation works', { status: 500 }, [exchange({ at: 1e9 })], 'undecided infrastructure'],
  [
    '401 while the credential fails later',
    { status: 401, at: 50 },
    [exchange({ operation: 'identity', status: 401, at: 1e9 })],
    'undecided credential',
  ],
  [
    '401 while it is accepted later by another service',
    { status: 401, at: 50 },
    [exchange({ service: 'other', at: 1e9 })],
    'undecided credential',
  ],
  [
    '401 while it is accepted later in another lane',
    { status: 401, at: 50 },
    [exchange({ lane: 'other', at: 1e9 })],
    'undecided credential',
  ],
  [
    '401 while another credential of the lane is',
    { status: 401, at: 50 },
    [exchange({ credential: 'other', at: 1e9 })],
    'undecided credential',
  ],
  [
    '401 while only a refusal was let in later',
    { status: 401, at: 50 },
    [exchange({ purpose: 'refusal', at: 1e9 })],
    'undecided credential',
  ],
  [
    '401 while it was accepted at the same time',
    { status: 401, at: 50 },
    [exchange({ at: 50 })],
    'undecided credential',
  ],
  ['what is left open without a reason', { status: 404, notes: { leftOpen: 7 } }, [LATER()], 'contradicted target'],
  [
    '500 where nothing works, and it is left open',
    { status: 500, notes: { leftOpen: 'full' } },
    [],
    'undecided settings',
  ],
  ['200 although it is left open', { notes: { leftOpen: 'full' } }, [], 'succeeded'],
  ['499', { status: 499 }, [], 'contradicted target'],
  ['399', { status: 399 }, [], 'undecided settings'],
];

test.each(RESTING)('%s', (_, options, others, meaning) => {
  const own = exchange(options);
  const result = classify(own, [...others, own]);
  expect(result.kind === 'succeeded' ? 'succeeded' : `${result.kind} ${result.blame}`).toBe(meaning);
});

test.each<[string, ExchangeOptions, readonly Exchange[], string]>([
  [
    '404',
    { status: 404 },
    [],
    'list-jobs was answered with 404, and no other operation of the service works after it; check the address',
  ],
  [
    '404 to a setting',
    { status: 404, identifiers: 'settings' },
    [LATER()],
    'list-jobs was answered with 404; check the value from the settings in path',
  ],
  ['500', { status: 500 }, [LATER()], 'list-jobs was answered with 500 while other operations of the service work'],
  [
    'another origin',
    redirected(401),
    [],
    'list-jobs was answered with 401 by https://storage.example.net, to which it was redirected; credentials are not sent to another origin',
  ],
  ['403', { status: 403 }, [], 'list-jobs was answered with 403: the credential is not authorised'],
  [
    'a grant',
    grant('invalid_grant'),
    [],
    'list-jobs was answered with 400 ({"error":"invalid_grant"}): the refresh token or the client was not accepted',
  ],
  [
    'left open',
    { status: 409, notes: { leftOpen: 'it had finished' } },
    [],
    'list-jobs was answered with 409; it had finished',
  ],
  [
    'a failure',
    { phase: 'tls', code: 'EPROTO' },
    [],
    'list-jobs was not answered: the TLS handshake failed: the message; check the address',
  ],
  [
    'a failure whose message names its code',
    { phase: 'connect', code: 'message' },
    [],
    'list-jobs was not answered: no connection (the message)',
  ],
  [
    'a failure without a hint',
    { phase: 'body', code: 'ECONNRESET' },
    [],
    'list-jobs was not answered: the connection broke (ECONNRESET: the message)',
  ],
  ['not sent', { phase: 'refused-by-safety' }, [], 'list-jobs was not sent: the message'],
  [
    'not followed',
    { phase: 'redirect', code: 'FAR' },
    [],
    'list-jobs was answered with a redirect that is not followed (FAR: the message)',
  ],
])('the sentence of %s', (_, options, others, why) => {
  const own = exchange(options);
  expect(classify(own, [...others, own])).toMatchObject({ why });
});

describe('an answer to a documented request', () => {
  test.each(TABLE)('%s', (_, options, others, meaning) => {
    const own = exchange(options);
    const result = classify(own, [...others, own]);
    expect(result.kind === 'succeeded' ? 'succeeded' : `${result.kind} ${result.blame}`).toBe(meaning);
    if (result.kind === 'succeeded') return;
    expect(result.why).toContain('list-jobs');
    expect(result.why).toContain(options.status === undefined ? 'the message' : String(options.status));
  });
});
